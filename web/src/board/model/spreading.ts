/** Spreads the spaces of a route along its way, where short spaces would float in the middle of a long one. */

import { type Curve, sample } from "./geometry";
import type { DrawnRoute, Point, Space } from "./types";

/** Free distance at the ends, in radii of a city; how much longer a space may become. */
const ENDS = 1.5;
const LONGEST = 1.8;
/** Between two spaces, in widths of a space: enough to count them. */
const GAP = 0.4;
/** Gains below this are not worth a change. */
const WORTH = 1.04;
const STEPS = [1, 0.75, 0.5, 0.25];

/** The route with its spaces spread as far as nothing is in the way; `blocked` tells of a point. */
export function spread(drawn: DrawnRoute, curve: Curve, city: number, blocked: (point: Point) => boolean): DrawnRoute {
  const way = measured(curve);
  const count = drawn.spaces.length;
  const [length = 25, width = 10] = drawn.space;
  const pitch = pitchOf(drawn.spaces, length + GAP * width);
  const gap = GAP * width + bendOf(drawn.spaces) * width;
  const most = (way.length - 2 * ENDS * city + gap) / count;
  const spots = STEPS.map((step) => pitch + step * (most - pitch)).map((each) => ({
    long: each - gap,
    spaces: drawn.spaces.map((_, index) => way.at(way.length / 2 + (index - (count - 1) / 2) * each)),
  }));
  for (const { long, spaces } of [...spots, { long: pitch - gap, spaces: drawn.spaces }]) {
    const size = Math.min(LONGEST * length, long);
    if (size >= WORTH * length && !spaces.some((space) => cornersOf(space, size, width).some(blocked)))
      return { ...drawn, spaces, space: [size, width] };
  }
  return drawn;
}

/** From the middle of one space to that of the next. */
function pitchOf(spaces: readonly Space[], alone: number): number {
  const steps = neighbours(spaces).map(([one, other]) => Math.hypot(other.x - one.x, other.y - one.y));
  return steps.length > 0 ? Math.min(...steps) : alone;
}

/** How much of their width spaces lose to each other where the way bends most. */
function bendOf(spaces: readonly Space[]): number {
  const turns = neighbours(spaces).map(([one, other]) =>
    Math.abs(Math.sin(((other.angle - one.angle) * Math.PI) / 180)),
  );
  return Math.max(0, ...turns) / 2;
}

function neighbours(spaces: readonly Space[]): [Space, Space][] {
  return spaces.slice(1).map((space, index) => [spaces[index] ?? space, space]);
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
    const passed = travelled.findIndex((each) => each >= distance);
    const index = Math.max(1, passed < 0 ? PIECES : passed);
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
