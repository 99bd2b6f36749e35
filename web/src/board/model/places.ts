/** Owners of routes, places of tickets. */

import { findTicket } from "../../i18n";
import type { Board } from "../../wire";

export function ownersOf(seats: readonly { routes: readonly string[] }[]): Record<string, number> {
  return Object.fromEntries(seats.flatMap(({ routes }, seat) => routes.map((route) => [route, seat])));
}

export function placesOf(board: Board, ticket: string): string[] {
  const found = findTicket(board, ticket);
  return found ? [found.from, ...Object.keys(found.to)] : [];
}
