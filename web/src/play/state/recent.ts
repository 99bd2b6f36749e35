/** Recent moves: what happened since a seat's last turn. */

import type { EventValues, Happening } from "../../wire";

const NOTHING: readonly Happening[] = [];

/** The others' moves after the seat's last turn; empty before its first. `within`: the seat is in the middle of a
 * turn, whose own moves do not count. */
export function sinceLastTurn(log: readonly Happening[], seat: number, within = false): readonly Happening[] {
  const moves = log.filter(({ kind }) => kind === "move");
  const end = within ? moves.findLastIndex((each) => each.seat !== seat) + 1 : moves.length;
  const last = moves.slice(0, end).findLastIndex((each) => each.seat === seat);
  return last < 0 ? NOTHING : moves.slice(last + 1, end);
}

export interface Group {
  seat: number;
  moves: Happening[];
}

/** A summary: the costs of a tunnel are left out, and each player's moves are grouped. */
export function inShort(happenings: readonly Happening[]): Group[] {
  const groups: Group[] = [];
  for (const part of happenings.flatMap(bySeat)) {
    const last = groups.at(-1);
    const [move] = part.moves;
    if (last?.seat === part.seat && move) last.moves.push(move);
    else groups.push(part);
  }
  return groups;
}

/** Events by seat: the move that ends the opening reveals all choices. */
function bySeat(happening: Happening): Group[] {
  const mover = happening.seat;
  if (mover === null) return [];
  const fails = happening.events.some(({ kind }) => kind === "attempted") && !claimsIn(happening);
  const shown = happening.events.filter(({ kind }) => !BETWEEN.has(kind) && !(fails && kind === "paid"));
  const seats = new Set(shown.length > 0 ? shown.map(({ seat = mover }) => seat) : [mover]);
  return [...seats].map((seat) => ({
    seat,
    moves: [{ ...happening, seat, events: shown.filter((event) => (event.seat ?? mover) === seat) }],
  }));
}

const BETWEEN = new Set(["attempted", "charged", "turned", "filled", "flushed", "renewed", "offered", "offered-again"]);

function claimsIn({ events }: Happening): boolean {
  return events.some(({ kind }) => kind === "claimed");
}

export function claimedIn(happenings: readonly Happening[]): Set<string> {
  return new Set(happenings.flatMap(({ events }) => events.flatMap(claimed)));
}

function claimed({ kind, route }: EventValues): string[] {
  return kind === "claimed" && route ? [route] : [];
}

/** The card a seat drew from the deck with its last move, if it did. */
export function drawnLast(log: readonly Happening[], seat: number): string | null {
  const last = log.findLast((each) => each.kind === "move" && each.seat === seat);
  return last?.events.find((event) => event.kind === "drew" && event.seat === seat)?.card ?? null;
}

/** A tunnel attempt: its route and surcharge. */
export interface Attempt {
  seat: number;
  route: string;
  surcharge: number;
  /** The colour played; null for locomotives only. */
  colour: string | null;
  turned: { colour: string; costs: boolean }[];
  seq: number;
}

export function attemptIn(happening: Happening): Attempt | null {
  const began = happening.events.find(({ kind }) => kind === "attempted");
  if (!began?.route) return null;
  const { events, seq } = happening;
  const charged = events.find(({ kind }) => kind === "charged");
  return {
    seat: began.seat ?? happening.seat ?? -1,
    route: began.route,
    surcharge: charged?.count ?? 0,
    colour: charged?.card && charged.card !== "locomotive" ? charged.card : null,
    turned: events.flatMap(({ kind, card, costs = false }) =>
      kind === "turned" && card ? [{ colour: card, costs }] : [],
    ),
    seq,
  };
}

export function lastAttempt(log: readonly Happening[]): Attempt | null {
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const happening = log[index];
    const attempt = happening && attemptIn(happening);
    if (attempt) return attempt;
  }
  return null;
}
