/** What is said to the player, in the player's language. Reading `t` in a component makes it follow the language. */

import { computed, effect, signal } from "@preact/signals";
import { backoff } from "../lib/backoff";
import { oneOf, stored } from "../lib/stored";
import { type Catalogue, LANGUAGES, type Language, loadCatalogue } from "./catalogues";
import { fillMessage, parseMessage, type Piece } from "./messageFormat";

export type Values = Record<string, string | number>;

export const language = stored<Language>("language", languageOfBrowser(), oneOf(LANGUAGES));

/** The catalogue in use and whose it is; behind `language` for as long as the catalogue takes to come. */
const speaking = signal<{ language: Language; catalogue: Catalogue }>({ language: "en", catalogue: {} });

export const languageReady = computed(() => Object.keys(speaking.value.catalogue).length > 0);

let parsed = new Map<string, Piece[]>();

function languageOfBrowser(): Language {
  const wished = (globalThis.navigator?.languages ?? []).map((each) => each.slice(0, 2));
  return wished.map((each) => LANGUAGES.find((known) => known === each)).find(Boolean) ?? "en";
}

/** Load the catalogue of a language, and speak it. */
export async function speak(wished: Language): Promise<void> {
  const catalogue = await loadCatalogue(wished);
  if (wished === language.peek()) use(wished, catalogue);
}

/** Speak from this catalogue. */
export function use(spoken: Language, catalogue: Catalogue): void {
  parsed = new Map();
  speaking.value = { language: spoken, catalogue };
  if (typeof document !== "undefined") document.documentElement.lang = spoken;
}

/** No catalogue could be loaded yet. */
export const speechless = signal(false);

/** Follow `language` from now on. A catalogue that cannot be loaded (no network) is tried again, with backoff;
 * until it comes the one before is spoken, or any other that can be had. */
export function followLanguage(): void {
  effect(() => {
    const wished = language.value;
    const waits = backoff();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    const attempt = (): void => {
      speak(wished).catch(async () => {
        if (!languageReady.peek()) await speakAny();
        if (wanted) timer = setTimeout(attempt, waits());
      });
    };
    attempt();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  });
}

async function speakAny(): Promise<void> {
  const others = LANGUAGES.map(async (each) => ({ language: each, catalogue: await loadCatalogue(each) }));
  try {
    const found = await Promise.any(others);
    if (!languageReady.peek()) use(found.language, found.catalogue);
  } catch {
    speechless.value = true;
  }
}

/** The sentence for a key. A key that nobody has translated is shown as it is, so that it is noticed. */
export function t(key: string, values: Values = {}): string {
  return fillMessage(pieces(key), values, speaking.value.language).join("");
}

/** The same, with places that may hold anything a component may show. */
export function rich<Value>(key: string, values: Record<string, Value>): (string | Value)[] {
  return fillMessage(pieces(key), values, speaking.value.language);
}

/** Whether there is a sentence for a key. */
export function knows(key: string): boolean {
  return key in speaking.value.catalogue;
}

function pieces(key: string): Piece[] {
  const text = speaking.value.catalogue[key];
  const known = parsed.get(key);
  if (known) return known;
  const found = text === undefined ? [key] : parseMessage(text);
  parsed.set(key, found);
  return found;
}

/** The language in which numbers and dates are to be written. */
export function locale(): Language {
  return speaking.value.language;
}
