/** The head of a replay: title, point of view, sharing. */

import { copy } from "../ui/clipboard";
import { go } from "../lib/router";
import { rulesName, t } from "../i18n";
import type { GameReplay } from "../wire";
import type { Playback } from "./playback";
import { addressOf, openedRecord, type Source } from "./source";

interface HeadProps {
  source: Source;
  game: GameReplay;
  names: readonly string[];
  playing: Playback;
}

export function Head({ source, game, names, playing }: HeadProps) {
  return (
    <header class="replay-head">
      <h2>{rulesName(game.rules)}</h2>
      {"record" in source && <p class="replay-file">{source.name}</p>}
      <label class="replay-eyes">
        <span>{t("replay.eyes")}</span>
        <select
          value={game.seat ?? "all"}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            go(addressOf(source, playing.at.peek(), chosen === "all" ? null : Number(chosen)), true);
          }}
        >
          <option value="all">{t("replay.all")}</option>
          {names.map((name, seat) => (
            <option key={seat} value={seat} dir="auto">
              {name}
            </option>
          ))}
        </select>
      </label>
      <div class="replay-pass">
        {"table" in source ? (
          <Passing
            table={source.table}
            over={game.result !== null}
            address={() => location.origin + addressOf(source, playing.at.peek(), game.seat)}
          />
        ) : (
          <Another />
        )}
      </div>
    </header>
  );
}

/** `address`: of the shown moment; the browser's own address follows with a delay. */
function Passing({ table, over, address }: { table: string; over: boolean; address: () => string }) {
  return (
    <>
      {over && (
        <a class="button" href={`/t/${table}`}>
          {t("replay.to-result")}
        </a>
      )}
      <button type="button" class="button" onClick={() => void copy(address())}>
        {t("replay.copy")}
      </button>
      <a class="button" href={`/api/tables/${table}/record`} download={`${table}.record`}>
        {t("replay.download")}
      </a>
    </>
  );
}

function Another() {
  return (
    <button
      type="button"
      class="button"
      onClick={() => {
        openedRecord.value = null;
        go("/replay");
      }}
    >
      {t("replay.other")}
    </button>
  );
}
