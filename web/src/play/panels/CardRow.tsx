/** A row of cards: a payment, or turned cards. */

import { Symbol } from "../../board/pieces/symbols";
import { cardName, cardsWords, cardWords, type Vehicle } from "../../i18n";
import { eachCard, parseCards } from "../state/moves";
import { colourClass } from "../../board/pieces/symbols";

/** One small card each; announced as `2 red cards and a locomotive`. */
export function CardRow({ cards, vehicle }: { cards: string; vehicle: Vehicle }) {
  return (
    <span class="card-row" role="img" aria-label={cardsWords(parseCards(cards), vehicle)}>
      {eachCard(cards).map((colour, index) => (
        <span key={index} class={`chip-card ${colourClass(colour)}`}>
          <Symbol colour={colour} chip />
        </span>
      ))}
    </span>
  );
}

/** A card as an inline symbol, with a count if several. */
export function CardWord({ colour, count = 1, vehicle }: { colour: string; count?: number; vehicle: Vehicle }) {
  return (
    <span class="card-word" role="img" aria-label={cardWords(colour, count, vehicle)} title={cardName(colour, vehicle)}>
      {count > 1 && <span class="card-word-count">{count}</span>}
      <Symbol colour={colour} chip />
    </span>
  );
}
