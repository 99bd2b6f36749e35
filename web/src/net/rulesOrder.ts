import type { RulesOffer } from "../wire";

/** Built-in boards by popularity; custom ones follow. */
const FIRST = ["north-america", "switzerland", "new-york", "north-america-classic"];

export function rulesInOrder(rules: readonly RulesOffer[]): RulesOffer[] {
  const place = (offer: RulesOffer) => (FIRST.includes(offer.id) ? FIRST.indexOf(offer.id) : FIRST.length);
  return [...rules].sort((one, other) => place(one) - place(other));
}
