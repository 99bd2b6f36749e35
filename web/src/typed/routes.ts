/** Lists and filters routes: `routes denver`, `routes free 5+ red`. */

import { colourName } from "../i18n";
import { ownersOf } from "../board/model/places";
import type { BoardRoute } from "../wire";
import { citiesLike, plain } from "./matching";
import type { Situation } from "./reading";
import { type Filter, filterOf, isLink } from "./vocabulary";

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

type Test = (row: Row) => boolean;

/** Routes that match all words, and the first unknown word. */
export function findRows(at: Situation, words: readonly string[]): { rows: Row[]; unknown: string | null } {
  let rows = rowsOf(at);
  for (const word of words) {
    const test = testOf(at, word);
    if (test) rows = rows.filter(test);
    else if (!isLink(word)) return { rows: [], unknown: word };
  }
  return { rows, unknown: null };
}

function testOf(at: Situation, word: string): Test | null {
  const length = /^(\d+)(\+?)$/.exec(word);
  if (length)
    return ({ route }) => (length[2] ? route.length >= Number(length[1]) : route.length === Number(length[1]));
  const colour = [...at.board.cards, "gray"].find((each) => each === word || plain(colourName(each)) === plain(word));
  if (colour) return ({ route }) => route.colour === colour;
  const filter = filterOf(word);
  if (filter) return kinds(at)[filter];
  const cities = new Set(citiesLike(at.board, word));
  return cities.size > 0 ? ({ route }) => cities.has(route.from) || cities.has(route.to) : null;
}

function kinds({ view }: Situation): Record<Filter, Test> {
  return {
    affordable: (row) => row.affordable,
    needed: (row) => row.needed,
    free: (row) => row.owner === null,
    taken: (row) => row.owner !== null,
    tunnels: (row) => row.route.tunnel,
    mine: (row) => row.owner === view.seat,
  };
}
