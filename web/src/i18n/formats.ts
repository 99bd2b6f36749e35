/** Lists and times, written in the manner of the language. */

import { locale } from "./translate";

type Joining = "conjunction" | "disjunction" | "unit";

/** Words in a sentence: `Ana, Bia and Carlo`. */
export function listed(words: readonly string[], type: Joining = "conjunction"): string {
  return new Intl.ListFormat(locale(), { type, style: type === "unit" ? "narrow" : "long" }).format(words);
}

export type Span = [amount: number, unit: "day" | "hour" | "minute" | "second"];

/** A time in its units: `1 hr 5 min`, where there is little room `1h 5m`. */
export function lasting(spans: readonly Span[], unitDisplay: "short" | "narrow" = "short"): string {
  const parts = spans.map(([amount, unit]) =>
    new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay }).format(amount),
  );
  return listed(parts, "unit");
}
