/** Explains tied points: what the server says put one player before another. */

import { t } from "../i18n";
import type { Result, SeatResult } from "../wire";

export function scoresInOrder(result: Result): SeatResult[] {
  return [...result.scores].sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** A sentence for each pair of neighbours with equal points. */
export function explainTies(result: Result, names: readonly string[]): string[] {
  const scores = scoresInOrder(result);
  return scores.slice(1).flatMap((second, index) => {
    const first = scores[index];
    return first ? explain(first, second, names) : [];
  });
}

function explain(first: SeatResult, second: SeatResult, names: readonly string[]): string[] {
  const who = { first: names[first.seat] ?? "", second: names[second.seat] ?? "", points: first.total };
  switch (second.decided_by) {
    case "shared":
      return [t(first.place === 1 ? "final.tie.shared" : "final.tie.same", who)];
    case "tickets":
      return [t("final.tie.tickets", { ...who, more: first.completed, fewer: second.completed })];
    case "longest_path":
      return [t("final.tie.longest_path", { ...who, more: first.trail_length, fewer: second.trail_length })];
    default:
      return [];
  }
}
