/** Where the board stood when the game screen was left: the final page shows it at the same place. */

interface Kept {
  box: DOMRect;
  width: number;
  height: number;
}

let kept: Kept | null = null;

export function keepBoardBox(element: Element | null): void {
  const box = element?.getBoundingClientRect();
  kept = box && box.width > 0 ? { box, width: innerWidth, height: innerHeight } : null;
}

/** Null if there was none, or the window has another size now. */
export function keptBoardBox(): DOMRect | null {
  return kept && kept.width === innerWidth && kept.height === innerHeight ? kept.box : null;
}
