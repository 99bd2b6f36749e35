import { describe, expect, test } from "vitest";
import type { EventKind, Happening, StepShown, StepUntil } from "../wire";
import { isBegun, type LessonState, stepNow } from "./progress";

const READ: StepUntil = { events: [], count: 1, by: "me", phase: null, joined: 0 };

function step(id: string, until: Partial<StepUntil> = {}): StepShown {
  return {
    id,
    text: id,
    needs: null,
    otherwise: null,
    begun: null,
    until: { ...READ, ...until },
    point: [],
    names: {},
  };
}

function move(seat: number, ...kinds: EventKind[]): Happening {
  return { seq: 1, kind: "move", seat, number: 1, at: 0, values: {}, events: kinds.map((kind) => ({ kind, seat })) };
}

const steps = [
  step("welcome"),
  step("tickets", { events: ["tickets-kept"] }),
  step("draw", { events: ["took", "drew"], count: 2 }),
  step("points"),
  step("claim", { events: ["claimed"] }),
  step("last", { events: ["last-round"], by: "anybody" }),
  step("end", { phase: "over" }),
];

function state(log: Happening[], passed: string[] = [], phase: LessonState["view"]["phase"] = "turn"): LessonState {
  return { log, seat: 0, passed: new Set(passed), view: { phase, tickets: [] } };
}

describe("a lesson", () => {
  test("begins with its first step, and goes on when that was read", () => {
    expect(stepNow({ steps }, state([]))).toBe(0);
    expect(stepNow({ steps }, state([], ["welcome"]))).toBe(1);
  });

  test("goes by what happened: what was to be read before is passed by", () => {
    expect(stepNow({ steps }, state([move(0, "tickets-kept")]))).toBe(2);
  });

  test("counts the learner's own events, from where the step before ended", () => {
    const log = [move(0, "drew"), move(0, "tickets-kept"), move(1, "drew"), move(0, "took")];
    expect(stepNow({ steps }, state(log))).toBe(2);
    expect(stepNow({ steps }, state([...log, move(0, "drew")]))).toBe(3);
  });

  test("notices that the first of two cards is drawn", () => {
    const log = [move(0, "drew"), move(0, "tickets-kept")];
    expect(isBegun({ steps }, state(log))).toBe(false);
    expect(isBegun({ steps }, state([...log, move(1, "drew")]))).toBe(false);
    expect(isBegun({ steps }, state([...log, move(0, "took")]))).toBe(true);
    expect(isBegun({ steps }, state([...log, move(0, "took"), move(0, "drew")]))).toBe(false);
  });

  test("waits for anybody, or for a phase", () => {
    const log = [move(0, "tickets-kept"), move(0, "drew"), move(0, "drew"), move(0, "claimed")];
    expect(stepNow({ steps }, state(log))).toBe(5);
    expect(stepNow({ steps }, state([...log, move(1, "last-round")]))).toBe(6);
    expect(stepNow({ steps }, state([...log, move(1, "last-round")], [], "over"))).toBe(7);
  });

  test("is overtaken by the end of the game", () => {
    expect(stepNow({ steps }, state([move(1, "last-round")]))).toBe(6);
    expect(stepNow({ steps }, state([], [], "over"))).toBe(7);
  });

  test("lets steps be passed over", () => {
    expect(stepNow({ steps }, state([], ["welcome", "tickets", "draw"]))).toBe(3);
  });
});
