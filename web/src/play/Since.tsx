/** What the others did since one's last move, in short. */

import { signal } from "@preact/signals";
import { SeatMark } from "../board/symbols";
import { t } from "../language/language";
import { Icon } from "./Icons";
import { tellHappening } from "./Log";
import type { Play } from "./play";
import { inShort, sinceLastMove } from "./since";
import type { Happening } from "../wire";

/** The last entry that was dismissed. */
const dismissed = signal(0);

function told(play: Play, move: Happening, log: readonly Happening[]) {
  if (move.events.length === 0) return null;
  const index = log.findIndex(({ seq }) => seq === move.seq);
  return tellHappening(play, move, log, index).map((words, line) => <span key={`${move.seq} ${line}`}>{words} </span>);
}

export function Since({ play }: { play: Play }) {
  const { store } = play;
  const log = store.log.value;
  const moves = sinceLastMove(log, store.seat.value).filter(({ seq }) => seq > dismissed.value);
  const phase = play.view.value?.phase;
  if (play.watching.value || play.veiled.value || moves.length === 0 || phase === "opening") return null;
  return (
    <section class="since" aria-label={t("play.since")}>
      <span class="since-title">{t("play.since")}</span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <ul tabIndex={0} aria-label={t("play.since")}>
        {inShort(moves).map(({ seat, moves }) => (
          <li key={moves[0]?.seq}>
            <SeatMark seat={seat} />
            <span>{moves.map((move) => told(play, move, log))}</span>
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
