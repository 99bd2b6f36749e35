/** Lists, numbers, dates and durations in the format of the language. */

import { locale } from "./translate";

type Joining = "conjunction" | "disjunction" | "unit";

/** `Ana, Bia and Carlo`. */
export function listed(words: readonly string[], type: Joining = "conjunction"): string {
  return new Intl.ListFormat(locale(), { type, style: type === "unit" ? "narrow" : "long" }).format(words);
}

export type Span = [amount: number, unit: "day" | "hour" | "minute" | "second"];

/** `1 hr 5 min`, or narrow: `1h 5m`. */
export function lasting(spans: readonly Span[], unitDisplay: "short" | "narrow" = "short"): string {
  const parts = spans.map(([amount, unit]) =>
    new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay }).format(amount),
  );
  return listed(parts, "unit");
}

export function number(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** `at`: seconds since 1970. */
export function date(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(at * 1000);
}
