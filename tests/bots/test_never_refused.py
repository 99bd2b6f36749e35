"""No bot is ever refused: all of them are asked at every decision of games that lead to rare positions.

The seats are played by habits no bot has (draw whatever can be drawn, never pay for a tunnel, keep every ticket), so
that decks and discards run out, offers come in the last round and only claims are left. All bots are asked, and one
seat may do what one of them says. Each is asked twice: once with what it remembers of this game, once as if it had
sat down just now.
"""

import random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia.bots.kernels.choose import begin_in, choose_in
from ferrovia.bots.kernels.option_parser import memory_of
from ferrovia.bots.kernels.registry import BOT_NAMES, OPTIONS_OF
from ferrovia.bots.kernels.scratch import new_scratch
from ferrovia.core.compile import INTERPRETED
from ferrovia.core.limits import NONE
from ferrovia.engine.actions import BLIND, KEEP, MASK_WORDS, PASS, REFUSE, SURCHARGE, TAKE, TICKETS
from ferrovia.engine.state import OFFERED, TURN
from ferrovia.errors import PositionError
from ferrovia.game.text.position import parse_position
from tests.engine.table_builder import BUILT_IN as RULE_SETS
from tests.engine.table_builder import rules_of
from tests.engine.table_builder import table as laid_table
from tests.properties.sample_tables import (
    BUILT_IN,
    LIMITS,
    TINY,
    Table,
    is_over,
    legal,
    mover,
    new_states,
    redealt,
    step,
    view_of,
)
from tests.properties.strategies import odd_tables, small_seeds
from tests.properties.test_fuzz_states import TABLES as FORGED_TABLES
from tests.properties.test_fuzz_states import forged

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of decisions of every bot")

SHALLOW = {"worlds": 1.0, "width": 2.0}
"""Search that looks at one world: the positions are many, and what it may answer is the same."""
SEARCH_EVERY = 4
"""Search plays whole games for its answer: it is asked at some decisions, and at all that are rare."""
CLAIM, CARD, TICKET, OTHER = range(4)


class Habit(NamedTuple):
    """How a seat plays: what it does first, whether it pays surcharges, whether it keeps many tickets."""

    order: tuple[int, ...]
    pays: bool
    keeps: bool

    def pick(self, actions: list[int], dice: random.Random) -> int:
        """One of the actions it likes best."""
        liked = min(map(self._rank, actions))
        return dice.choice([action for action in actions if self._rank(action) == liked])

    def _rank(self, action: int) -> int:
        if action >= KEEP:  # answer 0 returns nothing; later ones return more
            return action - KEEP if self.keeps else KEEP - action
        if SURCHARGE <= action <= REFUSE:
            return int((action == REFUSE) == self.pays)
        return self.order.index(kind(action))


def kind(action: int) -> int:
    """What an action is: a claim, a card, tickets, or a payment or pass."""
    if action < TAKE:
        return CLAIM
    if action <= BLIND:
        return CARD
    return TICKET if action == TICKETS else OTHER


HOARDER = Habit((CARD, TICKET, CLAIM, OTHER), pays=False, keeps=True)
"""Draws whatever can be drawn."""

habits = st.builds(
    Habit, st.permutations((CLAIM, CARD, TICKET, OTHER)).map(tuple), pays=st.booleans(), keeps=st.booleans()
)


class Advisers:
    """Every bot at every seat of a table."""

    def __init__(self, table: Table, memories: dict[str, Any]) -> None:
        self.table, self.fresh = table, memories
        self.scratch, self.mask = new_scratch(), np.zeros(MASK_WORDS, np.uint64)
        self.generators = {name: np.zeros((1, 4), np.uint64) for name in memories}
        self.seated = {(name, seat): self._begin(name, seat) for name in memories for seat in table.seats}

    def _begin(self, name: str, seat: int) -> Any:
        memory = self.fresh[name].copy()
        begin_in(memory, 0, np.uint64(1), seat, self.generators[name])
        return memory

    def check(self, states: Any, seat: int, *, thorough: bool = True) -> dict[str, int]:
        """Every answer is legal, that of a bot who has just come and that of one who knows the game, by its name."""
        views = view_of(states, seat)
        may = set(legal(self.table, states, seat))
        answers = {}
        for name in self.fresh if thorough else [name for name in self.fresh if name != "search"]:
            for memory in (self._begin(name, seat), self.seated[name, seat]):
                answers[name] = self._ask(views, name, memory)
                assert answers[name] in may, f"{name} at seat {seat} of {self.table}: {answers[name]} not in {may}"
        return answers

    def _ask(self, views: Any, name: str, memory: Any) -> int:
        board, generators = self.table.board, self.generators[name]
        return int(choose_in(board, views.copy(), memory, 0, self.mask, generators, self.scratch))


def memories_of(table: Table, **options: dict[str, float]) -> dict[str, Any]:
    """A memory of every built-in bot, some of them set otherwise."""
    trains = int(table.board[0].trains)
    return {name: memory_of(name, options.get(name, {}), trains, table.players) for name in BOT_NAMES}


def sweep(
    table: Table, states: Any, seats: list[Habit | str], dice: random.Random, **options: dict[str, float]
) -> set[str]:
    """Play on by habits, or as a bot says, and ask all bots before every decision; the rare things that were met."""
    advisers = Advisers(table, memories_of(table, **{"search": SHALLOW, **options}))
    met = set()
    for number in range(3000):
        if is_over(states):
            break
        seat = mover(states)
        actions = legal(table, states)
        rare = rare_things(states, actions)
        player = seats[seat % len(seats)]
        thorough = number % SEARCH_EVERY == 0 or player == "search" or bool(rare - {"no cards to draw"})
        answers = advisers.check(states, seat, thorough=thorough)
        met |= rare
        assert step(table, states, seat, answers[player] if isinstance(player, str) else player.pick(actions, dice))
    return met


def rare_things(states: Any, actions: list[int]) -> set[str]:
    """What is seldom about a decision."""
    public = states[0].public
    no_cards = int(public.deck_size) == 0 and int(public.discards.sum()) == 0
    found = {
        "no cards to draw": no_cards,
        "only claims": int(public.phase) == TURN and all(action < TAKE for action in actions),
        "a pass": PASS in actions,
        "a surcharge nobody can pay": actions == [REFUSE],
        "an offer in the last round": int(public.phase) == OFFERED and int(public.last_turns) != NONE,
    }
    return {name for name, is_so in found.items() if is_so}


@pytest.mark.parametrize("table", BUILT_IN, ids=str)
def test_at_a_table_of_hoarders(table):
    """Deck, discards and tickets run out, and only claims are left."""
    met = sweep(table, new_states(table, 1), [HOARDER], random.Random(1))
    assert {"no cards to draw", "only claims"} <= met


@pytest.mark.parametrize("table", BUILT_IN, ids=str)
@pytest.mark.parametrize("bot", ["planner", "search"])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_among_hoarders(seed, bot, table):
    """A bot with few cards, a plan, and opponents who hold all the others."""
    sweep(table, new_states(table, seed), [bot, HOARDER, HOARDER, HOARDER, HOARDER], random.Random(seed))


@pytest.mark.parametrize("table", [*BUILT_IN, *TINY], ids=str)
@settings(max_examples=2)
@given(seed=small_seeds, seats=st.lists(habits, min_size=1, max_size=5))
def test_whatever_the_others_do(table, seed, seats):
    sweep(table, new_states(table, seed), seats, random.Random(seed))


@settings(max_examples=20)
@given(odd_tables(), small_seeds, st.lists(habits, min_size=1, max_size=3))
def test_by_any_rules(table, seed, seats):
    """The tiny board by rules with odd numbers: no locomotives, tunnels that turn eight cards, two tickets."""
    sweep(table, new_states(table, seed), seats, random.Random(seed))


@pytest.mark.parametrize("table", LIMITS[::3], ids=str)
def test_at_the_limits_of_a_board(table):
    """As many cities, routes and tickets as there can be; `search` would take hours to play them out."""
    dice, states = random.Random(1), new_states(table, 1)
    memories = {name: memory for name, memory in memories_of(table).items() if name != "search"}
    advisers = Advisers(table, memories)
    for number in range(1500):
        if is_over(states):
            break
        if number % 25 == 0:
            advisers.check(states, mover(states))
        assert step(table, states, mover(states), HOARDER.pick(legal(table, states), dice))


def settings_of(bot: str) -> st.SearchStrategy[dict[str, float]]:
    """Any options that a bot can be set with, the clock apart."""
    known = {name: option for name, option in OPTIONS_OF[bot].items() if name not in ("time", "worlds", "rollouts")}
    ranges = {name: st.floats(option.lowest, option.highest) for name, option in known.items()}
    return st.fixed_dictionaries({}, optional=ranges)


@settings(max_examples=8)
@given(st.sampled_from(BUILT_IN), small_seeds, settings_of("planner"), settings_of("search"))
def test_however_they_are_set(table, seed, planner, search):
    options = {"planner": planner, "search": {**search, **SHALLOW}}
    sweep(
        table,
        new_states(table, seed),
        [HOARDER, HOARDER._replace(order=(CLAIM, TICKET, CARD, OTHER))],
        random.Random(seed),
        **options,
    )


@settings(max_examples=15)
@given(st.sampled_from(FORGED_TABLES), small_seeds, st.integers(0, 2**32), habits)
def test_in_forged_positions_and_in_what_others_take_them_for(table, seed, fate, habit):
    """Real positions with cards and tickets moved, dealt again from a seat's view: sound, but met in no game."""
    dice = random.Random(fate)
    for _ in range(4):
        try:
            game = parse_position(forged(table, seed, dice), table.rules)
        except PositionError:
            continue
        for seat in table.seats:
            states = redealt(table, game.view(seat).array, fate)
            advisers = Advisers(table, memories_of(table, search=SHALLOW))
            while not is_over(states) and dice.random() < 0.8:
                advisers.check(states, mover(states))
                step(table, states, mover(states), habit.pick(legal(table, states), dice))


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("last_turns", [NONE, 1, 2])
@pytest.mark.parametrize("left", [0, 1, 3, 20])
def test_where_a_hand_is_all_locomotives(name, last_turns, left):
    """Nothing to draw, few trains, locomotives alone: claims where the rules allow them, a pass where not."""
    rules = rules_of(name)
    trains = min(left, int(rules.board[0].trains))
    laid = laid_table(name).hand(0, locomotive=8).market().deck().ticket_deck().trains(0, trains)
    if last_turns != NONE:
        laid.trains(1, 0).with_(last_turns=last_turns)
    table = Table(rules, 2)
    sweep(table, laid.game().states, [HOARDER], random.Random(left))
