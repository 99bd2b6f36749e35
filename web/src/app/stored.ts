/** Signals that a browser remembers. */

import { effect, type Signal, signal } from "@preact/signals";

/** A signal kept in the browser. `allowed`: what it may be; anything else that lies there is forgotten. */
export function stored<Value>(name: string, initial: Value, allowed?: readonly Value[]): Signal<Value> {
  const key = `ferrovia.${name}`;
  const kept = signal<Value>(read(key, initial, allowed));
  effect(() => write(key, kept.value));
  listen(key, () => {
    kept.value = read(key, initial, allowed);
  });
  return kept;
}

function read<Value>(key: string, initial: Value, allowed?: readonly Value[]): Value {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return initial;
    const value = JSON.parse(text) as Value;
    const fits = allowed ? allowed.includes(value) : typeof value === typeof initial;
    return fits ? value : initial;
  } catch {
    return initial; // no storage, or not ours
  }
}

function write(key: string, value: unknown): void {
  try {
    const text = JSON.stringify(value);
    if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
  } catch {
    // a browser that keeps nothing: the signal lasts as long as the page
  }
}

/** Another tab of the same browser may change it. */
function listen(key: string, changed: () => void): void {
  globalThis.addEventListener?.("storage", (event) => {
    if ((event as StorageEvent).key === key) changed();
  });
}
