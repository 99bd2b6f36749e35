/** The games this browser has finished, kept here: the server forgets who played them. */

import { isFlag, isText, stored } from "../lib/stored";
import { hadHelp } from "../table/help";
import type { TableInfo } from "../wire";

export interface PlayedSeat {
  name: string;
  /** The bot that sat there, if it was one. */
  bot: string | null;
  points: number;
}

export interface PlayedGame {
  /** The table, which is also the address of the replay. */
  id: string;
  rules: string;
  /** The name of the rules, for those the page has no word for. */
  title: string;
  /** Seconds since 1970. */
  at: number;
  seats: PlayedSeat[];
  /** The own seat; null where several people shared this screen. */
  me: number | null;
  winners: number[];
  /** Own tickets: completed, and all of them. */
  completed: number;
  tickets: number;
  /** A hint, a move taken back, or a bot that stood in. */
  helped: boolean;
}

const MOST_GAMES = 1000;

const isCount = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isSeat = (value: unknown): boolean => {
  const seat = value as PlayedSeat;
  return (
    typeof seat === "object" && seat !== null && isText(seat.name) && isCount(seat.points) && isTextOrNull(seat.bot)
  );
};
const isTextOrNull = (value: unknown) => value === null || isText(value);

export function isGame(value: unknown): value is PlayedGame {
  const game = value as PlayedGame;
  if (typeof game !== "object" || game === null) return false;
  const texts = [game.id, game.rules, game.title].every(isText) && /^[A-Za-z0-9]{1,32}$/.test(game.id);
  const counts = [game.at, game.completed, game.tickets].every(isCount);
  const lists = Array.isArray(game.seats) && game.seats.every(isSeat) && Array.isArray(game.winners);
  const mine = game.me === null || (isCount(game.me) && lists && game.me in game.seats);
  return texts && counts && lists && game.winners.every(isCount) && mine && isFlag(game.helped);
}

const areGames = (value: unknown): value is PlayedGame[] => Array.isArray(value) && value.every(isGame);

/** Counts the changes of player in this browser, in all its tabs: what a page asked for before one was for another. */
export const playerChanges = stored("player-changes", 0, isCount);

/** Latest first. */
export const history = stored<PlayedGame[]>("history", [], areGames);

/** Add games; those that are there already stay as they are. Returns how many were new. */
export function addGames(games: readonly PlayedGame[]): number {
  const known = new Set(history.peek().map(({ id }) => id));
  const fresh = games.filter(({ id }) => !known.has(id));
  if (fresh.length > 0)
    history.value = [...history.peek(), ...fresh].sort((one, other) => other.at - one.at).slice(0, MOST_GAMES);
  return fresh.length;
}

/** Note the finished games among tables that were asked for at a count of `playerChanges`; another player's are not
 * noted. Lessons are no games. */
export function noteTables(tables: readonly TableInfo[], since: number): void {
  if (since === playerChanges.peek()) addGames(tables.flatMap((table) => gameOf(table) ?? []));
}

/** A finished table as a game; null if it is not finished, or not this browser's. */
export function gameOf(table: TableInfo, helped = hadHelp(table.id)): PlayedGame | null {
  const { result, mine } = table;
  if (table.status !== "over" || !result || mine.length === 0 || table.options.lesson !== null) return null;
  const scores = new Map(result.scores.map((score) => [score.seat, score]));
  const me = mine.length === 1 ? (mine[0] ?? null) : null;
  const own = me === null ? undefined : scores.get(me);
  return {
    id: table.id,
    rules: table.rules.id,
    title: table.rules.name,
    at: Math.round(table.changed_at),
    seats: table.seats.map(({ kind, name, bot }, seat) => ({
      name: kind === "bot" ? "" : name,
      bot: kind === "bot" ? bot : null,
      points: scores.get(seat)?.total ?? 0,
    })),
    me,
    winners: result.winners,
    completed: own?.completed ?? 0,
    tickets: own?.ticket_scores.length ?? 0,
    helped: helped || (me !== null && (table.seats[me]?.away ?? false)),
  };
}

/** Whether the owner of this browser won; null where several shared it. */
export function won(game: PlayedGame): boolean | null {
  return game.me === null ? null : game.winners.includes(game.me);
}
