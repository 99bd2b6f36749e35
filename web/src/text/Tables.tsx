/** Cards, tickets, players and routes as lists and tables that a screen reader can walk through. */

import type { Vehicle } from "../board/types";
import { cardsWords, cityName, colourName, listed, routeName, t, ticketName } from "../language/language";
import type { TableInfo, TicketStatus } from "../wire";
import type { Situation } from "./reading";
import type { Row } from "./routes";

/** `2 red cards and a blue card`. */
export function Cards({ cards, vehicle }: { cards: Readonly<Record<string, number>>; vehicle: Vehicle }) {
  const held = Object.entries(cards).filter(([, count]) => count > 0);
  if (held.length === 0) return <p>{t("text.no-cards")}</p>;
  return <p>{cardsWords(held, vehicle)}</p>;
}

interface TicketsProps {
  at: Situation;
  tickets: readonly TicketStatus[];
  caption: string;
  /** On offer: they are kept by their numbers. */
  numbered?: boolean;
}

export function Tickets({ at, tickets, caption, numbered = false }: TicketsProps) {
  if (tickets.length === 0) return <p>{t("text.no-tickets")}</p>;
  return (
    <table>
      <caption class="spoken">{caption}</caption>
      <thead>
        <tr>
          {numbered && <th scope="col">{t("text.number")}</th>}
          <th scope="col">{t("text.ticket")}</th>
          <th scope="col">{t("text.points")}</th>
          <th scope="col">{t("text.missing")}</th>
        </tr>
      </thead>
      <tbody>
        {tickets.map((ticket, index) => (
          <tr key={ticket.ticket}>
            {numbered && <td>{index + 1}</td>}
            <th scope="row">{ticketName(at.board, ticket.ticket)}</th>
            <td>{ticket.points}</td>
            <td>{missing(at, ticket)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function missing({ board, vehicle }: Situation, ticket: TicketStatus): string {
  if (ticket.joined) return t("text.joined");
  if (ticket.impossible) return t("text.impossible");
  const way = listed(ticket.routes.map((route) => routeName(board, route)));
  return `${t("text.needs", { trains: ticket.trains, cards: ticket.cards, vehicle })}${way ? `: ${way}` : ""}`;
}

interface PlayersProps {
  at: Situation;
  names: readonly string[];
  table: TableInfo | null;
}

export function Players({ at, names, table }: PlayersProps) {
  const known = table?.options.known_cards ?? false;
  return (
    <table>
      <caption class="spoken">{t("text.players")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("text.player")}</th>
          <th scope="col">{t("text.route-points")}</th>
          <th scope="col">{t("text.trains", { vehicle: at.vehicle })}</th>
          <th scope="col">{t("text.cards")}</th>
          <th scope="col">{t("text.tickets")}</th>
          {known && <th scope="col">{t("text.known")}</th>}
        </tr>
      </thead>
      <tbody>
        {at.view.seats.map((seat, number) => (
          <tr key={number}>
            <th scope="row">
              {names[number]}
              {number === at.view.seat && ` ${t("text.you")}`}
              {table?.asked.includes(number) && ` ${t("text.on-turn")}`}
            </th>
            <td>{seat.route_points}</td>
            <td>{seat.trains}</td>
            <td>{seat.hand_size}</td>
            <td>{seat.ticket_count}</td>
            {known && (
              <td>
                <Cards cards={seat.known} vehicle={at.vehicle} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RouteTableProps {
  at: Situation;
  rows: readonly Row[];
  names: readonly string[];
  caption: string;
}

export function RouteTable({ at, rows, names, caption }: RouteTableProps) {
  return (
    <table class="text-routes">
      <caption class="spoken">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t("text.from")}</th>
          <th scope="col">{t("text.to")}</th>
          <th scope="col">{t("text.length")}</th>
          <th scope="col">{t("text.colour")}</th>
          <th scope="col">{t("text.points")}</th>
          <th scope="col">{t("text.state")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.route.id}>
            <th scope="row">{cityName(at.board, row.route.from)}</th>
            <td>{cityName(at.board, row.route.to)}</td>
            <td>{row.route.length}</td>
            <td>{colourName(row.route.colour)}</td>
            <td>{row.route.points}</td>
            <td>{stateWords(row, names)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function stateWords({ route, owner, affordable, needed }: Row, names: readonly string[]): string {
  const words = [
    owner !== null && (names[owner] ?? ""),
    route.tunnel && t("text.tunnel"),
    affordable && t("text.affordable"),
    needed && t("text.needed"),
  ];
  return words.filter(Boolean).join(", ");
}
