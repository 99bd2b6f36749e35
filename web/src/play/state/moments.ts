/** Moments worth celebrating: a ticket completed, an attraction reached, the longest path lost and won, the last round. */

import { findRoute, findTicket } from "../../i18n";
import { ticketWay } from "../../board/model/ticketWay";
import type { BoardValues, Happening, SeenView } from "../../wire";
import type { Drawing } from "../../board/model/types";
import { longestTrail, type Trail } from "./longestTrail";

export type Moment =
  | { kind: "ticket"; ticket: string; points: number; way: readonly string[] }
  | { kind: "attraction"; seat: number; city: string; points: number }
  | { kind: "longest-path"; seat: number; length: number; way: readonly string[] }
  | { kind: "last-round"; seats: readonly number[] };

/** Whether the places of a moment lie high on the board: it is told below them, not over them. */
export function liesHigh(moment: Moment | null, board: BoardValues, { cities, height }: Drawing): boolean {
  const places = moment ? citiesOf(moment, board).flatMap((id) => cities[id]?.y ?? []) : [];
  return places.length > 0 && Math.min(...places) < height - Math.max(...places);
}

function citiesOf(moment: Moment, board: BoardValues): string[] {
  if (moment.kind === "attraction") return [moment.city];
  return moment.kind === "last-round" ? [] : moment.way.flatMap((id) => ends(board, id));
}

/** Shorter leads change hands too often to be told. */
const NOTABLE = 7;

export interface Stage {
  board: BoardValues;
  /** Cities with an attraction. */
  attractions: ReadonlySet<string>;
  pathBonus: boolean;
  /** Whether tickets may be named: not on a screen that others look at. */
  tickets: boolean;
}

/** What the moves between two positions brought, as one seat sees it. */
export function momentsBetween(
  before: SeenView,
  after: SeenView,
  happenings: readonly Happening[],
  stage: Stage,
): Moment[] {
  const events = happenings.flatMap((each) => (each.kind === "move" ? each.events : []));
  const claims = events.filter(({ kind, route }) => kind === "claimed" && route);
  return [
    ...(stage.tickets ? completedTickets(before, after, stage.board) : []),
    ...claims.flatMap(({ seat, route = "" }) =>
      seat === after.seat ? reachedAttractions(before, after, seat, route, stage) : [],
    ),
    ...(claims.length > 0 && stage.pathBonus ? changedHands(before, after, stage.board) : []),
    ...(events.some(({ kind }) => kind === "last-round")
      ? [{ kind: "last-round", seats: after.last_turn_of } as const]
      : []),
  ];
}

function completedTickets(before: SeenView, after: SeenView, board: BoardValues): Moment[] {
  const open = new Set(before.tickets.filter(({ joined }) => !joined).map(({ ticket }) => ticket));
  const own = new Set(after.seats[after.seat]?.routes);
  return after.tickets
    .filter(({ ticket, joined }) => joined && open.has(ticket) && findTicket(board, ticket))
    .map(({ ticket, points, target }) => ({
      kind: "ticket",
      ticket,
      points,
      way: ticketWay(board, { ticket, points, target, completed: true }, own),
    }));
}

function reachedAttractions(before: SeenView, after: SeenView, seat: number, route: string, stage: Stage): Moment[] {
  const gained = (after.seats[seat]?.attraction_points ?? 0) - (before.seats[seat]?.attraction_points ?? 0);
  const claimed = findRoute(stage.board, route);
  if (gained <= 0 || !claimed) return [];
  const touched = new Set(before.seats[seat]?.routes.flatMap((id) => ends(stage.board, id)));
  const cities = [claimed.from, claimed.to].filter((city) => stage.attractions.has(city) && !touched.has(city));
  return cities.map((city) => ({ kind: "attraction", seat, city, points: gained / cities.length }));
}

function ends(board: BoardValues, id: string): string[] {
  const route = findRoute(board, id);
  return route ? [route.from, route.to] : [];
}

/** The longest path has one holder before, and another after. */
function changedHands(before: SeenView, after: SeenView, board: BoardValues): Moment[] {
  const [old, now] = [holderOf(before, board), holderOf(after, board)];
  if (!old || !now || old.seat === now.seat || old.trail.length < NOTABLE) return [];
  return [{ kind: "longest-path", seat: now.seat, length: now.trail.length, way: now.trail.routes }];
}

/** The only seat with the longest path; null where it is shared or unknown. */
function holderOf({ seats }: SeenView, board: BoardValues): { seat: number; trail: Trail } | null {
  const trails = seats.map(({ routes }) => longestTrail(routes.flatMap((id) => findRoute(board, id) ?? [])));
  if (trails.includes(null)) return null;
  const most = Math.max(...trails.map((trail) => trail?.length ?? 0));
  const holders = trails.flatMap((trail, seat) => (trail?.length === most ? [{ seat, trail }] : []));
  return holders.length === 1 && holders[0] ? holders[0] : null;
}
