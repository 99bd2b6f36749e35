/** Where the board stands on the game screen: the final page shows it at the same place. */

import { measure } from "./measured";

interface Kept {
  box: DOMRectReadOnly;
  width: number;
  height: number;
}

let kept: Kept | null = null;

/** Keep in mind where an element is; returns a function that stops, but does not forget. */
export function followBoardBox(element: Element | null): () => void {
  if (!element || typeof ResizeObserver === "undefined") return () => undefined;
  let callOff = () => {};
  const observer = new ResizeObserver(() => {
    callOff();
    callOff = measure([element], (boxes) => keep(boxes.get(element)));
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    callOff();
  };
}

/** The next game may stand elsewhere. */
export function forgetBoardBox(): void {
  kept = null;
}

function keep(box: DOMRectReadOnly | undefined): void {
  kept = box && box.width > 0 ? { box, width: innerWidth, height: innerHeight } : null;
}

/** Null if there was none, or the window has another size now. */
export function keptBoardBox(): DOMRectReadOnly | null {
  return kept && kept.width === innerWidth && kept.height === innerHeight ? kept.box : null;
}
