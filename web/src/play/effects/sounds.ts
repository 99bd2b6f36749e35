/** Synthesised sound cues, off by default. */

import { sound } from "../../lib/settings";

export type Cue = "turn" | "card" | "claim" | "tickets" | "tunnel" | "over";

type Note = readonly [frequency: number, at: number, length: number];

const CUES: Record<Cue, readonly Note[]> = {
  turn: [
    [587, 0, 0.16],
    [880, 0.13, 0.26],
  ],
  card: [[740, 0, 0.07]],
  claim: [
    [294, 0, 0.1],
    [370, 0.08, 0.1],
    [440, 0.16, 0.18],
  ],
  tickets: [
    [523, 0, 0.09],
    [659, 0.09, 0.12],
  ],
  tunnel: [
    [196, 0, 0.2],
    [233, 0.12, 0.24],
  ],
  over: [
    [392, 0, 0.18],
    [494, 0.15, 0.18],
    [587, 0.3, 0.18],
    [784, 0.45, 0.4],
  ],
};
const LOUDNESS = 0.05;

let context: AudioContext | null = null;

export function play(cue: Cue): void {
  if (!sound.peek() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  for (const note of CUES[cue]) ring(context, note);
}

function ring(audio: AudioContext, [frequency, at, length]: Note): void {
  const begin = audio.currentTime + at;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + length);
}
