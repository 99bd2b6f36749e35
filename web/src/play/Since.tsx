/** What the others did since one's last move, in short. */

import { signal } from "@preact/signals";
import { SeatMark } from "../board/symbols";
import { t } from "../language/language";
import { Icon } from "./Icons";
import { tellHappening } from "./Log";
import type { Play } from "./play";
import { sinceLastMove } from "./since";

/** The last entry that was dismissed. */
const dismissed = signal(0);

export function Since({ play }: { play: Play }) {
  const { store } = play;
  const log = store.log.value;
  const moves = sinceLastMove(log, store.seat.value).filter(({ seq }) => seq > dismissed.value);
  const phase = play.view.value?.phase;
  if (play.watching.value || play.veiled.value || moves.length === 0 || phase === "opening") return null;
  return (
    <section class="since" aria-label={t("play.since")}>
      <span class="since-title">{t("play.since")}</span>
      <ul>
        {moves.map((move) => (
          <li key={move.seq}>
            {move.seat !== null && <SeatMark seat={move.seat} />}
            <span>
              {tellHappening(play, move, log, log.indexOf(move)).map((words, index) => (
                <span key={index}>{words} </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="since-close"
        aria-label={t("play.close")}
        onClick={() => {
          dismissed.value = moves.at(-1)?.seq ?? 0;
        }}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}
