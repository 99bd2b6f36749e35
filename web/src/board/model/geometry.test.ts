import { expect, it } from "vitest";
import { apart, boxPath, distanceTo, joinCurves, parseCurve, pointAt, reversed, sample } from "./geometry";

const curve = parseCurve("M0 0C10 0 20-10 30-10");

it("reads the curve of a path, also where numbers touch", () => {
  expect(curve).toEqual([
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 20, y: -10 },
    { x: 30, y: -10 },
  ]);
  expect(pointAt(curve, 0.5)).toEqual({ x: 15, y: -5 });
});

it("measures how far a point is from a curve", () => {
  expect(distanceTo(sample(curve), { x: 15, y: -5 })).toBeCloseTo(0);
  expect(distanceTo(sample(curve), { x: -4, y: 3 })).toBeCloseTo(5);
});

it("joins a trail however its routes are written", () => {
  const one = parseCurve("M0 0C0 0 100 0 100 0");
  const two = parseCurve("M200 0C200 0 100 0 100 0");
  expect(joinCurves([one, two])).toBe("M0 0C0 0 100 0 100 0L100 0C100 0 200 0 200 0");
  expect(joinCurves([reversed(one), two])).toBe("M0 0C0 0 100 0 100 0L100 0C100 0 200 0 200 0");
  expect(joinCurves([])).toBe("");
});

it("starts a new subpath where a trail is broken", () => {
  const far = parseCurve("M500 0C500 0 600 0 600 0");
  expect(joinCurves([parseCurve("M0 0C0 0 100 0 100 0"), far]).match(/M/g)).toHaveLength(2);
});

it("draws a box as long and as wide as a space, turned with it", () => {
  const numbers = (boxPath({ x: 50, y: 20, angle: 90 }, 30, 10, 2).match(/-?[\d.]+/g) ?? []).map(Number);
  const [xs, ys] = [numbers.filter((_, index) => index % 2 === 0), numbers.filter((_, index) => index % 2)];
  expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([45, 55, 5, 35]);
  expect(apart({ x: 0, y: 0 }, { x: 3, y: 4 })).toBe(5);
});
