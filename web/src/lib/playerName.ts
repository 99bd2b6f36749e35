/** What players are called. */

/** Characters of a name; servers take a few more. */
export const LONGEST_NAME = 32;

/** As much of a name as fits, without half a sign at its end. */
export function shortName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  let short = "";
  for (const sign of signsOf(name)) {
    if (short.length + sign.length > LONGEST_NAME) break;
    short += sign;
  }
  return short.trimEnd();
}

/** What a reader takes for one: a family of four is one sign of many characters. Old browsers know of characters only. */
function signsOf(text: string): Iterable<string> {
  if (typeof Intl.Segmenter !== "function") return text;
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
