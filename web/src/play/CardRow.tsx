/** Cards in a line: what is paid, what was turned. */

import { Symbol } from "../board/symbols";
import { cardName } from "../text/telling";
import { eachCard, parseCards } from "./moves";
import { colourClass } from "../board/symbols";

type Vehicle = "train" | "taxi";

/** One small card for each; read out as `2 red, 1 locomotive`. */
export function CardRow({ cards, vehicle }: { cards: string; vehicle: Vehicle }) {
  const words = parseCards(cards).map(([colour, count]) => `${count} ${cardName(colour, vehicle)}`);
  return (
    <span class="card-row" role="img" aria-label={words.join(", ")}>
      {eachCard(cards).map((colour, index) => (
        <span key={index} class={`chip-card ${colourClass(colour)}`}>
          <Symbol colour={colour} chip />
        </span>
      ))}
    </span>
  );
}

/** A colour as a symbol in a sentence, with its number where there are several. */
export function CardWord({ colour, count = 1, vehicle }: { colour: string; count?: number; vehicle: Vehicle }) {
  const name = cardName(colour, vehicle);
  return (
    <span class="card-word" role="img" aria-label={count > 1 ? `${count} ${name}` : name} title={name}>
      {count > 1 && <span class="card-word-count">{count}</span>}
      <Symbol colour={colour} chip />
    </span>
  );
}
