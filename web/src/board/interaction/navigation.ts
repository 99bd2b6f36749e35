/** Arrow keys: from a route or a city to the next one in that direction. */

import type { Hit } from "./hitTesting";
import type { BoardModel } from "../model/boardModel";
import type { Point } from "../model/types";

export type Direction = "left" | "right" | "up" | "down";

export interface Stop extends Hit {
  point: Point;
}

const ARROWS: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** All focusable stops; the first has the focus initially. */
export function stopsOf(model: BoardModel): Stop[] {
  const cities = model.cities.map(({ id, drawn }): Stop => ({ kind: "city", id, point: drawn }));
  const routes = model.routes.map(({ id, drawn }): Stop => ({ kind: "route", id, point: drawn.middle }));
  return [...cities, ...routes].sort((one, other) => one.point.x + one.point.y - other.point.x - other.point.y);
}

/** The next stop in a direction: near, and ahead rather than aside. Null at the edge of the board. */
export function stopBeyond(stops: readonly Stop[], from: Stop, direction: Direction): Stop | null {
  const arrow = ARROWS[direction];
  let best: Stop | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    if (stop === from) continue;
    const cost = effort(stop.point.x - from.point.x, stop.point.y - from.point.y, arrow);
    if (cost < least) [best, least] = [stop, cost];
  }
  return best;
}

/** The cost of a step: its length, more for stepping aside; infinite for behind or nearly across. */
function effort(x: number, y: number, arrow: Point): number {
  const ahead = x * arrow.x + y * arrow.y;
  const aside = Math.abs(x * arrow.y - y * arrow.x);
  if (ahead <= 0.5 || aside > 2.2 * ahead) return Number.POSITIVE_INFINITY;
  return ahead + 2 * aside;
}

export function findStop(stops: readonly Stop[], hit: Hit | null): Stop | null {
  return stops.find((stop) => hit && stop.kind === hit.kind && stop.id === hit.id) ?? null;
}
