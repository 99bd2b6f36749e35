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
  expect(space[0]).toBe(54);
  expect(spaces.map(({ x }) => Math.round(x))).toEqual([82, 219]);
  expect(spaces.every(({ angle, y }) => angle === 0 && y === 0)).toBe(true);
});

it("spreads only as far as nothing is in the way", () => {
  const narrow = spread(drawn, curve, 10, ({ x }) => x > 220);
  expect(Math.max(...narrow.spaces.flatMap((each) => cornersOf(each, 45, 10).map(({ x }) => x)))).toBeLessThan(221);
  expect(spread(drawn, curve, 10, () => true)).toBe(drawn);
});

it("leaves no more between two spaces than it takes to count them", () => {
  const short = [0, 40, 80, 120].map((x) => ({ x, y: 0 })) as [Point, Point, Point, Point];
  const loose = { ...drawn, spaces: [40, 80].map((x) => ({ x, y: 0, angle: 0 })), space: [28, 10] } as DrawnRoute;
  const { spaces, space } = spread(loose, short, 10, () => false);
  const [first, second] = spaces.map(({ x }) => x);
  expect((second ?? 0) - (first ?? 0) - (space[0] ?? 0)).toBeCloseTo(4);
  const ends = spread(loose, short, 10, ({ x }) => x < 21 || x > 99);
  expect(ends.space[0]).toBeCloseTo(36);
  expect(ends.spaces).toEqual(loose.spaces);
});

it("leaves a way alone that is full", () => {
  const full = { ...drawn, spaces: [133, 167].map((x) => ({ x, y: 0, angle: 0 })) } as DrawnRoute;
  expect(spread(full, curve, 85, () => false)).toBe(full);
});
