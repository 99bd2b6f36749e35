/** Components shared by replays, final scores and statistics. */

import type { ComponentChildren } from "preact";
import { SeatMark, Symbol } from "../board/pieces/symbols";
import type { Vehicle } from "../board/model/types";
import { cardName, cityName, findTicket, t, ticketName } from "../i18n";
import type { Renderer } from "./moveWords";
import type { BoardValues, TicketStatus } from "../wire";

/** Cards as symbols with counts. */
export function CardCounts({ cards, vehicle }: { cards: Readonly<Record<string, number>>; vehicle: Vehicle }) {
  const held = Object.entries(cards).filter(([, count]) => count > 0);
  if (held.length === 0) return <span class="none">–</span>;
  return (
    <ul class="card-counts">
      {held.map(([colour, count]) => (
        <li key={colour} title={cardName(colour, vehicle)}>
          <Symbol colour={colour} chip />
          <span class="spoken">{`${cardName(colour, vehicle)}: `}</span>
          {count}
        </li>
      ))}
    </ul>
  );
}

export function Player({ seat, name }: { seat: number; name: string }) {
  return (
    <span class="player">
      <SeatMark seat={seat} />
      <span class="player-name" dir="auto">
        {name}
      </span>
    </span>
  );
}

/** Renders sentences with symbols for cards and players. */
export function withSigns(vehicle: Vehicle): Renderer<ComponentChildren> {
  const card = (colour: string) => (
    <span key={colour} class="told-card" title={cardName(colour, vehicle)}>
      <Symbol colour={colour} chip />
      <span class="spoken">{cardName(colour, vehicle)}</span>
    </span>
  );
  return {
    card,
    cards: (cards) =>
      cards.length === 0
        ? "–"
        : cards.map(([colour, count], index) => [
            index > 0 && " ",
            <span key={index} class="told-cards">
              {count > 1 && `${count} × `}
              {card(colour)}
            </span>,
          ]),
    route: (name) => <b>{name}</b>,
    ticket: (name) => <i>{name}</i>,
    player: (name, seat) => (
      <span class="told-player">
        <SeatMark seat={seat} />
        <b dir="auto">{name}</b>
      </span>
    ),
  };
}

export type TicketState = "joined" | "impossible" | "open";

function stateOf({ joined, impossible }: Pick<TicketStatus, "joined" | "impossible">): TicketState {
  return joined ? "joined" : impossible ? "impossible" : "open";
}

const SIGNS: Record<TicketState, string> = { joined: "✓", impossible: "✗", open: "…" };

/** A ticket in one line: status, ends, points. */
export function TicketLine({ board, ticket }: { board: BoardValues; ticket: TicketStatus }) {
  const state = stateOf(ticket);
  return (
    <>
      <span class={`ticket-state ${state}`} aria-hidden="true">
        {SIGNS[state]}
      </span>
      <span class="spoken">{t(`replay.ticket.${state}`)}: </span>
      <span class="ticket-line-name">{ticketName(board, ticket.ticket)}</span>
      <span class="ticket-line-points">{ticket.points}</span>
    </>
  );
}

/** The target that counted, for tickets with several. */
export function targetName(board: BoardValues, ticket: string, target: string | null): string | null {
  const choices = Object.keys(findTicket(board, ticket)?.to ?? {}).length;
  return target !== null && choices > 1 ? cityName(board, target) : null;
}
