/** Signals persisted in localStorage. */

import { effect, type Signal, signal } from "@preact/signals";

type Check<Value> = (value: unknown) => value is Value;

/** A persisted signal. `fits` validates stored values, others are discarded; `normalise` normalises them. */
export function stored<Value>(
  name: string,
  initial: Value,
  fits: Check<Value>,
  normalise = (value: Value) => value,
): Signal<Value> {
  const key = `ferrovia.${name}`;
  const kept = signal<Value>(normalise(read(key, initial, fits)));
  effect(() => write(key, kept.value));
  listen(key, () => {
    kept.value = normalise(read(key, initial, fits));
  });
  return kept;
}

export const isFlag: Check<boolean> = (value) => typeof value === "boolean";
export const isText: Check<string> = (value) => typeof value === "string";
export const areTexts: Check<string[]> = (value): value is string[] => Array.isArray(value) && value.every(isText);

export function oneOf<Word extends string>(words: readonly Word[]): Check<Word> {
  return (value): value is Word => words.some((word) => word === value);
}

function read<Value>(key: string, initial: Value, fits: Check<Value>): Value {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return initial;
    const value: unknown = JSON.parse(text);
    return fits(value) ? value : initial;
  } catch {
    return initial; // no storage, or a foreign value
  }
}

function write(key: string, value: unknown): void {
  try {
    const text = JSON.stringify(value);
    if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
  } catch {
    // without storage the signal lasts as long as the page
  }
}

/** Follow changes made in other tabs. */
function listen(key: string, changed: () => void): void {
  globalThis.addEventListener?.("storage", (event) => {
    if ((event as StorageEvent).key === key) changed();
  });
}
