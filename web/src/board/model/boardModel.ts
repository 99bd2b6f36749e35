/** A board ready to draw: drawing and rules joined, paths precomputed. */

import { boxPath, type Curve, parseCurve, sample } from "./geometry";
import { symbolPath, tokenOf } from "./shapes";
import type { BoardRules, Drawing, DrawnCity, DrawnRoute, Point, RouteRules } from "./types";

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
  const routes = rules.routes.flatMap((each) => {
    const drawn = drawing.routes[each.id];
    return drawn ? [routeModel(each, drawn)] : [];
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
