/** Taking the profile to another browser: a link with its QR code, or a file. */

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../i18n";
import { forgetSecret, seatSecret } from "../lib/router";
import { copy } from "../ui/clipboard";
import { notify, notifyError } from "../ui/notices";
import { LetOthersIn } from "../ui/LetOthersIn";
import { QrPicture } from "../ui/QrPicture";
import type { ProfileLink } from "../wire";
import { giveProfile, profileText, readProfile, takeProfile } from "./transfer";

/** Asked first: a profile that came by a link is mixed with the one that is here. */
export function ProfileArriving() {
  const busy = useSignal(false);
  const secret = seatSecret.value;
  if (!secret) return null;
  const take = async () => {
    busy.value = true;
    try {
      const { games, tables } = await takeProfile(secret);
      notify(t("games.taken", { games, tables }), "good");
      forgetSecret();
    } catch (error) {
      notifyError(error);
      busy.value = false;
    }
  };
  return (
    <section class="games-arriving panel" aria-labelledby="arriving-title">
      <h2 id="arriving-title">{t("games.arriving")}</h2>
      <p class="games-words">{t("games.arriving.words")}</p>
      <p class="games-buttons">
        <button type="button" class="button primary" disabled={busy.value} onClick={() => void take()}>
          {t("games.arriving.go")}
        </button>
        <button type="button" class="button" onClick={forgetSecret}>
          {t("games.arriving.not")}
        </button>
      </p>
    </section>
  );
}

export function ProfileLeaving() {
  const link = useSignal<ProfileLink | null>(null);
  const make = () => {
    giveProfile().then((made) => {
      link.value = made;
    }, notifyError);
  };
  return (
    <section class="games-leaving panel" aria-labelledby="leaving-title">
      <h2 id="leaving-title">{t("games.leaving")}</h2>
      <p class="games-words">{t("games.leaving.words")}</p>
      {link.value && <Shown link={link.value} make={make} />}
      <p class="games-buttons">
        <button type="button" class="button" onClick={make}>
          {t("games.leaving.link")}
        </button>
        <button type="button" class="button" onClick={download}>
          {t("games.leaving.file")}
        </button>
        <Chooser />
      </p>
    </section>
  );
}

function Shown({ link, make }: { link: ProfileLink; make: () => void }) {
  return (
    <div class="games-link">
      <QrPicture svg={link.qr} words={t("games.leaving.link")} />
      <div>
        <p>{t("games.leaving.once", { minutes: link.minutes })}</p>
        <LetOthersIn whom="devices" onChange={make} />
        <input
          class="field"
          type="text"
          readOnly
          value={link.link}
          aria-label={t("games.leaving.link")}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="button" onClick={() => void copy(link.link)}>
          {t("start.copy")}
        </button>
      </div>
    </div>
  );
}

function Chooser() {
  const chooser = useRef<HTMLInputElement>(null);
  const open = async (file: File) => {
    const games = readProfile(await file.text());
    if (games === null) notify(t("games.no-profile"), "bad");
    else notify(t("games.taken", { games, tables: 0 }), "good");
  };
  return (
    <>
      <button type="button" class="button" onClick={() => chooser.current?.click()}>
        {t("games.leaving.open")}
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".json,application/json"
        onChange={(event) => {
          const input = event.currentTarget;
          const [file] = input.files ?? [];
          if (file) void open(file).finally(() => (input.value = ""));
        }}
      />
    </>
  );
}

function download(): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([profileText()], { type: "application/json" }));
  link.download = "ferrovia-profile.json";
  link.click();
  URL.revokeObjectURL(link.href);
}
