/** When a rule first matters to the player on turn. */

import { findRoute, findTicket } from "../../i18n";
import type { RuleFact } from "../../wire";
import type { PlayState } from "../state/playState";

const BASIC = new Set(["opening-tickets", "later-tickets", "turn", "doubles", "last-round"]);

/** Whether those who know the game know this too, whatever the board. */
export function isBasic({ code, parameters }: RuleFact): boolean {
  if (code === "face-up-locomotive") return parameters.use === "ends_drawing";
  if (code === "locomotive-use") return parameters.use !== "tunnels";
  return BASIC.has(code);
}

type Matters = (state: PlayState) => boolean;

const onTurn: Matters = (state) => state.view.value?.phase === "turn";

/** By the code of the fact, as `/api/rules/ID/summary` has it. */
export const TIPS: Readonly<Record<string, Matters>> = {
  "opening-tickets": (state) => state.view.value?.phase === "opening",
  countries: (state) => {
    const board = state.store.rules.value?.board;
    const offer = state.view.value?.offer ?? [];
    return offer.some(({ ticket }) => board && Object.keys(findTicket(board, ticket)?.to ?? {}).length > 1);
  },
  "later-tickets": (state) => state.view.value?.phase === "tickets",
  turn: onTurn,
  attractions: onTurn,
  "face-up-locomotive": (state) => onTurn(state) && (state.view.value?.market.locomotive ?? 0) > 0,
  "locomotive-use": (state) => onTurn(state) && (state.view.value?.hand.locomotive ?? 0) > 0,
  tunnels: (state) => {
    const board = state.store.rules.value?.board;
    return Object.keys(state.open.value?.claims ?? {}).some((id) => board && findRoute(board, id)?.tunnel);
  },
  doubles: (state) => (state.view.value?.closed.length ?? 0) > 0,
  "last-round": (state) => state.view.value?.last_turns !== null,
};
