/** Where a lesson is: worked out from what happened at its table, so that a reload goes on at the same step. */

import type { EventValues, Happening, LessonShown, SeenView, StepShown } from "../wire";

export interface Lived {
  log: readonly Happening[];
  view: Pick<SeenView, "phase" | "tickets">;
  /** The learner's seat. */
  seat: number;
  /** Steps that were read, or passed over: all that this page has to remember by itself. */
  passed: ReadonlySet<string>;
}

/** The number of the step that is to be shown; the number of steps when all are done. */
export function stepNow({ steps }: Pick<LessonShown, "steps">, lived: Lived): number {
  const done = lastDone(steps, lived);
  const next = steps.findIndex((step, index) => index > done && !lived.passed.has(step.id));
  return next < 0 ? steps.length : next;
}

/** Whether a part of what the step waits for has been done: the first of two cards. */
export function isBegun(lesson: Pick<LessonShown, "steps">, lived: Lived): boolean {
  const step = lesson.steps[stepNow(lesson, lived)];
  if (!step || step.until.count < 2) return false;
  const { events, from } = walk(lesson.steps, lived);
  return endOf({ until: { ...step.until, count: 1 } }, events, from, lived) !== null;
}

/** A step that only wants to be read. */
export function isReading({ until }: StepShown): boolean {
  return until.events.length === 0 && until.phase === null && until.joined === 0;
}

/** The last step that is over by what happened. Whatever was to be read before it has been passed by. */
function lastDone(steps: readonly StepShown[], lived: Lived): number {
  const { events, done } = walk(steps, lived);
  return Math.max(
    done,
    steps.findLastIndex((step) => overtakes(step, events, lived)),
  );
}

/** Step by step through what happened: the last one that ended, and where in the events. */
function walk(steps: readonly StepShown[], lived: Lived): { events: Placed[]; done: number; from: number } {
  const events = lived.log.flatMap((each) => each.events.map((event) => ({ event, seat: event.seat ?? each.seat })));
  let from = 0;
  let done = -1;
  for (const [index, step] of steps.entries()) {
    if (isReading(step)) continue;
    const end = endOf(step, events, from, lived);
    if (end === null && !lived.passed.has(step.id)) break;
    from = end ?? from;
    done = index;
  }
  return { events, done, from };
}

/** What ends a game overtakes whatever the learner has not done yet. */
function overtakes(step: StepShown, events: readonly Placed[], lived: Lived): boolean {
  const { until } = step;
  return (
    (until.phase === "over" || until.by === "anybody") && !isReading(step) && endOf(step, events, 0, lived) !== null
  );
}

interface Placed {
  event: EventValues;
  seat: number | null;
}

/** Where in the events a step ends; null if it has not. */
function endOf(
  { until }: Pick<StepShown, "until">,
  events: readonly Placed[],
  from: number,
  lived: Lived,
): number | null {
  if (until.phase !== null) return lived.view.phase === until.phase ? from : null;
  if (until.joined > 0) return lived.view.tickets.filter(({ joined }) => joined).length >= until.joined ? from : null;
  let left = until.count;
  for (let index = from; index < events.length; index += 1) {
    const placed = events[index];
    if (!placed || !until.events.includes(placed.event.kind)) continue;
    if (until.by === "me" && placed.seat !== lived.seat) continue;
    left -= 1;
    if (left === 0) return index + 1;
  }
  return null;
}
