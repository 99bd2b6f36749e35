/** Stable slots of the market: the server counts colours, but players remember where a card lay. */

import type { Happening } from "../../wire";

export type Slots = readonly (string | null)[];

/** Cards stay in their slots, new ones fill the gaps. Of two equal cards the one in the slot `taken` is gone, if one of
 * them is. */
export function arrange(
  before: Slots,
  market: Readonly<Record<string, number>>,
  size: number,
  taken: number | null = null,
): Slots {
  const left = new Map(Object.entries(market));
  const take = (colour: string | null): boolean => {
    const count = colour === null ? 0 : (left.get(colour) ?? 0);
    if (colour !== null && count > 0) left.set(colour, count - 1);
    return count > 0;
  };
  const reached = taken === null ? null : (before[taken] ?? null);
  const fewer = reached !== null && (market[reached] ?? 0) < before.filter((colour) => colour === reached).length;
  const gone = fewer ? taken : null;
  const lying = Array.from({ length: size }, (_, place) => (place === gone ? null : (before[place] ?? null)));
  const slots = lying.map((colour) => (take(colour) ? colour : null));
  const fresh = [...left].flatMap(([colour, count]) => Array.from({ length: count }, () => colour));
  const filled = slots.map((colour) => colour ?? fresh.shift() ?? null);
  return [...filled, ...fresh];
}

/** The slots by the log alone, the same on every screen: a card taken leaves the last slot with its colour, and a new one
 * comes into the first that is empty. Null where the log does not lead to this market, as while missed moves are played. */
export function slotsTold(log: readonly Happening[], market: Readonly<Record<string, number>>): Slots | null {
  const slots: (string | null)[] = [];
  for (const { kind, card = null } of log.flatMap(({ events }) => events)) {
    if (kind === "flushed") slots.fill(null);
    else if (kind === "took") empty(slots, card);
    else if (kind === "filled") fill(slots, card);
  }
  const lying = (colour: string) => slots.filter((each) => each === colour).length;
  const count = Object.values(market).reduce((sum, each) => sum + each, 0);
  const matches = Object.entries(market).every(([colour, cards]) => lying(colour) === cards);
  return matches && slots.filter((each) => each !== null).length === count ? slots : null;
}

function empty(slots: (string | null)[], card: string | null): void {
  const place = slots.lastIndexOf(card);
  if (place >= 0) slots[place] = null;
}

function fill(slots: (string | null)[], card: string | null): void {
  const place = slots.indexOf(null);
  slots[place < 0 ? slots.length : place] = card;
}

/** Whether the last entry replaced all cards, or took moves back. */
export function isLaidAnew(log: readonly Happening[]): boolean {
  const last = log.at(-1);
  return last?.kind === "take-back" || (last?.events.some(({ kind }) => kind === "flushed") ?? false);
}
