/** Keyboard shortcuts. Fields and the board keep their own keys. */

import type { Play } from "../state/play";

export const SHORTCUTS: readonly (readonly [keys: string, words: string])[] = [
  ["1 – 5", "play.keys.market"],
  ["D", "play.keys.deck"],
  ["T", "play.keys.tickets"],
  ["Tab, ← ↑ → ↓", "play.keys.board"],
  ["Enter, C", "play.keys.claim"],
  ["Y", "play.keys.confirm"],
  ["P", "play.keys.payments"],
  ["Esc", "play.keys.cancel"],
  ["+ − 0", "play.keys.zoom"],
  ["B", "play.keys.focus-board"],
  ["A", "play.keys.hand"],
  ["L", "play.keys.log"],
  ["H", "play.keys.hint"],
  ["U", "play.keys.take-back"],
  ["?", "play.keys.help"],
];

/** Handle a key; returns whether it was a shortcut. */
export function pressed(play: Play, key: string): boolean {
  const number = "123456789".indexOf(key);
  if (number >= 0 && key) return takeSlot(play, number);
  const practice = play.store.table.peek()?.options.practice ?? false;
  switch (key.toLowerCase()) {
    case "d":
      play.actions.drawCard();
      return true;
    case "t":
      play.actions.drawTickets();
      return true;
    case "c":
      return claimFocused(play);
    case "y":
      if (play.state.staged.peek()) play.actions.confirm();
      else play.actions.keep();
      return true;
    case "p":
      if (play.state.claim.peek()) play.state.payments.value = !play.state.payments.peek();
      return true;
    case "h":
      if (practice) void play.actions.askHint();
      return practice;
    case "u":
      if (practice) void play.actions.takeBack();
      return practice;
    case "l":
      return goTo(play, "log", ".log-lines");
    case "a":
      return goTo(play, "hand", ".hand-card, .offer .choice");
    case "b":
      return focusOn("[data-route][tabindex='0'], [data-city][tabindex='0']");
    case "?":
      play.state.dialog.value = "help";
      return true;
    case "escape":
      return play.state.cancel();
    default:
      return false;
  }
}

function takeSlot(play: Play, number: number): boolean {
  const colour = play.state.slots.peek()[number];
  if (colour) play.actions.takeCard(colour, number);
  return Boolean(colour);
}

/** The focused route, or the staged claim. */
function claimFocused(play: Play): boolean {
  const route = document.activeElement?.closest("[data-route]")?.getAttribute("data-route");
  if (route) play.actions.chooseRoute(route);
  else play.actions.confirm();
  return true;
}

function goTo(play: Play, tab: "log" | "hand", selector: string): boolean {
  play.state.tab.value = tab;
  requestAnimationFrame(() => focusOn(selector));
  return true;
}

function focusOn(selector: string): boolean {
  const element = document.querySelector(selector);
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus();
  return element !== null;
}

export function followShortcuts(play: Play): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.repeat) return holdBack(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || taken(event.target)) return;
    if (play.state.dialog.peek() || play.state.veiled.peek() || document.querySelector("dialog[open]")) return;
    if (pressed(play, event.key)) event.preventDefault();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

/** Ignore key repeat, for shortcuts and focused buttons alike: a held key must not play a whole turn. Arrows may
 * repeat on the board. */
function holdBack(event: KeyboardEvent): void {
  if (event.key === "Enter" && !taken(event.target)) event.preventDefault();
}

function taken(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]") !== null;
}
