/** The longest path of a player's routes, while the game runs. The server measures it for the final score. */

import type { BoardRoute } from "../../wire";

/** Steps of the search; networks with that many loops are rare, and then nothing is shown. */
const MOST_STEPS = 60_000;

export interface Trail {
  /** In trains. */
  length: number;
  /** In order of travel. */
  routes: string[];
}

/** Networks measured: of those on a board, a claim changes one. */
const measured = new Map<string, Trail | null>();
const MOST_MEASURED = 40;

/** Null if the network is too tangled to search. A path may cross itself but uses each route once. */
export function longestTrail(routes: readonly BoardRoute[]): Trail | null {
  const key = routes.map(({ id, length }) => `${id} ${length}`).join();
  const known = measured.get(key);
  if (known !== undefined) return known;
  const trail = search(routes);
  if (measured.size >= MOST_MEASURED) measured.clear();
  measured.set(key, trail);
  return trail;
}

function search(routes: readonly BoardRoute[]): Trail | null {
  const at = new Map<string, BoardRoute[]>();
  for (const route of routes) {
    for (const city of [route.from, route.to]) at.set(city, [...(at.get(city) ?? []), route]);
  }
  let best: Trail = { length: 0, routes: [] };
  let steps = 0;
  const way: string[] = [];
  const travel = (city: string, length: number): void => {
    if (length > best.length) best = { length, routes: [...way] };
    for (const route of at.get(city) ?? []) {
      if (way.includes(route.id) || steps > MOST_STEPS) continue;
      steps += 1;
      way.push(route.id);
      travel(route.from === city ? route.to : route.from, length + route.length);
      way.pop();
    }
  };
  for (const city of at.keys()) travel(city, 0);
  return steps > MOST_STEPS ? null : best;
}
