/** Geometry of route curves: sampling, distance, joining to a trail. */

import type { Point, Space } from "./types";

/** Control points of a cubic Bézier curve. */
export type Curve = readonly [Point, Point, Point, Point];

/** Parse a route's path, "M x y C x y x y x y". */
export function parseCurve(path: string): Curve {
  const numbers = (path.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
  const point = (index: number): Point => ({ x: numbers[2 * index] ?? 0, y: numbers[2 * index + 1] ?? 0 });
  return [point(0), point(1), point(2), point(3)];
}

export function reversed([start, one, two, end]: Curve): Curve {
  return [end, two, one, start];
}

export function pointAt([start, one, two, end]: Curve, t: number): Point {
  const s = 1 - t;
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return {
    x: a * start.x + b * one.x + c * two.x + d * end.x,
    y: a * start.y + b * one.y + c * two.y + d * end.y,
  };
}

export function sample(curve: Curve, pieces = 16): Point[] {
  return Array.from({ length: pieces + 1 }, (_, index) => pointAt(curve, index / pieces));
}

/** Distance of a point to a polyline. */
export function distanceTo(line: readonly Point[], point: Point): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let index = 1; index < line.length; index += 1) {
    const from = line[index - 1];
    const to = line[index];
    if (from && to) nearest = Math.min(nearest, distanceToPiece(from, to, point));
  }
  return nearest;
}

function distanceToPiece(from: Point, to: Point, point: Point): number {
  const along = { x: to.x - from.x, y: to.y - from.y };
  const length = along.x * along.x + along.y * along.y;
  const at = length && ((point.x - from.x) * along.x + (point.y - from.y) * along.y) / length;
  const inside = Math.max(0, Math.min(1, at));
  return Math.hypot(point.x - from.x - inside * along.x, point.y - from.y - inside * along.y);
}

/** One path for a trail of curves; curves that run against the direction of travel are reversed. */
export function joinCurves(curves: readonly Curve[]): string {
  const turned = oriented(curves);
  let path = "";
  let last: Point | null = null;
  for (const [start, one, two, end] of turned) {
    path += last && apart(last, start) < JOINT ? `L${at(start)}` : `M${at(start)}`;
    path += `C${at(one)} ${at(two)} ${at(end)}`;
    last = end;
  }
  return path;
}

/** Curve ends this close belong to one city: the two routes of a double end beside it. */
const JOINT = 45;

function oriented(curves: readonly Curve[]): Curve[] {
  const turned: Curve[] = [];
  curves.forEach((curve, index) => {
    const before = turned[index - 1];
    const next = curves[index + 1];
    turned.push(before ? towards(curve, before[3]) : next ? leading(curve, next) : curve);
  });
  return turned;
}

function towards(curve: Curve, from: Point): Curve {
  return apart(curve[0], from) <= apart(curve[3], from) ? curve : reversed(curve);
}

function leading(curve: Curve, next: Curve): Curve {
  const distance = (end: Point) => Math.min(apart(end, next[0]), apart(end, next[3]));
  return distance(curve[3]) <= distance(curve[0]) ? curve : reversed(curve);
}

export function apart(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** A rounded rectangle around a space, rotated with it. */
export function boxPath(space: Space, length: number, width: number, radius: number): string {
  const turn = (space.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const place = (x: number, y: number) => at({ x: space.x + x * cos - y * sin, y: space.y + x * sin + y * cos });
  const [l, w, r] = [length / 2, width / 2, radius];
  return (
    `M${place(-l + r, -w)}L${place(l - r, -w)}Q${place(l, -w)} ${place(l, -w + r)}` +
    `L${place(l, w - r)}Q${place(l, w)} ${place(l - r, w)}` +
    `L${place(-l + r, w)}Q${place(-l, w)} ${place(-l, w - r)}` +
    `L${place(-l, -w + r)}Q${place(-l, -w)} ${place(-l + r, -w)}Z`
  );
}

function at(point: Point): string {
  return `${round(point.x)} ${round(point.y)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
