import { expect, it } from "vitest";
import { tableInfo } from "../net/testing/fakeSocket";
import type { BoardValues, EventValues, Happening, SeenView } from "../wire";
import { before, type Report, splitReport } from "./missed";

const move = (seq: number, seat: number, ...events: EventValues[]): Happening => ({
  seq,
  kind: "move",
  seat,
  number: seq,
  at: 0,
  values: {},
  events: events.map((event) => ({ seat, ...event })),
});

const board = {
  routes: [
    { id: "a--b", length: 3, points: 4, twin: "a--b:2" },
    { id: "a--b:2", length: 3, points: 4, twin: "a--b" },
  ],
} as unknown as BoardValues;

const seat = { trains: 42, route_points: 4, attraction_points: 0, hand_size: 5, known: {}, ticket_count: 3 };
const view = {
  phase: "turn",
  closed: ["a--b:2"],
  seats: [
    { ...seat, routes: [] },
    { ...seat, routes: ["a--b"] },
  ],
};
const moves = [
  move(4, 1, { kind: "drew" }),
  move(5, 1, { kind: "claimed", route: "a--b" }, { kind: "paid", card: "red", count: 3 }),
  move(6, 1, { kind: "tickets-kept", count: 2 }),
];
const report = {
  seq: 6,
  table: tableInfo({ asked: [0] }),
  sights: [{ seat: 0, view: view as unknown as SeenView, legal: { moves: ["draw"], claims: {} }, happenings: moves }],
};

it("is split into one report for each entry, the last being the truth", () => {
  const parts = splitReport(report, 3, board);
  expect(parts.map(({ seq }) => seq)).toEqual([4, 5, 6]);
  expect(parts.map(({ sights }) => sights[0]?.happenings.map(({ seq }) => seq))).toEqual([[4], [5], [6]]);
  expect(parts.map(({ sights }) => sights[0]?.legal)).toEqual([null, null, { moves: ["draw"], claims: {} }]);
  expect(parts.map(({ table }) => table.asked)).toEqual([[1], [1], [0]]);
  expect(splitReport(report, 5, board)).toHaveLength(1);
});

it("undoes trains, points, cards and tickets, and opens the twin again", () => {
  const [first, second] = splitReport(report, 3, board).map(({ sights }) => sights[0]?.view);
  expect(first?.seats[1]).toEqual({ ...seat, routes: [], trains: 45, route_points: 0, hand_size: 8, ticket_count: 1 });
  expect(first?.closed).toEqual([]);
  expect(second?.seats[1]).toEqual({ ...seat, routes: ["a--b"], ticket_count: 1 });
  expect(second?.closed).toEqual(["a--b:2"]);
  expect(before(report, moves, board).sights[0]?.view?.seats[1]?.hand_size).toBe(7);
});

it("has the market of each moment, by the log before it", () => {
  const filled = (...cards: string[]): EventValues[] => cards.map((card) => ({ kind: "filled", card }));
  const start = move(3, 0, ...filled("red", "blue", "red"));
  const taken = [
    move(4, 1, { kind: "took", card: "red" }, ...filled("locomotive")),
    move(5, 1, { kind: "flushed" }, ...filled("pink", "white", "white")),
    move(6, 1, { kind: "took", card: "pink" }, ...filled("black")),
  ];
  const [sight] = report.sights;
  if (!sight) throw new Error("a report without a sight");
  const market = { white: 2, black: 1 };
  const of = (happenings: Happening[]) => ({
    ...report,
    sights: [{ ...sight, view: { ...sight.view, market } as SeenView, happenings }],
  });
  const markets = (parts: Report[]) => parts.map(({ sights }) => sights[0]?.view?.market);
  expect(markets(splitReport(of(taken), 3, board, [start]))).toEqual([
    { red: 1, blue: 1, locomotive: 1 },
    { pink: 1, white: 2 },
    market,
  ]);
  expect(markets([before(of([start, ...taken]), taken, board)])).toEqual([{ red: 2, blue: 1 }]);
  const elsewhere = of(taken.slice(0, 2)); // a log that does not lead there is not believed
  expect(markets(splitReport(elsewhere, 3, board, [start]))).toEqual([market, market]);
});
