/** Situations to look at: who owns what, what glows, what is ringed. Made up from a board, the same every time. */

import { type BoardRules, type BoardState, EMPTY_STATE } from "../board/types";

export const SCENES = ["empty", "middle", "turn", "lit", "ticket", "trail", "staged"] as const;
export type Scene = (typeof SCENES)[number];

export function sceneOf(rules: BoardRules, scene: Scene): BoardState {
  if (scene === "empty") return EMPTY_STATE;
  const owners = claims(rules, 5);
  const free = rules.routes.filter((route) => owners[route.id] === undefined);
  const closed = new Set(free.filter((route) => route.twin && owners[route.twin] !== undefined).map(({ id }) => id));
  const open = free.filter(({ id }) => !closed.has(id));
  const base: BoardState = { ...EMPTY_STATE, owners, closed };
  const claimable = new Set(open.filter((_, index) => index % 3 !== 1).map(({ id }) => id));
  if (scene === "turn") return { ...base, claimable, latest: new Set(Object.keys(owners).slice(3, 6)) };
  if (scene === "lit") {
    const colours = new Set(["red", "gray"]);
    return { ...base, claimable, lit: new Set(open.filter(({ colour }) => colours.has(colour)).map(({ id }) => id)) };
  }
  if (scene === "ticket") return { ...base, ...ticket(rules, owners) };
  if (scene === "trail") return { ...base, trail: trail(rules) };
  const longest = open.toSorted((one, other) => other.length - one.length)[0];
  return scene === "staged" && longest ? { ...base, claimable, staged: { route: longest.id, seat: 0 } } : base;
}

/** Five networks that grow from one city each, turn by turn. */
function claims(rules: BoardRules, seats: number): Record<string, number> {
  const owners: Record<string, number> = {};
  const reached = Array.from({ length: seats }, (_, seat) => {
    const city = rules.cities[Math.floor(((seat + 0.5) * rules.cities.length) / seats)];
    return new Set(city ? [city.id] : []);
  });
  for (let turn = 0; turn < 0.55 * rules.routes.length; turn += 1) {
    const seat = turn % seats;
    const mine = reached[seat];
    const next = rules.routes.find(({ id, from, to, twin }) => {
      const open =
        owners[id] === undefined && !(twin && owners[twin] !== undefined && (owners[twin] === seat || turn % 2));
      return open && mine && mine.has(from) !== mine.has(to);
    });
    if (!next || !mine) continue;
    owners[next.id] = seat;
    mine.add(next.from).add(next.to);
  }
  return owners;
}

/** The dearest ticket, with a way of routes nobody has. */
function ticket(rules: BoardRules, owners: Record<string, number>): Pick<BoardState, "ringed" | "path"> {
  const points = (to: Record<string, number>) => Math.max(...Object.values(to));
  const dearest = rules.tickets.toSorted((one, other) => points(other.to) - points(one.to))[0];
  const [from, to] = [dearest?.from ?? "", Object.keys(dearest?.to ?? {})[0] ?? ""];
  const free = rules.routes.filter(({ id }) => (owners[id] ?? 0) === 0);
  return {
    ringed: new Set([from, to]),
    path: way({ ...rules, routes: free }, from, to).filter((id) => owners[id] === undefined),
  };
}

function trail(rules: BoardRules): string[] {
  const [from, middle, to] = [rules.cities[0]?.id ?? "", rules.cities.at(-1)?.id ?? "", rules.cities[9]?.id ?? ""];
  return [...way(rules, from, middle), ...way(rules, middle, to)];
}

/** A way with few routes from one city to another. */
function way(rules: BoardRules, from: string, to: string): string[] {
  const came = new Map<string, { city: string; route: string }>();
  const waiting = [from];
  for (let city = waiting.shift(); city !== undefined && city !== to; city = waiting.shift()) {
    for (const route of rules.routes) {
      if (route.from !== city && route.to !== city) continue;
      const next = route.from === city ? route.to : route.from;
      if (next === from || came.has(next)) continue;
      came.set(next, { city, route: route.id });
      waiting.push(next);
    }
  }
  const found: string[] = [];
  for (let step = came.get(to); step; step = came.get(step.city)) found.unshift(step.route);
  return found;
}
