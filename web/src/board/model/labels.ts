/** Label placement: which city names there is room for when the board is small and names are magnified. */

import type { BoardModel, CityModel } from "./boardModel";
import { type Frame, type Label, nameFrame } from "./nameFrame";
import { NOTHING, type Point } from "./types";

/** Letter sizes in pixels: names below are magnified, above shrunk, in steps, so that the choice rarely changes. */
const READABLE = 8;
const LARGEST = 24;
const STEP = 1.15;
/** Magnification of labels at a scale of pixels per unit; below 1 when zoomed in far. */
export function magnification(letter: number, scale: number): number {
  const pixels = letter * scale;
  const needed = pixels < READABLE ? READABLE / pixels : Math.min(1, LARGEST / pixels);
  return Math.min(STEP ** Math.ceil(Math.log(needed) / Math.log(STEP) - 1e-9), 2.5);
}

/** Priorities: wanted names are always shown, those of own tickets come next; `only` hides all but the wanted ones. */
export interface LabelPriorities {
  wanted: ReadonlySet<string>;
  own?: ReadonlySet<string>;
  only?: boolean;
}

/** Greedy placement without overlaps: important names first, then those of large junctions. A country is named at one
 * of its border points at least, at the others where there is room. */
export function placeLabels(model: BoardModel, magnified: number, wishes: LabelPriorities): Label[] {
  const { wanted, own = NOTHING, only = false } = wishes;
  const candidates = model.cities.filter(({ id }) => !only || wanted.has(id));
  if (magnified <= 1) return candidates.map((city) => drawnName(model, city, magnified));
  const spaces = model.routes.flatMap(({ drawn }) => drawn.spaces);
  const taken: Frame[] = [];
  const place = (city: CityModel, most: number): Label[] => {
    const name = bestPlace(model, city, magnified, taken, spaces, most);
    if (name) taken.push(frameOf(model, name, magnified));
    return name ? [name] : [];
  };
  const most = ({ id }: CityModel) =>
    wanted.has(id) ? Number.POSITIVE_INFINITY : own.has(id) ? COVERED : mayHide(magnified) + 0.5;
  const cities = candidates.filter((city) => !isCountry(city)).toSorted(byWeight(wanted, own));
  const placed = cities.flatMap((city) => place(city, most(city)));
  const points = candidates.filter((city) => isCountry(city) && wanted.has(city.id)); // others have flags
  const named = points.flatMap((point) => place(point, COVERED));
  const unnamed = points.filter((point) => !named.some(({ id }) => sameCountry(model, id, point)));
  const first = unnamed.filter((point, at) => at === unnamed.findIndex(({ name }) => name === point.name));
  return [...placed, ...named, ...first.flatMap((point) => place(point, Number.POSITIVE_INFINITY))];
}

function isCountry({ drawn }: CityModel): boolean {
  return drawn.kind === "country";
}

function sameCountry(model: BoardModel, id: string, { name }: CityModel): boolean {
  return model.city.get(id)?.name === name;
}

function byWeight(wanted: ReadonlySet<string>, own: ReadonlySet<string>) {
  const weight = ({ id, routes }: CityModel) => routes + (wanted.has(id) ? 200 : own.has(id) ? 100 : 0);
  return (one: CityModel, other: CityModel) => weight(other) - weight(one) || (one.id < other.id ? -1 : 1);
}

/** Penalties, in hidden spaces: covering a city; covering another label or leaving the board. */
const CITY = 20;
const COVERED = 1000;

/** How many spaces an unimportant label may hide: the smaller the board, the fewer. */
function mayHide(magnified: number): number {
  return magnified > 1.7 ? 0 : magnified > 1.4 ? 1 : 2;
}

/** The candidate with the lowest penalty below `most`, or null. */
function bestPlace(
  model: BoardModel,
  city: CityModel,
  magnified: number,
  taken: readonly Frame[],
  spaces: readonly Point[],
  most: number,
): Label | null {
  let best: Label | null = null;
  let least = most;
  for (const name of [drawnName(model, city, magnified), ...namesAround(model, city, magnified)]) {
    const frame = frameOf(model, name, magnified);
    const free = onBoard(model, frame) && taken.every((other) => !overlap(frame, other));
    const cities = model.cities.filter(({ drawn }) => overlap(frame, around(drawn, 0.8 * model.drawing.sizes.city)));
    const hidden =
      spaces.filter((space) => overlap(frame, around(space, 0))).length + CITY * cities.length + (free ? 0 : COVERED);
    if (hidden < least) [best, least] = [name, hidden];
  }
  return best;
}

/** The position of the drawing, magnified in place. */
function drawnName({ drawing: { sizes } }: BoardModel, city: CityModel, magnified: number): Label {
  const { x, y, anchor, lines } = city.drawn.label;
  const above = y < city.drawn.y - sizes.city;
  return { id: city.id, x, y: above ? y : y + (magnified - 1) * 0.36 * sizes.letter, anchor, lines };
}

function namesAround({ drawing: { sizes } }: BoardModel, city: CityModel, magnified: number): Label[] {
  const { x, y, label } = city.drawn;
  const letter = sizes.letter * magnified;
  const more = (label.lines.length - 1) * sizes.line * magnified;
  const aside = 1.5 * sizes.city + 0.1 * letter;
  const level = y + 0.36 * letter - more / 2;
  const name = { id: city.id, lines: label.lines };
  return [
    { ...name, x: x + aside, y: level, anchor: "start" },
    { ...name, x: x - aside, y: level, anchor: "end" },
    { ...name, x, y: y - aside - more, anchor: "middle" },
    { ...name, x, y: y + aside + 0.75 * letter, anchor: "middle" },
  ];
}

function frameOf({ drawing }: BoardModel, name: Label, magnified: number): Frame {
  return nameFrame(drawing, name, magnified);
}

function onBoard({ drawing: { width, height } }: BoardModel, { left, right, top, bottom }: Frame): boolean {
  return left > 0 && right < width && top > 0 && bottom < height;
}

function around({ x, y }: Point, radius: number): Frame {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function overlap(one: Frame, other: Frame): boolean {
  const across = one.left < other.right && other.left < one.right;
  return across && one.top < other.bottom && other.top < one.bottom;
}
