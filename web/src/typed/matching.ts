/** Fuzzy matching of typed cities, routes and cards: `den`, `zurich`, `p3`. */

import { cityName } from "../i18n";
import type { BoardValues } from "../wire";

/** Fold accents, case and punctuation: `Zürich` becomes `zurich`. */
export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, " ")
    .trim();
}

/** Cities that match a word: by full name, by prefix, or by the prefix of any of its words. */
export function citiesLike(board: BoardValues, word: string): string[] {
  const wanted = plain(word);
  if (!wanted) return [];
  const names = board.cities.map(({ id, name }) => ({
    id,
    names: [plain(name), plain(id), plain(cityName(board, id))],
  }));
  const fits: ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) => name.startsWith(wanted),
    (name) => name.split(" ").some((part) => part.startsWith(wanted)),
  ];
  for (const fit of fits) {
    const found = names.filter((each) => each.names.some(fit)).map(({ id }) => id);
    if (found.length > 0) return found;
  }
  return [];
}

/** Routes whose ends match: the words are split between both ends. */
export function routesBetween(board: BoardValues, words: readonly string[]): string[] {
  const text = words.join(" ");
  if (board.routes.some(({ id }) => id === text)) return [text];
  const pieces = plain(text).split(" ");
  const found = new Set<string>();
  for (let cut = 1; cut < pieces.length; cut += 1) {
    const one = new Set(citiesLike(board, pieces.slice(0, cut).join(" ")));
    const two = new Set(citiesLike(board, pieces.slice(cut).join(" ")));
    for (const { id, from, to } of board.routes)
      if ((one.has(from) && two.has(to)) || (one.has(to) && two.has(from))) found.add(id);
  }
  return [...found];
}

/** Letters as in the terminal game; colours with equal initials get another letter. */
const LETTERS: Readonly<Record<string, string>> = {
  p: "pink",
  w: "white",
  b: "blue",
  y: "yellow",
  o: "orange",
  k: "black",
  r: "red",
  g: "green",
  l: "locomotive",
};

/** A card by letter, name or unique prefix, in English or by `nameOf`. */
export function cardLike(cards: readonly string[], word: string, nameOf: (card: string) => string): string | null {
  const wanted = plain(word);
  const letter = LETTERS[wanted];
  if (letter && cards.includes(letter)) return letter;
  const names = cards.map((card) => ({ card, names: [plain(card), plain(nameOf(card))] }));
  const exact = names.find((each) => each.names.includes(wanted));
  if (exact) return exact.card;
  const begun = names.filter((each) => wanted && each.names.some((name) => name.startsWith(wanted)));
  return begun.length === 1 ? (begun[0]?.card ?? null) : null;
}

export interface Sorted {
  cards: Map<string, number>;
  others: string[];
}

/** Separate cards (`pink:3`, `p3`, `3p`, `3 pink`) from the other words. */
export function sortWords(words: readonly string[], read: (word: string) => string | null): Sorted {
  const cards = new Map<string, number>();
  const others: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const next = words[index + 1];
    const apart = /^\d+$/.test(word) && next !== undefined ? read(next) : null;
    const named = apart ? { card: apart, count: Number(word) } : cardAndCount(word, read);
    if (apart) index += 1;
    if (named) cards.set(named.card, (cards.get(named.card) ?? 0) + named.count);
    else others.push(word);
  }
  return { cards, others };
}

function cardAndCount(word: string, read: (word: string) => string | null): { card: string; count: number } | null {
  const match = /^(\p{Letter}+):?(\d{1,2})$|^(\d{1,2}):?(\p{Letter}+)$/u.exec(word);
  const card = match ? read(match[1] ?? match[4] ?? "") : null;
  return card ? { card, count: Number(match?.[2] ?? match?.[3]) } : null;
}
