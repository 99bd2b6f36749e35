/** What lies over a board: panels of the page marked with `data-covers`. */

import { measure } from "../../lib/measured";
import type { CoveredEdges } from "./camera";

/** Narrower ones leave room beside them. */
const WIDE = 0.5;
/** So much of the height stays free in any case. */
const FREE = 0.3;

/** Call back with what is covered of a board; returns a function that calls it off. */
export function measureCovered(board: HTMLElement, tell: (covered: CoveredEdges) => void): () => void {
  const panels = [...document.querySelectorAll("[data-covers]")];
  return measure([board, ...panels], (boxes) => {
    const box = boxes.get(board);
    const covering = panels.flatMap((each) => boxes.get(each) ?? []);
    tell(box ? coveredBy(box, covering) : { top: 0, bottom: 0 });
  });
}

type Box = Pick<DOMRectReadOnly, "left" | "right" | "top" | "bottom" | "width" | "height">;

export function coveredBy(board: Box, panels: readonly Box[]): CoveredEdges {
  const covered = { top: 0, bottom: 0 };
  for (const panel of panels) {
    const wide = Math.min(board.right, panel.right) - Math.max(board.left, panel.left) > WIDE * board.width;
    if (!wide || panel.bottom <= board.top || panel.top >= board.bottom) continue;
    const below = panel.top + panel.bottom > board.top + board.bottom;
    if (below) covered.bottom = Math.max(covered.bottom, board.bottom - panel.top);
    else covered.top = Math.max(covered.top, panel.bottom - board.top);
  }
  return covered.top + covered.bottom > (1 - FREE) * board.height ? { top: 0, bottom: 0 } : covered;
}
