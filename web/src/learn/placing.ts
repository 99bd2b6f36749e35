/** Where the coach stands: never before what it speaks of. */

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

/** What is pointed at first matters most. `log`: what happened, which a learner can do without, so that the coach may stand there; null where it is not shown. */
export function placeCoach(rings: readonly Box[], log: Box | null, window: { width: number; height: number }): Place {
  if (window.width >= NARROW && log && log.width >= 220) {
    const free = window.height - log.top;
    return { left: log.left + 6, width: log.width - 12, ...(free > 240 ? { top: log.top + 6 } : { bottom: EDGE }) };
  }
  const width = Math.min(WIDE, window.width - 2 * EDGE);
  const [first] = rings;
  const below = first !== undefined && first.top + first.height / 2 < window.height / 2;
  return { left: EDGE, width, ...(below ? { bottom: window.width < NARROW ? 58 : EDGE } : { top: window.width < NARROW ? 52 : 62 }) };
}
