/** Placement of the coach: it covers neither its targets nor the buttons to press, if there is such a place. */

import type { ScreenBox } from "../lib/screenBox";

export interface Place {
  left: number;
  width: number;
  /** Distance from the top, or from the bottom. */
  top?: number;
  bottom?: number;
}

/** Boxes on the screen; null when hidden. */
export interface CoachScene {
  window: { width: number; height: number };
  /** Targets of the step. */
  rings: readonly ScreenBox[];
  /** The log: the coach may cover it. */
  log: ScreenBox | null;
  /** The action bar. */
  action: ScreenBox | null;
  /** Cards and buttons that are useful but not needed now. */
  handy: readonly ScreenBox[];
  /** The board, and the cities on it. */
  board: ScreenBox | null;
  cities: readonly ScreenBox[];
  /** Current size of the coach. */
  coach: { width: number; height: number };
}

const EDGE = 10;
const NARROW = 960;
const WIDE = 370;
/** Height of the top bar and of the tabs. */
const HEAD = 52;
const TABS = 58;
/** Width of the buttons at the edge of the board. */
const ZOOM = 60;
/** Penalties for covering something completely. */
const BEFORE_RING = 2;
const BEFORE_BOARD = 0.5;
const BEFORE_ACTION = 1;
const BEFORE_HANDY = 0.7;
const BEFORE_CITY = 0.08;
const OUTSIDE = 5;
const LITTLE = 0.02;

export function placeCoach(scene: CoachScene): Place {
  const [first, ...others] = scene.window.width >= NARROW ? besideBoard(scene) : overBoard(scene);
  let best = { place: first, cost: costOf(first, scene) };
  for (const place of others) {
    const cost = costOf(place, scene);
    if (cost < best.cost - LITTLE) best = { place, cost };
  }
  return best.place;
}

/** Over the log, or over a corner of the board: the one with the fewest cities, the buttons for zooming left free. */
function besideBoard({ log, board, window }: CoachScene): [Place, ...Place[]] {
  const bottom = log ? window.height - log.top - log.height + 6 : EDGE;
  const right = board ? board.left + board.width - WIDE - ZOOM : EDGE;
  const corners: [Place, ...Place[]] = [
    { left: EDGE, width: WIDE, bottom },
    { left: EDGE, width: WIDE, top: HEAD + EDGE },
    { left: right, width: WIDE, bottom },
    { left: right, width: WIDE, top: EDGE },
  ];
  return log && log.width >= 220 ? [{ left: log.left + 6, width: log.width - 12, bottom }, ...corners] : corners;
}

/** Narrow screens: at the bottom of the board, at the bottom of the screen, at the top. */
function overBoard({ action, window }: CoachScene): [Place, ...Place[]] {
  const sides = { left: EDGE, width: Math.min(WIDE, window.width - 2 * EDGE) };
  const ends: [Place, Place] = [
    { ...sides, bottom: action ? TABS : EDGE },
    { ...sides, top: HEAD },
  ];
  return action ? [{ ...sides, bottom: Math.round(window.height - action.top + 6) }, ...ends] : ends;
}

function costOf(place: Place, scene: CoachScene): number {
  const box = boxOf(place, scene);
  const covered = (others: readonly ScreenBox[]) => others.reduce((sum, each) => sum + coveredPart(each, box), 0);
  const outside = box.top < 0 || box.top + box.height > scene.window.height ? OUTSIDE : 0;
  const action = scene.action ? coveredPart(scene.action, box) : 0;
  const rings = scene.rings.reduce((sum, each) => sum + weightOf(each, scene) * coveredPart(each, box), 0);
  return (
    outside + rings + BEFORE_ACTION * action + BEFORE_HANDY * covered(scene.handy) + BEFORE_CITY * covered(scene.cities)
  );
}

/** A target that fills the screen, like the board, may lose a corner. */
function weightOf(ring: ScreenBox, { window }: CoachScene): number {
  return ring.width * ring.height > 0.4 * window.width * window.height ? BEFORE_BOARD : BEFORE_RING;
}

/** The same text is taller where it is narrower. */
function boxOf(place: Place, { coach, window }: CoachScene): ScreenBox {
  const height = place.width > 0 ? (coach.height * coach.width) / place.width : coach.height;
  const top = place.top ?? window.height - (place.bottom ?? 0) - height;
  return { left: place.left, top, width: place.width, height };
}

/** The covered fraction of a box, from 0 to 1. */
function coveredPart(one: ScreenBox, other: ScreenBox): number {
  const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / (one.width * one.height);
}
