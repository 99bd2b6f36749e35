/** How this browser's player wants things to be. */

import { computed, effect, signal } from "@preact/signals";
import { shortName } from "./playerName";
import { isFlag, isText, oneOf, stored } from "./stored";

export type Theme = "auto" | "light" | "dark";
export type Confirming = "always" | "touch" | "never";
export type Motion = "auto" | "less";
export type BoardNames = "all" | "wanted";

export const THEMES: readonly Theme[] = ["auto", "light", "dark"];
export const CONFIRMING: readonly Confirming[] = ["always", "touch", "never"];
export const MOTIONS: readonly Motion[] = ["auto", "less"];
export const BOARD_NAMES: readonly BoardNames[] = ["all", "wanted"];

export const theme = stored<Theme>("theme", "auto", oneOf(THEMES));
/** Whether a claim or a draw is to be confirmed before it is sent. */
export const confirming = stored<Confirming>("confirming", "touch", oneOf(CONFIRMING));
/** Whether a move that waits to be confirmed is sent by itself after a moment. */
export const autoConfirm = stored("auto-confirm", false, isFlag);
export const sound = stored("sound", false, isFlag);
export const motion = stored<Motion>("motion", "auto", oneOf(MOTIONS));
/** The game in words, for screen readers and for those who like it so. */
export const textMode = stored("text-mode", false, isFlag);
/** Which names of cities the board shows: all, or those of one's tickets. */
export const boardNames = stored<BoardNames>("board-names", "all", oneOf(BOARD_NAMES));
/** Whether small screens show what the others did in a strip of its own. */
export const recentStrip = stored("since-strip", true, isFlag);
/** What the player is called at a new table. */
export const playerName = stored("name", "", isText, shortName);

const systemWantsLess = watched("(prefers-reduced-motion: reduce)");
const systemIsDark = watched("(prefers-color-scheme: dark)");
/** Whether the player's finger, not a mouse, does the pointing. */
export const touching = watched("(pointer: coarse)");

export const lessMotion = computed(() => motion.value === "less" || systemWantsLess.value);
export const dark = computed(() => (theme.value === "auto" ? systemIsDark.value : theme.value === "dark"));
/** Whether a move waits to be confirmed. */
export const confirms = computed(
  () => confirming.value === "always" || (confirming.value === "touch" && touching.value),
);

function watched(query: string) {
  const found = globalThis.matchMedia?.(query);
  const matches = signal(found?.matches ?? false);
  found?.addEventListener?.("change", () => {
    matches.value = found.matches;
  });
  return matches;
}

/** The page's root element says theme and motion to the style sheets. */
export function followSettings(root: HTMLElement): void {
  effect(() => {
    root.dataset.theme = dark.value ? "dark" : "light";
    root.dataset.motion = lessMotion.value ? "less" : "full";
  });
}
