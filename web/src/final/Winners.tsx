/** The winners in large letters, with their trains rolling in. */

import { useEffect, useId, useRef } from "preact/hooks";
import { liveryClass, LiveryDefinitions, liveryOf } from "../board/pieces/liveries";
import type { Vehicle } from "../board/model/types";
import { listed, rich, t } from "../i18n";
import type { Result } from "../wire";

interface WinnersProps {
  result: Result;
  names: readonly string[];
  vehicle: Vehicle;
  /** Seats of this screen. */
  mine: readonly number[];
}

export function Winners({ result, names, vehicle, mine }: WinnersProps) {
  const first = result.winners[0] ?? 0;
  const alone = result.winners.length === 1;
  const won = alone && mine.length === 1 && first === mine[0];
  const points = result.scores.find(({ seat }) => seat === first)?.total ?? 0;
  const [heading, wordsId] = [useRef<HTMLHeadingElement>(null), useId()];
  useEffect(() => heading.current?.focus({ preventScroll: true }), []); // the focused element went with the game
  return (
    <header class="final-winners">
      <Parade winners={result.winners} vehicle={vehicle} />
      <h1 ref={heading} tabIndex={-1} aria-describedby={wordsId}>
        {won
          ? t("final.you-win")
          : alone
            ? rich("final.winner", { name: <bdi>{names[first]}</bdi> })
            : t("final.shared")}
      </h1>
      <p id={wordsId}>{alone ? t("final.points", { points }) : winnersText(result, names)}</p>
    </header>
  );
}

/** `Ana wins with 112 points`, `Ana and Bia share the victory`. */
export function winnersText(result: Result, names: readonly string[]): string {
  const winners = result.winners.map((seat) => names[seat] ?? "");
  const points = result.scores.find(({ seat }) => seat === result.winners[0])?.total ?? 0;
  if (winners.length === 1) return t("final.wins", { name: winners[0] ?? "", points });
  return t("final.share", { names: listed(winners), points });
}

const WAGONS = 3;
const STEP = 108;

/** One train for each winner, in line on one track. */
function Parade({ winners, vehicle }: { winners: readonly number[]; vehicle: Vehicle }) {
  const scope = useId();
  const wagons = winners.length > 2 ? 1 : WAGONS;
  const cars = winners.flatMap((seat) => [
    { seat, kind: "engine" },
    ...Array.from({ length: wagons }, () => ({ seat, kind: "wagon" })),
  ]);
  const width = cars.length * STEP + 40;
  return (
    <svg class="final-parade" viewBox={`0 -30 ${width} 62`} aria-hidden="true">
      <LiveryDefinitions scope={scope} vehicle={vehicle} />
      <path class="final-rail" d={`M0 22H${width}`} />
      <g class="final-train">
        {cars.map(({ seat, kind }, index) => (
          <g key={index} class={`train ${liveryClass(seat)}`} transform={`translate(${width - 74 - index * STEP} 0)`}>
            <use href={`#${scope}-${kind}-${liveryOf(seat)}`} />
          </g>
        ))}
      </g>
    </svg>
  );
}
