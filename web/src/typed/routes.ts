/** The board as a list of routes. */

import { ownersOf } from "../board/model/places";
import type { Vehicle } from "../board/model/types";
import type { BoardRoute, BoardValues, Legal, SeenView } from "../wire";

export interface Situation {
  board: BoardValues;
  vehicle: Vehicle;
  view: SeenView;
  legal: Legal | null;
}

export interface Row {
  route: BoardRoute;
  owner: number | null;
  affordable: boolean;
  needed: boolean;
}

export function rowsOf({ board, view, legal }: Situation): Row[] {
  const owners = ownersOf(view.seats);
  const needed = new Set([...view.tickets, ...view.offer].flatMap(({ routes }) => routes));
  return board.routes.map((route) => ({
    route,
    owner: owners[route.id] ?? null,
    affordable: legal?.claims[route.id] !== undefined,
    needed: needed.has(route.id),
  }));
}
