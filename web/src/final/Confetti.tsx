/** Paper in the winners' colours, falling over the screen once. */

import { liveryClass } from "../board/pieces/symbols";

const PIECES = 60;

export function Confetti({ winners }: { winners: readonly number[] }) {
  return (
    <div class="final-confetti" aria-hidden="true">
      {Array.from({ length: PIECES }, (_, piece) => (
        <span key={piece} class={liveryClass(winners[piece % winners.length] ?? 0)} style={flight(piece)} />
      ))}
    </div>
  );
}

/** Spread by the golden ratio, so that no two pieces fall together. */
function flight(piece: number): Record<string, string> {
  const spread = (piece * 0.618) % 1;
  return {
    left: `${100 * spread}%`,
    "--delay": `${((piece * 0.377) % 1) * 1.4}s`,
    "--fall": `${2.4 + ((piece * 0.731) % 1) * 1.8}s`,
    "--drift": `${(((piece * 0.257) % 1) - 0.5) * 12}rem`,
    "--turn": `${360 + ((piece * 0.911) % 1) * 900}deg`,
  };
}
