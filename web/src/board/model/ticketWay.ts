/** The way of a ticket on the board: over own routes once it is complete. */

import { findTicket } from "../../i18n";
import type { BoardRoute, BoardValues, TicketResult } from "../../wire";

/** The routes that connect a ticket, in order: over the player's own routes if completed, else the shortest on the
 * board. Empty if there is no such way. */
export function ticketWay(board: BoardValues, ticket: TicketResult, own: ReadonlySet<string>): string[] {
  const ends = findTicket(board, ticket.ticket);
  if (!ends) return [];
  const targets = ticket.completed && ticket.target ? [ticket.target] : Object.keys(ends.to);
  const usable = ticket.completed ? board.routes.filter(({ id }) => own.has(id)) : board.routes;
  return shortestWay(usable, ends.from, (city) => targets.some((target) => belongsTo(city, target)));
}

/** Whether a city is the place, or one of the place's border crossings: `france-1` belongs to `france`. */
function belongsTo(city: string, place: string): boolean {
  return city === place || city.startsWith(`${place}-`);
}

interface Reached {
  length: number;
  way: string[];
}

/** Dijkstra's algorithm; boards are small, so the nearest city is found by looking at all. */
function shortestWay(routes: readonly BoardRoute[], from: string, arrived: (city: string) => boolean): string[] {
  const open = new Map<string, Reached>();
  for (const city of routes.flatMap((route) => [route.from, route.to])) {
    if (belongsTo(city, from)) open.set(city, { length: 0, way: [] });
  }
  const done = new Set<string>();
  while (open.size > 0) {
    const [city, reached] = [...open].reduce((one, other) => (other[1].length < one[1].length ? other : one));
    if (arrived(city)) return reached.way;
    open.delete(city);
    done.add(city);
    for (const route of routes.filter((each) => each.from === city || each.to === city)) {
      const next = route.from === city ? route.to : route.from;
      const length = reached.length + route.length;
      if (done.has(next) || (open.get(next)?.length ?? Infinity) <= length) continue;
      open.set(next, { length, way: [...reached.way, route.id] });
    }
  }
  return [];
}
