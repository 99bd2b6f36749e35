import { expect, it } from "vitest";
import { cornersOf, spread } from "./spreading";
import type { DrawnRoute, Point } from "./types";

const curve = [0, 100, 200, 300].map((x) => ({ x, y: 0 })) as [Point, Point, Point, Point];
const drawn = {
  path: "",
  spaces: [130, 170].map((x) => ({ x, y: 0, angle: 0 })),
  space: [30, 10],
  middle: { x: 150, y: 0 },
} as unknown as DrawnRoute;

it("fills a long way evenly with longer spaces", () => {
  const { spaces, space } = spread(drawn, curve, 10, () => false);
  expect(space[0]).toBe(45);
  expect(spaces.map(({ x }) => Math.round(x))).toEqual([83, 218]);
  expect(spaces.every(({ angle, y }) => angle === 0 && y === 0)).toBe(true);
});

it("spreads only as far as nothing is in the way", () => {
  const narrow = spread(drawn, curve, 10, ({ x }) => x > 220);
  expect(Math.max(...narrow.spaces.flatMap((each) => cornersOf(each, 45, 10).map(({ x }) => x)))).toBeLessThan(221);
  expect(spread(drawn, curve, 10, () => true)).toBe(drawn);
});

it("leaves a way alone that is full", () => {
  expect(spread(drawn, curve, 95, () => false)).toBe(drawn);
});
