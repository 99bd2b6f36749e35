/** Sound cues, synthesised: nothing is loaded. On at a low volume, once the player has touched the page. */

import { sound } from "../lib/settings";
import { CUES, type Cue } from "./cues";
import { type Output, openOutput, sing } from "./synthesis";

export type { Cue } from "./cues";

let audio: AudioContext | null = null;
let output: Output | null = null;

export function play(cue: Cue): void {
  if (!sound.peek() || !touched()) return;
  if (typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  output ??= openOutput(audio);
  void audio.resume();
  for (const voice of CUES[cue]) sing(output, voice);
}

/** Browsers allow sound only after the page was touched, and complain in the console otherwise. */
function touched(): boolean {
  return typeof navigator === "undefined" || (navigator.userActivation?.hasBeenActive ?? true);
}
