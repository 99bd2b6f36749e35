/** Skips the beats: a click on board or cards, or a key, leads to the player's own turn and does nothing else. */

import type { Play } from "../state/play";

/** Where a click would be a move. */
const MOVES = ".game-board, .market, .hand, .offer";
const APART = ".board-controls, .beat-skip";
/** Keys that would be moves, and those that mean "go on". */
const KEYS = new Set([" ", "Enter", "Escape", ..."123456789dtcy"]);

export function followSkipping(play: Play): () => void {
  const { beats } = play.store;
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!beats.playing.peek() || !target?.closest(MOVES) || target.closest(APART)) return;
    event.stopPropagation();
    event.preventDefault();
    beats.skip();
  };
  const onKey = (event: KeyboardEvent) => {
    if (!beats.playing.peek() || event.ctrlKey || event.metaKey || event.altKey || !KEYS.has(event.key)) return;
    if (keepsKey(event) || document.querySelector("dialog[open]")) return;
    event.stopPropagation();
    event.preventDefault();
    beats.skip();
  };
  document.addEventListener("click", onClick, true);
  document.addEventListener("keydown", onKey, true);
  return () => {
    document.removeEventListener("click", onClick, true);
    document.removeEventListener("keydown", onKey, true);
  };
}

/** Fields keep their keys, buttons and links theirs. */
function keepsKey({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input, select, textarea, [contenteditable]")) return true;
  return (key === " " || key === "Enter") && target.closest("button, a, summary") !== null && !target.closest(MOVES);
}
