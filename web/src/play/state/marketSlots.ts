/** Stable slots of the market: the server counts colours, but players remember where a card lay. */

import { stored } from "../../lib/stored";

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

interface Remembered {
  table: string;
  slots: Slots;
}

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === "object" && value !== null && "slots" in value && Array.isArray(value.slots) && "table" in value;

/** The slots of the table played last, so that a reload leaves every card in its place. */
const remembered = stored<Remembered>("market-slots", { table: "", slots: [] }, isRemembered);

export function rememberedSlots(table: string): Slots {
  const { table: known, slots } = remembered.peek();
  return known === table ? slots : [];
}

export function rememberSlots(table: string, slots: Slots): void {
  const { table: known, slots: before } = remembered.peek();
  if (known !== table || before.join() !== slots.join()) remembered.value = { table, slots }; // writing takes time
}
