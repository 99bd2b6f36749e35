import { expect, it } from "vitest";
import { coveredBy, wayClear } from "./covered";

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  width,
  height,
  right: left + width,
  bottom: top + height,
});
const board = box(0, 44, 390, 560);

it("counts wide panels over the upper and the lower edge", () => {
  expect(coveredBy(board, [])).toEqual({ top: 0, bottom: 0 });
  expect(coveredBy(board, [box(10, 50, 370, 60), box(10, 404, 370, 170)])).toEqual({ top: 66, bottom: 200 });
});

it("leaves out what is narrow, beside the board, or would leave next to nothing", () => {
  expect(coveredBy(board, [box(0, 50, 150, 300)])).toEqual({ top: 0, bottom: 0 });
  expect(coveredBy(board, [box(0, 604, 390, 100)])).toEqual({ top: 0, bottom: 0 });
  expect(coveredBy(board, [box(0, 100, 390, 500)])).toEqual({ top: 0, bottom: 0 });
});

it("gives way to panels on the shortest way", () => {
  const callout = box(160, 380, 250, 115);
  expect(wayClear(callout, [])).toEqual({ x: 0, y: 0 });
  expect(wayClear(callout, [box(420, 0, 300, 700), box(0, 500, 390, 100)])).toEqual({ x: 0, y: 0 });
  expect(wayClear(callout, [box(8, 445, 268, 267)])).toEqual({ x: 0, y: -58 });
  expect(wayClear(callout, [box(8, 445, 268, 267), box(8, 300, 180, 400)])).toEqual({ x: 124, y: 0 });
});
