/** The synthesiser: plays voices on any WebAudio context, the page's own or an offline one. */

import type { Voice } from "./cues";

/** Of all cues, so that they stay below the music of a room. */
const VOLUME = 0.22;
const ATTACK = 0.008;
const SILENCE = 0.0001;
/** Below half of any sample rate: browsers complain about filters above it. */
const BRIGHTEST = 10_000;

export interface Output {
  audio: BaseAudioContext;
  master: GainNode;
  noise: AudioBuffer;
}

export function openOutput(audio: BaseAudioContext): Output {
  const master = audio.createGain();
  master.gain.value = VOLUME;
  master.connect(audio.destination);
  return { audio, master, noise: whiteNoise(audio) };
}

/** A second of it, for all cues of the page. */
let noise: AudioBuffer | null = null;

function whiteNoise(audio: BaseAudioContext): AudioBuffer {
  if (noise?.sampleRate === audio.sampleRate) return noise;
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = 2 * Math.random() - 1;
  return noise;
}

export function sing({ audio, master, noise }: Output, voice: Voice): void {
  const begin = audio.currentTime + voice.at;
  const end = begin + voice.length;
  const source = voice.wave === "noise" ? noisy(audio, noise, begin) : toned(audio, voice, begin, end);
  const [filter, volume] = [audio.createBiquadFilter(), audio.createGain()];
  filter.type = voice.wave === "noise" ? "bandpass" : "lowpass";
  filter.Q.value = voice.wave === "noise" ? 1.1 : 0.7;
  filter.frequency.setValueAtTime(voice.wave === "noise" ? voice.pitch : Math.min(BRIGHTEST, 6 * voice.pitch), begin);
  if (voice.wave === "noise") filter.frequency.exponentialRampToValueAtTime(voice.to ?? voice.pitch, end);
  volume.gain.setValueAtTime(SILENCE, begin);
  volume.gain.exponentialRampToValueAtTime(voice.loud, begin + Math.min(voice.attack ?? ATTACK, voice.length / 2));
  volume.gain.exponentialRampToValueAtTime(SILENCE, end);
  source.connect(filter).connect(volume).connect(master);
  source.stop(end);
}

/** From anywhere in the noise: two claps are never the same. */
function noisy(audio: BaseAudioContext, noise: AudioBuffer, begin: number): AudioScheduledSourceNode {
  const source = audio.createBufferSource();
  source.buffer = noise;
  source.loop = true;
  source.start(begin, Math.random() * noise.duration);
  return source;
}

function toned(
  audio: BaseAudioContext,
  { wave, pitch, to }: Voice,
  begin: number,
  end: number,
): AudioScheduledSourceNode {
  const tone = audio.createOscillator();
  if (wave !== "noise") tone.type = wave;
  tone.frequency.setValueAtTime(pitch, begin);
  if (to) tone.frequency.exponentialRampToValueAtTime(to, end);
  tone.start(begin);
  return tone;
}
