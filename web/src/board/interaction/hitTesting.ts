/** What is meant by a click: the city or the route nearest to the pointer, within a finger's reach. */

import { apart, distanceTo } from "../model/geometry";
import type { BoardModel } from "../model/boardModel";
import type { Point } from "../model/types";

export type Hit = { kind: "route" | "city"; id: string };

/** Half of 44 pixels, what a finger needs, and what a mouse needs. */
const FINGER = 22;
const MOUSE = 9;

/** The thing at a point of the board. `scale`: pixels a unit; `wanted`: routes to prefer when it is not clear. */
export function hitAt(
  model: BoardModel,
  point: Point,
  scale: number,
  finger: boolean,
  wanted: ReadonlySet<string>,
): Hit | null {
  const reach = (finger ? FINGER : MOUSE) / scale;
  const city = nearestCity(model, point, scale);
  return city ? { kind: "city", id: city } : nearestRoute(model, point, reach, wanted);
}

function nearestCity(model: BoardModel, point: Point, scale: number): string | null {
  const reach = Math.max(1.15 * model.drawing.sizes.city, 5 / scale);
  for (const { id, drawn } of model.cities) if (apart(drawn, point) <= reach) return id;
  return null;
}

/** On a route's own spaces it is that route; beside them the nearest, one that is wanted before one that is not. */
function nearestRoute(model: BoardModel, point: Point, reach: number, wanted: ReadonlySet<string>): Hit | null {
  const half = 0.64 * model.width; // up to the middle between twins
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { id, line } of model.routes) {
    const distance = distanceTo(line, point);
    if (distance > half + reach) continue;
    const sure = distance <= half;
    const rank = sure ? distance - 1000 : distance - (wanted.has(id) ? reach / 2 : 0);
    if (rank < least) [best, least] = [id, rank];
  }
  return best ? { kind: "route", id: best } : null;
}
