/** Steps of the score reveal: each source of points at the end of the game. */

import type { Result, SeatResult, TicketResult } from "../wire";
import { lostFirst } from "./ScoreTable";
import { scoresInOrder } from "./ties";

export type RevealStep =
  | { kind: "routes" }
  | { kind: "ticket"; seat: number; ticket: TicketResult }
  | { kind: "longest-path"; seat: number; score: SeatResult }
  | { kind: "attractions"; seat: number; score: SeatResult }
  | { kind: "winners" };

/** From the last rank to the first, failed tickets before completed ones, bonuses at the end. */
export function revealSteps(result: Result): RevealStep[] {
  const scores = scoresInOrder(result).toReversed();
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

/** Points of each seat up to the shown step. */
export function countedUpTo(result: Result, steps: readonly RevealStep[], shown: number): Map<number, number> {
  const counted = new Map(result.scores.map(({ seat, routes }) => [seat, routes]));
  for (const step of steps.slice(0, shown + 1)) {
    if (step.kind === "routes" || step.kind === "winners") continue;
    counted.set(step.seat, (counted.get(step.seat) ?? 0) + pointsOfStep(step));
  }
  return counted;
}

export function pointsOfStep(step: Extract<RevealStep, { seat: number }>): number {
  if (step.kind === "ticket") return step.ticket.points;
  return step.kind === "longest-path" ? step.score.longest_path : step.score.attractions;
}

const ROUTES = 3;
const WINNERS = 6;
const TICKET = 2.4;
/** All tickets together take at most this long. */
const TICKETS = 32;

/** Seconds that a step stays: a path is travelled to its end, many tickets go faster. */
export function secondsFor(step: RevealStep, steps: readonly RevealStep[]): number {
  if (step.kind === "routes") return ROUTES;
  if (step.kind === "winners") return WINNERS;
  if (step.kind === "longest-path") return Math.min(7.5, 2 + 0.25 * step.score.trail.length);
  return Math.min(TICKET, TICKETS / steps.length);
}
