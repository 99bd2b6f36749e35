/** Stable slots of the market: the server counts colours, but players remember where a card lay. */

import { type CardsByKind, holds, type Slots, slotsAfter } from "../../table/marketLog";
import type { Happening } from "../../wire";

/** Cards stay in their slots, new ones fill the gaps. Of two equal cards the one in the slot `taken` is gone, if one of
 * them is. */
export function arrange(before: Slots, market: CardsByKind, size: number, taken: number | null = null): Slots {
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

/** The slots by the log alone, the same on every screen. Null where the log does not lead to this market. */
export function slotsTold(log: readonly Happening[], market: CardsByKind): Slots | null {
  const slots = slotsAfter(log);
  return holds(slots, market) ? slots : null;
}

/** Whether one of these entries replaced all cards, or took moves back. */
export function isRelaid(entries: readonly Happening[]): boolean {
  return entries.some(({ kind, events }) => kind === "take-back" || events.some((each) => each.kind === "flushed"));
}
