/** Label placement: which city names there is room for when the board is small and names are magnified. */

import type { BoardModel, CityModel } from "./boardModel";
import { type Label, type NameFrame, nameFrame } from "./nameFrame";
import { NOTHING, type Point } from "./types";

/** Letter sizes in pixels: names below are magnified, above shrunk, in steps, so that the choice rarely changes. */
const READABLE = 8;
/** A board with so few cities has room for larger names: beginners meet it first. */
const FEW = { cities: 14, readable: 10.5 };
const LARGEST = 24;
const STEP = 1.15;
/** Magnification of labels at a scale of pixels per unit; below 1 when zoomed in far. */
export function magnification(letter: number, scale: number, cities: number = FEW.cities + 1): number {
  const pixels = letter * scale;
  const readable = cities <= FEW.cities ? FEW.readable : READABLE;
  const needed = pixels < readable ? readable / pixels : Math.min(1, LARGEST / pixels);
  return Math.min(STEP ** Math.ceil(Math.log(needed) / Math.log(STEP) - 1e-9), 2.5);
}

/** Priorities: wanted names are always shown, those of own tickets come next, then those `lately` reached; `only` hides all but the wanted ones. */
export interface LabelPriorities {
  wanted: ReadonlySet<string>;
  own?: ReadonlySet<string>;
  lately?: ReadonlySet<string>;
  only?: boolean;
}

/** Greedy placement without overlaps: important names first, then those of large junctions. A country is named at one
 * of its border points at least, at the others where there is room. `aside`: units of land beside the frame. */
export function placeLabels(
  model: BoardModel,
  magnified: number,
  priorities: LabelPriorities,
  aside: number = 0,
): Label[] {
  const { wanted, own = NOTHING, lately = NOTHING, only = false } = priorities;
  const candidates = model.cities.filter(({ id }) => !only || wanted.has(id));
  if (magnified <= 1) return candidates.map((city) => drawnName(model, city, magnified));
  const places = placesFor(model, magnified, aside);
  const taken: NameFrame[] = [];
  const place = (city: CityModel, most: number): Label[] => {
    const best = bestPlace(places.get(city.id) ?? [], taken, most);
    if (best) taken.push(best.frame);
    return best ? [best.name] : [];
  };
  const most = ({ id }: CityModel) =>
    wanted.has(id) ? Number.POSITIVE_INFINITY : own.has(id) || lately.has(id) ? COVERED : mayHide(magnified) + 0.5;
  const cities = candidates.filter((city) => !isCountry(city)).toSorted(byWeight(wanted, own, lately));
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

function byWeight(wanted: ReadonlySet<string>, own: ReadonlySet<string>, lately: ReadonlySet<string>) {
  const rank = (id: string) => (wanted.has(id) ? 200 : own.has(id) ? 100 : lately.has(id) ? 50 : 0);
  const weight = ({ id, routes }: CityModel) => routes + rank(id);
  return (one: CityModel, other: CityModel) => weight(other) - weight(one) || (one.id < other.id ? -1 : 1);
}

/** Penalties, in hidden spaces: covering a city; covering another label or leaving the board. */
const CITY = 20;
const COVERED = 1000;

/** How many spaces an unimportant label may hide: the smaller the board, the fewer. */
function mayHide(magnified: number): number {
  return magnified > 1.7 ? 0 : magnified > 1.4 ? 1 : 2;
}

/** A place for a label, and what it costs to put it there, whatever other labels do. */
interface Place {
  name: Label;
  frame: NameFrame;
  penalty: number;
}

type Places = ReadonlyMap<string, readonly Place[]>;

/** By board, magnification and land beside it: cameras glide through the same steps again and again. */
const known = new WeakMap<BoardModel, Map<string, Places>>();

function placesFor(model: BoardModel, magnified: number, aside: number): Places {
  const steps = known.get(model) ?? new Map<string, Places>();
  known.set(model, steps);
  const step = `${magnified} ${aside}`;
  const places = steps.get(step) ?? weighedPlaces(model, magnified, aside);
  steps.set(step, places);
  return places;
}

function weighedPlaces(model: BoardModel, magnified: number, aside: number): Places {
  const spaces = model.routes.flatMap(({ drawn }) => drawn.spaces);
  const cities = model.cities.map(({ drawn }) => around(drawn, 0.8 * model.drawing.sizes.city));
  const weigh = (name: Label): Place => {
    const frame = nameFrame(model.drawing, name, magnified);
    const hidden = spaces.filter((space) => within(space, frame)).length;
    const covered = cities.filter((city) => overlap(frame, city)).length;
    return { name, frame, penalty: hidden + CITY * covered + (onBoard(model, frame, aside) ? 0 : COVERED) };
  };
  return new Map(
    model.cities.map((city) => {
      const names = [drawnName(model, city, magnified), ...namesAround(model, city, magnified)];
      return [city.id, names.map(weigh)];
    }),
  );
}

/** The place with the lowest penalty below `most`, or null. */
function bestPlace(places: readonly Place[], taken: readonly NameFrame[], most: number): Place | null {
  let best: Place | null = null;
  let least = most;
  for (const place of places) {
    const free = taken.every((other) => !overlap(place.frame, other));
    const penalty = place.penalty + (free ? 0 : COVERED);
    if (penalty < least) [best, least] = [place, penalty];
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

function onBoard(
  { drawing: { width, height } }: BoardModel,
  { left, right, top, bottom }: NameFrame,
  aside: number,
): boolean {
  return left > -aside && right < width + aside && top > 0 && bottom < height;
}

function around({ x, y }: Point, radius: number): NameFrame {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function within({ x, y }: Point, { left, right, top, bottom }: NameFrame): boolean {
  return left < x && x < right && top < y && y < bottom;
}

function overlap(one: NameFrame, other: NameFrame): boolean {
  const across = one.left < other.right && other.left < one.right;
  return across && one.top < other.bottom && other.top < one.bottom;
}
