/** Sound cues, synthesised: nothing is loaded. On at a low volume, once the player has touched the page. */

import { sound } from "../lib/settings";
import { CUES, type Cue } from "./cues";
import { openOutput, sing } from "./synthesis";

export type { Cue } from "./cues";

let audio: AudioContext | null = null;
/** Each cue is rendered once, beside the page's thread; playing it then costs a frame next to nothing. */
const rendered = new Map<Cue, Promise<AudioBuffer>>();
/** Seconds in which the last voice dies away. */
const TAIL = 0.1;

export function play(cue: Cue): void {
  const context = opened();
  if (!context) return;
  if (context.state !== "running") void context.resume();
  prepared(cue, context).then(
    (buffer) => start(context, buffer),
    () => rendered.delete(cue), // no sound is worth an error
  );
}

/** Prepare all cues, one in each pause of the page, from the first touch on and while sound is on: a first sound would
 * delay the move that it goes with. Returns a function that stops. */
export function prepareSounds(): () => void {
  const cues = Object.keys(CUES) as Cue[];
  let [waiting, busy] = [0, false];
  const next = () => {
    busy = false;
    const context = opened();
    const cue = context && cues.shift();
    if (!context || !cue) return;
    prepared(cue, context).catch(() => rendered.delete(cue));
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

function prepared(cue: Cue, context: AudioContext): Promise<AudioBuffer> {
  const found = rendered.get(cue) ?? render(cue, context.sampleRate);
  rendered.set(cue, found);
  return found;
}

function start(context: AudioContext, buffer: AudioBuffer): void {
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}

function render(cue: Cue, rate: number): Promise<AudioBuffer> {
  const voices = CUES[cue];
  const seconds = Math.max(...voices.map(({ at, length }) => at + length)) + TAIL;
  const offline = new OfflineAudioContext(1, Math.ceil(seconds * rate), rate);
  const output = openOutput(offline);
  for (const voice of voices) sing(output, voice);
  return offline.startRendering();
}

/** Browsers allow sound only after the page was touched, and complain in the console otherwise. */
function touched(): boolean {
  return typeof navigator === "undefined" || (navigator.userActivation?.hasBeenActive ?? true);
}
