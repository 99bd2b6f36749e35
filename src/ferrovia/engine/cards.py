"""The deck of cards and the discards (RULES 2.3, 2.5)."""

from ferrovia.core.compile import inlined, outlined
from ferrovia.core.limits import CARD_KINDS, NONE, SEATS
from ferrovia.engine.chance import chance_card
from ferrovia.engine.journal import RENEWED, Journal, note_card, note_count
from ferrovia.engine.state import State


@outlined
def renew_deck(state: State, journal: Journal) -> None:
    """RULES 2.5: rebuild an empty deck from the discards, if there are any. Everybody then knows what it holds."""
    total = 0
    for card in range(CARD_KINDS):
        total += int(state.public.discards[card])
    if total == 0:
        return
    for card in range(CARD_KINDS):
        state.secret.deck[card] = state.public.discards[card]
        state.public.bound[card] = state.public.discards[card]
        state.public.discards[card] = 0
        for seat in range(SEATS):
            state.private[seat].drawn[card] = 0
    state.public.deck_size = total
    note_count(journal, RENEWED, NONE, total)


@inlined
def renew_empty_deck(state: State, journal: Journal) -> None:
    """RULES 2.5: immediately, whenever the deck runs out."""
    if state.public.deck_size == 0:
        renew_deck(state, journal)


@inlined
def next_card(state: State, journal: Journal) -> int:
    """Take the top card off the deck. The caller decides who sees it, and calls `renew_empty_deck` afterwards."""
    card = chance_card(state.secret, int(state.public.deck_size), journal)
    state.secret.deck[card] -= 1
    state.public.deck_size -= 1
    return card


@inlined
def turn_up(state: State, kind: int, journal: Journal) -> int:
    """Turn the top card face up."""
    card = next_card(state, journal)
    state.public.bound[card] -= 1
    note_card(journal, kind, NONE, card, 0)
    renew_empty_deck(state, journal)
    return card


@inlined
def draw_hidden(state: State, seat: int, kind: int, journal: Journal) -> None:
    """RULES 2.3: the top card goes into a hand, and only its owner sees it. A locomotive counts like any other card."""
    card = next_card(state, journal)
    state.private[seat].drawn[card] += 1
    state.private[seat].hand[card] += 1
    state.public.hand_size[seat] += 1
    note_card(journal, kind, seat, card, 0)
    renew_empty_deck(state, journal)


@inlined
def play_cards(state: State, seat: int, card: int, count: int) -> None:
    """Cards leave a hand in public; what is known of the hand shrinks with them."""
    state.private[seat].hand[card] -= count
    state.public.hand_size[seat] -= count
    state.public.known[seat, card] = max(0, int(state.public.known[seat, card]) - count)


@inlined
def show_cards_back(state: State, seat: int, card: int, count: int) -> None:
    """RULES 10: cards shown and taken back are known from then on, in addition to known cards that were not shown."""
    state.private[seat].hand[card] += count
    state.public.hand_size[seat] += count
    state.public.known[seat, card] += count
