"""The face-up cards (RULES 2.1, 2.4, 2.8)."""

from ferrovia.core.compile import inlined, outlined
from ferrovia.core.limits import CARD_KINDS, LOCOMOTIVE, NONE
from ferrovia.engine.cards import turn_up
from ferrovia.engine.journal import FILLED, FLUSHED, TOOK, Journal, note_card, note_count
from ferrovia.engine.state import Public, State
from ferrovia.rules.board import Board


@inlined
def fill_market(board: Board, state: State, journal: Journal) -> None:
    """Turn cards until the market is full or no card is left to turn."""
    while state.public.shown < board.market_size and state.public.deck_size > 0:
        state.public.market[turn_up(state, FILLED, journal)] += 1
        state.public.shown += 1


@inlined
def must_flush(board: Board, public: Public) -> bool:
    """RULES 2.4, 2.8: too many locomotives, and enough other cards. Only public facts decide."""
    return bool(0 < board.flush_at <= public.market[LOCOMOTIVE] and public.deck_size > 0)


@outlined
def flush_market(board: Board, state: State, journal: Journal) -> None:
    """RULES 2.4: discard all face-up cards and turn new ones."""
    note_count(journal, FLUSHED, NONE, int(state.public.shown))
    for card in range(CARD_KINDS):
        state.public.discards[card] += state.public.market[card]
        state.public.market[card] = 0
    state.public.shown = 0
    fill_market(board, state, journal)


@inlined
def refill_market(board: Board, state: State, journal: Journal) -> None:
    """RULES 2.4: check once the refill is complete. RULES 2.8: a limit on flushes, because they might never end."""
    fill_market(board, state, journal)
    flushes = 0
    while must_flush(board, state.public) and flushes < board.flush_limit:
        flush_market(board, state, journal)
        flushes += 1


@inlined
def take_from_market(board: Board, state: State, seat: int, card: int, journal: Journal) -> None:
    """RULES 2.1: the card goes to the hand in public, and its place is filled immediately."""
    state.public.market[card] -= 1
    state.public.shown -= 1
    state.public.known[seat, card] += 1
    state.public.hand_size[seat] += 1
    state.private[seat].hand[card] += 1
    note_card(journal, TOOK, seat, card, 0)
    refill_market(board, state, journal)
