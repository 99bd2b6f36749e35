/** Camera arithmetic: which part of the board is visible, by centre and scale. */

import type { Point } from "../model/types";

/** The centre of the visible part, and pixels per board unit. */
export interface Camera extends Point {
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Point, Size {}

/** Margin around the fitted board, in board units. */
export const MARGIN = 14;
/** How far one can zoom in, relative to the fitted board; on small screens up to this many pixels per unit. */
const CLOSEST = 4.5;
const CLOSEST_SCALE = 3;
const STEP = 1.35;

/** Fit the whole board. */
export function fitCamera(board: Size, screen: Size): Camera {
  return { x: board.width / 2, y: board.height / 2, scale: fitScale(board, screen) };
}

export function fitScale(board: Size, screen: Size): number {
  const width = screen.width / (board.width + 2 * MARGIN);
  const height = screen.height / (board.height + 2 * MARGIN);
  return Math.max(1e-3, Math.min(width, height));
}

/** Pixels above and below the whole board; none unless the camera shows all of it. */
export function freeBeside(camera: Camera, board: Size, screen: Size): number {
  const fit = fitCamera(board, screen);
  const whole = camera.scale <= fit.scale * 1.001 && Math.abs(camera.y - fit.y) < 1;
  return whole ? (screen.height - (board.height + 2 * MARGIN) * fit.scale) / 2 : 0;
}

export function closestScale(board: Size, screen: Size): number {
  return Math.max(CLOSEST * fitScale(board, screen), CLOSEST_SCALE);
}

/** The visible part of the board. */
export function seen(camera: Camera, screen: Size): Box {
  const width = screen.width / camera.scale;
  const height = screen.height / camera.scale;
  return { x: camera.x - width / 2, y: camera.y - height / 2, width, height };
}

/** The CSS transform of a sheet that was drawn at some scale. Moving and scaling a finished sheet is the fastest path
 * in a browser; changing the view box would redraw everything on each movement. */
export interface SheetTransform extends Box {
  enlarged: number;
}

export function sheetTransform(camera: Camera, drawn: number, sheet: Box, screen: Size): SheetTransform {
  return {
    x: screen.width / 2 - (camera.x - sheet.x) * camera.scale,
    y: screen.height / 2 - (camera.y - sheet.y) * camera.scale,
    width: sheet.width * drawn,
    height: sheet.height * drawn,
    enlarged: camera.scale / drawn,
  };
}

/** A board whose land may go on to its left and right, by so many units at most. */
export interface Paper extends Size {
  bleed?: readonly number[];
}

/** A sheet of the board and a margin around it. */
export function plainSheet({ width, height }: Size): Box {
  return { x: -MARGIN, y: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}

/** A sheet as wide as the screen, as far as there is land beside the board. `beyond`: pixels right of the screen for
 * which it goes on below panels. */
export function sheetOf(board: Paper, screen: Size, beyond = 0): Box {
  const scale = fitScale(board, screen);
  const plain = plainSheet(board);
  const [left = 0, right = 0] = board.bleed ?? [];
  const free = Math.max(0, screen.width / scale - plain.width) / 2;
  const [before, after] = [Math.min(left, free), Math.min(right, free + beyond / scale)];
  return { ...plain, x: plain.x - before, width: plain.width + before + after };
}

/** Units of land that a sheet shows left of the board, and at least as many right of it. */
export function landBeside({ x }: Box): number {
  return -MARGIN - x;
}

/** The view box of a sheet. */
export function viewBoxOf({ x, y, width, height }: Box): string {
  return `${x} ${y} ${width} ${height}`;
}

/** Screen to board coordinates. */
export function toBoard(camera: Camera, screen: Size, pixel: Point): Point {
  return {
    x: camera.x + (pixel.x - screen.width / 2) / camera.scale,
    y: camera.y + (pixel.y - screen.height / 2) / camera.scale,
  };
}

/** Clamp a camera to the board and to the zoom range. */
export function held(camera: Camera, board: Size, screen: Size): Camera {
  const scale = clamp(camera.scale, fitScale(board, screen), closestScale(board, screen));
  return {
    x: heldAlong(camera.x, board.width, screen.width / scale),
    y: heldAlong(camera.y, board.height, screen.height / scale),
    scale,
  };
}

/** Centred where the whole board fits; otherwise at most the margin shows beside it. */
function heldAlong(middle: number, length: number, visible: number): number {
  if (visible >= length + 2 * MARGIN) return length / 2;
  return clamp(middle, visible / 2 - MARGIN, length + MARGIN - visible / 2);
}

/** Zoom by a factor around a pixel, which stays where it is. */
export function zoomed(camera: Camera, factor: number, pixel: Point, board: Size, screen: Size): Camera {
  const scale = clamp(camera.scale * factor, fitScale(board, screen), closestScale(board, screen));
  const still = toBoard(camera, screen, pixel);
  const moved = {
    x: still.x - (pixel.x - screen.width / 2) / scale,
    y: still.y - (pixel.y - screen.height / 2) / scale,
    scale,
  };
  return held(moved, board, screen);
}

/** Zoom by steps around the centre, for keys and buttons. */
export function stepped(camera: Camera, steps: number, board: Size, screen: Size): Camera {
  return zoomed(camera, STEP ** steps, { x: screen.width / 2, y: screen.height / 2 }, board, screen);
}

/** Pan by pixels: what was under the finger stays under it. */
export function panned(camera: Camera, by: Point, board: Size, screen: Size): Camera {
  return held({ ...camera, x: camera.x - by.x / camera.scale, y: camera.y - by.y / camera.scale }, board, screen);
}

/** Pinch: from where two fingers were to where they are. */
export function pinched(
  camera: Camera,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
  board: Size,
  screen: Size,
): Camera {
  const from = between(before);
  const to = between(after);
  const spread = length(after) / Math.max(1, length(before));
  const moved = panned(camera, { x: to.x - from.x, y: to.y - from.y }, board, screen);
  return zoomed(moved, spread, to, board, screen);
}

function between([one, other]: readonly [Point, Point]): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function length([one, other]: readonly [Point, Point]): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** A camera that shows all of these points, zoomed out no more than needed and never zoomed in. */
export function showing(points: readonly Point[], camera: Camera, board: Size, screen: Size, room = 40): Camera {
  if (points.length === 0) return camera;
  const box = seen(camera, screen);
  if (points.every((point) => inside(point, box, room))) return camera;
  const [left, right] = bounds(points.map((point) => point.x));
  const [top, bottom] = bounds(points.map((point) => point.y));
  const wide = screen.width / (right - left + 2 * room);
  const high = screen.height / (bottom - top + 2 * room);
  const scale = Math.min(camera.scale, wide, high);
  return held({ x: (left + right) / 2, y: (top + bottom) / 2, scale }, board, screen);
}

/** Less is not worth the movement. */
const WORTHWHILE = 1.25;

/** A camera that frames places at a readable scale; one that already shows them readably, or nearly so, stays. */
export function framing(
  points: readonly Point[],
  camera: Camera,
  readable: number,
  board: Size,
  screen: Size,
  room = 40,
): Camera {
  if (points.length === 0) return camera;
  const [left, right] = bounds(points.map((point) => point.x));
  const [top, bottom] = bounds(points.map((point) => point.y));
  const whole = Math.min(screen.width / (right - left + 2 * room), screen.height / (bottom - top + 2 * room));
  const scale = Math.min(readable, whole);
  if (scale <= WORTHWHILE * camera.scale) return showing(points, camera, board, screen, room);
  return held({ x: (left + right) / 2, y: (top + bottom) / 2, scale }, board, screen);
}

/** Pixels at the upper and the lower edge of the screen that something lies over. */
export interface CoveredEdges {
  top: number;
  bottom: number;
}

/** What `look` chooses for the part of the screen that is not covered. */
export function uncovered(
  look: (camera: Camera, screen: Size) => Camera,
  camera: Camera,
  screen: Size,
  { top, bottom }: CoveredEdges,
): Camera {
  const lower = ({ scale, y, ...rest }: Camera, pixels: number) => ({ ...rest, scale, y: y + pixels / scale });
  const aside = (top - bottom) / 2;
  const from = lower(camera, aside);
  const there = look(from, { width: screen.width, height: screen.height - top - bottom });
  return there === from ? camera : lower(there, -aside);
}

/** Board to screen coordinates. */
export function toScreen(camera: Camera, screen: Size, point: Point): Point {
  return {
    x: (point.x - camera.x) * camera.scale + screen.width / 2,
    y: (point.y - camera.y) * camera.scale + screen.height / 2,
  };
}

function inside(point: Point, box: Box, room: number): boolean {
  const across = point.x >= box.x + room && point.x <= box.x + box.width - room;
  return across && point.y >= box.y + room && point.y <= box.y + box.height - room;
}

function bounds(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
