/** A board ready to draw: drawing and rules joined, paths precomputed. */

import { apart, boxPath, type Curve, parseCurve, sample } from "./geometry";
import { nameFrame } from "./nameFrame";
import { symbolPath, tokenOf } from "./shapes";
import { cornersOf, spread } from "./spreading";
import type { BoardRules, Drawing, DrawnCity, DrawnRoute, Point, RouteRules, Space } from "./types";

export interface RouteModel {
  id: string;
  rules: RouteRules;
  drawn: DrawnRoute;
  /** Suffix of its colour tokens. */
  token: string;
  curve: Curve;
  line: Point[];
  /** All spaces of the route in one path each: ballast, spaces, gloss, symbols. */
  bed: string;
  boxes: string;
  gloss: string;
  symbols: string;
}

export interface CityModel {
  id: string;
  name: string;
  drawn: DrawnCity;
  /** Routes that end here: large junctions are labelled first. */
  routes: number;
}

export interface BoardModel {
  drawing: Drawing;
  rules: BoardRules;
  routes: RouteModel[];
  cities: CityModel[];
  route: Map<string, RouteModel>;
  city: Map<string, CityModel>;
  width: number;
}

const models = new WeakMap<Drawing, { rules: BoardRules; model: BoardModel }>();

/** Cached: a board is built once, however many components show it. */
export function boardModel(drawing: Drawing, rules: BoardRules): BoardModel {
  const known = models.get(drawing);
  if (known?.rules === rules) return known.model;
  const model = build(drawing, rules);
  models.set(drawing, { rules, model });
  return model;
}

function build(drawing: Drawing, rules: BoardRules): BoardModel {
  const { sizes } = drawing;
  const blocked = blockedOn(drawing);
  const routes = rules.routes.flatMap((route) => {
    const drawn = drawing.routes[route.id];
    return drawn ? [routeModel(route, spread(drawn, parseCurve(drawn.path), sizes.city, blocked(route)))] : [];
  });
  const cities = rules.cities.flatMap(({ id, name }) => {
    const drawn = drawing.cities[id];
    const ends = rules.routes.filter((route) => route.from === id || route.to === id).length;
    return drawn ? [{ id, name, drawn, routes: ends }] : [];
  });
  return {
    drawing,
    rules,
    routes,
    cities,
    route: new Map(routes.map((each) => [each.id, each])),
    city: new Map(cities.map((each) => [each.id, each])),
    width: routes[0] ? spaceSize(routes[0].drawn)[1] : 10,
  };
}

/** Asked whether a space of a route must not lie on a point: cities, names and other routes are in the way. */
type Blocked = (route: RouteRules) => (point: Point) => boolean;

function blockedOn(drawing: Drawing): Blocked {
  const { city } = drawing.sizes;
  const cities = Object.values(drawing.cities);
  const names = cities.map(({ label }) => nameFrame(drawing, label, 1));
  const ways = Object.entries(drawing.routes).map(([id, drawn]) => ({
    id,
    discs: drawn.spaces.flatMap((space) => spaceDiscs(space, drawn)),
  }));
  return ({ id, twin }) => {
    const others = ways.flatMap((way) => (way.id === id || way.id === twin ? [] : way.discs));
    return (point) =>
      cities.some((each) => apart(each, point) < 1.25 * city) ||
      others.some(({ x, y, radius }) => Math.hypot(x - point.x, y - point.y) < radius) ||
      names.some(
        ({ left, right, top, bottom }) => point.x > left && point.x < right && point.y > top && point.y < bottom,
      );
  };
}

/** Discs that cover the other route's way as far as it may be spread. */
function spaceDiscs(space: Space, drawn: DrawnRoute): (Point & { radius: number })[] {
  const [length, width] = spaceSize(drawn);
  return cornersOf(space, 1.3 * length, 0).map(({ x, y }) => ({ x, y, radius: 0.75 * width }));
}

function routeModel(rules: RouteRules, drawn: DrawnRoute): RouteModel {
  const [length, width] = spaceSize(drawn);
  const boxes = (more: number, radius: number) =>
    drawn.spaces.map((space) => boxPath(space, length + more, width + more, radius)).join("");
  const curve = parseCurve(drawn.path);
  return {
    id: rules.id,
    rules,
    drawn,
    token: tokenOf(rules.colour),
    curve,
    line: sample(curve),
    bed: boxes(0.3 * width, 0.3 * width),
    boxes: boxes(0, 0.2 * width),
    gloss: boxes(-0.2 * width, 0.12 * width),
    symbols: drawn.spaces.map((space) => symbolPath(rules.colour, 0.35 * width, space)).join(""),
  };
}

/** The first ones of a list, by their share. */
export function part<Each>(list: Each[], share: number): Each[] {
  return share < 1 ? list.slice(0, Math.ceil(share * list.length)) : list;
}

/** Length and width of a route's spaces. */
export function spaceSize({ space: [length = 25, width = 10] }: DrawnRoute): [number, number] {
  return [length, width];
}

/** The cities of an id: the city itself, or all border points of a country, which tickets name as one. */
export function citiesMeant(model: BoardModel, id: string): CityModel[] {
  const city = model.city.get(id);
  if (city) return [city];
  return model.cities.filter((each) => each.drawn.kind === "country" && countryOf(each) === id);
}

export function countryOf(city: CityModel): string {
  return city.name.toLowerCase().replaceAll(" ", "-");
}
