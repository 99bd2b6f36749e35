/** The setup of a new game, remembered from the last time. */

import { computed } from "@preact/signals";
import { shortName } from "../lib/playerName";
import { areTexts, isFlag, isText, oneOf, stored } from "../lib/stored";
import type { BotOffer, Clock, NewTable, RulesOffer, NewSeat } from "../wire";

export type Mode = "alone" | "together" | "friends";
export type ClockName = "none" | "quick" | "calm" | "day" | "days";

export const MODES: readonly Mode[] = ["alone", "together", "friends"];
export const CLOCK_NAMES: readonly ClockName[] = ["none", "quick", "calm", "day", "days"];

const CLOCKS: Record<ClockName, Clock> = {
  none: { kind: "none" },
  quick: { kind: "fischer", start: 300, gain: 10 },
  calm: { kind: "fischer", start: 900, gain: 20 },
  day: { kind: "days", days: 1 },
  days: { kind: "days", days: 3 },
};

export interface Setup {
  rules: string;
  mode: Mode;
  players: number;
  /** For each seat but the first: its bot, if any. */
  bots: string[];
  /** For each seat but the first: whether a bot fills it although the mode has room for a person. */
  filled: boolean[];
  /** Names of the people at this screen, the first one included. */
  names: string[];
  practice: boolean;
  /** Whether seats are drawn by lot. */
  lot: boolean;
  /** The clock, under the name it has had in stored setups. */
  pace: ClockName;
  spectators: boolean;
  knownCards: boolean;
  autopilot: boolean;
}

const MOST_OTHERS = 4;

export const DEFAULT: Setup = {
  rules: "north-america",
  mode: "alone",
  players: 3,
  bots: ["passenger", "passenger", "passenger", "passenger"],
  filled: [false, false, false, false],
  names: ["", "", "", "", ""],
  practice: true,
  lot: true,
  pace: "none",
  spectators: true,
  knownCards: true,
  autopilot: true,
};

const isCount = (value: unknown) => typeof value === "number" && Number.isInteger(value);
const FITS: Record<keyof Setup, (value: unknown) => boolean> = {
  rules: isText,
  mode: oneOf(MODES),
  players: isCount,
  bots: areTexts,
  filled: (value) => Array.isArray(value) && value.every(isFlag),
  names: areTexts,
  practice: isFlag,
  lot: isFlag,
  pace: oneOf(CLOCK_NAMES),
  spectators: isFlag,
  knownCards: isFlag,
  autopilot: isFlag,
};

function isSetup(value: unknown): value is Partial<Setup> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const fits: Readonly<Record<string, (value: unknown) => boolean>> = FITS;
  return Object.entries(value).every(([name, each]) => fits[name]?.(each) ?? true);
}

/** Below its validators, since the stored value is read at once. */
const kept = stored<Partial<Setup>>("setup", {}, isSetup);

/** The stored setup, with defaults for anything older versions lacked. */
export const setup = computed<Setup>(() => ({ ...DEFAULT, ...kept.value }));

export function change(part: Partial<Setup>): void {
  kept.value = { ...setup.peek(), ...part };
}

/** A copy of a list with one element replaced. */
export function replaced<Value>(list: readonly Value[], place: number, value: Value): Value[] {
  return list.map((each, index) => (index === place ? value : each));
}

/** Adjusted to what the server offers: rules, bots, number of players. */
export function fitting(chosen: Setup, rules: readonly RulesOffer[], bots: readonly BotOffer[]): Setup {
  const offer = rules.find((each) => each.id === chosen.rules) ?? rules[0];
  const [fewest = 2, most = 5] = offer?.players ?? [];
  const known = (bot: string) => bots.length === 0 || bots.some((each) => each.name === bot);
  const fallback = bots[0]?.name ?? "passenger";
  return {
    ...chosen,
    rules: offer?.id ?? chosen.rules,
    players: Math.max(fewest, Math.min(most, chosen.players)),
    bots: Array.from({ length: MOST_OTHERS }, (_, place) => {
      const bot = chosen.bots[place] ?? fallback;
      return known(bot) ? bot : fallback;
    }),
  };
}

/** The bot at a seat after the first, or null for a person. */
export function botAt(chosen: Setup, other: number): string | null {
  const bot = chosen.bots[other] ?? null;
  return chosen.mode === "alone" || chosen.filled[other] ? bot : null;
}

function newSeats(chosen: Setup, name: string): NewSeat[] {
  const others = Array.from({ length: chosen.players - 1 }, (_, other): NewSeat => {
    const bot = botAt(chosen, other);
    if (bot !== null) return { kind: "bot", bot };
    return chosen.mode === "friends" ? { kind: "open" } : person(chosen.names[other + 1] ?? "");
  });
  return [person(name), ...others];
}

function person(name: string): NewSeat {
  const called = shortName(name.trim());
  return called ? { kind: "me", name: called } : { kind: "me" };
}

/** Whether moves can be taken back: only without other people at the table. */
export function practises(chosen: Setup): boolean {
  return chosen.practice && chosen.mode !== "friends";
}

/** The request for a new table. Unnamed players stay unnamed: each page calls the seat in its own language. `chance`:
 * a random number in [0, 1). */
export function newTable(chosen: Setup, name: string, chance: () => number = Math.random): NewTable {
  const listed = newSeats(chosen, name);
  return {
    rules: chosen.rules,
    seats: chosen.lot ? shuffled(listed, chance) : listed,
    options: {
      practice: practises(chosen),
      clock: practises(chosen) ? CLOCKS.none : CLOCKS[chosen.pace],
      spectators: chosen.spectators,
      known_cards: chosen.knownCards,
      autopilot: chosen.autopilot,
    },
  };
}

function shuffled<Value>(list: readonly Value[], chance: () => number): Value[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const place = Math.floor(chance() * (last + 1));
    [mixed[last], mixed[place]] = [mixed[place] as Value, mixed[last] as Value];
  }
  return mixed;
}

/** Reads the start page's query: `?rules=new-york&players=3&bots=driver,porter&practice=0`. */
export function setupFrom(query: string): Partial<Setup> {
  const values = new URLSearchParams(query);
  const asked: Partial<Setup> = {};
  const rules = values.get("rules");
  const players = Number(values.get("players"));
  const bots = values.get("bots")?.split(",").filter(Boolean) ?? [];
  const practice = values.get("practice");
  if (rules) asked.rules = rules;
  if (players >= 2 && players <= 5) asked.players = players;
  if (bots.length > 0) {
    asked.bots = Array.from({ length: MOST_OTHERS }, (_, place) => bots[Math.min(place, bots.length - 1)] ?? "");
    asked.mode = "alone";
  }
  if (practice) asked.practice = practice !== "0";
  return asked;
}
