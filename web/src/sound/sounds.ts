/** Sound cues, synthesised: nothing is loaded. On at a low volume, once the player has touched the page. */

import { sound } from "../lib/settings";
import { CUES, type Cue, type Voice } from "./cues";

export type { Cue } from "./cues";

const VOLUME = 0.22;
const ATTACK = 0.008;
const SILENCE = 0.0001;
/** Below half of any sample rate: browsers complain about filters above it. */
const BRIGHTEST = 10_000;

interface Output {
  audio: AudioContext;
  master: GainNode;
  noise: AudioBuffer;
}

let output: Output | null = null;

export function play(cue: Cue): void {
  if (!sound.peek() || !touched()) return;
  output ??= open();
  if (!output) return;
  void output.audio.resume();
  for (const voice of CUES[cue]) sing(output, voice);
}

/** Browsers allow sound only after the page was touched, and complain in the console otherwise. */
function touched(): boolean {
  return typeof navigator === "undefined" || (navigator.userActivation?.hasBeenActive ?? true);
}

function open(): Output | null {
  if (typeof AudioContext === "undefined") return null;
  const audio = new AudioContext();
  const master = audio.createGain();
  master.gain.value = VOLUME;
  master.connect(audio.destination);
  return { audio, master, noise: whiteNoise(audio) };
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = 2 * Math.random() - 1;
  return buffer;
}

function sing({ audio, master, noise }: Output, voice: Voice): void {
  const begin = audio.currentTime + voice.at;
  const end = begin + voice.length;
  const source = voice.wave === "noise" ? noisy(audio, noise) : toned(audio, voice, begin, end);
  const [filter, volume] = [audio.createBiquadFilter(), audio.createGain()];
  filter.type = voice.wave === "noise" ? "bandpass" : "lowpass";
  filter.Q.value = voice.wave === "noise" ? 1.1 : 0.7;
  filter.frequency.setValueAtTime(voice.wave === "noise" ? voice.pitch : Math.min(BRIGHTEST, 6 * voice.pitch), begin);
  if (voice.wave === "noise") filter.frequency.exponentialRampToValueAtTime(voice.to ?? voice.pitch, end);
  volume.gain.setValueAtTime(SILENCE, begin);
  volume.gain.exponentialRampToValueAtTime(voice.loud, begin + Math.min(voice.attack ?? ATTACK, voice.length / 2));
  volume.gain.exponentialRampToValueAtTime(SILENCE, end);
  source.connect(filter).connect(volume).connect(master);
  source.start(begin);
  source.stop(end);
}

function noisy(audio: AudioContext, noise: AudioBuffer): AudioScheduledSourceNode {
  const source = audio.createBufferSource();
  source.buffer = noise;
  source.loop = true;
  return source;
}

function toned(audio: AudioContext, { wave, pitch, to }: Voice, begin: number, end: number): AudioScheduledSourceNode {
  const tone = audio.createOscillator();
  if (wave !== "noise") tone.type = wave;
  tone.frequency.setValueAtTime(pitch, begin);
  if (to) tone.frequency.exponentialRampToValueAtTime(to, end);
  return tone;
}
