/** Names of cities, routes, tickets, cards, rules, bots, players and clocks. */

import type { BoardValues, BoardRoute, BoardTicket, ClockInfo, RulesShown, SeatInfo } from "../wire";
import { listed, number } from "./formats";
import { knows, t } from "./translate";

/** The vehicle on routes, which also names the wild card. */
export type Vehicle = RulesShown["vehicle"];

interface Index {
  cities: Map<string, string>;
  routes: Map<string, BoardRoute>;
  tickets: Map<string, BoardTicket>;
}

const indexes = new WeakMap<BoardValues, Index>();

function indexOf(board: BoardValues): Index {
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

/** City names are not translated, country names are. */
export function cityName(board: BoardValues, id: string): string {
  const name = indexOf(board).cities.get(id) ?? id;
  const key = `app.country.${name.toLowerCase()}`;
  return knows(key) ? t(key) : name;
}

export function routeName(board: BoardValues, id: string): string {
  const route = findRoute(board, id);
  return route ? `${cityName(board, route.from)} – ${cityName(board, route.to)}` : id;
}

/** `Denver – El Paso`; several targets are joined by slashes. */
export function ticketName(board: BoardValues, id: string): string {
  const ticket = findTicket(board, id);
  if (!ticket) return id;
  const targets = [...new Set(Object.keys(ticket.to).map((to) => cityName(board, to)))];
  return `${cityName(board, ticket.from)} – ${targets.join(" / ")}`;
}

export function colourName(colour: string): string {
  const key = `app.colour.${colour}`;
  return knows(key) ? t(key) : colour;
}

/** A card's name; the wild card is named after the vehicle. */
export function cardName(colour: string, vehicle: Vehicle): string {
  return colourName(colour === "locomotive" && vehicle === "taxi" ? "taxi" : colour);
}

/** `a red card`, `2 locomotives`; the wild card is named after the vehicle. */
export function cardWords(colour: string, count: number, vehicle: Vehicle): string {
  const key = `app.cards.${colour}`;
  return knows(key) ? t(key, { count, vehicle }) : t("app.cards.other", { count, colour });
}

/** `2 red cards and a locomotive`; equal colours are added up. */
export function cardsWords(cards: readonly (readonly [colour: string, count: number])[], vehicle: Vehicle): string {
  const sums = new Map<string, number>();
  for (const [colour, count] of cards) sums.set(colour, (sums.get(colour) ?? 0) + count);
  return listed([...sums].map(([colour, count]) => cardWords(colour, count, vehicle)));
}

/** A rule set; custom ones keep the name of their file. */
export function rulesName(rules: { id: string; name: string }): string {
  const key = `app.rules.${rules.id}`;
  return knows(key) ? t(key) : rules.name;
}

/** A bot; custom ones keep their own name. */
export function botName(bot: string): string {
  const key = `app.bot.${bot}`;
  return knows(key) ? t(key) : bot;
}

/** The name of a seat: bots are translated, unnamed people are numbered. */
export function seatName(seat: Pick<SeatInfo, "kind" | "name" | "bot">, number: number): string {
  return seat.kind === "bot" ? botName(seat.bot ?? seat.name) : personName(seat.name, number);
}

/** A person's name, or the number of the seat, which the server sends as the name of an unnamed player. */
export function personName(name: string, seat: number): string {
  if (name && !/^[1-9]$/.test(name)) return name;
  return t("board.seat", { seat: name || seat + 1 });
}

/** Where several have the same name, the second and later ones get a number. */
export function numbered(names: readonly string[]): string[] {
  return names.map((name, seat) => {
    const same = names.slice(0, seat).filter((other) => other === name).length;
    return same > 0 ? `${name} ${same + 1}` : name;
  });
}

export function findRoute(board: BoardValues, id: string): BoardRoute | undefined {
  return indexOf(board).routes.get(id);
}

export function findTicket(board: BoardValues, id: string): BoardTicket | undefined {
  return indexOf(board).tickets.get(id);
}

/** A table's clock: `10 minutes, and 20 seconds a turn`. */
export function clockWords({ kind, start, gain, days }: ClockInfo): string {
  const minutes = number(Math.round(start / 6) / 10);
  return t(`start.table.clock.${kind}`, { minutes, gain, days });
}
