/** The show after a game: everything that brings points at the end, one thing after the other. */

import type { Result, SeatResult, TicketResult } from "../wire";
import { lostFirst } from "./ScoreTable";
import { inOrder } from "./ties";

export type Act =
  | { kind: "routes" }
  | { kind: "ticket"; seat: number; ticket: TicketResult }
  | { kind: "longest-path"; seat: number; score: SeatResult }
  | { kind: "attractions"; seat: number; score: SeatResult }
  | { kind: "winners" };

/** From the last place to the first, lost tickets before completed ones; the bonuses for all at the end. */
export function actsOf(result: Result): Act[] {
  const scores = inOrder(result).toReversed();
  const tickets = scores.flatMap((score) =>
    lostFirst(score).map((ticket): Act => ({ kind: "ticket", seat: score.seat, ticket })),
  );
  const sights = scores.filter(({ attractions }) => attractions > 0);
  const paths = scores.filter(({ longest_path }) => longest_path > 0);
  return [
    { kind: "routes" },
    ...tickets,
    ...sights.map((score): Act => ({ kind: "attractions", seat: score.seat, score })),
    ...paths.map((score): Act => ({ kind: "longest-path", seat: score.seat, score })),
    { kind: "winners" },
  ];
}

/** The points of each seat after so many acts. */
export function countedUpTo(result: Result, acts: readonly Act[], shown: number): Map<number, number> {
  const counted = new Map(result.scores.map(({ seat, routes }) => [seat, routes]));
  for (const act of acts.slice(0, shown + 1)) {
    if (act.kind === "routes" || act.kind === "winners") continue;
    counted.set(act.seat, (counted.get(act.seat) ?? 0) + pointsOf(act));
  }
  return counted;
}

export function pointsOf(act: Extract<Act, { seat: number }>): number {
  if (act.kind === "ticket") return act.ticket.points;
  return act.kind === "longest-path" ? act.score.longest_path : act.score.attractions;
}

/** How long each act stays: a long game's show is not to be longer than half a minute. */
export function secondsFor(acts: readonly Act[]): number {
  return Math.min(1.9, 30 / acts.length);
}
