/** Shows moments one after the other, each for a short while; a press or Escape ends them. */

import { whenIdle } from "../../lib/idle";
import { lessMotion, pace } from "../../lib/settings";
import { type Cue, play as cue } from "../../sound/sounds";
import type { SeenView } from "../../wire";
import { type Moment, momentsBetween, type Stage } from "../state/moments";
import type { Play } from "../state/play";
import { flyPoints } from "./pointFlights";

const LENGTHS: Readonly<Record<Moment["kind"], number>> = {
  ticket: 2600,
  attraction: 1700,
  "longest-path": 2600,
  "last-round": 3400,
};
const CUES: Readonly<Partial<Record<Moment["kind"], Cue>>> = {
  ticket: "chime",
  attraction: "punch",
  "longest-path": "wagon",
};
/** Players in a hurry get half the time. */
const HURRY = 0.5;

/** Watch the table; returns a function that stops. */
export function followMoments(play: Play): () => void {
  const shown = new MomentQueue(play);
  let before: SeenView | null = play.store.view.peek();
  const looks: (() => void)[] = []; // finding the longest path takes time: not in the frame that shows a claim
  let callOff = () => {};
  const stopWatching = play.store.watch((sights, played) => {
    const seat = before?.seat ?? play.store.seat.peek();
    const sight = sights.find((each) => each.seat === seat) ?? sights[0];
    const stage = stageOf(play);
    if (before && sight?.view && stage && played) {
      const [then, { view, happenings }] = [before, { view: sight.view, happenings: sight.happenings }];
      const look = () => shown.push(momentsBetween(then, view, happenings, stage));
      if (looks.push(look) === 1) callOff = whenIdle(() => looks.splice(0).forEach((each) => each()));
    }
    before = play.store.view.peek();
  });
  const skip = () => shown.clear();
  const onKey = ({ key }: KeyboardEvent) => key === "Escape" && skip();
  document.addEventListener("pointerdown", skip, true);
  document.addEventListener("keydown", onKey, true);
  return () => {
    stopWatching();
    callOff();
    skip();
    document.removeEventListener("pointerdown", skip, true);
    document.removeEventListener("keydown", onKey, true);
  };
}

function stageOf({ store, state }: Play): Stage | null {
  const [rules, drawing] = [store.rules.peek(), store.drawing.peek()];
  if (!rules || !drawing) return null;
  const marked = Object.entries(drawing.cities).filter(([, { kind }]) => kind === "attraction");
  return {
    board: rules.board,
    attractions: new Set(marked.map(([id]) => id)),
    pathBonus: Number(rules.rules.longest_path_points) > 0,
    tickets: !state.hotSeat.peek(),
  };
}

class MomentQueue {
  private waiting: Moment[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly play: Play) {}

  push(moments: readonly Moment[]): void {
    this.waiting.push(...moments);
    if (!this.play.state.moment.peek()) this.next();
  }

  clear(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.show(null);
  }

  private next(): void {
    const moment = this.waiting.shift() ?? null;
    this.show(moment);
    if (!moment) return;
    const heard = CUES[moment.kind];
    if (heard) cue(heard);
    if (moment.kind === "ticket") this.completed(moment.ticket, moment.points);
    const length = LENGTHS[moment.kind] * (pace.peek() === "instant" ? HURRY : 1);
    this.timer = setTimeout(() => this.next(), length);
  }

  private show(moment: Moment | null): void {
    this.play.state.moment.value = moment;
    this.play.store.beats.pause("moment", moment !== null);
  }

  /** A ticket that is complete needs to be watched no longer. */
  private completed(ticket: string, points: number): void {
    if (!lessMotion.peek()) flyPoints(ticket, points);
    if (this.play.state.pinned.peek() === ticket) this.play.state.pinned.value = null;
  }
}
