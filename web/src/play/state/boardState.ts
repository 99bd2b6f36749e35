/** Derives the board's state from position and staged move. */

import { computed, type ReadonlySignal } from "@preact/signals";
import { type BoardState, NOTHING } from "../../board/model/types";
import { ownersOf, placesOf } from "../../board/model/places";
import { differ } from "../../lib/memo";
import type { RulesShown, SeenView, TicketStatus } from "../../wire";
import { parseAnswer, parseClaim } from "./moves";
import type { PlayState } from "./playState";
import { claimedIn } from "./recent";

/** Unchanged parts keep their identity, so that hovering a ticket redraws no route. */
export function boardPicture(state: PlayState): ReadonlySignal<BoardState> {
  const { store } = state;
  const [seats, shut] = [computed(() => state.view.value?.seats), computed(() => state.view.value?.closed)];
  const [held, offered] = [computed(() => state.view.value?.tickets), computed(() => state.view.value?.offer)];
  const claims = computed(() => state.open.value?.claims);
  const owners = steady(() => ownersOf(seats.value ?? []), sameOwners);
  const closed = steady(() => new Set(shut.value), sameSet);
  const claimable = steady(() => new Set(Object.keys(claims.value ?? {})), sameSet);
  const lit = steady(() => litRoutes(state), sameSet);
  const latest = steady(() => latestRoutes(state), sameSet);
  const status = computed(() => lookedAt(state, state.view.value));
  const ringed = steady(() => ringedPlaces(state, status.value), sameSet);
  const destinations = steady(
    () => ticketPlaces(store.rules.value, [...(offered.value ?? []), ...(held.value ?? [])]),
    sameSet,
  );
  const sought = steady(() => ticketPlaces(store.rules.value, (held.value ?? []).filter(isOpen)), sameSet);
  const joined = steady(
    () =>
      ticketPlaces(
        store.rules.value,
        (held.value ?? []).filter((each) => each.joined),
      ),
    sameSet,
  );
  const lately = steady(() => endsOf(store.rules.value, latest.value), sameSet);
  const path = computed(() => missingWay(state, status.value));
  const celebrated = computed(() => celebratedWay(state));
  const staged = computed(() => {
    const claim = state.claim.value;
    return claim ? { route: claim.route, seat: store.seat.value } : null;
  });
  const picture = (): BoardState => ({
    owners: owners.value,
    closed: closed.value ?? NOTHING,
    claimable: claimable.value ?? NOTHING,
    lit: lit.value,
    staged: staged.value,
    ringed: ringed.value ?? NOTHING,
    destinations: destinations.value ?? NOTHING,
    sought: sought.value,
    joined: joined.value,
    lately: lately.value ?? NOTHING,
    path: path.value,
    trail: celebrated.value,
    latest: latest.value ?? NOTHING,
  });
  return steady(picture, (one, other) => !differ(one, other));
}

/** A computed signal that keeps its object while the content is equal. */
function steady<Value>(compute: () => Value, same: (one: Value, other: Value) => boolean): ReadonlySignal<Value> {
  let kept: { value: Value } | null = null;
  return computed(() => {
    const value = compute();
    if (!kept || !same(kept.value, value)) kept = { value };
    return kept.value;
  });
}

function sameSet(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): boolean {
  if (!one || !other) return one === other;
  return one.size === other.size && [...one].every((each) => other.has(each));
}

function sameOwners(one: Record<string, number>, other: Record<string, number>): boolean {
  const routes = Object.keys(one);
  return routes.length === Object.keys(other).length && routes.every((route) => one[route] === other[route]);
}

/** Routes the selected colour can pay for, by the server's list of payments. */
function litRoutes(state: PlayState): ReadonlySet<string> | null {
  const [colour, legal] = [state.colour.value, state.legal.value];
  if (colour === null || !legal) return null;
  const payable = Object.entries(legal.claims).filter(([, payments]) =>
    payments.some((each) => each.includes(`${colour}:`)),
  );
  return new Set(payable.map(([route]) => route));
}

/** Routes claimed since the player's last turn; for spectators, with the last move. */
function latestRoutes(state: PlayState): ReadonlySet<string> {
  const log = state.store.log.value;
  if (!state.watching.value) return claimedIn(state.news.value);
  return claimedIn(log.filter(({ kind }) => kind === "move").slice(-1));
}

function lookedAt(state: PlayState, view: SeenView | null): TicketStatus | null {
  const ticket = state.ticket.value;
  return [...(view?.offer ?? []), ...(view?.tickets ?? [])].find((each) => each.ticket === ticket) ?? null;
}

/** The attraction just reached, ends of the ticket in focus, or of all tickets on offer. */
function ringedPlaces(state: PlayState, status: TicketStatus | null): ReadonlySet<string> {
  const rules = state.store.rules.value;
  const reached = reachedAttraction(state);
  if (reached) return new Set([reached]);
  const tickets = status ? [status] : (hintedTicket(state) ?? onOffer(state));
  return rules ? new Set(tickets.flatMap(({ ticket }) => placesOf(rules.board, ticket))) : NOTHING;
}

/** The tickets to choose from; once some are chosen, those; with a hint, those it would keep. */
function onOffer(state: PlayState): readonly TicketStatus[] {
  const offer = state.legal.value ? (state.view.value?.offer ?? []) : [];
  const advised = parseAnswer(state.hint.value?.move ?? "")?.keep;
  const meant = advised ? new Set(advised) : state.kept.value;
  const shown = offer.filter(({ ticket }) => meant.has(ticket));
  return shown.length > 0 ? shown : offer;
}

function isOpen({ joined, impossible }: TicketStatus): boolean {
  return !joined && !impossible;
}

/** Ends of tickets. */
function ticketPlaces(rules: RulesShown | null, tickets: readonly TicketStatus[]): ReadonlySet<string> {
  return rules ? new Set(tickets.flatMap(({ ticket }) => placesOf(rules.board, ticket))) : NOTHING;
}

function endsOf(rules: RulesShown | null, routes: ReadonlySet<string>): ReadonlySet<string> {
  const listed = rules?.board.routes.filter(({ id }) => routes.has(id)) ?? [];
  return new Set(listed.flatMap(({ from, to }) => [from, to]));
}

/** The way of a completed ticket, or the longest path, while it is celebrated. */
export function celebratedWay(state: PlayState): readonly string[] | null {
  const moment = state.moment.value;
  return moment && "way" in moment ? moment.way : null;
}

/** The city of an attraction while the player is told of having reached it. */
export function reachedAttraction(state: PlayState): string | null {
  const moment = state.moment.value;
  return moment?.kind === "attraction" ? moment.city : null;
}

const NO_WAY: readonly string[] = [];

/** The ticket that a hint speaks of first. */
function hintedTicket(state: PlayState): readonly { ticket: string }[] | null {
  const ticket = state.hint.value?.facts.find((fact) => fact.ticket)?.ticket;
  return ticket && state.view.value?.offer.length === 0 ? [{ ticket }] : null;
}

/** The route that a hint is about: the one to claim, or the one a card is for. */
export function hintedRoute(state: PlayState): string | null {
  const hint = state.hint.value;
  return parseClaim(hint?.move ?? null)?.route ?? hint?.facts.find((fact) => fact.route)?.route ?? null;
}

/** The missing connection of a ticket, of the tickets on offer, or the route of a hint. */
function missingWay(state: PlayState, status: TicketStatus | null): readonly string[] {
  const hinted = hintedRoute(state);
  if (hinted && !state.claim.value) return [hinted];
  if (status) return status.joined ? NO_WAY : status.routes;
  if (state.taught.value && !state.claim.value) return [state.taught.value];
  const offered = new Set(onOffer(state).flatMap(({ routes }) => routes));
  return offered.size > 0 ? [...offered] : NO_WAY;
}
