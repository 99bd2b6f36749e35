/** The contents of the box: points of routes, cards, tickets. */

import { TrainCard } from "../board/pieces/symbols";
import { t, ticketName } from "../i18n";
import type { BoardTicket, RulesShown } from "../wire";
import { deckOf, routePoints } from "./facts";

export function RoutePoints({ shown }: { shown: RulesShown }) {
  const rows = routePoints(shown);
  return (
    <section class="rules-card">
      <h2>{t("rulespage.points")}</h2>
      <table class="rules-points">
        <thead>
          <tr>
            <th scope="col">{t("rulespage.length")}</th>
            <th scope="col">{t("rulespage.brings")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([length, points]) => (
            <tr key={length}>
              <th scope="row">
                <Spaces count={length} />
                <span class="rules-length">{length}</span>
              </th>
              <td>{points}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Spaces({ count }: { count: number }) {
  return (
    <svg
      class="rules-spaces"
      viewBox={`0 0 ${count * 22} 12`}
      style={{ width: `${count * 1.5}rem` }}
      aria-hidden="true"
    >
      {Array.from({ length: count }, (_, index) => (
        <rect key={index} x={index * 22 + 1} y="1.5" width="19" height="9" rx="2" />
      ))}
    </svg>
  );
}

export function Deck({ shown }: { shown: RulesShown }) {
  const deck = deckOf(shown);
  const total = deck.reduce((sum, [, count]) => sum + count, 0);
  return (
    <section class="rules-card">
      <h2>{t("rulespage.deck", { total })}</h2>
      <ul class="rules-deck">
        {deck.map(([card, count]) => (
          <li key={card}>
            <TrainCard colour={card} count={count} vehicle={shown.vehicle} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function TicketList({ shown }: { shown: RulesShown }) {
  const tickets = [...shown.board.tickets].sort((one, other) => highest(one) - highest(other));
  return (
    <section class="rules-card">
      <h2>{t("rulespage.tickets-all", { count: tickets.length })}</h2>
      <details>
        <summary>{t("rulespage.show-tickets")}</summary>
        <table class="rules-tickets">
          <thead>
            <tr>
              <th scope="col">{t("rulespage.ticket")}</th>
              <th scope="col">{t("rulespage.brings")}</th>
            </tr>
          </thead>
          <tbody>
            {tickets.map((ticket) => (
              <tr key={ticket.id}>
                <th scope="row">{ticketName(shown.board, ticket.id)}</th>
                <td>{Object.values(ticket.to).join(" / ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function highest({ to }: BoardTicket): number {
  return Math.max(0, ...Object.values(to));
}
