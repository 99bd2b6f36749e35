/** Sound cues, synthesised: nothing is loaded. On at a low volume, once the player has touched the page. */

import { sound } from "../lib/settings";
import { CUES, type Cue, type Voice } from "./cues";
import { openOutput, type Output, sing } from "./synthesis";

export type { Cue } from "./cues";

let audio: AudioContext | null = null;
/** Each cue is rendered once, beside the page's thread; playing it then costs a frame next to nothing. */
const rendered = new Map<Cue, Promise<AudioBuffer>>();
/** Seconds in which the last voice dies away. */
const TAIL = 0.1;
/** Voices that a pause between two frames has time for: applause has many more. */
const SUNG_AT_ONCE = 20;

export function play(cue: Cue): void {
  const context = opened();
  if (!context) return;
  if (context.state !== "running") void context.resume();
  const sound = rendered.get(cue) ?? keep(cue, render(cue, context.sampleRate));
  sound.then(
    (buffer) => start(context, buffer),
    () => undefined,
  );
}

/** Prepare all cues, one or a part of one in each pause of the page, from the first touch on and while sound is on: a
 * first sound would delay the move that it goes with. Returns a function that stops. */
export function prepareSounds(): () => void {
  const cues = (Object.keys(CUES) as Cue[]).filter((cue) => !rendered.has(cue));
  let [waiting, busy] = [0, false];
  let singing: Singing | null = null;
  const next = () => {
    busy = false;
    const context = opened();
    const cue = context && (singing?.cue ?? cues.shift());
    if (!context || !cue) return;
    singing ??= new Singing(cue, context.sampleRate);
    if (singing.singSome(SUNG_AT_ONCE)) {
      if (!rendered.has(cue)) keep(cue, singing.end());
      singing = null;
    }
    begin();
  };
  const begin = () => {
    if (busy || !opened()) return;
    ignoreTouches();
    busy = true;
    waiting = whenIdle(next);
  };
  const touches = ["pointerup", "keyup"] as const;
  const ignoreTouches = () => touches.forEach((touch) => document.removeEventListener(touch, begin));
  for (const touch of touches) document.addEventListener(touch, begin);
  const stop = sound.subscribe(begin);
  return () => {
    stop();
    ignoreTouches();
    globalThis.cancelIdleCallback?.(waiting);
  };
}

function whenIdle(act: () => void): number {
  return globalThis.requestIdleCallback?.(act) ?? 0; // without it each cue is prepared when it is first played
}

/** The page's sound output; null where it must be silent. */
function opened(): AudioContext | null {
  if (!sound.peek() || !touched()) return null;
  if (typeof AudioContext === "undefined" || typeof OfflineAudioContext === "undefined") return null;
  return (audio ??= new AudioContext());
}

function keep(cue: Cue, sound: Promise<AudioBuffer>): Promise<AudioBuffer> {
  rendered.set(cue, sound);
  sound.catch(() => rendered.delete(cue)); // no sound is worth an error
  return sound;
}

function start(context: AudioContext, buffer: AudioBuffer): void {
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}

function render(cue: Cue, rate: number): Promise<AudioBuffer> {
  const singing = new Singing(cue, rate);
  singing.singSome(CUES[cue].length);
  return singing.end();
}

/** A cue on its way to a buffer. */
class Singing {
  private readonly waiting: Voice[];
  private readonly offline: OfflineAudioContext;
  private readonly output: Output;

  constructor(
    readonly cue: Cue,
    rate: number,
  ) {
    this.waiting = [...CUES[cue]];
    const seconds = Math.max(...this.waiting.map(({ at, length }) => at + length)) + TAIL;
    this.offline = new OfflineAudioContext(1, Math.ceil(seconds * rate), rate);
    this.output = openOutput(this.offline);
  }

  /** Returns whether all voices are sung. */
  singSome(count: number): boolean {
    for (const voice of this.waiting.splice(0, count)) sing(this.output, voice);
    return this.waiting.length === 0;
  }

  end(): Promise<AudioBuffer> {
    return this.offline.startRendering();
  }
}

/** Browsers allow sound only after the page was touched, and complain in the console otherwise. */
function touched(): boolean {
  return typeof navigator === "undefined" || (navigator.userActivation?.hasBeenActive ?? true);
}
