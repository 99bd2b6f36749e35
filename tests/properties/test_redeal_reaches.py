"""A re-deal can bring every state that fits a view, and no other (DESIGN, bet 5): all are listed on tiny decks."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest
import scipy

from ferrovia.core.limits import LOCOMOTIVE, NONE
from ferrovia.engine.state import OFFERED, OPENING, OVER
from ferrovia.rules.files.loading import load_rules
from tests.properties import sample_boards as boards
from tests.properties.sample_tables import SPECTATOR, Table, members, new_states, redealt, tables_of, view_of
from tests.properties.sweeps import Sweep

Hidden = tuple[Any, ...]
TABLES = tables_of(boards.micro(), boards.micro_out())
every_micro_table = pytest.mark.parametrize("table", TABLES, ids=str)


def hidden_part(table: Table, state: Any, viewer: int) -> Hidden:
    """What lies hidden from a seat, written so that it can be compared."""
    others = [seat for seat in table.seats if seat != viewer]
    return (
        tuple(state.secret.deck.tolist()),
        tuple(tuple(state.private[seat].hand.tolist()) for seat in others),
        tuple(frozenset(members(state.private[seat].tickets)) for seat in others),
        tuple(tuple(ticket for ticket in state.private[seat].offer.tolist() if ticket != NONE) for seat in others),
        tuple(ticket for ticket in state.secret.queue.tolist() if ticket != NONE),
        frozenset(members(state.secret.fresh)),
    )


def splits(cards: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """All ways to take this many of some cards."""
    for taken in product(*(range(count + 1) for count in cards)):
        if sum(taken) == size:
            yield taken


def less(cards: tuple[int, ...], taken: Any) -> tuple[int, ...]:
    return tuple(count - int(other) for count, other in zip(cards, taken, strict=True))


def all_cards(table: Table, view: Any) -> Iterator[tuple[Any, Any]]:
    """Every deck with every hand of the others."""
    public, own, viewer = view.public, view.own, int(view.seat)
    hidden = tuple(table.board[0].cards.tolist())
    for seen in (public.market, public.discards, public.turned, own.hand):
        hidden = less(hidden, seen)
    on_table = [0] * len(hidden)
    if int(public.colour) != NONE:
        on_table[int(public.colour)] += int(public.spent)
    on_table[LOCOMOTIVE] += int(public.locomotives)
    hidden = less(hidden, on_table)
    others = [seat for seat in table.seats if seat != viewer]
    for deck in splits(hidden, int(public.deck_size)):
        if all(count <= most for count, most in zip(deck, (public.bound - own.drawn).tolist(), strict=True)):
            for hands in all_hands(public, less(hidden, deck), others):
                yield deck, hands


def all_hands(public: Any, cards: tuple[int, ...], seats: list[int]) -> Iterator[tuple[Any, ...]]:
    """Every way to deal all of these cards, each seat at least what it is known to hold."""
    if not seats:
        if not any(cards):
            yield ()
        return
    known = tuple(public.known[seats[0]].tolist())
    for hand in splits(cards, int(public.hand_size[seats[0]])):
        if all(count >= least for count, least in zip(hand, known, strict=True)):
            for rest in all_hands(public, less(cards, hand), seats[1:]):
                yield (hand, *rest)


def all_tickets(table: Table, view: Any) -> Iterator[tuple[Any, Any, Any, Any]]:
    """The others' tickets and offers, the queue and the fresh tickets, in every way that fits."""
    public, own = view.public, view.own
    offered = {ticket for ticket in own.offer.tolist() if ticket != NONE}
    returned = set(members(own.returned))
    pool = frozenset(range(len(table.rules.tickets))) - set(members(own.tickets)) - offered - returned
    places = view.places.tolist()[: int(public.queue)]
    mine = frozenset() if table.board[0].opening_out else frozenset(returned - set(places))
    others = [seat for seat in table.seats if seat != int(view.seat)]
    for held, left in all_held(public, pool, others):
        for offers, rest in all_offers(public, left, others):
            for queue, after in all_queues(places, int(public.mixed), mine, rest):
                for fresh in combinations(sorted(after), int(public.ticket_deck) - len(places)):
                    if table.board[0].opening_out or table.board[0].later_out or len(fresh) == len(after):
                        yield held, offers, queue, frozenset(fresh)


def all_held(public: Any, pool: frozenset[int], seats: list[int]) -> Iterator[tuple[Any, frozenset[int]]]:
    if not seats:
        yield (), pool
        return
    for held in combinations(sorted(pool), int(public.tickets[seats[0]])):
        for rest, left in all_held(public, pool - set(held), seats[1:]):
            yield (frozenset(held), *rest), left


def all_offers(public: Any, pool: frozenset[int], seats: list[int]) -> Iterator[tuple[Any, frozenset[int]]]:
    if not seats:
        yield (), pool
        return
    looking = int(public.phase) == OPENING or (int(public.phase) == OFFERED and int(public.seat) == seats[0])
    for offer in permutations(sorted(pool), int(public.offered) if looking else 0):
        for rest, left in all_offers(public, pool - set(offer), seats[1:]):
            yield (offer, *rest), left


def all_queues(places: list[int], mixed: int, mine: frozenset[int], pool: frozenset[int]) -> Iterator[tuple[Any, Any]]:
    """A seat's own mixed returns lie somewhere among the mixed; what lies at an unknown place is any ticket."""
    unknown = [place for place, ticket in enumerate(places) if ticket == NONE]
    for filling in permutations(sorted(pool | mine), len(unknown)):
        queue = dict(zip(unknown, filling, strict=True))
        if mine == {ticket for place, ticket in queue.items() if place < mixed and ticket in mine} and not any(
            ticket in mine for place, ticket in queue.items() if place >= mixed
        ):
            yield tuple(queue.get(place, ticket) for place, ticket in enumerate(places)), pool - set(filling)


def all_hidden(table: Table, view: Any) -> set[Hidden]:
    """Every hidden part that fits a view."""
    return {
        (deck, hands, held, offers, queue, fresh)
        for (deck, hands), (held, offers, queue, fresh) in product(all_cards(table, view), all_tickets(table, view))
    }


def reached_views(table: Table, games: int, seed: int) -> dict[tuple[int, bytes], tuple[Any, set[Hidden]]]:
    """The views of many games, with what really lay hidden in all the states that looked like that."""
    found: dict[Any, tuple[Any, set[Hidden]]] = defaultdict(lambda: (None, set()))
    for states in Sweep(table, games, seed):
        for index in range(0, len(states), 7):
            one = states[index : index + 1]
            if int(one[0].public.phase) != OVER:
                viewer = (index + int(one[0].public.turns)) % (table.players + 1) - 1
                views = view_of(one, viewer)
                key = (viewer, views.tobytes())
                found[key][1].add(hidden_part(table, one[0], viewer))
                found[key] = (views, found[key][1])
    return found


def check(table: Table, games: int, seed: int, most: int, seeds: int) -> int:
    """Compare what really happened, what fits, and what is dealt; how many views were small enough to be listed."""
    listed = 0
    phases: Counter[int] = Counter()
    for (viewer, _), (views, reached) in reached_views(table, games, seed).items():
        phase = int(views[0].public.phase)
        if phases[phase] >= most:
            continue
        fitting = all_hidden(table, views[0])
        assert reached <= fitting, f"{table}, seat {viewer}: a real game is ruled out"
        if len(fitting) <= 40:
            dealt = {hidden_part(table, redealt(table, views, number)[0], viewer) for number in range(seeds)}
            assert dealt == fitting, f"{table}, seat {viewer}, phase {phase}"
            listed += 1
            phases[phase] += 1
    return listed


@every_micro_table
def test_a_re_deal_reaches_everything_that_fits_and_nothing_else(table):
    """The true hidden state fits the view, and determinizations reach exactly everything that fits."""
    assert check(table, games=100, seed=51, most=3, seeds=800) >= 6


@pytest.mark.slow
@every_micro_table
def test_many_re_deals_reach_everything_that_fits_and_nothing_else(table):
    assert check(table, games=2000, seed=52, most=150, seeds=5000) >= 200


def test_unseen_cards_are_dealt_by_their_numbers():
    """After the deal a spectator has seen the market only: the deck's locomotives are hypergeometric."""
    table = Table(load_rules("north-america-classic"), 4)
    views = view_of(new_states(table, 53), SPECTATOR)
    public = views[0].public
    unseen = 110 - int(public.market.sum()) - int(public.discards.sum())
    wild = 14 - int(public.market[LOCOMOTIVE]) - int(public.discards[LOCOMOTIVE])
    drawn = Counter(int(redealt(table, views, seed)[0].secret.deck[LOCOMOTIVE]) for seed in range(4000))
    law = scipy.stats.hypergeom(unseen, wild, int(public.deck_size))
    likely = [count for count in range(wild + 1) if law.pmf(count) * 4000 > 5]
    expected = np.array([law.pmf(count) for count in likely])
    observed = np.array([drawn[count] for count in likely])
    test = scipy.stats.chisquare(observed, expected / expected.sum() * observed.sum())
    assert test.pvalue > 1e-4


def test_unseen_tickets_are_dealt_alike():
    """Every ticket a seat does not see is as likely to lie before another seat."""
    table = Table(load_rules("switzerland"), 2)
    views = view_of(new_states(table, 54), 0)
    counted = Counter(
        ticket for seed in range(3000) for ticket in redealt(table, views, seed)[0].private[1].offer.tolist()
    )
    assert len(counted) == 41
    assert scipy.stats.chisquare(list(counted.values())).pvalue > 1e-4
