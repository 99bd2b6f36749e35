"""State transitions: `step` is the only way a game changes (RULES 1.6, 2, 3, 4, 5)."""

from typing import Final

from ferrovia.core.compile import inlined, kernel, outlined
from ferrovia.core.limits import CARD_KINDS, LENGTH, LOCOMOTIVE, NONE
from ferrovia.engine.actions import BLIND, KEEP, PASS, PAY, PAY_LOCOMOTIVES, REFUSE, SURCHARGE, TAKE, TICKETS
from ferrovia.engine.cards import draw_hidden
from ferrovia.engine.claims import claim
from ferrovia.engine.journal import DREW, ENDED, LAST_ROUND, PASSED, Journal, note_count
from ferrovia.engine.market import take_from_market
from ferrovia.engine.state import (
    ALL_PASSED,
    LAST_ROUND_PLAYED,
    NOBODY_GAINED,
    OFFERED,
    OPENING,
    OVER,
    RUNNING,
    SECOND_CARD,
    TUNNEL,
    TURN,
    State,
)
from ferrovia.engine.tickets import answer_offer, offer_tickets, opening_complete, settle_opening
from ferrovia.engine.tunnels import attempt_tunnel, pay_surcharge, refuse_surcharge
from ferrovia.rules.board import Board

MOST_TURNS: Final = 32767


@inlined
def to_move(state: State) -> int:
    """The seat that decides next; in the opening, where all may answer, the first that has not; -1 when the game is
    over."""
    if state.public.phase == OPENING:
        for seat in range(state.public.players):
            if state.private[seat].choice == NONE:
                return seat
    return int(state.public.seat)


@outlined
def finish(state: State, ending: int, journal: Journal) -> None:
    """RULES 10: end the game and show the hands."""
    state.public.phase = OVER
    state.public.seat = NONE
    state.public.ending = ending
    for seat in range(state.public.players):
        for card in range(CARD_KINDS):
            state.public.known[seat, card] = state.private[seat].hand[card]
    note_count(journal, ENDED, NONE, ending)


@inlined
def count_last_round(board: Board, state: State, seat: int, journal: Journal) -> None:
    """RULES 5.1: the first seat to run low gives every seat one more turn, itself last. Only the first time counts."""
    if state.public.last_turns > 0:
        state.public.last_turns -= 1
    elif state.public.last_turns == NONE and state.public.trains[seat] <= board.last_round_trains:
        state.public.last_turns = state.public.players
        note_count(journal, LAST_ROUND, seat, int(state.public.players))


@inlined
def ending_now(board: Board, state: State) -> int:
    """RULES 5.1–5.3: the reason why the game is over, if it is."""
    if state.public.last_turns == 0:
        return LAST_ROUND_PLAYED
    if state.public.passes >= state.public.players:
        return ALL_PASSED
    if state.public.idle >= board.idle_turns:
        return NOBODY_GAINED
    return RUNNING


@inlined
def end_turn(board: Board, state: State, seat: int, gained: bool, journal: Journal) -> None:
    """RULES 5: end the turn, then the game or start the turn of the next seat clockwise."""
    state.public.turns = min(int(state.public.turns) + 1, MOST_TURNS)
    state.public.idle = 0 if gained else state.public.idle + 1
    count_last_round(board, state, seat, journal)
    ending = ending_now(board, state)
    if ending != RUNNING:
        finish(state, ending, journal)
        return
    state.public.phase = TURN
    state.public.seat = seat + 1 if seat + 1 < state.public.players else 0


@inlined
def second_card_possible(board: Board, state: State) -> bool:
    """RULES 2.7: whether the deck or the market can still provide a second card."""
    locomotives = state.public.market[LOCOMOTIVE] if board.locomotive_ends_drawing else 0
    return bool(state.public.deck_size > 0 or state.public.shown > locomotives)


@inlined
def after_card(board: Board, state: State, seat: int, only: bool, journal: Journal) -> None:
    """RULES 2.1, 2.7: a second card, unless the first was the only one allowed or no card is left."""
    first = state.public.phase == TURN
    if first and not only and second_card_possible(board, state):
        state.public.phase = SECOND_CARD
    else:
        end_turn(board, state, seat, True, journal)


@inlined
def take(board: Board, state: State, seat: int, card: int, journal: Journal) -> None:
    """RULES 2.1, 2.2, 7.4: take a face-up card; a locomotive may be the only card of the turn."""
    take_from_market(board, state, seat, card, journal)
    after_card(board, state, seat, card == LOCOMOTIVE and board.locomotive_ends_drawing != 0, journal)


@inlined
def draw_blind(board: Board, state: State, seat: int, journal: Journal) -> None:
    """RULES 2.1, 2.3: draw the top card of the deck."""
    draw_hidden(state, seat, DREW, journal)
    after_card(board, state, seat, False, journal)


@inlined
def pay_for_route(board: Board, state: State, seat: int, colour: int, locomotives: int, journal: Journal) -> None:
    """RULES 3.1, 7.6: pay for the chosen route; a tunnel may ask for more."""
    route = int(state.private[seat].route)
    state.private[seat].route = NONE
    if not board.route_tunnel[route]:
        claim(board, state, seat, route, colour, locomotives, journal)
    elif attempt_tunnel(board, state, seat, route, colour, locomotives, journal):
        state.public.phase = TUNNEL
        return
    end_turn(board, state, seat, True, journal)


@inlined
def choose_opening(board: Board, state: State, seat: int, answer: int, journal: Journal) -> None:
    """RULES 1.5: an answer stays hidden until the last one arrives; then all are settled and seat 0 begins."""
    state.private[seat].choice = answer
    if opening_complete(state):
        settle_opening(board, state, journal)
        state.public.phase = TURN
        state.public.seat = 0


@inlined
def answer(board: Board, state: State, seat: int, number: int, journal: Journal) -> None:
    """RULES 1.5, 4.1: keep some of the offered tickets and return the others."""
    if state.public.phase == OPENING:
        choose_opening(board, state, seat, number, journal)
    else:
        answer_offer(board, state, seat, number, journal)
        end_turn(board, state, seat, True, journal)


@inlined
def step_other(board: Board, state: State, seat: int, action: int, journal: Journal) -> None:
    """Apply any action except claims, coloured payments and answers to an offer."""
    if action < BLIND:
        take(board, state, seat, action - TAKE, journal)
    elif action == BLIND:
        draw_blind(board, state, seat, journal)
    elif action == TICKETS:
        offer_tickets(state, seat, int(board.later_tickets), journal)
        state.public.phase = OFFERED
    elif action == PASS:
        state.public.passes += 1
        note_count(journal, PASSED, seat, 0)
        end_turn(board, state, seat, False, journal)
    elif action == PAY_LOCOMOTIVES:
        route = int(state.private[seat].route)
        pay_for_route(board, state, seat, LOCOMOTIVE, int(board.route_length[route]), journal)
    elif action == REFUSE:
        refuse_surcharge(board, state, seat, journal)
        end_turn(board, state, seat, False, journal)
    else:
        pay_surcharge(board, state, seat, action - SURCHARGE, journal)
        end_turn(board, state, seat, True, journal)


@kernel
def change(board: Board, state: State, seat: int, action: int, journal: Journal) -> None:
    """Apply any action that others see: all but the choice of a route."""
    if action != PASS:
        state.public.passes = 0
    if action < PAY:
        step_other(board, state, seat, action, journal)
    elif action < KEEP:
        payment = action - PAY
        pay_for_route(board, state, seat, payment // LENGTH, payment % LENGTH, journal)
    else:
        answer(board, state, seat, action - KEEP, journal)


@inlined
def step(board: Board, state: State, seat: int, action: int, journal: Journal) -> None:
    """Apply one action. It trusts its caller: `legal.is_legal` checks legality."""
    if action < TAKE:
        state.private[seat].route = action
    else:
        change(board, state, seat, action, journal)
