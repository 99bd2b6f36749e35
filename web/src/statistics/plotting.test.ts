import { expect, test } from "vitest";
import { keepApart, linePath, scaleOf } from "./plotting";

test("a scale has a few round numbers", () => {
  expect(scaleOf([0, 7, 112]).ticks).toEqual([0, 50, 100]);
  expect(scaleOf([0, 45]).ticks).toEqual([0, 20, 40]);
  expect(scaleOf([]).ticks).toEqual([0, 1]);
  expect(scaleOf([-12, 30]).low).toBe(-12);
});

test("a line begins at its first value", () => {
  expect(linePath([0, 1], [0, 1], scaleOf([0, 1]))).toMatch(/^M30\.0 128\.0L/);
});

test("marks do not cover each other", () => {
  expect(keepApart([10, 12, 50], 10)).toEqual([10, 20, 50]);
  expect(Math.max(...keepApart([127, 128], 12))).toBeLessThanOrEqual(128);
});
