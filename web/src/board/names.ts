/** Which names of cities there is room for, when the board is so small that they are written larger than drawn. */

import type { BoardModel, CityModel } from "./model";
import type { Point } from "./types";

export interface ShownName extends Point {
  id: string;
  anchor: "start" | "middle" | "end";
  lines: string[];
}

interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Pixels: smaller names are written larger, larger ones smaller, in steps, so that the choice rarely changes. */
const READABLE = 8;
const LARGEST = 24;
const STEP = 1.15;
/** The mean width of a letter, of its height. */
const LETTER = 0.58;

/** How many times larger than drawn names are written, at so many pixels a unit; smaller, where one is close. */
export function magnification(letter: number, scale: number): number {
  const pixels = letter * scale;
  const needed = pixels < READABLE ? READABLE / pixels : Math.min(1, LARGEST / pixels);
  return Math.min(STEP ** Math.ceil(Math.log(needed) / Math.log(STEP) - 1e-9), 2.5);
}

/** Names that do not cover each other: the wanted ones first, then those of the great junctions. */
export function shownNames(
  model: BoardModel,
  magnified: number,
  wanted: ReadonlySet<string>,
  only: boolean,
): ShownName[] {
  const candidates = model.cities.filter(({ id }) => !only || wanted.has(id));
  if (magnified <= 1) return candidates.map((city) => nameOf(model, city, magnified));
  const taken = model.cities.map((city): [string, Frame] => [city.id, around(city.drawn, model.drawing.sizes.city)]);
  return candidates.toSorted(byWeight(wanted)).flatMap((city) => {
    const name = nameOf(model, city, magnified);
    const frame = frameOf(model, name, magnified);
    const free = taken.every(([id, other]) => id === city.id || !overlap(frame, other));
    if (!free && !wanted.has(city.id)) return [];
    taken.push(["", frame]);
    return [name];
  });
}

function byWeight(wanted: ReadonlySet<string>) {
  const weight = (city: CityModel) => (wanted.has(city.id) ? 100 : city.routes);
  return (one: CityModel, other: CityModel) => weight(other) - weight(one) || (one.id < other.id ? -1 : 1);
}

/** A larger name stays level with where it was drawn, and inside the frame. */
function nameOf({ drawing }: BoardModel, city: CityModel, magnified: number): ShownName {
  const { x, y, anchor, lines } = city.drawn.label;
  const grown = (magnified - 1) * 0.36 * drawing.sizes.letter;
  const above = y < city.drawn.y - drawing.sizes.city;
  return { id: city.id, x, y: above ? y : y + grown, anchor, lines };
}

function frameOf({ drawing: { sizes } }: BoardModel, name: ShownName, magnified: number): Frame {
  const letter = sizes.letter * magnified;
  const width = Math.max(...name.lines.map((line) => line.length)) * LETTER * letter;
  const left = name.anchor === "start" ? name.x : name.anchor === "end" ? name.x - width : name.x - width / 2;
  const bottom = name.y + (name.lines.length - 1) * sizes.line * magnified + 0.25 * letter;
  return { left, right: left + width, top: name.y - 0.8 * letter, bottom };
}

function around({ x, y }: Point, radius: number): Frame {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function overlap(one: Frame, other: Frame): boolean {
  const across = one.left < other.right && other.left < one.right;
  return across && one.top < other.bottom && other.top < one.bottom;
}
