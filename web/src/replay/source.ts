/** The source of a replay: a finished table, or a record. */

import { signal } from "@preact/signals";
import { api, request, RequestError } from "../net/api";
import { drawingOf, rulesOf } from "../table/rulesCache";
import type { Vehicle } from "../board/model/types";
import type { BoardValues, Drawing, ReadRecord, GameReplay } from "../wire";

export type Source = { table: string } | { record: string; name: string };

/** A replay with its board. */
export interface LoadedReplay {
  game: GameReplay;
  board: BoardValues;
  drawing: Drawing;
  vehicle: Vehicle;
}

/** The record opened on this page; it is kept nowhere else. */
export const openedRecord = signal<{ record: string; name: string } | null>(null);

/** Load a game as a seat saw it, or with everything revealed. */
export async function fetchGame(source: Source, seat: number | null): Promise<LoadedReplay> {
  const game = await ("table" in source ? api.replay(source.table, seat) : ofRecord(source.record, seat));
  if (game.board && game.drawing) return { game, board: game.board, drawing: game.drawing, vehicle: "train" };
  const [rules, drawing] = await Promise.all([rulesOf(game.rules), drawingOf(game.rules)]);
  return { game, board: rules.board, drawing, vehicle: rules.vehicle };
}

function ofRecord(record: string, seat: number | null): Promise<GameReplay> {
  const body: ReadRecord = seat === null ? { record } : { record, seat };
  return request<GameReplay>("POST", "/api/replays", body);
}

/** Whether the requested seat does not exist. */
export function isNoSeat(error: unknown): boolean {
  return error instanceof RequestError && (error.code === "no-such-seat" || error.code === "bad-message");
}

export function addressOf(source: Source, at: number, seat: number | null): string {
  const path = "table" in source ? `/r/${source.table}` : "/replay";
  return `${path}?at=${at}${seat === null ? "" : `&seat=${seat}`}`;
}
