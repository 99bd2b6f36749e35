import { describe, expect, it } from "vitest";
import type { EventValues, Happening } from "../../wire";
import { clockText, timeLeft } from "./clocks";
import { attemptIn, claimedIn, inShort, lastAttempt, sinceLastTurn } from "./recent";

function move(seq: number, seat: number, ...events: EventValues[]): Happening {
  return { seq, kind: "move", seat, number: seq, at: 0, values: {}, events };
}

const log: Happening[] = [
  { ...move(1, 0), kind: "start", seat: null },
  move(2, 1, { kind: "claimed", seat: 1, route: "a--b" }),
  move(3, 0, { kind: "drew", seat: 0 }),
  move(4, 1, { kind: "took", seat: 1, card: "red" }),
  move(5, 1, { kind: "drew", seat: 1 }),
  { ...move(6, 1), kind: "say" },
  move(
    7,
    2,
    { kind: "attempted", seat: 2, route: "c--d" },
    { kind: "paid", seat: 2, card: "blue", count: 2 },
    { kind: "turned", card: "blue", costs: true },
    { kind: "turned", card: "red" },
    { kind: "charged", seat: 2, route: "c--d", count: 1 },
  ),
  move(8, 2, { kind: "paid", seat: 2, card: "blue", count: 1 }, { kind: "claimed", seat: 2, route: "c--d" }),
];

describe("since the seat's last turn", () => {
  it("is what the others did after it", () => {
    expect(sinceLastTurn(log, 0).map(({ seq }) => seq)).toEqual([4, 5, 7, 8]);
    expect(sinceLastTurn(log, 2)).toEqual([]);
    expect(sinceLastTurn(log, 3)).toEqual([]);
    expect(claimedIn(sinceLastTurn(log, 0))).toEqual(new Set(["c--d"]));
  });

  it("stays in sight until a turn is over", () => {
    const begun = [...log, move(9, 0, { kind: "took", seat: 0, card: "red" })];
    expect(sinceLastTurn(begun, 0)).toEqual([]);
    expect(sinceLastTurn(begun, 0, true).map(({ seq }) => seq)).toEqual([4, 5, 7, 8]);
    expect(sinceLastTurn(log.slice(0, 3), 0, true)).toEqual([]);
  });

  it("is put together by player, without what a tunnel asked in between", () => {
    const short = inShort(sinceLastTurn(log, 0));
    expect(short.map(({ seat, moves }) => [seat, moves.length])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(short[1]?.moves[0]?.events.some(({ kind }) => kind === "attempted" || kind === "charged")).toBe(false);
  });

  it("attributes the choices of the opening to each seat, not to the last one", () => {
    const revealed = [0, 1, 2].map((seat): EventValues => ({ kind: "tickets-kept", seat, count: 2 + seat }));
    const short = inShort([move(9, 2, ...revealed)]);
    expect(short.map(({ seat, moves }) => [seat, moves[0]?.events.map(({ count }) => count)])).toEqual([
      [0, [2]],
      [1, [3]],
      [2, [4]],
    ]);
  });

  it("knows the last tunnel", () => {
    const turned = [
      { colour: "blue", costs: true },
      { colour: "red", costs: false },
    ];
    expect(lastAttempt(log)).toEqual({ seat: 2, route: "c--d", surcharge: 1, colour: null, turned, seq: 7 });
    expect(lastAttempt(log.slice(0, 5))).toBeNull();
    expect(attemptIn(move(9, 1))).toBeNull();
  });
});

describe("clocks", () => {
  it("count down from what the server said", () => {
    expect(timeLeft(65.2, 5000)).toBe(61);
    expect(timeLeft(3, 5000)).toBe(0);
    expect([5, 65, 3725, 90_000].map(clockText)).toEqual(["0:05", "1:05", "1:02:05", "1d 1h"]);
  });
});
