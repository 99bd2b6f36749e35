/** Owners of routes, places of tickets. */

import { findTicket } from "../../i18n";
import type { BoardValues } from "../../wire";

export function ownersOf(seats: readonly { routes: readonly string[] }[]): Record<string, number> {
  return Object.fromEntries(seats.flatMap(({ routes }, seat) => routes.map((route) => [route, seat])));
}

export function placesOf(board: BoardValues, ticket: string): string[] {
  const found = findTicket(board, ticket);
  return found ? [found.from, ...Object.keys(found.to)] : [];
}
