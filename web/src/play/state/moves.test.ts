import { describe, expect, it } from "vitest";
import {
  answerReturning,
  answersKeeping,
  answersOf,
  claimMove,
  eachCard,
  fewestKept,
  parseAnswer,
  parseCards,
  parseClaim,
  parseTake,
  surcharges,
} from "./moves";

describe("moves", () => {
  it("takes payments apart", () => {
    expect(parseCards("blue:2 locomotive:1")).toEqual([
      ["blue", 2],
      ["locomotive", 1],
    ]);
    expect(parseCards("")).toEqual([]);
    expect(eachCard("blue:2 locomotive:1")).toEqual(["blue", "blue", "locomotive"]);
  });

  it("takes claims apart and puts them together", () => {
    const claim = { route: "zug--zurich:2", payment: "blue:1 locomotive:1" };
    expect(parseClaim(claimMove(claim))).toEqual(claim);
    expect(parseClaim("draw")).toBeNull();
    expect(parseClaim(null)).toBeNull();
    expect(parseTake("take red")).toBe("red");
    expect(parseTake("tickets")).toBeNull();
    expect(surcharges({ moves: ["surcharge red:1", "refuse"], claims: {} })).toEqual(["surcharge red:1"]);
  });
});

describe("tickets on offer", () => {
  const legal = {
    moves: ["keep a b c", "keep a return b c", "keep a return c b", "keep a c return b"],
    claims: {},
  };
  const answers = answersOf(legal);

  it("knows which tickets go back, the first on top", () => {
    expect(parseAnswer("keep a c return b")).toEqual({ keep: ["a", "c"], back: ["b"], move: "keep a c return b" });
    expect(parseAnswer("draw")).toBeNull();
    expect(fewestKept(answers)).toBe(1);
  });

  it("finds every way to keep the same", () => {
    expect(answersKeeping(answers, new Set(["a"])).map(({ move }) => move)).toEqual([
      "keep a return b c",
      "keep a return c b",
    ]);
    expect(answersKeeping(answers, new Set(["c", "a"]))).toHaveLength(1);
    expect(answersKeeping(answers, new Set(["b"]))).toEqual([]);
    expect(answersKeeping(answers, new Set())).toEqual([]);
  });

  it("finds the one that returns them in the order wished", () => {
    const fitting = answersKeeping(answers, new Set(["a"]));
    expect(answerReturning(fitting, ["c", "b"])?.move).toBe("keep a return c b");
    expect(answerReturning(fitting, [])?.move).toBe("keep a return b c");
    expect(answerReturning([], ["c"])).toBeNull();
  });
});
