/** Narrates moves: who did what, as far as the reader may know. */

import type { Vehicle } from "../board/model/types";
import { cardsWords, cardWords, findRoute, personName, rich, routeName, ticketName } from "../i18n";
import type { BoardValues, EventValues } from "../wire";

/** For whom a game is narrated. */
export interface Reader {
  board: BoardValues;
  vehicle: Vehicle;
  names: readonly string[];
  /** The reader's own seat; null for a neutral view. */
  me: number | null;
}

/** Renders the values of a sentence: as text or as components. */
export interface Renderer<Value> {
  card(colour: string): Value | string;
  cards(cards: [colour: string, count: number][]): Value | string;
  route(name: string): Value | string;
  ticket(name: string): Value | string;
  player(name: string, seat: number): Value | string;
}

export type Sentence<Value> = (string | Value)[];

/** Event kinds that are only mentioned by others. */
const SILENT = new Set(["dealt", "filled", "mixed", "paid", "turned", "offered", "offered-again"]);
const OFFERS = new Set(["offered", "offered-again"]);

/** One sentence and its subject: the move that ends the opening reveals the choices of all seats. */
export interface Narrated<Value> {
  seat: number | undefined;
  words: Sentence<Value>;
}

/** One move as sentences. `attempt`: the events of the tunnel attempt it completes. */
export function tellMove<Value>(
  reader: Reader,
  events: readonly EventValues[],
  show: Renderer<Value>,
  attempt: readonly EventValues[] = [],
): Sentence<Value>[] {
  return tellEach(reader, events, show, attempt).map(({ words }) => words);
}

/** Like `tellMove`, with the seat of each sentence. */
export function tellEach<Value>(
  reader: Reader,
  events: readonly EventValues[],
  show: Renderer<Value>,
  attempt: readonly EventValues[] = [],
): Narrated<Value>[] {
  const own = new Set(events.filter(({ kind }) => kind === "ticket-kept").map(({ seat }) => seat));
  const all = [...attempt.filter(({ kind }) => kind === "paid"), ...events];
  const said = events.filter(({ kind, seat }) => !SILENT.has(kind) && !(kind === "tickets-kept" && own.has(seat)));
  return [
    ...tellOffer(reader, events, show),
    ...said.map((event) => ({ seat: event.seat, words: tellEvent(reader, event, all, show) })),
  ];
}

function tellOffer<Value>(reader: Reader, events: readonly EventValues[], show: Renderer<Value>): Narrated<Value>[] {
  const offered = events.filter(({ kind, seat }) => OFFERS.has(kind) && seat !== undefined);
  const first = offered[0];
  if (!first) return [];
  const words = rich<Value | string | number>("events.tickets-offered", {
    ...whom(reader, first, show),
    count: offered.length,
  });
  return [{ seat: first.seat, words: words as Sentence<Value> }];
}

function tellEvent<Value>(
  reader: Reader,
  event: EventValues,
  all: readonly EventValues[],
  show: Renderer<Value>,
): Sentence<Value> {
  const { board, vehicle } = reader;
  const values: Record<string, Value | string | number> = {
    ...whom(reader, event, show),
    vehicle,
    count: event.count ?? 0,
    card: event.card === undefined ? "hidden" : show.card(event.card),
    route: event.route === undefined ? "" : show.route(routeName(board, event.route)),
    ticket: event.ticket === undefined ? "hidden" : show.ticket(ticketName(board, event.ticket)),
    points: (event.route !== undefined && findRoute(board, event.route)?.points) || 0,
    cards: show.cards(summed(all.filter(({ kind }) => kind === "paid"))),
    turned: show.cards(all.flatMap(({ kind, card }) => (kind === "turned" && card ? [[card, 1]] : []))),
  };
  return rich(`events.${event.kind}`, values) as Sentence<Value>;
}

function whom<Value>(reader: Reader, { seat }: EventValues, show: Renderer<Value>): Record<string, Value | string> {
  if (seat === undefined) return { who: "other", name: "" };
  return { who: seat === reader.me ? "me" : "other", name: show.player(nameOfSeat(reader.names, seat), seat) };
}

/** A player's name, or the number of the seat. */
export function nameOfSeat(names: readonly string[], seat: number): string {
  return personName(names[seat] ?? "", seat);
}

function summed(paid: readonly EventValues[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { card, count = 0 } of paid) if (card) sums.set(card, (sums.get(card) ?? 0) + count);
  return [...sums];
}

/** Renders plain text. */
function inWords(vehicle: Vehicle): Renderer<string> {
  return {
    card: (colour) => cardWords(colour, 1, vehicle),
    cards: (cards) => cardsWords(cards, vehicle) || "–",
    route: (name) => name,
    ticket: (name) => name,
    player: (name) => name,
  };
}

export function moveWords(
  reader: Reader,
  events: readonly EventValues[],
  attempt: readonly EventValues[] = [],
): string {
  const sentences = tellMove(reader, events, inWords(reader.vehicle), attempt);
  return sentences.map((parts) => parts.join("")).join(" ");
}
