/** Progress in a lesson, derived from the table's log, so that a reload continues at the same step. */

import type { EventValues, Happening, LessonShown, SeenView, StepShown } from "../wire";

export interface LessonState {
  log: readonly Happening[];
  view: Pick<SeenView, "phase" | "tickets">;
  /** The learner's seat. */
  seat: number;
  /** Steps that were read or skipped: the only thing the page has to remember. */
  passed: ReadonlySet<string>;
}

/** The index of the current step; the number of steps when all are done. */
export function stepNow({ steps }: Pick<LessonShown, "steps">, state: LessonState): number {
  const done = lastDone(steps, state);
  const next = steps.findIndex((step, index) => index > done && !state.passed.has(step.id));
  return next < 0 ? steps.length : next;
}

/** Whether a step is half done: the first of two cards. */
export function isBegun(lesson: Pick<LessonShown, "steps">, state: LessonState): boolean {
  const step = lesson.steps[stepNow(lesson, state)];
  if (!step || step.until.count < 2) return false;
  const { events, from } = walk(lesson.steps, state);
  return endOf({ until: { ...step.until, count: 1 } }, events, from, state) !== null;
}

export function isReading({ until }: StepShown): boolean {
  return until.events.length === 0 && until.phase === null && until.joined === 0;
}

/** The last step completed by events. Reading steps before it count as read. */
function lastDone(steps: readonly StepShown[], state: LessonState): number {
  const { events, done } = walk(steps, state);
  return Math.max(
    done,
    steps.findLastIndex((step) => overtakes(step, events, state)),
  );
}

/** Replay the events step by step: the last completed step, and its position in the events. */
function walk(steps: readonly StepShown[], state: LessonState): { events: SeatedEvent[]; done: number; from: number } {
  const events = state.log.flatMap((entry) => entry.events.map((event) => ({ event, seat: event.seat ?? entry.seat })));
  let from = 0;
  let done = -1;
  for (const [index, step] of steps.entries()) {
    if (isReading(step)) continue;
    const end = endOf(step, events, from, state);
    if (end === null && !state.passed.has(step.id)) break;
    from = end ?? from;
    done = index;
  }
  return { events, done, from };
}

/** The end of the game completes all steps before it. */
function overtakes(step: StepShown, events: readonly SeatedEvent[], state: LessonState): boolean {
  const { until } = step;
  return (
    (until.phase === "over" || until.by === "anybody") && !isReading(step) && endOf(step, events, 0, state) !== null
  );
}

interface SeatedEvent {
  event: EventValues;
  seat: number | null;
}

/** The event index at which a step ends; null if it has not. */
function endOf(
  { until }: Pick<StepShown, "until">,
  events: readonly SeatedEvent[],
  from: number,
  state: LessonState,
): number | null {
  if (until.phase !== null) return state.view.phase === until.phase ? from : null;
  if (until.joined > 0) return state.view.tickets.filter(({ joined }) => joined).length >= until.joined ? from : null;
  let left = until.count;
  for (let index = from; index < events.length; index += 1) {
    const placed = events[index];
    if (!placed || !until.events.includes(placed.event.kind)) continue;
    if (until.by === "me" && placed.seat !== state.seat) continue;
    left -= 1;
    if (left === 0) return index + 1;
  }
  return null;
}
