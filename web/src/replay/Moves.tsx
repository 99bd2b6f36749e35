/** The list of moves; each leads to its moment. */

import { useEffect, useRef } from "preact/hooks";
import { memo } from "../lib/memo";
import { liveryClass } from "../board/pieces/symbols";
import { t } from "../i18n";
import type { Reader } from "../narration/moveWords";
import type { GameReplay } from "../wire";
import { momentName } from "./Controls";
import type { Playback } from "./playback";
import { MoveSentences } from "./MoveSentences";

interface MovesProps {
  game: GameReplay;
  reader: Reader;
  playing: Playback;
}

export function Moves({ game, reader, playing }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  const now = playing.at.value;
  useEffect(() => keepInSight(list.current), [now]);
  return (
    <ol ref={list} class="replay-moves" aria-label={t("replay.tab.moves")}>
      {Array.from({ length: game.moves.length + 1 }, (_, at) => (
        <Move key={at} game={game} at={at} reader={reader} playing={playing} current={at === now} />
      ))}
    </ol>
  );
}

interface MoveProps extends MovesProps {
  at: number;
  current: boolean;
}

const Move = memo(function Move({ game, at, reader, playing, current }: MoveProps) {
  const move = game.moves[at - 1];
  const begins = move?.turn !== game.moves[at - 2]?.turn;
  return (
    <li class={begins ? "begins" : undefined}>
      {begins && <span class="replay-moves-turn">{momentName(game, at)}</span>}
      <button
        type="button"
        class={move ? liveryClass(move.seat) : undefined}
        aria-current={current ? "step" : undefined}
        onClick={() => playing.step(at - playing.at.peek())}
      >
        <MoveSentences game={game} at={at} reader={reader} />
      </button>
    </li>
  );
});

/** Scroll the list only, never the page. */
function keepInSight(list: HTMLElement | null): void {
  const box = list?.closest(".tab-panel");
  const current = list?.querySelector("[aria-current]");
  if (!box || !current || box.scrollHeight <= box.clientHeight) return;
  const [outer, inner] = [box.getBoundingClientRect(), current.getBoundingClientRect()];
  if (inner.top < outer.top + 30 || inner.bottom > outer.bottom - 30)
    box.scrollTop += inner.top - outer.top - outer.height / 3;
}
