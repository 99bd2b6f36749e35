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

/** Null if the network is too tangled to search. A path may cross itself but uses each route once. */
export function longestTrail(routes: readonly BoardRoute[]): Trail | null {
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
