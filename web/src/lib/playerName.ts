/** Length limit of player names. */

/** In UTF-16 code units; servers accept a few more. */
export const LONGEST_NAME = 32;

/** Truncate a name between graphemes. */
export function shortName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  let short = "";
  for (const sign of signsOf(name)) {
    if (short.length + sign.length > LONGEST_NAME) break;
    short += sign;
  }
  return short.trimEnd();
}

/** Graphemes: a family emoji is one of many code points. Old browsers know code points only. */
function signsOf(text: string): Iterable<string> {
  if (typeof Intl.Segmenter !== "function") return text;
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
