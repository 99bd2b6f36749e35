"""`net+look`: with a tilt, the worlds it looks ahead in suit the rivals as well as the real one does."""

from typing import Any

import numpy as np
import pytest

import ferrovia
from ferrovia.bots.kernels.scratch import Scratch, new_scratch
from ferrovia.bots.net.belief import next_world
from ferrovia.bots.net.context import context_for
from ferrovia.bots.net.critic import critic_value
from ferrovia.bots.specs import parse_spec
from ferrovia.core.compile import INTERPRETED, entry
from ferrovia.core.generator import next_word, seed_generator
from ferrovia.core.limits import NONE
from ferrovia.engine.redeal import redeal

RULES = ferrovia.load_rules("new-york")
CRITIC_NUMBER = 1
SEED = np.uint64(1)

pytestmark = pytest.mark.skipif(INTERPRETED, reason="millions of products")


@entry
def believed(boards: Any, views: Any, memories: Any, generator: Any, scratches: Any, context: Any, values: Any) -> None:
    """What the worlds of a chain are worth to the seat of a view."""
    scratch: Scratch = scratches[0]
    seed_generator(generator, SEED)
    value, seat = np.inf, int(views[0].seat)
    for number in range(len(values)):
        value = next_world(boards[0], views[0], memories[0], generator, scratch, context, value)
        scratch.state = scratch.world
        values[number] = critic_value(boards[0], scratch, seat, seat, CRITIC_NUMBER, context)


@entry
def dealt(boards: Any, views: Any, generator: Any, scratches: Any, context: Any, values: Any) -> None:
    """What random deals are worth to the seat of a view."""
    scratch: Scratch = scratches[0]
    seed_generator(generator, SEED)
    for number in range(len(values)):
        redeal(boards[0], views[0], next_word(generator), scratch.state, scratch.pool)
        seat = int(views[0].seat)
        values[number] = critic_value(boards[0], scratch, seat, seat, CRITIC_NUMBER, context)


@entry
def really(boards: Any, states: Any, seat: int, scratches: Any, context: Any) -> float:
    """What the real world is worth to a seat."""
    scratches[0].state = states[0]
    return critic_value(boards[0], scratches[0], seat, seat, CRITIC_NUMBER, context)


class Belief:
    """What a seat of New York believes about a game."""

    def __init__(self, tilt: float = 1.5) -> None:
        self.memories = parse_spec(f"net+look:tilt={tilt:g}").memory(RULES, 2)
        self.context = context_for(RULES, [None], [self.memories[0]])
        self.scratch, self.generator = new_scratch(), np.zeros(4, np.uint64)

    def values(self, view: Any, worlds: int) -> Any:
        """The critic's values of the worlds it looks ahead in."""
        values = np.zeros(worlds)
        believed(RULES.board, view, self.memories, self.generator, self.scratch, self.context, values)
        return values

    def of_random_deals(self, view: Any, worlds: int) -> Any:
        """The same of random deals."""
        values = np.zeros(worlds)
        dealt(RULES.board, view, self.generator, self.scratch, self.context, values)
        return values

    def of_the_real_world(self, state: Any, seat: int) -> float:
        """The critic's value of the game as it is."""
        return float(really(RULES.board, state, seat, self.scratch, self.context))


@pytest.fixture(scope="module")
def late() -> ferrovia.Games:
    """Games between networks in their second half."""
    games = ferrovia.Games(RULES, players=2, seeds=range(100))
    for _ in range(24):
        games.step(games.choose("net"))
    return games.copy(games.movers() != NONE)


def test_whoever_looks_ahead_does_not_believe_itself_ahead(late: ferrovia.Games) -> None:
    belief = Belief()
    views, states, seats = late.views(), late.states, late.movers()
    ones = [slice(number, number + 1) for number in range(len(views))]
    real = np.mean([belief.of_the_real_world(states[one], int(seats[one][0])) for one in ones])
    random = np.mean([belief.of_random_deals(views[one], 32).mean() for one in ones])
    tilted = np.mean([belief.values(views[one], 32).mean() for one in ones])
    assert random - real > 0.3
    assert abs(tilted - real) < 0.15


def test_without_a_tilt_the_worlds_are_random_deals(late: ferrovia.Games) -> None:
    view = late.views()[:1]
    assert (Belief(tilt=0).values(view, 8) == Belief().of_random_deals(view, 8)).all()


def test_before_tickets_are_chosen_all_deals_count_the_same() -> None:
    view = ferrovia.Games(RULES, players=2, seeds=range(1)).views()
    assert (Belief().values(view, 8) == Belief().of_random_deals(view, 8)).all()
