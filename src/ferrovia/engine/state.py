"""The state of a game in three parts: public, private by seat, secret.

Who may know a fact decides which part holds it, and nothing else decides who sees it: a view consists of `public`, the
seat's own `private`, and the places of the tickets that seat returned. Unused bytes (`spare`) are 0, so that equal
games are equal bytes.
"""

from typing import Any, Final

import numpy as np

from ferrovia.core.fields import Array, dtype_of, int8, int16, part, parts, uint64
from ferrovia.core.limits import CARD_KINDS, OFFER, SEATS, TICKETS, WORDS

# What is decided next. Paying for a route has no phase of its own: the route stays in `private` until it is paid for.
OPENING: Final = 0
TURN: Final = 1
SECOND_CARD: Final = 2
TUNNEL: Final = 3
OFFERED: Final = 4
OVER: Final = 5

# Why a game ended.
RUNNING: Final = 0
LAST_ROUND_PLAYED: Final = 1
ALL_PASSED: Final = 2
NOBODY_GAINED: Final = 3


class Public:
    """What everybody at the table may know (RULES 10)."""

    own: Array = uint64("routes of each seat", SEATS, WORDS, of="routes")
    open: Array = uint64(
        "routes that others' claims and the rules for doubles leave open to each seat", SEATS, WORDS, of="routes"
    )
    score: Array = int16("route points so far", SEATS, of="seats")
    tickets: Array = int16("tickets each seat keeps", SEATS, of="seats")
    turns: int = int16("turns finished, at most 32767")
    ticket_deck: int = int16("tickets in the deck, returned ones included")
    queue: int = int16("returned tickets in the deck, under the fresh ones")
    mixed: int = int16("of these, opening returns, mixed, on top of the others")
    known: Array = int8(
        "cards each seat is known to hold; when the game is over, all its cards", SEATS, CARD_KINDS, of="cards"
    )
    market: Array = int8("cards face up", CARD_KINDS, of="cards")
    discards: Array = int8("cards in the discards", CARD_KINDS, of="cards")
    bound: Array = int8("most cards of each kind the deck can hold, by what all have seen", CARD_KINDS, of="cards")
    turned: Array = int8("cards turned for the tunnel under way", CARD_KINDS, of="cards")
    hand_size: Array = int8("cards in each hand", SEATS, of="seats")
    trains: Array = int8("trains each seat has left", SEATS, of="seats")
    players: int = int8("seats at the table")
    phase: int = int8("what is decided next")
    seat: int = int8("whose turn it is; -1 in the opening and when the game is over", of="seat")
    deck_size: int = int8("cards in the deck")
    shown: int = int8("cards in the market")
    offered: int = int8("tickets offered to each seat that has to choose")
    route: int = int8("unfinished tunnel; -1: none", of="route")
    colour: int = int8("card played for it (a locomotive: no other); -1: none", of="card")
    spent: int = int8("cards of that colour played for it")
    locomotives: int = int8("locomotives played for it")
    surcharge: int = int8("cards asked on top")
    last_turns: int = int8("turns left in the last round; -1: not yet begun", blank=-1)
    passes: int = int8("passes in a row")
    idle: int = int8("turns in a row in which nobody gained anything")
    ending: int = int8("why the game ended; 0: it has not")
    spare: Array


class Private:
    """What one seat knows and no other."""

    tickets: Array = uint64("tickets kept", WORDS, of="tickets")
    returned: Array = uint64("tickets it refused that nobody can have drawn since", WORDS, of="tickets")
    choice: int = int16("answer to the opening offer, secret until all have chosen; -1: none yet", blank=-1)
    hand: Array = int8("cards in the hand", CARD_KINDS, of="cards")
    drawn: Array = int8("cards dealt to it or drawn blind since the deck was last made", CARD_KINDS, of="cards")
    offer: Array = int8("tickets offered, in the order drawn; -1: none", OFFER, of="ticket")
    route: int = int8("route chosen and not yet paid; -1: none", of="route")
    spare: Array


class Secret:
    """What nobody knows: chance, and what lies face down."""

    generator: Array = uint64("state of the generator", 4)
    fresh: Array = uint64("tickets never drawn", WORDS, of="tickets")
    queue: Array = int8("returned tickets, the next one first; -1: none", TICKETS, of="ticket")
    deck: Array = int8("cards in the deck; their order is drawn when they are", CARD_KINDS, of="cards")
    spare: Array


class State:
    """A whole game."""

    public: Public = part(Public, "what everybody may know")
    private: "list[Private]" = parts(Private, "what one seat knows", SEATS)
    secret: Secret = part(Secret, "what nobody knows")


class ViewRecord:
    """Everything one seat (or, with seat -1, a spectator) may know. A finished game is completely visible."""

    public: Public = part(Public, "what everybody may know")
    own: Private = part(Private, "what this seat knows; empty for a spectator")
    tickets: Array = uint64("every seat's tickets, once the game is over", SEATS, WORDS, of="tickets")
    places: Array = int8(
        "returned tickets whose place this seat knows, the next one first; -1: not known; "
        "once the game is over all of them, and then the fresh ones",
        TICKETS,
        of="ticket",
    )
    seat: int = int8("whose view it is; -1: a spectator's", of="seat")
    spare: Array


STATE: np.dtype[Any] = dtype_of(State)
VIEW: np.dtype[Any] = dtype_of(ViewRecord)
