/** What lies over a board: panels of the page marked with `data-covers`. */

import { measure } from "../../lib/measured";
import type { Point } from "../model/types";
import type { CoveredEdges } from "./camera";

/** Narrower ones leave room beside them. */
const WIDE = 0.5;
/** So much of the height stays free in any case. */
const FREE = 0.3;
/** Pixels between a panel and what gives way to it. */
const GAP = 8;

/** Call back with what is covered of a board; returns a function that calls it off. */
export function measureCovered(board: HTMLElement, tell: (covered: CoveredEdges) => void): () => void {
  return measurePanels(board, (box, panels) => tell(coveredBy(box, panels)));
}

/** Call back with the box of an element and those of the panels; returns a function that calls it off. */
export function measurePanels(
  element: HTMLElement,
  tell: (box: DOMRectReadOnly, panels: readonly DOMRectReadOnly[]) => void,
): () => void {
  const panels = [...document.querySelectorAll("[data-covers]")];
  return measure([element, ...panels], (boxes) => {
    const box = boxes.get(element);
    if (box)
      tell(
        box,
        panels.flatMap((each) => boxes.get(each) ?? []),
      );
  });
}

/** The shortest way, to the right or up, on which a box leaves the panels that it meets. */
export function wayClear(box: Box, panels: readonly Box[]): Point {
  const met = panels.filter((panel) => {
    const across = box.left < panel.right && panel.left < box.right;
    return across && box.top < panel.bottom && panel.top < box.bottom;
  });
  if (met.length === 0) return { x: 0, y: 0 };
  const right = Math.max(...met.map((panel) => panel.right)) - box.left + GAP;
  const up = box.bottom - Math.min(...met.map((panel) => panel.top)) + GAP;
  return right < up ? { x: right, y: 0 } : { x: 0, y: -up };
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
