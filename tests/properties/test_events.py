"""What a seat is shown adds up to what it sees: events are enough to follow a game (DESIGN, bet 6)."""

from typing import Any

import numpy as np
import pytest

from ferrovia.core.limits import CARD_KINDS, LOCOMOTIVE, NONE, SEATS
from ferrovia.engine import batch
from ferrovia.engine.journal import EVENT, EVENT_NAMES, recording_journal
from tests.properties.sample_tables import (
    SPECTATOR,
    Table,
    every_table,
    is_over,
    legal,
    members,
    mover,
    new_states,
    step,
    view_of,
)


class Spectator:
    """Keeps count of events without looking at the table. In a seat, also of its own cards."""

    def __init__(self, table: Table, seat: int) -> None:
        board = table.board[0]
        self.table, self.seat = table, seat
        self.out = bool(board.opening_out), bool(board.later_out)
        self.market, self.discards, self.flipped, self.played = (np.zeros(CARD_KINDS, int) for _ in range(4))
        self.known = np.zeros((SEATS, CARD_KINDS), int)
        self.hand, self.hand_size = np.zeros(CARD_KINDS, int), np.zeros(SEATS, int)
        self.deck_size, self.ticket_deck = int(board.cards.sum()), len(table.rules.tickets)
        self.tickets, self.looking, self.score = np.zeros(SEATS, int), np.zeros(SEATS, int), np.zeros(SEATS, int)
        self.trains = np.array([int(board.trains) if seat < table.players else 0 for seat in range(SEATS)])
        self.own: dict[int, set[int]] = {seat: set() for seat in range(SEATS)}
        self.opened, self.over = False, False
        self.bound, self.drawn = board.cards.astype(int), np.zeros(CARD_KINDS, int)
        self.mixed, self.queue = 0, list[int]()  # how many opening returns; after them later ones, as far as known
        self.mine, self.given_back, self.gone = set[int](), list[int](), set[int]()

    def hear(self, event: Any) -> None:
        """One event that this seat may know of."""
        name = EVENT_NAMES[int(event.kind)].replace("-", "_")
        getattr(self, name)(*(int(event[part]) for part in ("seat", "card", "ticket", "route", "count")))

    def dealt(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        self.deck_size -= 1
        self.hand_size[seat] += 1
        if seat == self.seat:
            self.hand[card] += 1
            self.drawn[card] += 1
        else:
            assert card == NONE

    drew = dealt

    def filled(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        self.deck_size -= 1
        self.bound[card] -= 1
        self.market[card] += 1

    def flushed(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        assert count == self.market.sum()
        self.discards += self.market
        self.market[:] = 0

    def renewed(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        assert (self.deck_size, count) == (0, self.discards.sum())
        self.deck_size = count
        self.bound[:] = self.discards
        self.drawn[:] = 0
        self.discards[:] = 0

    def offered(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        self.ticket_deck -= 1
        self.looking[seat] += 1

    def offered_again(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        """A returned ticket. Once another seat draws from the mixed ones, nobody knows whether theirs are there."""
        self.offered(seat, card, ticket, route, count)
        if self.mixed:
            self.mixed -= 1
            self.mine = self.mine - {ticket} if seat == self.seat else set()
        else:
            known = self.queue.pop(0)
            assert seat != self.seat or known in (NONE, ticket)

    def ticket_kept(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        assert seat == self.seat

    def ticket_returned(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        assert seat == self.seat
        self.given_back.append(ticket)

    def tickets_kept(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        """How many were kept, so how many went back, and where to."""
        back = int(self.looking[seat]) - count
        mine = self.given_back if seat == self.seat else []
        if self.out[self.opened]:
            self.gone |= set(mine)
        elif self.opened:
            self.queue += mine or [NONE] * back
        else:
            self.mixed += back
            self.mine |= set(mine)
        self.tickets[seat] += count
        self.ticket_deck += 0 if self.out[self.opened] else back
        self.looking[seat] = 0
        self.given_back = []
        self.opened = self.opened or seat == self.table.players - 1

    def took(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        self.market[card] -= 1
        self.known[seat, card] += 1
        self.hand_size[seat] += 1
        self.hand[card] += seat == self.seat

    def attempted(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        assert not self.played.any()
        assert not self.flipped.any()

    def paid(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        self.played[card] += count
        self.hand_size[seat] -= count
        self.known[seat, card] = max(0, self.known[seat, card] - count)
        self.hand[card] -= count * (seat == self.seat)

    def turned(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        self.deck_size -= 1
        self.bound[card] -= 1
        self.flipped[card] += 1

    def charged(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        assert count == self.flipped[LOCOMOTIVE] + (self.flipped[card] if card != LOCOMOTIVE else 0)

    def settle(self) -> None:
        self.discards += self.played + self.flipped
        self.played[:] = 0
        self.flipped[:] = 0

    def claimed(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        board = self.table.board[0]
        self.own[seat].add(route)
        self.trains[seat] -= count
        self.score[seat] += int(board.route_points[count])
        assert count == board.route_length[route]
        self.settle()

    def refused(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        self.known[seat] += self.played
        self.hand_size[seat] += self.played.sum()
        self.hand += self.played * (seat == self.seat)
        self.played[:] = 0
        self.settle()

    def passed(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        assert seat != NONE

    last_round = passed

    def ended(self, seat: int, card: int, ticket: int, route: int, count: int) -> None:
        self.over = True

    def check(self, view: Any) -> None:
        """Compare with the table."""
        public = view.public
        assert (self.flipped == public.turned).all()
        for name in ("market", "discards", "hand_size", "tickets", "trains", "score"):
            assert (getattr(self, name) == public[name]).all(), name
        assert (self.deck_size, self.ticket_deck) == (int(public.deck_size), int(public.ticket_deck))
        for seat in self.table.seats:
            own = sum(1 << (route & 63) for route in self.own[seat] if route < 64)
            high = sum(1 << (route & 63) for route in self.own[seat] if route >= 64)
            assert [own, high] == public.own[seat].tolist()
        assert (int(public.mixed), int(public.queue)) == (self.mixed, self.mixed + len(self.queue))
        if self.seat != SPECTATOR:
            assert (self.hand == view.own.hand).all()
        if not self.over:
            self.check_knowledge(view)
        assert self.over or (self.known == public.known).all()
        assert self.over == bool(public.ending)

    def check_knowledge(self, view: Any) -> None:
        """What a view keeps of the past: the most the deck can hold, and the tickets this seat gave back."""
        if self.deck_size:
            assert (self.bound == view.public.bound).all()
            assert self.seat == SPECTATOR or (self.drawn == view.own.drawn).all()
        places = [NONE] * self.mixed + self.queue
        assert view.places.tolist() == places + [NONE] * (len(view.places) - len(places))
        remembered = self.mine | self.gone | {ticket for ticket in self.queue if ticket != NONE}
        assert set(members(view.own.returned)) == remembered


def follow(table: Table, seed: int, most: int) -> None:
    """Tell everybody what they may know, step by step."""
    log = recording_journal()
    states = new_states(table, seed, log)
    listeners = [Spectator(table, seat) for seat in table.viewers]
    chance = np.random.default_rng(seed)
    for _ in range(most):
        events, seen = log["events"][0, : int(log["count"][0])], np.zeros(1, EVENT)
        for listener in listeners:
            for index in range(len(events)):
                if batch.visible_at(events, index, listener.seat, seen):
                    listener.hear(seen[0])
            listener.check(view_of(states, listener.seat)[0])
        if is_over(states):
            return
        log = recording_journal()
        actions = legal(table, states)
        claims = [action for action in actions if action < 128]
        liked = claims if claims and chance.random() < 0.5 else actions
        assert step(table, states, mover(states), int(chance.choice(liked)), log)


@every_table
def test_events_are_enough_to_follow_a_game(table):
    """Cards, trains, points and tickets, counted from what a seat or a spectator is shown and nothing else."""
    follow(table, seed=131, most=250)


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("seed", range(3))
def test_events_are_enough_to_follow_many_games(table, seed):
    follow(table, seed=200 + seed, most=5000)
