"""Declaration of the observation: the name, shape, scale and meaning of every number, in one place.

A number is stored as a signed byte; multiplied by its scale it is what a network reads. Bytes keep a row small and make
CPU and GPU agree exactly. Everything is relative to the observing seat: "rivals" are the other seats in turn order, the
next one first. One layout serves every number of players of a rule set; a seat that is not at the table is all 0.
"""

import hashlib
import json
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from ferrovia.core.limits import CARD_KINDS
from ferrovia.rules.resolved import Rules

VERSION: Final = 1
"""Raised when numbers change their meaning although no name, shape or scale changes."""

HAND_LEVELS: Final = 8
MARKET_LEVELS: Final = 3
LOW_LEVELS: Final = 10
LOW_STEP: Final = 2
PHASES: Final = 6


@dataclass(frozen=True, slots=True)
class Part:
    """A named array of numbers. A dimension is a number, or the name of something that the rule set has a number of."""

    name: str
    shape: tuple[str | int, ...]
    scale: float
    meaning: str


ORDINARY: Final = (
    Part("route_own", ("routes",), 1, "1: the seat owns the route"),
    Part("route_rival", ("rivals", "routes"), 1, "1: the rival owns the route"),
    Part("route_open", ("routes",), 1, "1: the seat may still claim the route, cards apart"),
    Part("route_payable", ("routes",), 1, "1: the hand and the trains left pay for the route now"),
    Part("route_missing", ("routes",), 1 / 4, "cards missing for an open route, as if no other were wanted"),
    Part("route_way", ("routes",), 1 / 20, "points of the unfinished tickets whose cheapest way takes the route"),
    Part("route_offer", ("routes",), 1 / 20, "points of the tickets on offer whose cheapest way takes the route"),
    Part("route_paying", ("routes",), 1, "1: the route is being paid for, or its tunnel is unfinished"),
    Part("route_attractions", ("scenic routes",), 1, "attractions the route would add to the seat's network"),
    Part("hand", ("cards", HAND_LEVELS), 1, "1: the hand has more cards of the kind than the level's number"),
    Part("hand_count", ("cards",), 1 / 8, "cards of the kind in the hand"),
    Part("market", ("cards", MARKET_LEVELS), 1, "1: the market has more cards of the kind than the level's number"),
    Part("discards", ("cards",), 1 / 8, "cards of the kind in the discards"),
    Part("unseen", ("cards",), 1 / 8, "cards of the kind in the deck or, unknown, in a rival's hand"),
    Part("rival_known", ("rivals", "cards"), 1 / 4, "cards of the kind the rival is known to hold"),
    Part("ticket_done", ("tickets",), 1, "1: a kept ticket that is completed"),
    Part("ticket_open", ("tickets",), 1, "1: a kept ticket that is not completed"),
    Part("ticket_missing", ("tickets",), 1 / 20, "trains the cheapest way to complete a kept ticket takes"),
    Part("ticket_lost", ("tickets",), 1, "1: a kept ticket that cannot be completed any more"),
    Part("ticket_value", ("tickets",), 1 / 20, "points a kept ticket brings, or costs, as the game stands"),
    Part("ticket_offered", ("tickets",), 1, "1: the ticket is on offer"),
    Part("ticket_returned", ("tickets",), 1, "1: the seat refused the ticket, and no other can have drawn it since"),
    Part("offer_ticket", ("offers", "tickets"), 1, "1: the ticket lies at this place of the offer"),
    Part("offer_points", ("offers",), 1 / 20, "most points the offered ticket can bring"),
    Part("offer_trains", ("offers",), 1 / 20, "trains the cheapest way to complete it takes"),
    Part("offer_lost", ("offers",), 1, "1: it cannot be completed"),
    Part("offer_shared", ("offers", "offers"), 1 / 20, "trains the ways of two offered tickets have in common"),
    Part("offer_planned", ("offers",), 1 / 20, "trains its way has in common with the ways of unfinished tickets"),
    Part("phase", (PHASES,), 1, "opening offer, turn, second card, tunnel surcharge, later offer, payment"),
    Part("trains", (), 1 / 20, "trains left"),
    Part("trains_low", (LOW_LEVELS,), 1, "1: at most 2, 4, 6, … trains are left"),
    Part("trains_planned", (), 1 / 20, "trains the ways of all unfinished tickets take together"),
    Part("hand_size", (), 1 / 20, "cards in the hand"),
    Part("score", (), 1 / 50, "points of the routes"),
    Part("ticket_worth", (), 1 / 50, "points of the tickets as the game stands, open ones lost"),
    Part("attractions", (), 1 / 5, "attractions touched"),
    Part("tickets_kept", (), 1 / 5, "tickets kept"),
    Part("ticket_deck", (), 1 / 30, "tickets in the deck"),
    Part("deck", (), 1 / 50, "cards in the deck"),
    Part("rounds", (), 1 / 30, "turns a seat has finished, on average"),
    Part("last_turns", ("seats",), 1, "1: this many turns are left in the last round, including this one"),
    Part("idle", (), 1 / 20, "turns in a row in which no seat gained anything"),
    Part("passes", (), 1, "passes in a row"),
    Part("players", ("seats",), 1, "1: the number of players"),
    Part("seat", ("seats",), 1, "1: the seat's place in turn order"),
    Part("trail", ("seats",), 1 / 20, "trains of the longest path, own and rivals'; 0 where the rules do not ask"),
    Part("surcharge", (), 1 / 3, "cards the tunnel asks on top"),
    Part("tunnel_locomotives", (), 1 / 3, "locomotives played for the tunnel"),
    Part("tunnel_card", ("cards",), 1, "1: the tunnel is being paid with this kind of card"),
    Part("rival_here", ("rivals",), 1, "1: the rival is at the table"),
    Part("rival_later", ("rivals",), 1, "1: the rival's seat comes after this one in turn order"),
    Part("rival_trains", ("rivals",), 1 / 20, "trains the rival has left"),
    Part("rival_low", ("rivals", LOW_LEVELS), 1, "1: the rival has at most 2, 4, 6, … trains left"),
    Part("rival_hand", ("rivals",), 1 / 20, "cards in the rival's hand"),
    Part("rival_lead", ("rivals",), 1 / 50, "points of the rival's routes above the seat's own"),
    Part("rival_tickets", ("rivals",), 1 / 5, "tickets the rival keeps"),
)
"""What the seat may know."""

DERIVED: Final = frozenset(
    (
        *("route_missing", "route_way", "route_offer", "route_attractions", "attractions", "trail"),
        *("ticket_done", "ticket_open", "ticket_missing", "ticket_lost", "ticket_value", "ticket_worth"),
        *("offer_points", "offer_trains", "offer_lost", "offer_shared", "offer_planned", "trains_planned"),
    )
)
"""Parts that take a search on the board: cheapest ways, networks, longest paths."""

PLAIN: Final = (
    *(part for part in ORDINARY if part.name not in DERIVED),
    Part("ticket_kept", ("tickets",), 1, "1: the seat keeps the ticket"),
)
"""What the seat may know, as it lies on the table: nothing is worked out, and it is encoded many times as fast."""

PRIVILEGED: Final = (
    Part("hidden_hand", ("cards",), 1 / 4, "cards of the kind in the rival's hand"),
    Part("hidden_done", ("tickets",), 1, "1: a ticket of the rival that is completed"),
    Part("hidden_open", ("tickets",), 1, "1: a ticket of the rival that is not completed"),
    Part("hidden_missing", ("tickets",), 1 / 20, "trains the rival's cheapest way to complete it takes"),
    Part("hidden_lost", ("tickets",), 1, "1: a ticket the rival cannot complete any more"),
    Part("hidden_offered", ("tickets",), 1, "1: the ticket is on offer to the rival"),
    Part("hidden_way", ("routes",), 1 / 20, "points of the rival's unfinished tickets whose way takes the route"),
    Part("hidden_worth", (), 1 / 50, "points of the rival's tickets as the game stands, open ones lost"),
    Part("hidden_planned", (), 1 / 20, "trains the ways of all its unfinished tickets take together"),
)
"""What a full-information critic sees in addition, for each rival."""


def dimensions(rules: Rules) -> dict[str, int]:
    """The size of each dimension for a rule set."""
    board = rules.board[0]
    seats = rules.rule_set.players_max
    routes = int(board["routes"])
    return {
        "routes": routes,
        "scenic routes": routes if board["attraction_points"] else 0,
        "tickets": int(board["tickets"]),
        "cards": CARD_KINDS,
        "seats": seats,
        "rivals": seats - 1,
        "offers": int(max(board["opening_tickets"], board["later_tickets"])),
    }


@dataclass(frozen=True)
class RowLayout:
    """Where each part of a row is for one rule set."""

    parts: tuple[Part, ...]
    sizes: dict[str, int]

    def shape(self, part: Part) -> tuple[int, ...]:
        """The shape of a part in numbers."""
        return tuple(self.sizes[size] if isinstance(size, str) else size for size in part.shape)

    @property
    def places(self) -> dict[str, tuple[int, tuple[int, ...]]]:
        """The offset and the shape of each part by name."""
        places, offset = {}, 0
        for part in self.parts:
            places[part.name] = (offset, self.shape(part))
            offset += prod(self.shape(part))
        return places

    @property
    def size(self) -> int:
        """The length of a row."""
        return sum(prod(self.shape(part)) for part in self.parts)

    def offsets(self) -> Any:
        """The offsets for the kernels: an array of one record with a field for each part."""
        record = np.zeros(1, np.dtype((np.record, [(part.name, np.int32) for part in self.parts])))
        for name, (offset, _) in self.places.items():
            record[name] = offset
        return record

    def scales(self) -> Any:
        """The scale of each number of a row."""
        pieces = [np.full(prod(self.shape(part)), part.scale, np.float32) for part in self.parts]
        return np.concatenate(pieces)

    def hash(self) -> str:
        """SHA-256 of names, shapes, scales and the version: weights fit only the layout they were trained on."""
        rows = [[part.name, self.shape(part), part.scale] for part in self.parts]
        return hashlib.sha256(json.dumps([VERSION, rows]).encode("ascii")).hexdigest()


def ordinary_layout(rules: Rules) -> RowLayout:
    """The layout of what a seat may know."""
    return RowLayout(ORDINARY, dimensions(rules))


def plain_layout(rules: Rules) -> RowLayout:
    """The layout of what lies on the table."""
    return RowLayout(PLAIN, dimensions(rules))


def rival_layout(rules: Rules) -> RowLayout:
    """The layout of the privileged numbers of one rival; a row has one such block per rival, in turn order."""
    return RowLayout(PRIVILEGED, dimensions(rules))
