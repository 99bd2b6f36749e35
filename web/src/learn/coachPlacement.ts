/** Where the coach stands: never before what it speaks of, nor before what is to be pressed, if there is any such place. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Place {
  left: number;
  width: number;
  /** From the upper edge of the window, or from the lower one. */
  top?: number;
  bottom?: number;
}

/** What is on the screen; null where it is not shown. */
export interface Scene {
  window: { width: number; height: number };
  /** What is pointed at. */
  rings: readonly Box[];
  /** What happened, which a learner can do without, so that the coach may stand there. */
  log: Box | null;
  /** What is asked, with its buttons. */
  action: Box | null;
  /** Cards, and buttons that one may want but need not press now. */
  handy: readonly Box[];
  /** As large as the coach is now. */
  coach: { width: number; height: number };
}

const EDGE = 10;
const NARROW = 960;
const WIDE = 370;
/** Below the bar at the top, above the tabs at the bottom. */
const HEAD = 52;
const TABS = 58;
/** What it costs to stand before all of something. */
const BEFORE_RING = 2;
const BEFORE_BOARD = 0.5;
const BEFORE_ACTION = 1;
const BEFORE_HANDY = 0.7;
const OUTSIDE = 5;
const LITTLE = 0.02;

export function placeCoach(scene: Scene): Place {
  const [first, ...others] = scene.window.width >= NARROW ? besideBoard(scene) : overBoard(scene);
  let best = { place: first, cost: costOf(first, scene) };
  for (const place of others) {
    const cost = costOf(place, scene);
    if (cost < best.cost - LITTLE) best = { place, cost };
  }
  return best.place;
}

/** Over the log, which ends where the board does; else over a corner of the board. */
function besideBoard({ log, window }: Scene): [Place, ...Place[]] {
  const bottom = log ? window.height - log.top - log.height + 6 : EDGE;
  const corners: [Place, Place] = [
    { left: EDGE, width: WIDE, bottom },
    { left: EDGE, width: WIDE, top: HEAD + EDGE },
  ];
  return log && log.width >= 220 ? [{ left: log.left + 6, width: log.width - 12, bottom }, ...corners] : corners;
}

/** On one pane: at the lower end of the board, at the lower end of the screen, at the upper one. */
function overBoard({ action, window }: Scene): [Place, ...Place[]] {
  const sides = { left: EDGE, width: Math.min(WIDE, window.width - 2 * EDGE) };
  const ends: [Place, Place] = [
    { ...sides, bottom: action ? TABS : EDGE },
    { ...sides, top: HEAD },
  ];
  return action ? [{ ...sides, bottom: Math.round(window.height - action.top + 6) }, ...ends] : ends;
}

function costOf(place: Place, scene: Scene): number {
  const box = boxOf(place, scene);
  const covered = (others: readonly Box[]) => others.reduce((sum, each) => sum + coveredPart(each, box), 0);
  const outside = box.top < 0 || box.top + box.height > scene.window.height ? OUTSIDE : 0;
  const action = scene.action ? coveredPart(scene.action, box) : 0;
  const rings = scene.rings.reduce((sum, each) => sum + weightOf(each, scene) * coveredPart(each, box), 0);
  return outside + rings + BEFORE_ACTION * action + BEFORE_HANDY * covered(scene.handy);
}

/** Of what fills the screen, like the board, a corner is no loss. */
function weightOf(ring: Box, { window }: Scene): number {
  return ring.width * ring.height > 0.4 * window.width * window.height ? BEFORE_BOARD : BEFORE_RING;
}

/** The same words are the taller the narrower the place is. */
function boxOf(place: Place, { coach, window }: Scene): Box {
  const height = place.width > 0 ? (coach.height * coach.width) / place.width : coach.height;
  const top = place.top ?? window.height - (place.bottom ?? 0) - height;
  return { left: place.left, top, width: place.width, height };
}

/** How much of something is behind something else, from 0 to 1. */
function coveredPart(one: Box, other: Box): number {
  const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / (one.width * one.height);
}
