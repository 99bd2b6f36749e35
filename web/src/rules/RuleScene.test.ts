import { expect, it } from "vitest";
import { cut } from "./RuleScene";

it("frames a part of the board around its middle", () => {
  expect(cut(500, 200, 1000)).toEqual([400, 200]);
});

it("never shows what lies beyond the edge of the board", () => {
  expect(cut(50, 200, 1000)).toEqual([0, 200]);
  expect(cut(990, 200, 1000)).toEqual([800, 200]);
  expect(cut(500, 1200, 1000)).toEqual([0, 1000]);
});
