import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Happening } from "../wire";
import { type Beat, BeatQueue } from "./beats";

let shown: string[];
let length: number;
let hidden: boolean;
let queue: BeatQueue;

const beat = (name: string, weight = 1): Beat => ({
  move: weight > 0 ? ({ seq: 1 } as Happening) : null,
  weight,
  show: (held) => shown.push(held ? name : `${name}!`),
  settle: () => shown.push(`${name}.`),
});

beforeEach(() => {
  vi.useFakeTimers();
  [shown, length, hidden] = [[], 1000, false];
  queue = new BeatQueue(
    () => length,
    () => hidden,
  );
});

afterEach(() => {
  queue.close();
  vi.useRealTimers();
});

it("shows one beat after the other, each for its length, and settles the last", () => {
  for (const name of ["a", "b"]) queue.push(beat(name));
  queue.push(beat("tunnel", 2));
  expect(shown).toEqual(["a"]);
  vi.advanceTimersByTime(999);
  expect(shown).toEqual(["a"]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["a", "b"]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual(["a", "b", "tunnel"]);
  vi.advanceTimersByTime(1999);
  expect(queue.playing.value).toBe(true);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["a", "b", "tunnel", "tunnel."]);
  expect(queue.playing.value).toBe(false);
  expect(queue.current.value).toBeNull();
});

it("keeps reports without weight in order, and passes them at once", () => {
  queue.push(beat("said", 0));
  queue.push(beat("a"));
  queue.push(beat("said later", 0));
  expect(shown).toEqual(["said!", "a"]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual(["said!", "a", "a.", "said later!"]);
});

it("skips to the end", () => {
  for (const name of ["a", "b", "c"]) queue.push(beat(name));
  queue.skip();
  expect(shown).toEqual(["a", "b!", "c!"]);
  expect(queue.playing.value).toBe(false);
  vi.advanceTimersByTime(9000);
  expect(shown).toHaveLength(3);
});

it("settles a skipped beat, even if something else was reported after it", () => {
  queue.push(beat("a"));
  queue.push(beat("said", 0));
  queue.skip();
  expect(shown).toEqual(["a", "a.", "said!"]);
});

it("shows everything at once where a beat has no length", () => {
  length = 0;
  for (const name of ["a", "b"]) queue.push(beat(name));
  expect(shown).toEqual(["a!", "b!"]);
});

it("waits for a hidden page", () => {
  hidden = true;
  queue.push(beat("a"));
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual([]);
  expect(queue.playing.value).toBe(true);
  hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(shown).toEqual(["a"]);
});

it("is bounded: of a long absence the last moves are played, the more there are the faster", () => {
  hidden = true;
  for (let number = 0; number < 40; number += 1) queue.push(beat(String(number)));
  expect(shown).toHaveLength(16);
  hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(18_000);
  expect(shown.at(-1)).toBe("39.");
});

it("waits while something is celebrated, and lets reports without weight pass", () => {
  queue.push(beat("a"));
  queue.pause("moment", true);
  queue.pause("tunnel", true);
  for (const each of [beat("said", 0), beat("b")]) queue.push(each);
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual(["a", "said!"]);
  expect(queue.playing.value).toBe(true);
  queue.pause("tunnel", false);
  expect(shown).toEqual(["a", "said!"]);
  queue.pause("moment", false);
  expect(shown).toEqual(["a", "said!", "b"]);
});
