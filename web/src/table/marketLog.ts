/** The slots of the market by the log: what was taken from them, and what came into the gaps. */

import type { Happening } from "../wire";
import { appended } from "./log";

export type Slots = readonly (string | null)[];
export type CardsByKind = Readonly<Record<string, number>>;

/** The slot that a player has reached for. */
export interface Reached {
  seat: number;
  place: number | null;
}

/** The slots after these entries: a card taken leaves the slot that its player reached for, or the last one with its
 * colour; a new one comes into the first gap. */
export function slotsAfter(entries: readonly Happening[], before: Slots = [], reached: Reached | null = null): Slots {
  const slots = [...before];
  let place = reached?.place ?? null;
  for (const { kind, seat, card = null } of entries.flatMap(({ events }) => events)) {
    if (kind === "flushed") slots.fill(null);
    else if (kind === "took") {
      const own = place !== null && seat === reached?.seat && slots[place] === card;
      empty(slots, own ? place : slots.lastIndexOf(card));
      if (own) place = null;
    } else if (kind === "filled") fill(slots, card);
  }
  return slots;
}

function empty(slots: (string | null)[], place: number | null): void {
  if (place !== null && place >= 0) slots[place] = null;
}

function fill(slots: (string | null)[], card: string | null): void {
  const place = slots.indexOf(null);
  slots[place < 0 ? slots.length : place] = card;
}

/** Whether these are the cards of the market. */
export function holds(slots: Slots, market: CardsByKind): boolean {
  const [lying, count] = [countsOf(slots), Object.values(market).reduce((sum, each) => sum + each, 0)];
  const matches = Object.entries(market).every(([colour, cards]) => (lying[colour] ?? 0) === cards);
  return matches && slots.filter((each) => each !== null).length === count;
}

/** The market after each of these entries, which follow the log; null where the log does not lead to the last market,
 * `now`. */
export function marketsAfter(
  log: readonly Happening[],
  entries: readonly Happening[],
  now: CardsByKind,
): CardsByKind[] | null {
  let grown = log;
  const slots = entries.map((entry) => slotsAfter((grown = appended(grown, entry))));
  return holds(slots.at(-1) ?? slotsAfter(log), now) ? slots.map(countsOf) : null;
}

function countsOf(slots: Slots): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const colour of slots) if (colour !== null) counts[colour] = (counts[colour] ?? 0) + 1;
  return counts;
}
