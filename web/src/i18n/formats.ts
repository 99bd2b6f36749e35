/** Lists, numbers, dates and durations in the format of the language. */

import { kept } from "../lib/kept";
import { locale } from "./translate";

type Joining = "conjunction" | "disjunction" | "unit";

/** `Ana, Bia and Carlo`. */
export function listed(words: readonly string[], type: Joining = "conjunction"): string {
  return listsOf(locale())(type).format(words);
}

/** Intl objects are expensive to create. */
const listsOf = kept((spoken: string) =>
  kept((type: Joining) => new Intl.ListFormat(spoken, { type, style: type === "unit" ? "narrow" : "long" })),
);

export type Span = [amount: number, unit: "day" | "hour" | "minute" | "second"];

/** `1 hr 5 min`, or narrow: `1h 5m`. */
export function lasting(spans: readonly Span[], unitDisplay: "short" | "narrow" = "short"): string {
  const parts = spans.map(([amount, unit]) =>
    new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay }).format(amount),
  );
  return listed(parts, "unit");
}

export function number(value: number): string {
  return numbersOf(locale()).format(value);
}

const numbersOf = kept((spoken: string) => new Intl.NumberFormat(spoken));

/** `at`: seconds since 1970. */
export function date(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(at * 1000);
}
