/** Cards, tickets, players and routes as accessible lists and tables. */

import type { ComponentChildren } from "preact";
import type { Vehicle } from "../board/model/types";
import { cardsWords, cityName, colourName, listed, routeName, t, ticketName } from "../i18n";
import type { TableInfo, TicketStatus } from "../wire";
import type { Row, Situation } from "./routes";

/** `2 red cards and a blue card`. */
export function CardWords({ cards, vehicle }: { cards: Readonly<Record<string, number>>; vehicle: Vehicle }) {
  const held = Object.entries(cards).filter(([, count]) => count > 0);
  if (held.length === 0) return <p>{t("text.no-cards")}</p>;
  return <p>{cardsWords(held, vehicle)}</p>;
}

interface TableProps {
  caption: string;
  columns: readonly string[];
  rows: readonly { id: string; cells: readonly ComponentChildren[] }[];
  /** The column with the row headers. */
  named?: number;
  kind?: string;
}

/** Narrow screens show a row as a few lines, each value with its column's header. */
function Table({ caption, columns, rows, named = 0, kind = "" }: TableProps) {
  return (
    <table class={`text-table ${kind}`}>
      <caption class="spoken">{caption}</caption>
      <thead>
        <tr>
          {columns.map((words) => (
            <th key={words} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {cells.map((cell, number) => (
              <Cell key={columns[number]} label={columns[number] ?? ""} names={number === named}>
                {cell}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ label, names, children }: { label: string; names: boolean; children: ComponentChildren }) {
  if (names) {
    return <th scope="row">{children}</th>;
  }
  return <td data-label={label}>{children}</td>;
}

interface TicketsProps {
  at: Situation;
  tickets: readonly TicketStatus[];
  caption: string;
  /** Offered tickets, kept by number. */
  numbered?: boolean;
}

export function TicketTable({ at, tickets, caption, numbered = false }: TicketsProps) {
  if (tickets.length === 0) return <p>{t("text.no-tickets")}</p>;
  const columns = [t("text.ticket"), t("text.points"), t("text.missing")];
  const rows = tickets.map((ticket, index) => {
    const cells = [ticketName(at.board, ticket.ticket), ticket.points, missing(at, ticket)];
    return { id: ticket.ticket, cells: numbered ? [index + 1, ...cells] : cells };
  });
  return (
    <Table
      caption={caption}
      columns={numbered ? [t("text.number"), ...columns] : columns}
      rows={rows}
      named={numbered ? 1 : 0}
    />
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
  attractions: boolean;
}

export function Players({ at, names, table, attractions }: PlayersProps) {
  const known = table?.options.known_cards ?? false;
  const columns = [
    t("text.player"),
    t("text.route-points"),
    ...(attractions ? [t("text.attractions")] : []),
    t("text.trains", { vehicle: at.vehicle }),
    t("text.cards"),
    t("text.tickets"),
    ...(known ? [t("text.known")] : []),
  ];
  const rows = at.view.seats.map((seat, number) => ({
    id: String(number),
    cells: [
      [names[number], number === at.view.seat && t("text.you"), table?.asked.includes(number) && t("text.on-turn")]
        .filter(Boolean)
        .join(" "),
      seat.route_points,
      ...(attractions ? [seat.attraction_points] : []),
      seat.trains,
      seat.hand_size,
      seat.ticket_count,
      ...(known ? [<CardWords key="known" cards={seat.known} vehicle={at.vehicle} />] : []),
    ],
  }));
  return <Table caption={t("text.players")} columns={columns} rows={rows} />;
}

interface RouteTableProps {
  at: Situation;
  rows: readonly Row[];
  names: readonly string[];
  caption: string;
}

export function RouteTable({ at, rows, names, caption }: RouteTableProps) {
  const columns = [t("text.from"), t("text.to"), t("text.length"), t("text.colour"), t("text.points"), t("text.state")];
  const lines = rows.map((row) => ({
    id: row.route.id,
    cells: [
      cityName(at.board, row.route.from),
      cityName(at.board, row.route.to),
      row.route.length,
      colourName(row.route.colour),
      row.route.points,
      stateWords(row, names),
    ],
  }));
  return <Table kind="text-routes" caption={caption} columns={columns} rows={lines} />;
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
