/** Opens a record: from a file, by drag and drop, or pasted. */

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { errorText } from "../ui/errors";
import { t } from "../i18n";
import { RequestError } from "../net/api";
import { GameList } from "../profile/GameList";
import { history } from "../profile/history";
import { textOf, tidied, Unusable } from "./recordText";
import { fetchGame, openedRecord } from "./source";
import "../styles/games.css";

/** The server's limit. */
const LONGEST = 60_000;

export function Upload() {
  const busy = useSignal(false);
  const over = useSignal(false);
  const complaint = useSignal<string | null>(null);
  const chooser = useRef<HTMLInputElement>(null);

  /** Validate the record before leaving this page, so that errors are shown here. */
  async function open(text: Promise<string>, name: string): Promise<void> {
    busy.value = true;
    complaint.value = null;
    try {
      const record = tidied(await text);
      if (record.length > LONGEST) throw new RequestError("too-large");
      await fetchGame({ record, name }, null);
      openedRecord.value = { record, name };
    } catch (error) {
      complaint.value = error instanceof Unusable ? t(`replay.${error.reason}`) : errorText(error);
    } finally {
      busy.value = false;
    }
  }

  const openFile = (file: File | undefined) => open(textOf(file), file?.name ?? "");

  return (
    <main class="replay-upload">
      <h1>{t("replay.title")}</h1>
      <p class="replay-lead">{t("replay.upload-words")}</p>
      {history.value.length > 0 && <GameList games={history.value} />}
      <div
        class={over.value ? "replay-drop over" : "replay-drop"}
        onDragOver={(event) => {
          event.preventDefault();
          over.value = true;
        }}
        onDragLeave={() => (over.value = false)}
        onDrop={(event) => {
          event.preventDefault();
          over.value = false;
          void openFile(event.dataTransfer?.files[0]);
        }}
      >
        <Track />
        <p>{t("replay.drop")}</p>
        <button type="button" class="button primary" disabled={busy.value} onClick={() => chooser.current?.click()}>
          {t(busy.value ? "replay.reading" : "replay.choose")}
        </button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".record,.txt,text/plain"
          onChange={(event) => {
            const input = event.currentTarget;
            const [file] = input.files ?? [];
            if (file) void openFile(file).finally(() => (input.value = ""));
          }}
        />
      </div>
      <p class="replay-complaint" role="alert">
        {complaint.value}
      </p>
      <Pasted open={(text) => void open(Promise.resolve(text), t("replay.pasted"))} busy={busy.value} />
      <p class="replay-note">{t("replay.not-kept")}</p>
      {history.value.length === 0 && <p class="replay-note">{t("games.none")}</p>}
    </main>
  );
}

function Pasted({ open, busy }: { open: (text: string) => void; busy: boolean }) {
  const text = useSignal("");
  return (
    <details class="replay-paste">
      <summary>{t("replay.paste")}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          open(text.value);
        }}
      >
        <textarea
          rows={6}
          spellcheck={false}
          aria-label={t("replay.paste-label")}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={busy || text.value.trim() === ""}>
          {t("replay.open")}
        </button>
      </form>
    </details>
  );
}

function Track() {
  return (
    <svg class="replay-track" viewBox="0 0 160 60" aria-hidden="true">
      <path class="replay-track-bed" d="M4 50C50 50 60 14 110 14h46" />
      <path class="replay-track-sleepers" d="M4 50C50 50 60 14 110 14h46" />
      <path class="replay-track-rails" d="M4 50C50 50 60 14 110 14h46" />
    </svg>
  );
}
