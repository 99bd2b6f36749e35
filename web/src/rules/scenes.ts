/** Scenes for the rules page: a place on the real map that shows a rule, with the cards it takes. */

import { ticketWay } from "../board/model/ticketWay";
import type { BoardRoute, BoardValues, Drawing, RulesShown } from "../wire";

export interface Scene {
  /** What the picture frames. */
  routes: readonly string[];
  owners?: Readonly<Record<string, number>>;
  closed?: readonly string[];
  ringed?: readonly string[];
  trail?: readonly string[];
  /** Cards played, or lying face up. */
  cards?: readonly string[];
  /** Cards turned from the deck. */
  turned?: readonly string[];
  /** The ticket this is about. */
  ticket?: string;
}

/** Scenes by the code of the fact; rules that a board does not have get none. */
export function scenesOf({ board, rules }: RulesShown, drawing: Drawing): Readonly<Record<string, Scene>> {
  const plain = nearest(board.routes, (each) => coloured(board, each) && !each.tunnel && !each.twin, 3);
  const tunnel = nearest(board.routes, ({ tunnel }) => tunnel, 3);
  const double = nearest(board.routes, ({ twin, tunnel }) => Boolean(twin) && !tunnel, 3);
  const wild = rules.locomotive_use === "tunnels" ? tunnel : plain;
  const scenes: Record<string, Scene | null> = {
    drawing: { routes: [], cards: marketOf(board, Number(rules.market_size)) },
    claiming: plain && claimed(board, plain, 0),
    "locomotive-use": wild && claimed(board, wild, 1),
    doubles: double && doubled(double),
    tunnels: tunnel && dug(board, tunnel),
    completing: ticketed(board, 3, (places) => places === 1),
    countries: ticketed(board, 2, (places) => places > 1),
    "longest-path": longest(board),
    attractions: visited(board, drawing),
  };
  return Object.fromEntries(Object.entries(scenes).filter((each): each is [string, Scene] => each[1] !== null));
}

function coloured(board: BoardValues, { colour }: BoardRoute): boolean {
  return board.cards.includes(colour) && colour !== "locomotive";
}

/** The route that fits and whose length is closest; of equals the first. */
function nearest(
  routes: readonly BoardRoute[],
  fits: (route: BoardRoute) => boolean,
  length: number,
): BoardRoute | null {
  const fitting = routes.filter(fits);
  const off = (route: BoardRoute) => Math.abs(route.length - length);
  return fitting.toSorted((one, other) => off(one) - off(other))[0] ?? null;
}

/** A colour that pays for the route. */
function payment(board: BoardValues, route: BoardRoute): string {
  return coloured(board, route) ? route.colour : (board.cards.find((card) => card !== "locomotive") ?? "locomotive");
}

function claimed(board: BoardValues, route: BoardRoute, locomotives: number): Scene {
  const cards = Array.from({ length: route.length }, (_, place) =>
    place < route.length - locomotives ? payment(board, route) : "locomotive",
  );
  return { routes: [route.id], owners: { [route.id]: 0 }, cards };
}

function doubled({ id, twin }: BoardRoute): Scene {
  const closed = twin ? [twin] : [];
  return { routes: [id, ...closed], owners: { [id]: 1 }, closed };
}

function dug(board: BoardValues, route: BoardRoute): Scene {
  const colour = payment(board, route);
  const other = board.cards.find((card) => card !== colour && card !== "locomotive") ?? colour;
  const cards = Array.from({ length: route.length }, () => colour);
  return { routes: [route.id], cards, turned: [other, colour, other] };
}

/** A ticket with this many places whose shortest path has about this many routes. */
function ticketed(board: BoardValues, routes: number, fits: (places: number) => boolean): Scene | null {
  const closest = board.tickets
    .filter(({ to }) => fits(Object.keys(to).length))
    .map((ticket) => ({ ticket, way: wayOf(board, ticket.id) }))
    .filter(({ way }) => way.length > 0)
    .toSorted((one, other) => Math.abs(one.way.length - routes) - Math.abs(other.way.length - routes))[0];
  if (!closest) return null;
  const { ticket, way } = closest;
  return { ...owned(way), ringed: [ticket.from, ...Object.keys(ticket.to)], ticket: ticket.id };
}

function wayOf(board: BoardValues, ticket: string): string[] {
  return ticketWay(board, { ticket, completed: false, target: null, points: 0 }, new Set());
}

function owned(way: readonly string[]): Scene {
  return { routes: way, owners: Object.fromEntries(way.map((id) => [id, 0])) };
}

/** The way with the most routes that some ticket has. */
function longest(board: BoardValues): Scene | null {
  const ways = board.tickets.map(({ id }) => wayOf(board, id));
  const way = ways.toSorted((one, other) => other.length - one.length)[0] ?? [];
  return way.length > 0 ? { ...owned(way), trail: way } : null;
}

/** A claimed route that touches an attraction, better two. */
function visited(board: BoardValues, drawing: Drawing): Scene | null {
  const marked = (city: string) => Number(drawing.cities[city]?.kind === "attraction");
  const touches = ({ from, to }: BoardRoute) => marked(from) + marked(to);
  const route = board.routes.toSorted((one, other) => touches(other) - touches(one))[0];
  return route && touches(route) > 0 ? owned([route.id]) : null;
}

/** Face-up cards of different kinds, a locomotive among them. */
function marketOf(board: BoardValues, size: number): string[] {
  const colours = board.cards.filter((card) => card !== "locomotive");
  return [...colours.slice(0, Math.max(0, size - 1)), "locomotive"];
}
