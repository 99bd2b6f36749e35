/** How far this browser has followed its tables: what lies beyond was missed, and is played when it comes back. */

import { stored } from "../lib/stored";

type Seen = Record<string, number>;

const MOST_TABLES = 40;

const isSeen = (value: unknown): value is Seen =>
  typeof value === "object" && value !== null && Object.values(value).every((each) => typeof each === "number");

const seen = stored<Seen>("seen", {}, isSeen);

/** The last entry shown of a table; null if it was never open here. */
export function lastSeen(table: string): number | null {
  return seen.peek()[table] ?? null;
}

export function noteSeen(table: string, seq: number): void {
  const { [table]: _, ...others } = seen.peek();
  const kept = Object.entries(others).slice(1 - MOST_TABLES);
  seen.value = { ...Object.fromEntries(kept), [table]: seq };
}
