/** What the board is given: where things are drawn (docs/drawing.md), what they are, and what is going on. */

import type { DrawnPoint, DrawnSpace } from "../../wire";

export type {
  Board as BoardRules,
  BoardRoute as RouteRules,
  Drawing,
  DrawnCity,
  DrawnLand,
  DrawnRoute,
} from "../../wire";

export type Point = DrawnPoint;
export type Space = DrawnSpace;

/** What stands on a claimed route. */
export type { Vehicle } from "../../i18n";

export interface Staged {
  route: string;
  seat: number;
}

/** What is going on. Sets that do not change may be the same object: then nothing is drawn anew. */
export interface BoardState {
  owners: Readonly<Record<string, number>>;
  /** The free twin of a double that nobody may claim any more. */
  closed: ReadonlySet<string>;
  claimable: ReadonlySet<string>;
  /** Routes the selected colour can pay for; null: none is selected. */
  lit: ReadonlySet<string> | null;
  /** A claim not yet sent: phantom wagons. */
  staged: Staged | null;
  /** Cities (or whole countries) of the tickets looked at. */
  ringed: ReadonlySet<string>;
  /** Cities of the player's own tickets: named before others, where not all names have room. */
  destinations?: ReadonlySet<string>;
  /** A way that is still missing. */
  path: readonly string[];
  /** The longest trail, in the order in which it is travelled. */
  trail: readonly string[] | null;
  /** Claimed since the player's last turn. */
  latest: ReadonlySet<string>;
}

export const NOTHING: ReadonlySet<string> = new Set<string>();

/** A board on which nothing has happened. */
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
