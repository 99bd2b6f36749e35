import { expect, it } from "vitest";
import { boardModel } from "../model/boardModel";
import { type Direction, findStop, stopBeyond, stopsOf } from "./navigation";
import { island } from "../testing/island";

const DIRECTIONS: Direction[] = ["left", "right", "up", "down"];
const stops = stopsOf(boardModel(island.drawing, island.board));

it("stops at every route and every city", () => {
  expect(stops).toHaveLength(island.board.routes.length + island.board.cities.length);
});

it("moves the way the arrow points", () => {
  for (const stop of stops) {
    const right = stopBeyond(stops, stop, "right");
    const up = stopBeyond(stops, stop, "up");
    if (right) expect(right.point.x).toBeGreaterThan(stop.point.x);
    if (up) expect(up.point.y).toBeLessThan(stop.point.y);
  }
});

it("reaches everything from the first stop with arrow keys alone", () => {
  const reached = new Set(stops.slice(0, 1));
  for (const stop of reached) {
    for (const direction of DIRECTIONS) {
      const next = stopBeyond(stops, stop, direction);
      if (next) reached.add(next);
    }
  }
  expect(stops.filter((stop) => !reached.has(stop)).map(({ id }) => id)).toEqual([]);
});

it("finds the stop of a route, and none for nothing", () => {
  const route = stops.find(({ kind }) => kind === "route");
  expect(findStop(stops, { kind: "route", id: route?.id ?? "" })).toBe(route);
  expect(findStop(stops, null)).toBeNull();
});
