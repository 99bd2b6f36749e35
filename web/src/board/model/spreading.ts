/** Spreads the spaces of a route along its way, where short spaces would float in the middle of a long one. */

import { type Curve, sample } from "./geometry";
import type { DrawnRoute, Point, Space } from "./types";

/** Free distance at the ends, in radii of a city; how much longer a space may become. */
const ENDS = 1.5;
const LONGEST = 1.5;
/** Gains below this are not worth a change. */
const WORTH = 1.1;
const STEPS = [1, 0.75, 0.5, 0.25];

/** The route with its spaces spread as far as nothing is in the way; `blocked` tells of a point. */
export function spread(drawn: DrawnRoute, curve: Curve, city: number, blocked: (point: Point) => boolean): DrawnRoute {
  const way = measured(curve);
  const count = drawn.spaces.length;
  const [length = 25, width = 10] = drawn.space;
  const gap = Math.max(0.2 * width, pitchOf(drawn.spaces, length) - length);
  const most = (way.length - 2 * ENDS * city) / count;
  if (most < WORTH * (length + gap)) return drawn;
  for (const step of STEPS) {
    const pitch = length + gap + step * (most - length - gap);
    const long = Math.min(LONGEST * length, pitch - gap);
    const spaces = drawn.spaces.map((_, index) => way.at(way.length / 2 + (index - (count - 1) / 2) * pitch));
    if (!spaces.some((space) => cornersOf(space, long, width).some(blocked)))
      return { ...drawn, spaces, space: [long, width] };
  }
  return drawn;
}

function pitchOf(spaces: readonly Space[], length: number): number {
  const [first, second] = spaces;
  return first && second ? Math.hypot(second.x - first.x, second.y - first.y) : length;
}

/** The corners of a space, the middles of its ends, and its own middle. */
export function cornersOf({ x, y, angle }: Space, length: number, width: number): Point[] {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [-0.5, 0, 0.5].flatMap((along) =>
    [-0.5, 0, 0.5].map((aside) => ({
      x: x + along * length * cos - aside * width * sin,
      y: y + along * length * sin + aside * width * cos,
    })),
  );
}

const PIECES = 60;

/** A curve by the distance travelled. */
function measured(curve: Curve): { length: number; at: (distance: number) => Space } {
  const points = sample(curve, PIECES);
  const travelled = [0];
  points.slice(1).forEach((point, index) => {
    const before = points[index] ?? point;
    travelled.push((travelled[index] ?? 0) + Math.hypot(point.x - before.x, point.y - before.y));
  });
  const at = (distance: number): Space => {
    const found = travelled.findIndex((each) => each >= distance);
    const index = Math.max(1, found < 0 ? PIECES : found);
    const [from, to] = [points[index - 1], points[index]];
    if (!from || !to) return { x: 0, y: 0, angle: 0 };
    const [start, end] = [travelled[index - 1] ?? 0, travelled[index] ?? 1];
    const part = (distance - start) / (end - start || 1);
    return {
      x: from.x + part * (to.x - from.x),
      y: from.y + part * (to.y - from.y),
      angle: upright((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI),
    };
  };
  return { length: travelled.at(-1) ?? 0, at };
}

/** More than -90 and at most 90 degrees, so that symbols stand upright. */
function upright(angle: number): number {
  return angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle;
}
