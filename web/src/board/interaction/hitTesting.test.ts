import { expect, it } from "vitest";
import { apart } from "../model/geometry";
import { hitAt } from "./hitTesting";
import { boardModel } from "../model/boardModel";
import { island } from "../testing/island";
import { NOTHING } from "../model/types";

const model = boardModel(island.drawing, island.board);

it("finds every route at each of its spaces", () => {
  for (const { id, drawn } of model.routes) {
    for (const space of drawn.spaces) expect(hitAt(model, space, 1, false, NOTHING)).toEqual({ kind: "route", id });
  }
});

it("finds every city", () => {
  for (const { id, drawn } of model.cities) expect(hitAt(model, drawn, 1, true, NOTHING)).toEqual({ kind: "city", id });
});

it("means the nearer of two twins, on their spaces even if only the other can be claimed", () => {
  const twin = model.routes.find(({ rules }) => rules.twin);
  const other = model.route.get(twin?.rules.twin ?? "");
  const one = twin?.drawn.spaces[0];
  const two = one && other?.drawn.spaces.toSorted((a, b) => apart(a, one) - apart(b, one))[0];
  if (!twin || !other || !one || !two) throw new Error("the island has a double route");
  const towards = (part: number) => ({ x: one.x + part * (two.x - one.x), y: one.y + part * (two.y - one.y) });
  expect(hitAt(model, towards(0.4), 1, true, new Set([other.id]))?.id).toBe(twin.id);
  expect(hitAt(model, towards(0.6), 1, true, new Set([twin.id]))?.id).toBe(other.id);
});

it("reaches as far as a finger is broad, in pixels, whatever the zoom", () => {
  const route = model.routes.find(({ drawn }) => drawn.spaces.length > 3);
  const space = route?.drawn.spaces[2];
  if (!space) throw new Error("the island has long routes");
  const aside = (units: number) => {
    const turn = ((space.angle + 90) * Math.PI) / 180;
    return { x: space.x + units * Math.cos(turn), y: space.y + units * Math.sin(turn) };
  };
  const reach = (scale: number, finger: boolean) => {
    let units = 0;
    while (hitAt(model, aside(units), scale, finger, NOTHING) && units < 90) units += 0.5;
    return 2 * units * scale;
  };
  expect(reach(1, true)).toBeGreaterThanOrEqual(44);
  expect(reach(2.5, true)).toBeGreaterThanOrEqual(44);
  expect(reach(1, false)).toBeLessThan(reach(1, true));
});

it("finds nothing on the open sea", () => {
  expect(hitAt(model, { x: -300, y: -300 }, 1, true, NOTHING)).toBeNull();
});
