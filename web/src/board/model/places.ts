/** Whose routes are, and where tickets lead. */

import { findTicket } from "../../i18n";
import type { Board } from "../../wire";

/** Whose route each is. */
export function ownersOf(seats: readonly { routes: readonly string[] }[]): Record<string, number> {
  return Object.fromEntries(seats.flatMap(({ routes }, seat) => routes.map((route) => [route, seat])));
}

/** The places a ticket names. */
export function placesOf(board: Board, ticket: string): string[] {
  const found = findTicket(board, ticket);
  return found ? [found.from, ...Object.keys(found.to)] : [];
}
