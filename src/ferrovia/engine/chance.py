"""Chance outcomes: which card comes off the deck, which ticket out of a set.

The outcome comes from the generator or, where a journal has one, from the script. An impossible scripted outcome marks
the journal as faulty and the generator takes over, so that the step always ends in a complete state.
"""

from typing import Any

from ferrovia.core.bits import has, index_by_counts, nth_bit, popcount
from ferrovia.core.compile import inlined, outlined
from ferrovia.core.generator import below
from ferrovia.core.limits import CARD_KINDS, NONE, TICKETS
from ferrovia.engine.journal import Journal, next_outcome
from ferrovia.engine.state import Secret


@outlined
def scripted_card(secret: Secret, journal: Journal) -> int:
    """The card that the script names; NONE, and a fault, if the deck has none of it."""
    card = next_outcome(journal)
    if 0 <= card < CARD_KINDS and secret.deck[card] > 0:
        return card
    journal.fault = 1
    return NONE


@inlined
def chance_card(secret: Secret, deck_size: int, journal: Journal) -> int:
    """The kind of the next card. Drawing by weight from counts is equivalent to a shuffled deck."""
    if journal.scripted:
        card = scripted_card(secret, journal)
        if card != NONE:
            return card
    return index_by_counts(secret.deck, below(secret.generator, deck_size))


@inlined
def nth_member(words: Any, number: int) -> int:
    """The member of a set at an index, in ascending order from 0."""
    word = 0
    count = popcount(words[0])
    while number >= count:
        number -= count
        word += 1
        count = popcount(words[word])
    return word * 64 + nth_bit(words[word], number)


@inlined
def nth_of_two(low: Any, high: Any, number: int) -> int:
    """`nth_member` of a set of two words, without a branch."""
    count = popcount(low)
    above = number >= count
    return 64 * int(above) + nth_bit(high if above else low, number - count if above else number)


@outlined
def scripted_ticket(tickets: Any, journal: Journal) -> int:
    """The ticket that the script names; NONE, and a fault, if the set does not contain it."""
    ticket = next_outcome(journal)
    if 0 <= ticket < TICKETS and has(tickets, ticket):
        return ticket
    journal.fault = 1
    return NONE


@inlined
def chance_ticket(secret: Secret, tickets: Any, journal: Journal) -> int:
    """A uniformly random ticket of a set that is not empty."""
    if journal.scripted:
        ticket = scripted_ticket(tickets, journal)
        if ticket != NONE:
            return ticket
    number = below(secret.generator, popcount(tickets[0]) + popcount(tickets[1]))
    return nth_of_two(tickets[0], tickets[1], number)


@outlined
def scripted_place(secret: Secret, first: int, end: int, journal: Journal) -> int:
    """The place of the ticket that the script names; NONE, and a fault, if it is not in this part of the queue."""
    ticket = next_outcome(journal)
    for place in range(first, end):
        if secret.queue[place] == ticket:
            return place
    journal.fault = 1
    return NONE


@inlined
def chance_place(secret: Secret, first: int, end: int, journal: Journal) -> int:
    """A random place of the queue of returned tickets, from `first` up to `end`; a script names the ticket there."""
    if journal.scripted:
        place = scripted_place(secret, first, end, journal)
        if place != NONE:
            return place
    return first + below(secret.generator, end - first)
