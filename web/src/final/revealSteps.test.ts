import { describe, expect, test } from "vitest";
import type { Result, SeatResult } from "../wire";
import { revealSteps, countedUpTo } from "./revealSteps";
import { explainTies } from "./ties";

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
    decided_by: null,
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
  const result = (winners: number[], ...scores: SeatResult[]): Result => ({ ending: "last-round", winners, scores });

  test.each(["tickets", "longest_path"] as const)("are told by what the server says decided: %s", (decided_by) => {
    const scores = [score(1, 2, { decided_by }), score(0, 1)];
    expect(explainTies(result([0], ...scores), ["Ana", "Bia"])).toEqual([`final.tie.${decided_by}`]);
  });

  test("may be shared", () => {
    const scores = [score(0, 1), score(1, 1, { decided_by: "shared" })];
    expect(explainTies(result([0, 1], ...scores), ["Ana", "Bia"])).toEqual(["final.tie.shared"]);
  });

  test("are told only where points are level", () => {
    const scores = [score(0, 1), score(1, 2, { decided_by: "points" })];
    expect(explainTies(result([0], ...scores), ["Ana", "Bia"])).toEqual([]);
  });
});
