/** Hit testing: the city or route nearest to the pointer, within a finger's reach. */

import { apart, distanceTo } from "../model/geometry";
import type { BoardModel } from "../model/boardModel";
import type { Point } from "../model/types";

export type Hit = { kind: "route" | "city"; id: string };

/** Reach in pixels: half of the 44 a finger needs, and less for a mouse. */
const FINGER = 22;
const MOUSE = 9;

/** The hit at a board point. `scale`: pixels per unit; `wanted`: routes to prefer when several are near. */
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

/** On a route's own spaces it is that route; beside them the nearest, wanted routes first. */
function nearestRoute(model: BoardModel, point: Point, reach: number, wanted: ReadonlySet<string>): Hit | null {
  const half = 0.64 * model.width; // half the distance to a twin
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
