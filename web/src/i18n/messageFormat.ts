/** ICU MessageFormat, the subset of `src/ferrovia/language/messages.py`: values, plurals and selects, as in
 * `{city}`, `{count, plural, one {# card} other {# cards}}`, `{who, select, me {…} other {…}}`.
 * messageVectors.json tests both sides. */

import { kept } from "../lib/kept";

export type Piece = string | Place;

interface Place {
  name: string;
  kind: "value" | "plural" | "select";
  choices: Map<string, Piece[]>;
}

/** Parse a message. Throws on syntax errors, which the tests of the catalogues find. */
export function parseMessage(text: string): Piece[] {
  const reader = { text, at: 0 };
  const pieces = readPieces(reader);
  if (reader.at < text.length) throw new Error(`unexpected } in: ${text}`);
  return pieces;
}

interface Reader {
  text: string;
  at: number;
}

function readPieces(reader: Reader): Piece[] {
  const pieces: Piece[] = [];
  let plain = "";
  while (reader.at < reader.text.length && reader.text[reader.at] !== "}") {
    const letter = reader.text[reader.at++];
    if (letter !== "{") {
      plain += letter;
      continue;
    }
    if (plain) pieces.push(plain);
    plain = "";
    pieces.push(readPlace(reader));
  }
  if (plain) pieces.push(plain);
  return pieces;
}

function readPlace(reader: Reader): Place {
  const name = readWord(reader);
  if (take(reader, "}")) return { name, kind: "value", choices: new Map() };
  expect(reader, ",");
  const kind = readWord(reader);
  if (kind !== "plural" && kind !== "select") throw new Error(`${kind} is no kind of place in: ${reader.text}`);
  expect(reader, ",");
  const choices = new Map<string, Piece[]>();
  while (!take(reader, "}")) {
    const choice = readWord(reader);
    expect(reader, "{");
    choices.set(choice, readPieces(reader));
    expect(reader, "}");
  }
  if (!choices.has("other")) throw new Error(`no choice "other" in: ${reader.text}`);
  return { name, kind, choices };
}

function readWord(reader: Reader): string {
  skipSpace(reader);
  const word = /^[=\w-]+/.exec(reader.text.slice(reader.at))?.[0];
  if (!word) throw new Error(`a word is missing at ${reader.at} in: ${reader.text}`);
  reader.at += word.length;
  skipSpace(reader);
  return word;
}

function take(reader: Reader, letter: string): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== letter) return false;
  reader.at += 1;
  return true;
}

function expect(reader: Reader, letter: string): void {
  if (!take(reader, letter)) throw new Error(`${letter} is missing at ${reader.at} in: ${reader.text}`);
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? "")) reader.at += 1;
}

/** Format a message into parts; values may be anything, a picture for instance. */
export function fillMessage<Value>(
  pieces: Piece[],
  values: Record<string, Value>,
  locale: string,
  count?: number,
): (string | Value)[] {
  return pieces.flatMap((piece): (string | Value)[] => {
    if (typeof piece === "string") return [count === undefined ? piece : piece.replaceAll("#", number(count, locale))];
    const value = values[piece.name];
    if (piece.kind === "value") return [fill(value, piece.name, locale)];
    const chosen = choose(piece, value, locale);
    return fillMessage(chosen, values, locale, piece.kind === "plural" ? Number(value) : count);
  });
}

function fill<Value>(value: Value | undefined, name: string, locale: string): string | Value {
  if (value === undefined) return `{${name}}`;
  return typeof value === "number" ? number(value, locale) : value;
}

function choose(place: Place, value: unknown, locale: string): Piece[] {
  const exact = place.choices.get(place.kind === "plural" ? `=${String(value)}` : String(value));
  const rule = place.kind === "plural" ? pluralsOf(locale)(Number(value)) : "other";
  return exact ?? place.choices.get(rule) ?? place.choices.get("other") ?? [];
}

function number(value: number, locale: string): string {
  return numbersOf(locale)(value + 0); // a map cannot tell −0 from 0
}

/** Intl objects are expensive to create and slow to ask, and a game has few numbers. */
const pluralsOf = kept((locale: string) => {
  const rules = new Intl.PluralRules(locale);
  return kept((count: number) => rules.select(count));
});

/** With a true minus, which is as wide as a plus. */
const numbersOf = kept((locale: string) => {
  const format = new Intl.NumberFormat(locale);
  return kept((value: number) => format.format(value).replace("-", "−"));
});
