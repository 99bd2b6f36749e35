import { expect, it } from "vitest";
import { tipPlace } from "./tipPlace";

const board = { left: 0, top: 0, width: 960, height: 600 };
const tip = { width: 400, height: 70 };

it("takes the first place that hides no city", () => {
  expect(tipPlace(board, tip, [])).toEqual({ left: 12, top: 12 });
  expect(tipPlace(board, tip, [{ x: 150, y: 60 }])).toEqual({ left: 280, top: 12 });
  expect(tipPlace(board, tip, [], 30)).toEqual({ left: 12, top: 42 });
});

it("takes the one that hides the fewest, where all hide some", () => {
  const row = (y: number, count: number) => Array.from({ length: count }, (_, index) => ({ x: 20 + index * 40, y }));
  expect(tipPlace(board, tip, [...row(50, 24), { x: 600, y: 560 }])).toEqual({ left: 548, top: 518 });
});
