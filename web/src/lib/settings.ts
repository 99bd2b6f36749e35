/** The player's settings, kept in this browser. */

import { computed, effect, signal } from "@preact/signals";
import { shortName } from "./playerName";
import { isFlag, isText, oneOf, stored } from "./stored";

export type Theme = "auto" | "light" | "dark";
export type Confirming = "always" | "touch" | "never";
export type Motion = "auto" | "less";
export type BoardNames = "all" | "wanted";
export type Pace = "slow" | "normal" | "fast" | "instant";

export const THEMES: readonly Theme[] = ["auto", "light", "dark"];
export const CONFIRMING: readonly Confirming[] = ["always", "touch", "never"];
const MOTIONS: readonly Motion[] = ["auto", "less"];
export const PACES: readonly Pace[] = ["slow", "normal", "fast", "instant"];
export const BOARD_NAMES: readonly BoardNames[] = ["all", "wanted"];

export const theme = stored<Theme>("theme", "auto", oneOf(THEMES));
/** Whether claims and draws have to be confirmed. */
export const confirming = stored<Confirming>("confirming", "touch", oneOf(CONFIRMING));
/** Whether a staged move is sent by itself after a countdown. */
export const autoConfirm = stored("auto-confirm", false, isFlag);
export const sound = stored("sound", true, isFlag);
export const motion = stored<Motion>("motion", "auto", oneOf(MOTIONS));
/** How fast the others' moves are shown. */
export const pace = stored<Pace>("pace", "normal", oneOf(PACES));
/** Text mode: the game in words, for screen readers. */
export const textMode = stored("text-mode", false, isFlag);
/** Which city names the board shows: all, or those of own tickets. */
export const boardNames = stored<BoardNames>("board-names", "all", oneOf(BOARD_NAMES));
/** Whether small screens show a strip with the others' recent moves. */
export const recentStrip = stored("recent-strip", false, isFlag);
/** Whether the panels beside the board are folded away. */
export const sideFolded = stored("side-folded", false, isFlag);
/** Whether the player has said that they know the game: its basic rules are not told again. */
export const knowsGame = stored("knows-game", false, isFlag);
/** The player's default name. */
export const playerName = stored("name", "", isText, shortName);

const BEATS: Readonly<Record<Pace, number>> = { slow: 2000, normal: 1000, fast: 450, instant: 0 };
/** Milliseconds that another player's move stays on the screen; text mode tells everything at once. */
export const beatLength = computed(() => (textMode.value ? 0 : BEATS[pace.value]));
/** Beats that a tunnel takes: three cards are turned. */
export const TUNNEL = 3.2;

const systemWantsLess = watched("(prefers-reduced-motion: reduce)");
const systemIsDark = watched("(prefers-color-scheme: dark)");
/** Whether the pointer is a finger. */
export const touching = watched("(pointer: coarse)");

/** Whether the tabs lie over the board: as in the style sheets. */
export const narrow = watched("(width < 60rem)");
export const lessMotion = computed(() => motion.value === "less" || systemWantsLess.value);
export const dark = computed(() => (theme.value === "auto" ? systemIsDark.value : theme.value === "dark"));
/** Whether moves have to be confirmed on this device. */
export const confirms = computed(
  () => confirming.value === "always" || (confirming.value === "touch" && touching.value),
);

function watched(query: string) {
  const media = globalThis.matchMedia?.(query);
  const matches = signal(media?.matches ?? false);
  media?.addEventListener?.("change", () => {
    matches.value = media.matches;
  });
  return matches;
}

/** Mirror theme and motion to attributes of the root element, for the style sheets. */
export function followSettings(root: HTMLElement): void {
  effect(() => {
    root.dataset.theme = dark.value ? "dark" : "light";
    root.dataset.motion = lessMotion.value ? "less" : "full";
  });
}
