/** Translation: `t(key)` in the player's language. A component that calls it is redrawn when the language changes. */

import { computed, effect, signal } from "@preact/signals";
import { backoff } from "../lib/backoff";
import { oneOf, stored } from "../lib/stored";
import { type Catalogue, LANGUAGES, type Language, LOCALES, loadCatalogue } from "./catalogues";
import { fillMessage, parseMessage, type Piece } from "./messageFormat";

export type Values = Record<string, string | number>;

export const language = stored<Language>("language", languageOfBrowser(), oneOf(LANGUAGES));

/** The active catalogue; lags behind `language` while the next one loads. */
const speaking = signal<{ language: Language; catalogue: Catalogue }>({ language: "en", catalogue: {} });

export const languageReady = computed(() => Object.keys(speaking.value.catalogue).length > 0);

let parsed = new Map<string, Piece[]>();

function languageOfBrowser(): Language {
  const preferred = (globalThis.navigator?.languages ?? []).map((each) => each.slice(0, 2));
  return preferred.map((each) => LANGUAGES.find((known) => known === each)).find(Boolean) ?? "en";
}

/** Load and activate a catalogue. */
export async function speak(chosen: Language): Promise<void> {
  const catalogue = await loadCatalogue(chosen);
  if (chosen === language.peek()) use(chosen, catalogue);
}

/** Activate a catalogue. */
export function use(spoken: Language, catalogue: Catalogue): void {
  parsed = new Map();
  speaking.value = { language: spoken, catalogue };
  if (typeof document !== "undefined") document.documentElement.lang = LOCALES[spoken];
}

/** Set when no catalogue could be loaded at all. */
export const speechless = signal(false);

/** Follow `language`. A catalogue that fails to load is retried with backoff; until then the previous language stays,
 * or any other that loads. */
export function followLanguage(): void {
  effect(() => {
    const chosen = language.value;
    const waits = backoff();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    const attempt = (): void => {
      speak(chosen).catch(async () => {
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
  const others = LANGUAGES.map(async (code) => ({ language: code, catalogue: await loadCatalogue(code) }));
  try {
    const loaded = await Promise.any(others);
    if (!languageReady.peek()) use(loaded.language, loaded.catalogue);
  } catch {
    speechless.value = true;
  }
}

/** The message of a key. A missing key is shown itself, so that it gets noticed. */
export function t(key: string, values: Values = {}): string {
  return fillMessage(pieces(key), values, locale()).join("");
}

/** Like `t`, with values of any kind: components for instance. */
export function rich<Value>(key: string, values: Record<string, Value>): (string | Value)[] {
  return fillMessage(pieces(key), values, locale());
}

/** Whether the catalogue has a key. */
export function knows(key: string): boolean {
  return key in speaking.value.catalogue;
}

function pieces(key: string): Piece[] {
  const text = speaking.value.catalogue[key];
  const known = parsed.get(key);
  if (known) return known;
  const message = text === undefined ? [key] : parseMessage(text);
  parsed.set(key, message);
  return message;
}

/** The language of the texts. */
export function spokenLanguage(): Language {
  return speaking.value.language;
}

/** Its locale, for numbers, dates and plurals. */
export function locale(): string {
  return LOCALES[spokenLanguage()];
}
