/** Playback of a game: the current moment, running or paused. */

import { computed, effect, signal } from "@preact/signals";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP = 1400;
const LEAP = 10;

export class Playback {
  readonly at = signal(0);
  readonly running = signal(false);
  readonly speed = signal<number>(1);
  readonly atEnd = computed(() => this.at.value >= this.last);
  private readonly stopped: () => void;

  /** `last`: the number of moves. */
  constructor(
    readonly last: number,
    at: number,
  ) {
    this.at.value = clamp(at, last);
    this.stopped = effect(() => {
      if (!this.running.value) return undefined;
      const timer = setInterval(() => this.tick(), STEP / this.speed.value);
      return () => clearInterval(timer);
    });
  }

  go(at: number): void {
    this.at.value = clamp(at, this.last);
  }

  /** Step by hand, which pauses the playback. */
  step(by: number): void {
    this.running.value = false;
    this.go(this.at.peek() + by);
  }

  /** At the end, start over. */
  toggle(): void {
    if (!this.running.peek() && this.atEnd.peek()) this.go(0);
    this.running.value = !this.running.peek();
  }

  /** Handle a key; returns whether it was one of ours. */
  press(key: string): boolean {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      PageDown: LEAP,
      PageUp: -LEAP,
      Home: -this.last,
      End: this.last,
    };
    const by = steps[key];
    if (by !== undefined) this.step(by);
    else if (key === " ") this.toggle();
    else return false;
    return true;
  }

  close(): void {
    this.stopped();
  }

  private tick(): void {
    this.go(this.at.peek() + 1);
    if (this.atEnd.peek()) this.running.value = false;
  }
}

function clamp(at: number, last: number): number {
  return Math.min(Math.max(0, at), last);
}
