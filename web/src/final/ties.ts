/** Explains tied points: which tie-break put one player before another. */

import { t } from "../i18n";
import type { Result, SeatResult } from "../wire";

/** Tie-breaks in the order of the rules. */
export type TieBreak = "tickets" | "longest_path";

const COUNTED: Record<TieBreak, (score: SeatResult) => number> = {
  tickets: ({ completed }) => completed,
  longest_path: ({ trail_length }) => trail_length,
};

/** The tie-breaks of a rule set, with a default for unknown rules. */
export function tieBreaksOf(rules: Record<string, unknown> | undefined): TieBreak[] {
  const named = rules?.tie_breaks;
  if (!Array.isArray(named)) return ["tickets", "longest_path"];
  return named.filter((each): each is TieBreak => typeof each === "string" && each in COUNTED);
}

export function inOrder(result: Result): SeatResult[] {
  return [...result.scores].sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** A sentence for each pair of neighbours with equal points. */
export function explainTies(result: Result, names: readonly string[], order: readonly TieBreak[]): string[] {
  const scores = inOrder(result);
  return scores.slice(1).flatMap((second, index) => {
    const first = scores[index];
    return first && first.total === second.total ? [explain(first, second, names, order)] : [];
  });
}

function explain(first: SeatResult, second: SeatResult, names: readonly string[], order: readonly TieBreak[]): string {
  const who = { first: names[first.seat] ?? "", second: names[second.seat] ?? "", points: first.total };
  if (first.place === second.place) return t(first.place === 1 ? "final.tie.shared" : "final.tie.same", who);
  const decided = order.find((each) => COUNTED[each](first) !== COUNTED[each](second));
  if (!decided) return t("final.tie.same", who);
  return t(`final.tie.${decided}`, { ...who, more: COUNTED[decided](first), fewer: COUNTED[decided](second) });
}
