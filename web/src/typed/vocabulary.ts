/** The vocabulary: commands of the terminal game, in English and the player's language. */

import { t } from "../i18n";
import { plain } from "./matching";

export const MOVES = ["draw", "take", "claim", "keep", "pay", "refuse", "tickets", "pass"] as const;
export const WORDS = [
  "hand",
  "market",
  "players",
  "routes",
  "table",
  "moves",
  "hint",
  "yes",
  "undo",
  "log",
  "help",
  "quit",
] as const;
export type Verb = (typeof MOVES)[number] | (typeof WORDS)[number];

/** Priority of commands with equal prefixes, as in the terminal. */
const ORDER: readonly Verb[] = [
  ...(["draw", "take", "claim", "keep", "pay", "routes", "help", "undo", "moves", "quit", "log"] as const),
  ...(["tickets", "table", "hint", "refuse", "pass", "yes", "hand", "market", "players"] as const),
];

const OTHER_NAMES: Readonly<Record<string, Verb>> = {
  surcharge: "pay",
  exit: "quit",
  status: "table",
  board: "routes",
  do: "yes",
  ok: "yes",
  "?": "help",
};

/** Filters for routes. */
export const FILTERS = ["affordable", "needed", "free", "taken", "tunnels", "mine"] as const;
export type Filter = (typeof FILTERS)[number];

/** A command by word or prefix, in English or the player's language. */
export function verbOf(word: string): Verb | null {
  const typed = word === "?" ? word : plain(word);
  if (!typed) return null;
  const named = OTHER_NAMES[typed];
  const exact = ORDER.find((verb) => verb === typed || own(verb).includes(typed));
  if (exact ?? named) return exact ?? named ?? null;
  const begun = (names: (verb: Verb) => readonly string[]) =>
    ORDER.find((verb) => names(verb).some((name) => name.startsWith(typed)));
  return begun(own) ?? begun((verb) => [verb]) ?? null;
}

function own(verb: Verb): string[] {
  return wordsOf(`text.verb.${verb}`);
}

export function filterOf(word: string): Filter | null {
  const typed = plain(word);
  if (typed.length < 3) return null;
  const names = (filter: Filter) => [filter, ...wordsOf(`text.filter.${filter}`)];
  return FILTERS.find((filter) => names(filter).some((name) => name.startsWith(typed))) ?? null;
}

/** Link words, which are ignored. */
export function isLink(word: string): boolean {
  return LINKS.has(word) || wordsOf("text.links").includes(plain(word));
}

const LINKS = new Set(["from", "to", "in", "at", "near", "and", "between", "of", "the", "with", "-", "–"]);

export function isAll(word: string): boolean {
  return word === "all" || wordsOf("text.all").includes(plain(word));
}

export function isReturn(word: string): boolean {
  return word === "return" || wordsOf("text.return").includes(plain(word));
}

/** Comma-separated words of a message: `prendi, piglia`. */
function wordsOf(key: string): string[] {
  return t(key).split(",").map(plain).filter(Boolean);
}
