/** The logs of a table, one for each seat of this screen. */

import type { Happening, Sight } from "../wire";

export type Logs = ReadonlyMap<number, readonly Happening[]>;

/** Append new entries; `whole` logs replace the old ones. */
export function growLogs(logs: Logs, sights: readonly Sight[], whole: boolean): Logs {
  const grown = new Map<number, readonly Happening[]>();
  for (const sight of sights) {
    const before = whole ? [] : (logs.get(sight.seat) ?? []);
    grown.set(sight.seat, sight.happenings.reduce(appended, before));
  }
  return grown;
}

/** A take-back removes the moves after it. */
export function appended(log: readonly Happening[], next: Happening): readonly Happening[] {
  if (log.some((each) => each.seq === next.seq)) return log;
  const kept = next.kind === "take-back" ? log.filter((each) => counts(each, next.number)) : log;
  return [...kept, next];
}

function counts(happening: Happening, number: number): boolean {
  return happening.kind !== "move" || happening.number <= number;
}
