/** The beat queue: plays what the server reports one move at a time, at a pace a player can follow. */

import { signal } from "@preact/signals";
import type { Happening } from "../wire";

/** One report on its way to the screen. */
export interface Beat {
  /** The move it tells of; null for reports that need no time. */
  readonly move: Happening | null;
  /** How long it stays, in lengths of a beat; 0 passes at once. */
  readonly weight: number;
  /** Show the position. `held`: the mover stays on turn until the beat is settled. */
  show(held: boolean): void;
  /** Show whose turn it is now. */
  settle(): void;
}

/** Why beats wait: a moment is celebrated, the cards of a tunnel are turned. */
export type Pause = "moment" | "tunnel";

/** Older beats are shown at once. */
const MOST = 24;
/** Beyond this number of waiting beats, each is shortened. */
const CALM = 8;

export class BeatQueue {
  /** The move being played. */
  readonly current = signal<Happening | null>(null);
  /** Whether beats are being played or are waiting. */
  readonly playing = signal(false);

  private waiting: Beat[] = [];
  private held: Beat | null = null;
  private readonly pauses = new Set<Pause>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stops: () => void;

  /** `length`: of a beat in milliseconds, 0 for none. `away`: whether the page is hidden; beats wait until it is not. */
  constructor(
    private readonly length: () => number,
    private readonly away: () => boolean = pageHidden,
  ) {
    const resume = () => this.advance();
    globalThis.document?.addEventListener("visibilitychange", resume);
    this.stops = () => globalThis.document?.removeEventListener("visibilitychange", resume);
  }

  push(beat: Beat): void {
    this.waiting.push(beat);
    while (this.waiting.length > MOST) {
      this.release();
      this.waiting.shift()?.show(false);
    }
    this.advance();
  }

  /** Show everything at once. */
  skip(): void {
    this.release();
    const rest = this.waiting;
    this.waiting = [];
    for (const beat of rest) beat.show(false);
    this.note();
  }

  /** Let what is shown on the board end before the next beat begins. */
  pause(reason: Pause, paused: boolean): void {
    if (paused) this.pauses.add(reason);
    else this.pauses.delete(reason);
    this.advance();
  }

  close(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.stops();
  }

  private advance(): void {
    while (!this.held) {
      const [beat] = this.waiting;
      const length = (beat?.weight ?? 0) * this.length();
      if (!beat || (length > 0 && (this.pauses.size > 0 || this.away()))) break;
      this.waiting.shift();
      if (length > 0) this.hold(beat, length);
      else beat.show(false);
    }
    this.note();
  }

  private hold(beat: Beat, length: number): void {
    this.held = beat;
    this.current.value = beat.move;
    beat.show(true);
    const hurry = Math.max(1, this.waiting.length / CALM);
    this.timer = setTimeout(() => {
      this.release();
      this.advance();
    }, length / hurry);
  }

  /** End the beat on the screen. Unless another move follows, it has to say whose turn it is. */
  private release(): void {
    clearTimeout(this.timer);
    const beat = this.held;
    this.held = null;
    this.current.value = null;
    if (beat && !this.waiting.some(({ move }) => move)) beat.settle();
  }

  private note(): void {
    this.playing.value = this.held !== null || this.waiting.length > 0;
  }
}

function pageHidden(): boolean {
  return globalThis.document?.visibilityState === "hidden";
}
