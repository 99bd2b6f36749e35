/** The facts of a hint as sentences: what a move does for the player. */

import { cardWords, cityName, routeName, t, ticketName, type Vehicle } from "../i18n";
import type { BoardValues, FactValues } from "../wire";

export function factWords(fact: FactValues, board: BoardValues, vehicle: Vehicle, names: readonly string[]): string {
  const { code, route, ticket, city, card, seat, count = 0, total = 0, points = 0, low = 0, high = 0 } = fact;
  return t(`hints.${code}`, {
    route: route ? routeName(board, route) : "",
    ticket: ticket ? ticketName(board, ticket) : "",
    city: city ? cityName(board, city) : "",
    card: card ? cardWords(card, count, vehicle) : "",
    name: seat === undefined ? "" : (names[seat] ?? ""),
    count,
    total,
    points,
    low,
    high,
    vehicle,
  });
}
