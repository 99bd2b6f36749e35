/** Where a written game comes from: a finished table, or a record of somebody's. */

import { signal } from "@preact/signals";
import { api, request, RequestError } from "../net/api";
import { drawingOf, rulesOf } from "../table/rulesCache";
import type { Vehicle } from "../board/model/types";
import { type TieBreak, tieBreaksOf } from "../final/ties";
import type { Board, Drawing, ReadRecord, Replay } from "../wire";

export type Source = { table: string } | { record: string; name: string };

/** A game with everything that is needed to show it. */
export interface Shown {
  game: Replay;
  board: Board;
  drawing: Drawing;
  vehicle: Vehicle;
  tieBreaks: readonly TieBreak[];
}

/** A record that was opened on this page. It lasts as long as the page: nobody keeps it. */
export const openedRecord = signal<{ record: string; name: string } | null>(null);

/** Fetch a game as a seat knew it, or with everything revealed. */
export async function fetchGame(source: Source, seat: number | null): Promise<Shown> {
  const game = await ("table" in source ? api.replay(source.table, seat) : ofRecord(source.record, seat));
  if (game.board && game.drawing)
    return { game, board: game.board, drawing: game.drawing, vehicle: "train", tieBreaks: tieBreaksOf(undefined) };
  const [rules, drawing] = await Promise.all([rulesOf(game.rules), drawingOf(game.rules)]);
  return { game, board: rules.board, drawing, vehicle: rules.vehicle, tieBreaks: tieBreaksOf(rules.rules) };
}

function ofRecord(record: string, seat: number | null): Promise<Replay> {
  const body: ReadRecord = seat === null ? { record } : { record, seat };
  return request<Replay>("POST", "/api/replays", body);
}

/** Whether a game was refused for the seat it was asked for: one that is not there, or that no table has. */
export function isNoSeat(error: unknown): boolean {
  return error instanceof RequestError && (error.code === "no-such-seat" || error.code === "bad-message");
}

/** The address of a moment. */
export function addressOf(source: Source, at: number, seat: number | null): string {
  const path = "table" in source ? `/r/${source.table}` : "/replay";
  return `${path}?at=${at}${seat === null ? "" : `&seat=${seat}`}`;
}
