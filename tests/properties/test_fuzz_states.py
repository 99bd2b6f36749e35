"""States with a few facts changed, written as positions: refused, or games like any other, to their end.

Unlike garbled text these are written as they should be, so that only what can be and what cannot decides.
"""

import random
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.errors import PositionError
from ferrovia.game.game import Game
from ferrovia.game.invariants.state import broken_invariants
from ferrovia.game.moves import parse_move
from ferrovia.game.text.position import _slots, parse_position, position_text
from tests.properties.sample_tables import BUILT_IN, TINY, Table
from tests.properties.strategies import small_seeds
from tests.properties.sweeps import sampled_states

TABLES = [*BUILT_IN[::4], *TINY]
ODD = (-1, 0, 1, 2, 3, 4, 5, 8, 127)


def move_card(states: Any, slots: dict[str, Any], chance: random.Random) -> None:
    """A card lies elsewhere, and the sizes say so."""
    places = [path for path in slots if path.endswith(("hand", "deck", "market", "discards", "turned"))]
    source, target = chance.sample([path for path in places if slots[path].size == 9], 2)
    cards = np.flatnonzero(slots[source][0] > 0)
    if len(cards):
        card = chance.choice(cards.tolist())
        slots[source][0, card] -= 1
        slots[target][0, card] += 1
    states["public"]["deck_size"] = slots["secret.deck"].sum()
    states["public"]["shown"] = slots["public.market"].sum()
    states["public"]["hand_size"] = states["private"]["hand"].sum(axis=2)


def move_ticket(states: Any, slots: dict[str, Any], chance: random.Random) -> None:
    """Move a ticket to another seat, and adjust the numbers."""
    places = [path for path in slots if path.endswith(("tickets", "returned", "fresh")) and slots[path].dtype == "u8"]
    source, target = chance.sample(places, 2)
    held = [ticket for ticket in range(128) if int(slots[source][0, ticket >> 6]) >> (ticket & 63) & 1]
    if held:
        ticket = chance.choice(held)
        bit = np.uint64(1 << (ticket & 63))
        slots[source][0, ticket >> 6] &= ~bit
        slots[target][0, ticket >> 6] |= bit
    states["public"]["tickets"] = np.bitwise_count(states["private"]["tickets"]).sum(axis=2)
    fresh = int(np.bitwise_count(slots["secret.fresh"]).sum())
    states["public"]["ticket_deck"] = states["public"]["queue"] + fresh


def change_number(states: Any, slots: dict[str, Any], chance: random.Random) -> None:
    """Any number is another one; where there are sets, one member more or less."""
    values = slots[chance.choice([path for path in slots if path != "secret.generator"])].reshape(-1)
    place = chance.randrange(values.size)
    if values.dtype == np.uint64:
        values[place] ^= np.uint64(1 << chance.randrange(8))
    else:
        near = int(values[place]) + chance.choice((-2, -1, 1, 2))
        values[place] = chance.choice((chance.choice(ODD), max(-128, min(127, near))))


def forged(table: Table, seed: int, chance: random.Random) -> str:
    """A position of a real game in which one to three things are not so."""
    states = sampled_states(table, 1, seed=seed % 50)[:1].copy()
    slots = {path: value for path, _, value in _slots(states)}
    for _ in range(chance.randint(1, 3)):
        chance.choice((move_card, move_ticket, change_number))(states, slots, chance)
    states["public"]["players"] = table.players
    clean_names(table, slots)
    return position_text(Game.from_state(table.rules, states))


def clean_names(table: Table, slots: dict[str, Any]) -> None:
    """A ticket that does not exist has no name to be written by."""
    for path, value in slots.items():
        if path.endswith(("offer", "secret.queue")):
            value[(value < -1) | (value >= len(table.rules.tickets))] = -1
        elif path.endswith((".own", ".open")):
            value &= table.board[0].all_routes
        elif value.dtype == np.uint64 and path != "secret.generator":
            value &= table.board[0].all_tickets
        elif value.shape[-1] == 9:
            value[..., [not name for name in table.rules.card_names]] = 0


def play_out(table: Table, game: Game, chance: random.Random) -> None:
    """To the end, and sound all the way; a long game for some time only."""
    for number in range(200):
        if game.over:
            break
        moves = game.legal_moves()
        assert moves, "nothing can be done, and the game is not over"
        move = chance.choice(moves)
        assert parse_move(str(move)) == move
        game.play(str(move))
        assert number % 5 or broken_invariants(table.rules, game.states[0]) == []
    assert len(game.scores()) == table.players


def deal_again(table: Table, game: Game, seed: int) -> None:
    """Every seat can deal what it does not know, and that is a position too."""
    for seat in table.viewers:
        dealt = game.view(seat).redeal(seed)
        assert dealt.view(seat).array.tobytes() == game.view(seat).array.tobytes()
        text = position_text(dealt)
        assert position_text(parse_position(text, table.rules)) == text


@given(st.sampled_from(TABLES), small_seeds, st.integers(0, 2**32))
def test_a_forged_state_is_refused_or_is_a_game(table, seed, fate):
    chance = random.Random(fate)
    for _ in range(6):
        text = forged(table, seed, chance)
        try:
            game = parse_position(text, table.rules)
        except PositionError:
            continue
        assert position_text(game) == text
        deal_again(table, game, seed)
        play_out(table, game, chance)
