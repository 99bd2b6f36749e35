import { expect, it } from "vitest";
import { boardModel } from "./model";
import { magnification, shownNames } from "./names";
import { island } from "./testing/island";
import { NOTHING } from "./types";

const model = boardModel(island.drawing, island.board);

it("shows every name where the board is large enough", () => {
  expect(magnification(12, 1)).toBe(1);
  expect(shownNames(model, 1, NOTHING, false)).toHaveLength(model.cities.length);
});

it("writes names larger where they would be too small to read, and not too large where one is close", () => {
  expect(12 * 0.36 * magnification(12, 0.36)).toBeGreaterThanOrEqual(8);
  expect(12 * 4 * magnification(12, 4)).toBeLessThan(30);
});

it("then leaves names out, but never a wanted one", () => {
  const few = shownNames(model, 4, NOTHING, false).map(({ id }) => id);
  expect(few.length).toBeGreaterThan(2);
  expect(few.length).toBeLessThan(model.cities.length);
  const missing = model.cities.find(({ id }) => !few.includes(id))?.id ?? "";
  expect(shownNames(model, 4, new Set([missing]), false).map(({ id }) => id)).toContain(missing);
});

it("shows only the wanted ones if asked to", () => {
  const wanted = new Set([model.cities[0]?.id ?? ""]);
  expect(shownNames(model, 1, wanted, true).map(({ id }) => id)).toEqual([...wanted]);
});
