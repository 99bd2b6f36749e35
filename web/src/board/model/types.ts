/** The board's inputs: geometry (docs/drawing.md), rules, and the state of the game. */

import type { DrawnPoint, DrawnSpace } from "../../wire";

export type {
  BoardValues as BoardRules,
  BoardRoute as RouteRules,
  Drawing,
  DrawnCity,
  DrawnLand,
  DrawnRoute,
} from "../../wire";

export type Point = DrawnPoint;
export type Space = DrawnSpace;

export type { Vehicle } from "../../i18n";

export interface Staged {
  route: string;
  seat: number;
}

/** The state of the game on the board. Reuse unchanged sets: components compare them by identity. */
export interface BoardState {
  owners: Readonly<Record<string, number>>;
  /** Free twins of claimed routes that must stay unclaimed. */
  closed: ReadonlySet<string>;
  claimable: ReadonlySet<string>;
  /** Routes the selected colour can pay for; null without a selection. */
  lit: ReadonlySet<string> | null;
  /** The staged claim, shown as phantom wagons. */
  staged: Staged | null;
  /** Cities or countries of the ticket in focus. */
  ringed: ReadonlySet<string>;
  /** Cities of the player's own tickets: labelled before others when space is short. */
  destinations?: ReadonlySet<string>;
  /** Cities that the player's tickets still have to join: marked on the map throughout. */
  sought?: ReadonlySet<string>;
  /** Cities of completed tickets. */
  joined?: ReadonlySet<string>;
  /** Ends of the routes claimed since the player's last turn: labelled next. */
  lately?: ReadonlySet<string>;
  /** The connection that is still missing. */
  path: readonly string[];
  /** The longest trail, in order of travel. */
  trail: readonly string[] | null;
  /** Claimed since the player's last turn. */
  latest: ReadonlySet<string>;
}

export const NOTHING: ReadonlySet<string> = new Set<string>();

export const EMPTY_STATE: BoardState = {
  owners: {},
  closed: NOTHING,
  claimable: NOTHING,
  lit: null,
  staged: null,
  ringed: NOTHING,
  path: [],
  trail: null,
  latest: NOTHING,
};
