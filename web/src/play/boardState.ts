/** What the board shows of a position and of what the player is about to do. */

import { type BoardState, NOTHING } from "../board/types";
import { findTicket } from "../language/language";
import type { RulesShown, SeenView, TableInfo, TicketStatus } from "../wire";
import { parseClaim } from "./moves";
import type { Play } from "./play";
import { claimedIn, sinceLastMove } from "./since";

export function boardState(play: Play): BoardState {
  const { store } = play;
  const [view, rules, table] = [play.view.value, store.rules.value, store.table.value];
  const owners = view ? ownersIn(view) : {};
  const legal = play.open.value;
  const status = lookedAt(play, view);
  const hinted = parseClaim(play.hint.value?.move ?? null)?.route;
  const claim = play.claim.value;
  return {
    owners,
    closed: rules && table ? closedTwins(rules, table, owners) : NOTHING,
    claimable: legal ? new Set(Object.keys(legal.claims)) : NOTHING,
    lit: litRoutes(play),
    staged: claim ? { route: claim.route, seat: store.seat.value } : null,
    ringed: rules && status ? placesOf(rules, status) : NOTHING,
    path: hinted && !claim ? [hinted] : status && !status.joined ? status.routes : [],
    trail: null,
    latest: claimedIn(sinceLastMove(store.log.value, store.seat.value)),
  };
}

export function ownersIn(view: Pick<SeenView, "seats">): Record<string, number> {
  return Object.fromEntries(view.seats.flatMap(({ routes }, seat) => routes.map((route) => [route, seat])));
}

/** The free twins of taken routes, where the rules close them for so few players. */
function closedTwins(rules: RulesShown, table: TableInfo, owners: Record<string, number>): Set<string> {
  const most = Number(rules.rules.doubles_closed_up_to ?? 0);
  if (table.players > most) return new Set();
  const closed = rules.board.routes.filter(({ id, twin }) => twin !== null && twin in owners && !(id in owners));
  return new Set(closed.map(({ id }) => id));
}

/** The routes a selected colour can pay for now; the server says which payments there are. */
function litRoutes(play: Play): ReadonlySet<string> | null {
  const [colour, legal] = [play.colour.value, play.legal.value];
  if (colour === null || !legal) return null;
  const payable = Object.entries(legal.claims).filter(([, payments]) => payments.some((each) => each.includes(`${colour}:`)));
  return new Set(payable.map(([route]) => route));
}

export function lookedAt(play: Play, view: SeenView | null): TicketStatus | null {
  const ticket = play.ticket.value;
  return [...(view?.offer ?? []), ...(view?.tickets ?? [])].find((each) => each.ticket === ticket) ?? null;
}

function placesOf(rules: RulesShown, status: TicketStatus): Set<string> {
  const ticket = findTicket(rules.board, status.ticket);
  return new Set(ticket ? [ticket.from, ...Object.keys(ticket.to)] : []);
}
