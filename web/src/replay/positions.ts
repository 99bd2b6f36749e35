/** Positions of a replay, rebuilt from its frames, each of which holds only what changed. */

import type { ReplayFrame, ReplaySeat, GameReplay } from "../wire";

export type Position = Required<Omit<ReplayFrame, "seats">> & { seats: readonly PositionSeat[] };

/** What is known of a seat; hand, tickets, offer and points are missing while secret. */
export type PositionSeat = Required<
  Pick<ReplaySeat, "routes" | "trains" | "route_points" | "hand_size" | "known" | "ticket_count">
> &
  Pick<ReplaySeat, "hand" | "tickets" | "offer" | "points">;

const NO_SEAT: PositionSeat = { routes: [], trains: 0, route_points: 0, hand_size: 0, known: {}, ticket_count: 0 };

/** The initial position, then the one after each move. */
export function positionsOf({ frames, players }: Pick<GameReplay, "frames" | "players">): Position[] {
  let before: Position = {
    phase: "opening",
    asked: [],
    market: {},
    discards: {},
    turned: {},
    deck_size: 0,
    ticket_deck: 0,
    last_turns: null,
    closed: [],
    seats: Array.from({ length: players }, () => NO_SEAT),
  };
  return frames.map((frame) => {
    before = after(before, frame);
    return before;
  });
}

function after(before: Position, { seats: changes = {}, ...frame }: ReplayFrame): Position {
  const seats = before.seats.map((seat, number) => ({ ...seat, ...changes[String(number)] }));
  return { ...before, ...frame, seats };
}
