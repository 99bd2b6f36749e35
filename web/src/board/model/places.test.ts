import { expect, it } from "vitest";
import { island } from "../testing/island";
import { boardModel } from "./boardModel";
import { nameFrame } from "./nameFrame";
import { pointsOf } from "./places";

const model = boardModel(island.drawing, island.board);

it("frames a route with both of its cities and all of their names", () => {
  const [route] = model.routes;
  if (!route) throw new Error("an island without routes");
  const points = pointsOf(model, route.id);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  for (const id of [route.rules.from, route.rules.to]) {
    const city = model.city.get(id);
    if (!city) throw new Error(id);
    const { left, right, top, bottom } = nameFrame(model.drawing, city.drawn.label, 1);
    expect(Math.min(...xs)).toBeLessThanOrEqual(Math.min(left, city.drawn.x));
    expect(Math.max(...xs)).toBeGreaterThanOrEqual(Math.max(right, city.drawn.x));
    expect(Math.min(...ys)).toBeLessThanOrEqual(Math.min(top, city.drawn.y));
    expect(Math.max(...ys)).toBeGreaterThanOrEqual(Math.max(bottom, city.drawn.y));
  }
});
