/** Where the land is tinted: a wash of colour around forests, deserts and mountains, as a painter lays it under them. */

import type { DrawnLand, Point } from "./types";

/** Kinds of sprites that stand on tinted ground. */
export const WASHES = ["wood", "cactus", "mountain"] as const;
export type Wash = (typeof WASHES)[number];

/** Sprites closer than this, in board units, share a wash. */
const APART = 46;

/** The middles of the washes of a kind; sprites are rings that begin with an absolute M. */
export function washes(land: readonly DrawnLand[], kind: Wash): Point[] {
  const places: Point[] = [];
  for (const shape of land)
    if (shape.kind === kind)
      for (const [, x, y] of shape.path.matchAll(/M(-?[\d.]+)[ ,]?(-?[\d.]+)/g)) {
        const place = { x: Number(x), y: Number(y) };
        if (places.every((other) => Math.hypot(other.x - place.x, other.y - place.y) >= APART)) places.push(place);
      }
  return places;
}
