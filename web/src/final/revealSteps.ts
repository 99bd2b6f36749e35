/** The show after a game: everything that brings points at the end, one thing after the other. */

import type { Result, SeatResult, TicketResult } from "../wire";
import { lostFirst } from "./ScoreTable";
import { inOrder } from "./ties";

export type RevealStep =
  | { kind: "routes" }
  | { kind: "ticket"; seat: number; ticket: TicketResult }
  | { kind: "longest-path"; seat: number; score: SeatResult }
  | { kind: "attractions"; seat: number; score: SeatResult }
  | { kind: "winners" };

/** From the last place to the first, lost tickets before completed ones; the bonuses for all at the end. */
export function revealSteps(result: Result): RevealStep[] {
  const scores = inOrder(result).toReversed();
  const tickets = scores.flatMap((score) =>
    lostFirst(score).map((ticket): RevealStep => ({ kind: "ticket", seat: score.seat, ticket })),
  );
  const sights = scores.filter(({ attractions }) => attractions > 0);
  const paths = scores.filter(({ longest_path }) => longest_path > 0);
  return [
    { kind: "routes" },
    ...tickets,
    ...sights.map((score): RevealStep => ({ kind: "attractions", seat: score.seat, score })),
    ...paths.map((score): RevealStep => ({ kind: "longest-path", seat: score.seat, score })),
    { kind: "winners" },
  ];
}

/** The points of each seat after so many steps. */
export function countedUpTo(result: Result, steps: readonly RevealStep[], shown: number): Map<number, number> {
  const counted = new Map(result.scores.map(({ seat, routes }) => [seat, routes]));
  for (const step of steps.slice(0, shown + 1)) {
    if (step.kind === "routes" || step.kind === "winners") continue;
    counted.set(step.seat, (counted.get(step.seat) ?? 0) + pointsOf(step));
  }
  return counted;
}

export function pointsOf(step: Extract<RevealStep, { seat: number }>): number {
  if (step.kind === "ticket") return step.ticket.points;
  return step.kind === "longest-path" ? step.score.longest_path : step.score.attractions;
}

/** How long each step stays: a long game's show is not to be longer than half a minute. */
export function secondsFor(steps: readonly RevealStep[]): number {
  return Math.min(1.9, 30 / steps.length);
}
