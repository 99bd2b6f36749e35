"""Entry points from Python: single decisions and batches of games. All take arrays of boards, states and views.

`turn.step` trusts its caller; `step_checked` and `step_many` check first.
"""

from typing import Any, Final

import numpy as np

from ferrovia.core.bits import lowest, without_lowest
from ferrovia.core.compile import entry, inlined, kernel
from ferrovia.core.generator import key_generator, next_word, seed_generator
from ferrovia.core.limits import NONE
from ferrovia.engine.actions import MASK_WORDS, WORD_OTHER, WORD_PAY
from ferrovia.engine.journal import Journal
from ferrovia.engine.legal import is_legal, legal_actions
from ferrovia.engine.opening import begin, new_game
from ferrovia.engine.playout import play_out
from ferrovia.engine.redeal import redeal
from ferrovia.engine.refusal import refusal
from ferrovia.engine.scoring import best_target, find_parts, score_state, ticket_value
from ferrovia.engine.state import State, ViewRecord
from ferrovia.engine.ticket_ways import find_way
from ferrovia.engine.turn import step, to_move
from ferrovia.engine.visibility import look, visible
from ferrovia.rules.board import Board

PLAYOUT: Final = np.uint64(0x706C61796F757421)


@kernel
def step_checked(board: Board, state: State, seat: int, action: int, journal: Journal) -> bool:
    """Apply the action if it is legal; return whether it was."""
    if seat < 0 or seat >= state.public.players:
        return False
    if not is_legal(board, state.public, state.private[seat], seat, action):
        return False
    step(board, state, seat, action, journal)
    return True


@entry
def new_at(boards: Any, states: Any, index: int, players: int, seed: Any, journals: Any) -> None:
    """Set up a game from a seed."""
    new_game(boards[0], states[index], players, seed, journals[0])


@entry
def begin_at(boards: Any, states: Any, index: int, players: int, journals: Any) -> None:
    """Set up a game with the generator in its current state, or from the script in the journal."""
    begin(boards[0], states[index], players, journals[0])


@entry
def mover_at(states: Any, index: int) -> int:
    """The seat that decides next; -1 if the game is over."""
    return to_move(states[index])


@entry
def step_at(boards: Any, states: Any, index: int, seat: int, action: int, journals: Any) -> bool:
    """Apply the action if it is legal; return whether it was."""
    return step_checked(boards[0], states[index], seat, action, journals[0])


@entry
def legal_at(boards: Any, states: Any, index: int, seat: int, mask: Any) -> None:
    """Mask of a seat's legal actions."""
    state = states[index]
    legal_actions(boards[0], state.public, state.private[seat], seat, mask)


@kernel
def list_members(mask: Any, members: Any) -> int:
    """List the members of a mask in order; return their number."""
    count = 0
    for word in range(MASK_WORDS):
        bits = mask[word]
        while bits:
            members[count] = word * 64 + lowest(bits)
            bits = without_lowest(bits)
            count += 1
    return count


@entry
def actions_at(boards: Any, states: Any, index: int, mask: Any, actions: Any) -> int:
    """Mask and list of the legal actions of the seat that decides next; returns their number."""
    state = states[index]
    seat = to_move(state)
    legal_actions(boards[0], state.public, state.private[seat], seat, mask)
    return list_members(mask, actions)


@entry
def advance_at(boards: Any, states: Any, index: int, action: int, journals: Any) -> int:
    """Apply an action of the seat to move, unchecked; return the seat that decides next, -1 when the game is over."""
    state = states[index]
    step(boards[0], state, to_move(state), action, journals[0])
    return to_move(state)


@entry
def look_at(states: Any, index: int, seat: int, views: Any, to: int) -> None:
    """Write a seat's view."""
    look(states[index], seat, views[to])


@entry
def legal_in(boards: Any, views: Any, index: int, mask: Any) -> None:
    """Mask of the legal actions in a view."""
    view = views[index]
    legal_actions(boards[0], view.public, view.own, int(view.seat), mask)


@entry
def claims_in(boards: Any, views: Any, index: int, mask: Any, claims: Any) -> int:
    """Every claim in a view with each of its payments, in order, as pairs of actions; returns their number. The view is
    overwritten."""
    view = views[index]
    seat = int(view.seat)
    legal_actions(boards[0], view.public, view.own, seat, mask)
    count = 0
    for word in range(WORD_OTHER):
        routes = mask[word]
        while routes:
            view.own.route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            count = list_payments(boards[0], view, mask, claims, count)
    return count


@kernel
def list_payments(board: Board, view: ViewRecord, mask: Any, claims: Any, count: int) -> int:
    """Append the payments for the route that a view has chosen; return the new number of claims."""
    paying = mask[MASK_WORDS:]
    legal_actions(board, view.public, view.own, int(view.seat), paying)
    for word in range(WORD_OTHER, WORD_PAY + 1):
        bits = paying[word]
        while bits:
            claims[count, 0] = view.own.route
            claims[count, 1] = word * 64 + lowest(bits)
            bits = without_lowest(bits)
            count += 1
    return count


@entry
def refusal_in(boards: Any, views: Any, index: int, action: int) -> int:
    """Reason why an action is illegal in a view; 0 if it is legal."""
    view = views[index]
    return refusal(boards[0], view.public, view.own, int(view.seat), action)


@entry
def redeal_in(boards: Any, views: Any, index: int, seed: Any, states: Any, to: int, pool: Any) -> None:
    """Write a random state that fits a view."""
    redeal(boards[0], views[index], seed, states[to], pool)


@entry
def visible_at(events: Any, index: int, seat: int, seen: Any) -> bool:
    """Whether a seat learns of an event, and which part of it."""
    return visible(events[index], seat, seen[0])


@entry
def score_at(boards: Any, states: Any, index: int, scores: Any, spaces: Any, table: Any) -> None:
    """Score a game as if it ended now."""
    score_state(boards[0], states[index], scores, spaces[0], table)


@entry
def new_many(boards: Any, states: Any, players: int, seeds: Any, journals: Any) -> None:
    """Set up many games."""
    for index in range(len(states)):
        new_game(boards[0], states[index], players, seeds[index], journals[0])


@entry
def movers_many(states: Any, seats: Any) -> None:
    """The seat that decides next in each game."""
    for index in range(len(states)):
        seats[index] = to_move(states[index])


@entry
def legal_many(boards: Any, states: Any, seats: Any, masks: Any) -> None:
    """Masks of legal actions in many games; empty where no seat has to decide."""
    for index in range(len(states)):
        state = states[index]
        seat = int(seats[index])
        if 0 <= seat < state.public.players:
            legal_actions(boards[0], state.public, state.private[seat], seat, masks[index])
        else:
            for word in range(MASK_WORDS):
                masks[index, word] = 0


@entry
def step_many(boards: Any, states: Any, seats: Any, actions: Any, refused: Any, journals: Any) -> None:
    """Apply one action in each of many games; a refused action leaves its game unchanged."""
    for index in range(len(states)):
        refused[index] = not step_checked(boards[0], states[index], int(seats[index]), int(actions[index]), journals[0])


@inlined
def key_playout(generator: Any, seed: Any, number: int) -> None:
    """Key the random stream of one playout; a constant of its own separates it from the chance of any game."""
    key_generator(generator, np.uint64(seed), np.uint64(number), PLAYOUT)


@entry
def play_out_many(
    boards: Any,
    states: Any,
    seed: Any,
    first: int,
    scores: Any,
    decisions: Any,
    spaces: Any,
    table: Any,
    work: Any,
    journals: Any,
) -> None:
    """Play many games to their ends at random and score them; `first` is the number of the first. `work`: four words
    for the generator, then a mask."""
    generator = work[:4]
    mask = work[4 : 4 + MASK_WORDS]
    for index in range(len(states)):
        key_playout(generator, seed, first + index)
        decisions[index] = play_out(boards[0], states[index], generator, mask, journals[0])
        score_state(boards[0], states[index], scores[index], spaces[0], table)


@entry
def play_games(
    boards: Any,
    states: Any,
    players: int,
    first: int,
    games: int,
    scores: Any,
    spaces: Any,
    table: Any,
    work: Any,
    journals: Any,
) -> int:
    """Play and score games from consecutive seeds, all in one state; return the number of decisions. For benchmarks."""
    generator = work[:4]
    mask = work[4 : 4 + MASK_WORDS]
    key_playout(generator, 0, first)
    decisions = 0
    for seed in range(first, first + games):
        new_game(boards[0], states[0], players, np.uint64(seed), journals[0])
        decisions += play_out(boards[0], states[0], generator, mask, journals[0])
        score_state(boards[0], states[0], scores, spaces[0], table)
    return decisions


@entry
def ways_in(boards: Any, views: Any, index: int, tickets: Any, ways: Any, spaces: Any) -> None:
    """The cheapest path for each of several tickets, from a view."""
    view = views[index]
    for number in range(len(tickets)):
        ticket = int(tickets[number])
        find_way(boards[0], view.public, view.own, int(view.seat), ticket, ways[number], spaces[0])


@entry
def ticket_values_at(boards: Any, states: Any, index: int, seat: int, values: Any, targets: Any, spaces: Any) -> None:
    """What each ticket of the board would score for a seat if the game ended now, and with which target."""
    find_parts(boards[0], states[index].public, seat, spaces[0])
    for ticket in range(boards[0].tickets):
        targets[ticket] = best_target(boards[0], ticket, spaces[0])
        values[ticket] = ticket_value(boards[0], ticket, int(targets[ticket]))


@entry
def seed_at(states: Any, index: int, seed: Any) -> None:
    """Seed a state's generator."""
    seed_generator(states[index].secret.generator, seed)


@entry
def key_at(states: Any, index: int, first: Any, second: Any, third: Any) -> None:
    """Initialise a state's generator from a 192-bit key."""
    key_generator(states[index].secret.generator, first, second, third)


@entry
def look_many(states: Any, seats: Any, views: Any) -> None:
    """Views of many games; for a seat that is not at the table, a spectator's."""
    for index in range(len(states)):
        seat = int(seats[index])
        look(states[index], seat if 0 <= seat < states[index].public.players else NONE, views[index])


@entry
def generate(words: Any, calls: int) -> Any:
    """Call the generator this many times: the yardstick of the benchmark."""
    mixed = np.uint64(0)
    for _ in range(calls):
        mixed ^= next_word(words[:4])
    return mixed


@entry
def copy_many(states: Any, times: int) -> int:
    """Copy the first state to the second this many times, with small changes: measures how fast a search can branch."""
    for number in range(times):
        states[0].public.turns = number & 127
        states[1] = states[0]
    return int(states[1].public.turns)
