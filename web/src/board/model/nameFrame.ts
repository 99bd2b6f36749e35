/** The room a name takes on the board. */

import type { Drawing, Point } from "./types";

export interface Label extends Point {
  id: string;
  anchor: "start" | "middle" | "end";
  lines: string[];
}

export interface NameFrame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Mean width of a letter relative to its height. */
const LETTER = 0.58;

/** The box of a name on the board. */
export function nameFrame({ sizes }: Drawing, name: Omit<Label, "id">, magnified: number): NameFrame {
  const letter = sizes.letter * magnified;
  const width = Math.max(...name.lines.map((line) => line.length)) * LETTER * letter;
  const left = name.anchor === "start" ? name.x : name.anchor === "end" ? name.x - width : name.x - width / 2;
  const bottom = name.y + (name.lines.length - 1) * sizes.line * magnified + 0.25 * letter;
  return { left, right: left + width, top: name.y - 0.8 * letter, bottom };
}
