/** Players this browser has muted, by table and seat: what they say is neither shown nor heard. */

import { areTexts, stored } from "../../lib/stored";

const MOST = 100;
const muted = stored<string[]>("muted", [], areTexts);

const keyOf = (table: string, seat: number) => `${table} ${seat}`;

export function isMuted(table: string, seat: number | null): boolean {
  return seat !== null && muted.value.includes(keyOf(table, seat));
}

export function mute(table: string, seat: number, on: boolean): void {
  const others = muted.peek().filter((each) => each !== keyOf(table, seat));
  muted.value = on ? [...others, keyOf(table, seat)].slice(-MOST) : others;
}
