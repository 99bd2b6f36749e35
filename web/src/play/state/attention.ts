/** What is being talked about, for the camera: the move being played, a tunnel, the ticket looked at. */

import { placesOf } from "../../board/model/places";
import { narrow } from "../../lib/settings";
import type { Happening } from "../../wire";
import { celebratedWay, hintedRoute, reachedAttraction } from "./boardState";
import type { PlayState } from "./playState";
import { type Attempt, lastAttempt } from "./recent";

const NOTHING: readonly string[] = [];

/** Routes, cities or countries. */
export function attentionOf(state: PlayState): readonly string[] {
  const news = newsPlaces(state);
  if (news) return news;
  const board = state.store.rules.value?.board;
  return board ? ticketsMeant(state).flatMap((ticket) => placesOf(board, ticket)) : NOTHING;
}

/** What happens, or is to be done: it goes before tickets. */
function newsPlaces(state: PlayState): readonly string[] | null {
  const { beats } = state.store;
  const celebrated = celebratedWay(state);
  if (celebrated) return celebrated;
  const reached = reachedAttraction(state);
  if (reached) return [reached];
  const move = beats.current.value;
  const routes = move ? routesOf(move) : NOTHING; // a card taken draws no attention away from a ticket
  if (routes.length > 0) return routes;
  const attempt = pendingAttempt(state);
  if (attempt) return [attempt.route];
  const hinted = hintedRoute(state);
  if (hinted) return [hinted];
  return state.taught.value ? [state.taught.value] : null;
}

/** Whether the camera comes no closer: for a whole offer, and for a ticket that lies below the board. */
export function staysBack(state: PlayState): boolean {
  const below = narrow.value && state.tab.value === "hand" && state.pinned.value !== null;
  return isOverview(state) || (below && newsPlaces(state) === null);
}

/** The ticket looked at, those chosen from an offer, or all of an offer. */
function ticketsMeant(state: PlayState): readonly string[] {
  const { ticket, kept, legal, view } = state;
  if (ticket.value) return [ticket.value];
  if (isOverview(state)) return view.value?.offer.map((each) => each.ticket) ?? NOTHING;
  return legal.value ? [...kept.value] : NOTHING;
}

/** Nothing is chosen from an offer yet: all of it is to be seen, and no closer than before. */
function isOverview({ ticket, kept, legal, view }: PlayState): boolean {
  const offered = legal.value !== null && (view.value?.offer.length ?? 0) > 0;
  return offered && ticket.value === null && kept.value.size === 0;
}

function routesOf({ events }: Happening): readonly string[] {
  return events.flatMap(({ kind, route }) => (route && (kind === "claimed" || kind === "attempted") ? [route] : []));
}

/** The tunnel whose surcharge the player of this screen has to decide on. */
export function pendingAttempt({ legal, view, veiled, store }: PlayState): Attempt | null {
  const deciding = legal.value !== null && view.value?.phase === "tunnel" && !veiled.value;
  return deciding ? lastAttempt(store.log.value) : null;
}
