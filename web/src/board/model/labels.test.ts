import { expect, it } from "vitest";
import { boardModel } from "./boardModel";
import { magnification, placeLabels } from "./labels";
import { nameFrame } from "./nameFrame";
import { island } from "../testing/island";
import { NOTHING } from "./types";

const model = boardModel(island.drawing, island.board);

it("shows every name where the board is large enough", () => {
  expect(magnification(12, 1)).toBe(1);
  expect(placeLabels(model, 1, { wanted: NOTHING })).toHaveLength(model.cities.length);
});

it("writes names larger where they would be too small to read, and not too large where one is close", () => {
  expect(12 * 0.36 * magnification(12, 0.36)).toBeGreaterThanOrEqual(8);
  expect(12 * 4 * magnification(12, 4)).toBeLessThan(30);
  expect(12 * 0.8 * magnification(12, 0.8, 12)).toBeGreaterThanOrEqual(10.5); // few cities leave room
});

it("then leaves names out, but never a wanted one", () => {
  const few = placeLabels(model, 4, { wanted: NOTHING }).map(({ id }) => id);
  expect(few.length).toBeGreaterThan(2);
  expect(few.length).toBeLessThan(model.cities.length);
  const missing = model.cities.find(({ id }) => !few.includes(id))?.id ?? "";
  expect(placeLabels(model, 4, { wanted: new Set([missing]) }).map(({ id }) => id)).toContain(missing);
});

it("shows only the wanted ones if asked to", () => {
  const wanted = new Set([model.cities[0]?.id ?? ""]);
  expect(placeLabels(model, 1, { wanted, only: true }).map(({ id }) => id)).toEqual([...wanted]);
});

it("labels cities of own tickets before large junctions, but never over another label", () => {
  const all = model.cities.map(({ id }) => id);
  const few = placeLabels(model, 2.5, { wanted: NOTHING }).map(({ id }) => id);
  expect(few.length).toBeLessThan(all.length);
  for (const missing of all.filter((id) => !few.includes(id))) {
    const shown = placeLabels(model, 2.5, { wanted: NOTHING, own: new Set([missing]) });
    expect(shown[0]?.id, "the first one to get its place").toBe(missing);
  }
  expect(placeLabels(model, 4, { wanted: NOTHING, own: new Set(all) }).length).toBeLessThan(all.length);
});

it("labels the ends of the routes claimed last after the cities of own tickets, before all others", () => {
  const all = model.cities.map(({ id }) => id);
  const [largest = "", ...others] = placeLabels(model, 2.5, { wanted: NOTHING, own: new Set(all) }).map(({ id }) => id);
  const last = others.at(-1) ?? "";
  const lately = new Set(all.filter((id) => id !== last));
  const order = (own: ReadonlySet<string>) =>
    placeLabels(model, 2.5, { wanted: NOTHING, own, lately }).map(({ id }) => id);
  expect(order(new Set([last]))[0]).toBe(last);
  expect(order(NOTHING)[0]).toBe(largest);
});

it("names a country once where there is no room for its name at every border point", () => {
  const drawing = structuredClone(island.drawing);
  const board = structuredClone(island.board);
  for (const city of board.cities) city.name = "France";
  for (const city of Object.values(drawing.cities)) city.kind = "country";
  const abroad = boardModel(drawing, board);
  const wanted = new Set(board.cities.map(({ id }) => id));
  expect(placeLabels(abroad, 60, { wanted })).toHaveLength(1);
  expect(placeLabels(abroad, 1.2, { wanted }).length).toBeGreaterThan(1);
});

it("puts names on the land beside the frame, where there is some", () => {
  const wanted = new Set(model.cities.map(({ id }) => id));
  const bounds = (aside: number) =>
    placeLabels(model, 2.5, { wanted }, aside).map((name) => nameFrame(model.drawing, name, 2.5));
  const outside = (aside: number) =>
    bounds(aside).filter(({ left, right }) => left < -aside || right > model.drawing.width + aside).length;
  const shown = (aside: number) => placeLabels(model, 2.5, { wanted: NOTHING }, aside).length;
  expect(outside(400)).toBe(0);
  expect(shown(400)).toBeGreaterThan(shown(0));
});
