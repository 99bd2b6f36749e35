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
  if (!sound.peek() || !touched()) return;
  if (typeof AudioContext === "undefined" || typeof OfflineAudioContext === "undefined") return;
  const context = (audio ??= new AudioContext());
  if (context.state !== "running") void context.resume();
  const found = rendered.get(cue) ?? render(cue, context.sampleRate);
  rendered.set(cue, found);
  found.then(
    (buffer) => start(context, buffer),
    () => rendered.delete(cue), // no sound is worth an error
  );
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
