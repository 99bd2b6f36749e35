import { describe, expect, test } from "vitest";
import type { Result, SeatResult } from "../wire";
import { revealSteps, countedUpTo } from "./revealSteps";
import { explainTies, tieBreaksOf } from "./ties";

function score(seat: number, place: number, values: Partial<SeatResult> = {}): SeatResult {
  return {
    seat,
    place,
    total: 20,
    routes: 10,
    tickets: 0,
    longest_path: 0,
    attractions: 0,
    completed: 0,
    ticket_scores: [],
    trail_length: 0,
    trail: [],
    attraction_cities: [],
    ...values,
  };
}

const ticket = (name: string, completed: boolean, points: number) => ({
  ticket: name,
  completed,
  target: null,
  points,
});

describe("the show", () => {
  const scores = [
    score(0, 1, {
      total: 30,
      routes: 10,
      longest_path: 10,
      ticket_scores: [ticket("a", true, 12), ticket("b", false, -2)],
    }),
    score(1, 2, { total: 9, routes: 4, ticket_scores: [ticket("c", true, 5)] }),
  ];
  const result: Result = { ending: "last-round", winners: [0], scores };

  test("goes from the last place to the first, lost tickets first", () => {
    const steps = revealSteps(result);
    expect(steps.map((step) => (step.kind === "ticket" ? step.ticket.ticket : step.kind))).toEqual([
      "routes",
      "c",
      "b",
      "a",
      "longest-path",
      "winners",
    ]);
  });

  test("ends at the totals", () => {
    const steps = revealSteps(result);
    expect([...countedUpTo(result, steps, steps.length - 1)]).toEqual([
      [0, 30],
      [1, 9],
    ]);
    expect(countedUpTo(result, steps, 0).get(0)).toBe(10);
  });
});

describe("ties", () => {
  test("are told by the first thing in which they differ, in the order of the rules", () => {
    const scores = [score(0, 1, { completed: 3, trail_length: 9 }), score(1, 2, { completed: 2, trail_length: 12 })];
    const result: Result = { ending: "last-round", winners: [0], scores };
    expect(explainTies(result, ["Ana", "Bia"], ["tickets", "longest_path"])).toEqual(["final.tie.tickets"]);
  });

  test("may be shared", () => {
    const result: Result = { ending: "last-round", winners: [0, 1], scores: [score(0, 1), score(1, 1)] };
    expect(explainTies(result, ["Ana", "Bia"], ["tickets"])).toEqual(["final.tie.shared"]);
  });

  test("are broken as the rules say", () => {
    expect(tieBreaksOf({ tie_breaks: ["longest_path", "nonsense"] })).toEqual(["longest_path"]);
    expect(tieBreaksOf(undefined)).toEqual(["tickets", "longest_path"]);
  });
});
