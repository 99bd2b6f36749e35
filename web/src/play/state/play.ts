import type { TableStore } from "../../table/store";
import { PlayActions } from "./playActions";
import { PlayState } from "./playState";

/** A game on one screen: its table, what the screen shows, what the player can do. */
export class Play {
  readonly state: PlayState;
  readonly actions: PlayActions;

  constructor(readonly store: TableStore) {
    this.state = new PlayState(store);
    this.actions = new PlayActions(this.state, store);
  }
}
