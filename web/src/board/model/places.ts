/** Owners of routes, places of tickets, points that the camera frames. */

import { findTicket } from "../../i18n";
import type { BoardValues } from "../../wire";
import { type BoardModel, citiesMeant } from "./boardModel";
import { nameFrame } from "./nameFrame";
import type { DrawnCity, Point } from "./types";

export function ownersOf(seats: readonly { routes: readonly string[] }[]): Record<string, number> {
  return Object.fromEntries(seats.flatMap(({ routes }, seat) => routes.map((route) => [route, seat])));
}

export function placesOf(board: BoardValues, ticket: string): string[] {
  const ends = findTicket(board, ticket);
  return ends ? [ends.from, ...Object.keys(ends.to)] : [];
}

/** A route and its cities, or cities, with their names. */
export function pointsOf(model: BoardModel, id: string): Point[] {
  const route = model.route.get(id);
  const cities = (route ? [route.rules.from, route.rules.to] : [id]).flatMap((each) => citiesMeant(model, each));
  return [...(route?.line ?? []), ...cities.flatMap(({ drawn }) => [drawn, ...nameCorners(model, drawn)])];
}

function nameCorners({ drawing }: BoardModel, { label }: DrawnCity): Point[] {
  const { left, right, top, bottom } = nameFrame(drawing, label, 1);
  return [
    { x: left, y: top },
    { x: right, y: bottom },
  ];
}
