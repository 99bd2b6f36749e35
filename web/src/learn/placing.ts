/** Where the coach stands: never before what it speaks of, nor before what is to be pressed. */

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

const EDGE = 10;
const NARROW = 960;
const WIDE = 370;
/** As tall as it mostly is. */
const TALL = 260;

/** `log`: what happened, which a learner can do without, so that the coach may stand there; null where it is not shown. */
export function placeCoach(rings: readonly Box[], log: Box | null, window: { width: number; height: number }): Place {
  return window.width >= NARROW && log && log.width >= 220 ? besideBoard(rings, log, window.height) : onePane(rings, window);
}

/** Over the log; where something is pointed at there, over the lower corner of the board, which ends where the log does. */
function besideBoard(rings: readonly Box[], log: Box, height: number): Place {
  const end = log.top + log.height;
  const bottom = height - end + 6;
  const there = { left: log.left + 6, top: end - TALL, width: log.width - 12, height: TALL };
  if (rings.some((ring) => overlap(ring, there))) return { left: EDGE, width: WIDE, bottom };
  return { left: there.left, width: there.width, bottom };
}

/** In the half of the screen that does not hold what is pointed at first. */
function onePane([first]: readonly Box[], { width, height }: { width: number; height: number }): Place {
  const below = first !== undefined && first.top + first.height / 2 < height / 2;
  const narrow = width < NARROW;
  const place = { left: EDGE, width: Math.min(WIDE, width - 2 * EDGE) };
  return below ? { ...place, bottom: narrow ? 58 : EDGE } : { ...place, top: narrow ? 52 : 62 };
}

function overlap(one: Box, other: Box): boolean {
  const across = one.left < other.left + other.width && other.left < one.left + one.width;
  return across && one.top < other.top + other.height && other.top < one.top + one.height;
}
