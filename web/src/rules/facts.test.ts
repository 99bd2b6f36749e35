import { expect, test } from "vitest";
import type { RulesShown } from "../wire";
import { use } from "../i18n";
import { byChapter, deckOf, ruleFactWords, routePoints } from "./facts";

test("a length and its points are not torn apart at the end of a line", () => {
  use("en", { "rules.summary.route-points": "Points: {table}." });
  const fact = { code: "route-points", parameters: { table: "1 → 1 · 2 → 2" } };
  expect(ruleFactWords("summary", fact, "train")).toBe("Points: 1\u00a0→\u00a01 · 2\u00a0→\u00a02.");
});

test("facts are put into chapters, unknown ones into the last", () => {
  const facts = ["trains", "goal", "brand-new"].map((code) => ({ code, parameters: {} }));
  const chapters = new Map(byChapter(facts).map(([chapter, found]) => [chapter, found.map(({ code }) => code)]));
  expect(chapters.get("goal")).toEqual(["goal"]);
  expect(chapters.get("setup")).toEqual(["trains"]);
  expect(chapters.get("end")).toEqual(["brand-new"]);
});

test("points and cards are read from the rules' own values", () => {
  const shown = {
    rules: { route_points: { "1": 1, "6": 15 }, cards: { red: 12 }, locomotives: 14 },
  } as unknown as RulesShown;
  expect(routePoints(shown)).toEqual([
    [1, 1],
    [6, 15],
  ]);
  expect(deckOf(shown)).toEqual([
    ["red", 12],
    ["locomotive", 14],
  ]);
});
