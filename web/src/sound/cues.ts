/** The set of sounds: a card, wagons on the rail, a whistle, a ticket punch, a bell, applause. */

export type Cue = "card" | "wagon" | "whistle" | "tunnel" | "punch" | "miss" | "bell" | "chime" | "applause" | "talk";

/** A tone, or noise around a pitch, that swells and fades. Times in seconds. */
export interface Voice {
  wave: "noise" | "sine" | "triangle";
  pitch: number;
  /** The pitch it glides to. */
  to?: number;
  at: number;
  length: number;
  loud: number;
  attack?: number;
}

/** A wheel over a joint of the rail: a click and a thud. */
const joint = (at: number): Voice[] => [
  { wave: "noise", pitch: 2600, at, length: 0.06, loud: 1 },
  { wave: "sine", pitch: 190, to: 80, at, length: 0.13, loud: 0.9 },
];

/** A steam whistle: a chord with breath in it. */
const whistle = (at: number, length: number): Voice[] => [
  ...[466, 587, 698].map((pitch): Voice => ({
    wave: "triangle",
    pitch: 0.97 * pitch,
    to: pitch,
    at,
    length,
    loud: 0.25,
    attack: 0.06,
  })),
  { wave: "noise", pitch: 1800, at, length, loud: 0.12, attack: 0.04 },
];

/** A struck bell: partials that are not harmonic, the high ones short. */
const bell = (at: number, pitch: number): Voice[] =>
  [1, 2.4, 3.9].map((partial, index) => ({
    wave: "sine",
    pitch: partial * pitch,
    at,
    length: 1.1 / (index + 1),
    loud: 0.24 / (index + 1),
    attack: 0.004,
  }));

const CLAPS = 170;

/** Many hands: short bursts, thick at first, thinning out. */
const applause: Voice[] = Array.from({ length: CLAPS }, (_, clap) => ({
  wave: "noise",
  pitch: 900 + ((clap * 617) % 1400),
  at: 2.6 * (clap / CLAPS) ** 1.3 + ((clap * 37) % 11) / 120,
  length: 0.12,
  loud: 1 - (0.75 * clap) / CLAPS,
  attack: 0.002,
}));

export const CUES: Readonly<Record<Cue, readonly Voice[]>> = {
  card: [{ wave: "noise", pitch: 1500, to: 4200, at: 0, length: 0.14, loud: 0.9, attack: 0.05 }],
  wagon: [...joint(0), ...joint(0.11), ...joint(0.32), ...joint(0.43)],
  whistle: [...whistle(0, 0.32), ...whistle(0.42, 0.75)],
  tunnel: [
    { wave: "noise", pitch: 320, to: 140, at: 0, length: 0.9, loud: 1, attack: 0.2 },
    ...joint(0.15),
    ...joint(0.5),
  ],
  punch: [
    { wave: "noise", pitch: 3600, at: 0, length: 0.05, loud: 1 },
    { wave: "noise", pitch: 1400, at: 0.07, length: 0.08, loud: 1 },
    { wave: "sine", pitch: 420, to: 220, at: 0.07, length: 0.1, loud: 0.7 },
  ],
  miss: [{ wave: "triangle", pitch: 220, to: 165, at: 0, length: 0.4, loud: 0.7, attack: 0.02 }],
  bell: [...bell(0, 784), ...bell(0.16, 1046)],
  chime: [...bell(0, 1046), ...bell(0.12, 1318), ...bell(0.26, 1568)],
  applause,
  talk: [
    { wave: "sine", pitch: 520, to: 780, at: 0, length: 0.09, loud: 0.4, attack: 0.01 },
    { wave: "sine", pitch: 780, to: 1040, at: 0.08, length: 0.12, loud: 0.36, attack: 0.01 },
  ],
};
