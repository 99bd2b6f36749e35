/** The journey: a line for each map, a station for each level; streaks and achievements. All of it follows from games. */

import { type PlayedGame, won } from "./history";

/** The game that earned something; null if none has. */
export type Earned = PlayedGame | null;

export interface Line {
  rules: string;
  /** One for each level, weakest first. */
  stations: Earned[];
  games: number;
  wins: number;
  best: number | null;
}

const own = (games: readonly PlayedGame[]) => games.filter(({ me }) => me !== null);
const oldestFirst = (games: readonly PlayedGame[]) => [...games].sort((one, other) => one.at - other.at);

/** The weakest level at the table; -1 unless all opponents are levels. */
function levelOf({ seats, me }: PlayedGame, levels: readonly string[]): number {
  const others = seats.filter((_, seat) => seat !== me);
  return Math.min(...others.map(({ bot }) => (bot === null ? -1 : levels.indexOf(bot))));
}

/** A win against a whole table of a level reaches its station, and those before it. */
export function lineOf(rules: string, games: readonly PlayedGame[], levels: readonly string[]): Line {
  const here = oldestFirst(own(games)).filter((game) => game.rules === rules);
  const wins = here.filter(won);
  const points = here.map(({ seats, me }) => seats[me ?? 0]?.points ?? 0);
  return {
    rules,
    stations: levels.map((_, level) => wins.find((game) => !game.helped && levelOf(game, levels) >= level) ?? null),
    games: here.length,
    wins: wins.length,
    best: points.length > 0 ? Math.max(...points) : null,
  };
}

export interface Streaks {
  /** Wins in a row up to now. */
  current: number;
  longest: number;
}

export function streaksOf(games: readonly PlayedGame[]): Streaks {
  let [current, longest] = [0, 0];
  for (const game of oldestFirst(own(games))) {
    current = won(game) ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return { current, longest };
}

export const ACHIEVEMENTS = [
  "first-win",
  "photo-finish",
  "all-tickets",
  "full-table",
  "points",
  "streak",
  "every-map",
  "master",
] as const;
export type Achievement = (typeof ACHIEVEMENTS)[number];

export const CLOSE = 3;
export const MANY_TICKETS = 5;
export const FULL_TABLE = 5;
export const MANY_POINTS = 150;
export const IN_A_ROW = 3;

/** The game that earned each achievement, the first that did. */
export function achievementsOf(
  games: readonly PlayedGame[],
  levels: readonly string[],
  maps: readonly string[],
): Record<Achievement, Earned> {
  const mine = oldestFirst(own(games));
  const wins = mine.filter(won);
  const first = (fits: (game: PlayedGame) => boolean): Earned => wins.find(fits) ?? null;
  return {
    "first-win": first(() => true),
    "photo-finish": first((game) => leadOf(game) > 0 && leadOf(game) <= CLOSE),
    "all-tickets": first(({ tickets, completed }) => tickets >= MANY_TICKETS && completed === tickets),
    "full-table": first(({ seats }) => seats.length >= FULL_TABLE),
    points: mine.find(({ seats, me }) => (seats[me ?? 0]?.points ?? 0) >= MANY_POINTS) ?? null,
    streak: mine.find((_, place) => streaksOf(mine.slice(0, place + 1)).current >= IN_A_ROW) ?? null,
    "every-map": wins.find((_, place) => hasAll(wins.slice(0, place + 1), maps)) ?? null,
    master: first((game) => !game.helped && levels.length > 0 && levelOf(game, levels) === levels.length - 1),
  };
}

function leadOf({ seats, me }: PlayedGame): number {
  const others = seats.flatMap(({ points }, seat) => (seat === me ? [] : [points]));
  return (seats[me ?? 0]?.points ?? 0) - Math.max(...others);
}

function hasAll(wins: readonly PlayedGame[], maps: readonly string[]): boolean {
  return maps.length > 0 && maps.every((map) => wins.some(({ rules }) => rules === map));
}
