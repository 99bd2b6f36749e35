/** What the things of a board are called. */

import type { Board, BoardRoute, BoardTicket, RulesShown, SeatInfo } from "../wire";
import { listed } from "./formats";
import { knows, t } from "./translate";

/** What stands on routes, and gives the wild card its name. */
export type Vehicle = RulesShown["vehicle"];

interface Index {
  cities: Map<string, string>;
  routes: Map<string, BoardRoute>;
  tickets: Map<string, BoardTicket>;
}

const indexes = new WeakMap<Board, Index>();

function indexOf(board: Board): Index {
  let index = indexes.get(board);
  if (!index) {
    index = {
      cities: new Map(board.cities.map((city) => [city.id, city.name])),
      routes: new Map(board.routes.map((route) => [route.id, route])),
      tickets: new Map(board.tickets.map((ticket) => [ticket.id, ticket])),
    };
    indexes.set(board, index);
  }
  return index;
}

/** A city as it stands on the board; countries, which every language calls differently, in the player's own. */
export function cityName(board: Board, id: string): string {
  const name = indexOf(board).cities.get(id) ?? id;
  const key = `app.country.${name.toLowerCase()}`;
  return knows(key) ? t(key) : name;
}

/** A route by its two cities. */
export function routeName(board: Board, id: string): string {
  const route = findRoute(board, id);
  return route ? `${cityName(board, route.from)} – ${cityName(board, route.to)}` : id;
}

/** A ticket: from where, to where; one with a choice of countries says so. */
export function ticketName(board: Board, id: string): string {
  const ticket = findTicket(board, id);
  if (!ticket) return id;
  const targets = [...new Set(Object.keys(ticket.to).map((to) => cityName(board, to)))];
  return `${cityName(board, ticket.from)} – ${targets.join(" / ")}`;
}

/** A colour of cards. */
export function colourName(colour: string): string {
  const key = `app.colour.${colour}`;
  return knows(key) ? t(key) : colour;
}

/** A card by its colour; what stands in for every colour has the name of the rules' own vehicle. */
export function cardName(colour: string, vehicle: Vehicle): string {
  return colourName(colour === "locomotive" && vehicle === "taxi" ? "taxi" : colour);
}

/** Cards of one colour: `a red card`, `2 locomotives`; these have the name of the rules' own vehicle. */
export function cardWords(colour: string, count: number, vehicle: Vehicle): string {
  const key = `app.cards.${colour}`;
  return knows(key) ? t(key, { count, vehicle }) : t("app.cards.other", { count, colour });
}

/** Several cards; those of a colour are put together. */
export function cardsWords(cards: readonly (readonly [colour: string, count: number])[], vehicle: Vehicle): string {
  const sums = new Map<string, number>();
  for (const [colour, count] of cards) sums.set(colour, (sums.get(colour) ?? 0) + count);
  return listed([...sums].map(([colour, count]) => cardWords(colour, count, vehicle)));
}

/** A set of rules; one from a file of somebody's own has only the name given there. */
export function rulesName(rules: { id: string; name: string }): string {
  const key = `app.rules.${rules.id}`;
  return knows(key) ? t(key) : rules.name;
}

/** A bot; one of somebody's own has only the name given there. */
export function botName(bot: string): string {
  const key = `app.bot.${bot}`;
  return knows(key) ? t(key) : bot;
}

/** Whoever has a seat: a bot by its name in the player's language, somebody without a name by the number of the seat. */
export function seatName(seat: Pick<SeatInfo, "kind" | "name" | "bot">, number: number): string {
  return seat.kind === "bot" ? botName(seat.bot ?? seat.name) : personName(seat.name, number);
}

/** What a person is called; one who has not said it by the number of the seat, which the server gives as the name. */
export function personName(name: string, seat: number): string {
  if (name && !/^[1-9]$/.test(name)) return name;
  return t("board.seat", { seat: name || seat + 1 });
}

export function findRoute(board: Board, id: string): BoardRoute | undefined {
  return indexOf(board).routes.get(id);
}

export function findTicket(board: Board, id: string): BoardTicket | undefined {
  return indexOf(board).tickets.get(id);
}
