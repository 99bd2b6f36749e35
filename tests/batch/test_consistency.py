"""States from outside are states of a game, or refused: kernels trust them, and would write beyond their arrays."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ferrovia import Games, Rules, TableError, load_rules
from ferrovia.batch.checks import check_fitting
from ferrovia.core.fields import fields_of
from ferrovia.engine.state import OPENING, Private, Public, Secret
from ferrovia.game.invariants.state import broken_invariants
from tests.engine.table_builder import variant

TABLES = [("new-york", 2), ("switzerland", 3), ("north-america-classic", 2), ("north-america", 5), ("half-out", 3)]
"""`half-out`: tickets refused in the opening leave the game, those refused later do not."""
RECORDS = {"public": Public, "private": Private, "secret": Secret}

Random = np.random.Generator
Change = Callable[[Rules, Any, Random], None]
"""Changes a state (an array of one)."""


def rules_named(name: str, folder: Path) -> Rules:
    """Rules of the library, or `half-out`."""
    return variant(folder, "north-america", refused_opening='"out"') if name == "half-out" else load_rules(name)


def of_all_ages(rules: Rules, players: int, count: int = 60) -> Games:
    """Games after 0, 4, 8 … random decisions; before them, half as many in the opening, with and without answers."""
    games, opening = Games(rules, players, range(count + count // 2)), count // 2
    numbers = np.arange(len(games))
    left = np.where(numbers < opening, numbers % players, 4 * (numbers - opening))
    for number in range(4 * count):
        games.step(np.where(left > number, games.sample(seed=number), -1))
    assert (games.states["public"]["phase"] == OPENING).sum() >= opening
    return games


def flip(rules: Rules, state: Any, random: Random) -> None:
    """A byte is another one."""
    state.view(np.uint8)[random.integers(state.itemsize)] ^= random.integers(1, 256, dtype=np.uint8)


def nudge(rules: Rules, state: Any, random: Random) -> None:
    """A number is one more or less, or something joins or leaves a set."""
    part = str(random.choice(list(RECORDS), p=[0.6, 0.25, 0.15]))
    fields = {name: field for name, field in fields_of(RECORDS[part]).items() if name != "generator"}
    name = str(random.choice(list(fields)))
    values, board = state[part][name], rules.board[0]
    place = [int(random.integers(size)) for size in values.shape]
    if fields[name].code == "u8":
        place[-1], bit = divmod(
            int(random.integers(board["routes"] if fields[name].of == "routes" else board["tickets"])), 64
        )
        values[tuple(place)] ^= np.uint64(1 << bit)
    else:
        values[tuple(place)] += random.choice([-1, 1])


def move_card(rules: Rules, state: Any, random: Random) -> None:
    """A card goes from one place to another, and both have their stated sizes."""
    public, private = state["public"], state["private"]
    hands = [
        (private["hand"][0, seat], public["hand_size"][0, seat : seat + 1]) for seat in range(public["players"][0])
    ]
    shown = [
        (public["market"][0], public["shown"]),
        (public["discards"][0], np.zeros(1)),
        (public["turned"][0], np.zeros(1)),
    ]
    places = [(state["secret"]["deck"][0], public["deck_size"]), *shown, *hands]
    (source, fewer), (target, more) = (places[number] for number in random.choice(len(places), 2, replace=False))
    if source.any():
        kind = random.choice(np.flatnonzero(source))
        source[kind], target[kind] = source[kind] - 1, target[kind] + 1
        fewer -= 1
        more += 1


def move_ticket(rules: Rules, state: Any, random: Random) -> None:
    """A ticket that lies face down, or is held, goes elsewhere or out of the game, and the decks have their stated
    sizes. At times a seat remembers having returned it."""
    public, private, secret = state["public"], state["private"], state["secret"]
    ticket, seat = int(random.integers(rules.board[0]["tickets"])), int(random.integers(public["players"][0]))
    word, bit = ticket // 64, np.uint64(1 << ticket % 64)
    if secret["fresh"][0, word] & bit:
        secret["fresh"][0, word] ^= bit
        public["ticket_deck"] -= 1
    elif private["tickets"][0, seat, word] & bit:
        private["tickets"][0, seat, word] ^= bit
        public["tickets"][0, seat] -= 1
    else:
        return
    target = random.choice(["queue", "mixed", "held", "fresh", "out"])
    if target in ("queue", "mixed"):
        secret["queue"][0, public["queue"][0]] = ticket
        public["queue"] += 1
        public["ticket_deck"] += 1
        public["mixed"] += target == "mixed"
    elif target == "held":
        private["tickets"][0, seat, word] |= bit
        public["tickets"][0, seat] += 1
    elif target == "fresh":
        secret["fresh"][0, word] |= bit
        public["ticket_deck"] += 1
    if random.random() < 0.3:
        private["returned"][0, seat, word] |= bit


def claim_route(rules: Rules, state: Any, random: Random) -> None:
    """A seat owns a route more; trains and points follow, and for all the route is no longer open."""
    public, board = state["public"], rules.board[0]
    route, seat = int(random.integers(board["routes"])), int(random.integers(public["players"][0]))
    word, bit, length = route // 64, np.uint64(1 << route % 64), board["route_length"][route]
    public["own"][0, seat, word] |= bit
    public["open"][0, :, word] &= ~bit
    public["trains"][0, seat] -= length
    public["score"][0, seat] += board["route_points"][length]


def know_card(rules: Rules, state: Any, random: Random) -> None:
    """All know a card of a hand."""
    seat = int(random.integers(state["public"]["players"][0]))
    held = np.flatnonzero(state["private"]["hand"][0, seat])
    if held.size:
        state["public"]["known"][0, seat, random.choice(held)] += 1


def let_go_idle(rules: Rules, state: Any, random: Random) -> None:
    """Turns without gain, and at times as many passes; the game may end of them."""
    public, number = state["public"], int(random.choice([1, 2, int(rules.board[0]["idle_turns"])]))
    public["idle"] = number
    if random.random() < 0.5:
        public["passes"] = min(number, int(public["players"][0]))
    if random.random() < 0.5:
        public["turns"] = 5000


CHANGES: dict[str, tuple[Change, ...]] = {
    "bytes": (flip,),
    "pairs": (nudge, nudge),
    "cards": (move_card, move_card),
    "tickets": (move_ticket,),
    "routes": (claim_route, nudge),
    "knowledge": (know_card,),
    "turns": (let_go_idle,),
}


def refused(rules: Rules, state: Any) -> bool:
    """Whether an array of this state is refused."""
    try:
        check_fitting(rules, int(state["public"]["players"][0]), state)
    except TableError:
        return True
    return False


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_states_of_games_and_of_determinizations_are_taken(name, players, tmp_path):
    rules = rules_named(name, tmp_path)
    games = of_all_ages(rules, players)
    Games.from_states(rules, games.states)
    for seat in range(players):
        Games.from_states(rules, games.redeal(seat, worlds=3, seed=seat).states)
    games.act("greedy")
    Games.from_states(rules, games.states)


@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_states_that_break_an_invariant_are_refused_and_no_others(name, players, kind, tmp_path):
    """The invariants for arrays and those for one state, which are written apart, say the same of changed states."""
    rules = rules_named(name, tmp_path)
    games, random, broken = of_all_ages(rules, players), np.random.default_rng(1), 0
    for number in range(len(games)):
        state = games.states[number : number + 1].copy()
        for change in CHANGES[kind]:
            change(rules, state, random)
        sentences = broken_invariants(rules, state[0])
        broken += bool(sentences)
        assert refused(rules, state) == bool(sentences), (number, sentences)
    assert broken > len(games) // 8


@pytest.mark.parametrize(("name", "value"), [("idle", 1), ("turns", 5000), ("passes", 1)])
def test_nothing_has_been_done_in_the_opening(name, value):
    games = Games("new-york", 2, range(3))
    games.states["public"][name][1] = value
    with pytest.raises(
        TableError, match=f"number 1 is no state of a game: its (phase and {name}|passes and .*) do not"
    ):
        Games.from_states("new-york", games.states)


def test_a_ticket_that_nobody_refused_is_not_missing():
    """One that was never drawn is gone, and the deck says so."""
    games = Games("switzerland", 3, range(3))
    word = np.flatnonzero(games.states["secret"]["fresh"][2])[0]
    games.states["secret"]["fresh"][2, word] &= games.states["secret"]["fresh"][2, word] - np.uint64(1)
    games.states["public"]["ticket_deck"][2] -= 1
    with pytest.raises(TableError, match="number 2 is no state of a game: its tickets and their places do not agree"):
        Games.from_states("switzerland", games.states)


def test_the_state_that_is_wrong_is_named():
    games = Games("new-york", 2, range(5000))
    games.states["public"]["deck_size"][4321] += 1
    with pytest.raises(TableError, match="number 4321 is no state of a game: its deck and its size do not agree"):
        Games.from_states("new-york", games.states)
    games.states["public"]["idle"][4320] = 100
    with pytest.raises(TableError, match="number 4320 is no state of a game: it has an impossible idle"):
        Games.from_states("new-york", games.states)
