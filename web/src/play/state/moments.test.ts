import { beforeAll, expect, it } from "vitest";
import english from "../../i18n/en";
import { use } from "../../i18n";
import type { BoardRoute, BoardValues, EventValues, Happening, SeatView, SeenView, TicketStatus } from "../../wire";
import type { Drawing } from "../../board/model/types";
import { longestTrail } from "./longestTrail";
import { liesHigh, type Moment, momentsBetween, type Stage } from "./moments";

beforeAll(() => use("en", english));

const route = (from: string, to: string, length: number): BoardRoute =>
  ({ id: `${from}--${to}`, from, to, length, colour: "gray", tunnel: false, points: length }) as BoardRoute;
const ROUTES = [route("a", "b", 4), route("b", "c", 4), route("c", "a", 4), route("c", "d", 3), route("d", "e", 9)];
const board = {
  cities: [],
  routes: ROUTES,
  tickets: [{ id: "a--c", from: "a", to: { c: 7 } }],
} as unknown as BoardValues;
const STAGE: Stage = { board, attractions: new Set(["c"]), pathBonus: true, tickets: true };

function seat(routes: string[], attraction_points = 0): SeatView {
  return { routes, attraction_points, trains: 20, route_points: 0, hand_size: 3, known: {}, ticket_count: 1 };
}

function view(joined: boolean, ...seats: SeatView[]): SeenView {
  const ticket = { ticket: "a--c", joined, points: 7, target: "c" } as TicketStatus;
  return { seat: 0, tickets: [ticket], seats, last_turn_of: [] as number[] } as unknown as SeenView;
}

const moved = (...events: EventValues[]): Happening[] => [
  { seq: 1, kind: "move", seat: 0, number: 1, at: 0, values: {}, events },
];
const claimed = (id: string, by = 0): EventValues => ({ kind: "claimed", seat: by, route: id });

it("celebrates a ticket that becomes complete, with its way over own routes, and the attraction reached", () => {
  const [before, after] = [view(false, seat(["a--b"])), view(true, seat(["a--b", "b--c"], 1))];
  expect(momentsBetween(before, after, moved(claimed("b--c")), STAGE)).toEqual([
    { kind: "ticket", ticket: "a--c", points: 7, way: ["a--b", "b--c"] },
    { kind: "attraction", seat: 0, city: "c", points: 1 },
  ]);
  const shared = momentsBetween(before, after, moved(claimed("b--c")), { ...STAGE, tickets: false });
  expect(shared.map(({ kind }) => kind)).toEqual(["attraction"]);
});

it("does not celebrate a ticket again", () => {
  const after = view(true, seat(["a--b", "b--c", "c--d"]));
  expect(momentsBetween(view(true, seat(["a--b", "b--c"])), after, moved(claimed("c--d")), STAGE)).toEqual([]);
});

it("tells when the longest path changes hands, and not who is first to have one", () => {
  const [first, other] = [seat(["a--b", "b--c"]), seat([])];
  expect(
    momentsBetween(view(false, seat([]), other), view(false, first, other), moved(claimed("b--c")), STAGE),
  ).toEqual([]);
  const after = view(false, first, seat(["d--e"]));
  expect(momentsBetween(view(false, first, other), after, moved(claimed("d--e", 1)), STAGE)).toEqual([
    { kind: "longest-path", seat: 1, length: 9, way: ["d--e"] },
  ]);
});

it("announces the last round with those who still have a turn", () => {
  const after = { ...view(false, seat([])), last_turn_of: [1, 2, 0] };
  expect(momentsBetween(view(false, seat([])), after, moved({ kind: "last-round", seat: 0 }), STAGE)).toEqual([
    { kind: "last-round", seats: [1, 2, 0] },
  ]);
});

it("finds the longest path through loops, each route once", () => {
  const found = longestTrail(ROUTES);
  expect(found?.length).toBe(24);
  expect(new Set(found?.routes).size).toBe(5);
  expect(longestTrail([])).toEqual({ length: 0, routes: [] });
});

it("is told below places that lie high on the board, and above all others", () => {
  const places = { a: 10, b: 40, c: 60, d: 90, e: 95 };
  const cities = Object.fromEntries(Object.entries(places).map(([id, y]) => [id, { x: 0, y }]));
  const drawing = { width: 100, height: 100, cities } as unknown as Drawing;
  const along = (...way: string[]): Moment => ({ kind: "ticket", ticket: "a--c", points: 7, way });
  expect(liesHigh(along("a--b"), board, drawing)).toBe(true);
  expect(liesHigh(along("c--d", "d--e"), board, drawing)).toBe(false);
  expect(liesHigh(along("a--b", "b--c"), board, drawing)).toBe(true);
  expect(liesHigh({ kind: "attraction", seat: 0, city: "b", points: 1 }, board, drawing)).toBe(true);
  expect(liesHigh({ kind: "last-round", seats: [0] }, board, drawing)).toBe(false);
  expect(liesHigh(null, board, drawing)).toBe(false);
});
