"""The invariants again, for arrays of states: fast, and without the sentences.

A kernel trusts sums. A deck that is said to hold more cards than it has would make it draw beyond the last kind, and
write where nothing is. So states from outside are checked once, when they come in. Each check has its twin in `cards`,
`tickets`, `turns` or `state`, and both must be changed together: `tests/batch/test_consistency.py` compares what
they refuse.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ferrovia.core.fields import fields_of
from ferrovia.core.limits import GRAY, KEEPS, LENGTH, LOCOMOTIVE, NONE, OFFER, SEATS, TICKETS
from ferrovia.engine.state import OFFERED, OPENING, OVER, SECOND_CARD, TUNNEL, TURN, Private, Public
from ferrovia.rules.resolved import Rules

AT_ONCE: Final = 4096
"""States checked together: their sets are unpacked, a byte for each member."""
Flags = NDArray[np.bool_]
Wrong = Iterator[tuple[str, Any]]
"""What does not agree, and in which states."""


def contradiction(rules: Rules, states: Any) -> str | None:
    """What makes a state impossible, in a sentence; None if all are possible. Their numbers must fit the board."""
    for start in range(0, len(states), AT_ONCE):
        part = StatesTogether(rules, states[start : start + AT_ONCE])
        for sentence, checks in (("it has an impossible {}", part.limits()), ("its {} do not agree", part.sums())):
            for what, wrong in checks:
                if wrong.any():
                    number = start + int(np.argmax(wrong))
                    return f"states: number {number} is no state of a game: {sentence.format(what)}"
    return None


def members_of(sets: Any) -> NDArray[np.uint8]:
    """Sets of 64-bit words (…, words) as flags (…, 64 × words)."""
    return np.unpackbits(np.ascontiguousarray(sets).view(np.uint8), axis=-1, bitorder="little")


class StatesTogether:
    """Some states, and what is computed from them once."""

    def __init__(self, rules: Rules, states: Any) -> None:
        self.rules, self.board = rules, rules.board[0]
        self.public, self.private, self.secret = states["public"], states["private"], states["secret"]
        self.each = np.arange(len(states))
        self.phase, self.seat = self.public["phase"], self.public["seat"]
        self.players = self.public["players"]
        self.there = np.arange(SEATS) < self.players[:, None]
        self.moves = np.arange(SEATS) == self.seat[:, None]
        self.table = np.zeros((len(states), len(self.board["cards"])), np.int64)
        """Cards played for an unfinished tunnel."""
        self.table[self.each, np.maximum(self.public["colour"], 0)] += np.maximum(self.public["spent"], 0)
        self.table[:, LOCOMOTIVE] += self.public["locomotives"]
        self.owned = members_of(self.public["own"])
        self.held = members_of(self.private["tickets"])

    def sums(self) -> Wrong:
        """Everything that must agree, in an order in which no check trusts what a later one finds."""
        yield from self.seats()
        yield from self.cards()
        yield from self.memories()
        yield from self.tickets()
        yield from self.offers()
        yield from self.routes()
        yield from self.opening()
        yield from self.turns()

    def limits(self) -> Wrong:
        """Numbers that are too low or too high whatever the others are."""
        board, public, choice = self.board, self.public, self.private["choice"]
        most = {"surcharge": board["tunnel_cards"], "spent": LENGTH, "locomotives": LENGTH, "idle": board["idle_turns"]}
        for name, limit in {**most, "passes": self.players, "turns": 32767, "ending": 3}.items():
            yield name, (public[name] < 0) | (public[name] > limit)
        yield "choice", ((choice < NONE) | (choice >= KEEPS)).any(axis=1)
        yield "bound", ((public["bound"] < 0) | (public["bound"] > board["cards"])).any(axis=1)

    def seats(self) -> Wrong:
        """Empty seats have nothing."""
        for name in (name for name, field in fields_of(Public).items() if field.shape[:1] == (SEATS,)):
            used = self.public[name].reshape(len(self.each), SEATS, -1).any(axis=2)
            yield "players and seats", (used & ~self.there).any(axis=1)
        for name, field in fields_of(Private).items():
            used = (self.private[name].reshape(len(self.each), SEATS, -1) != field.blank).any(axis=2)
            yield "players and seats", (used & ~self.there).any(axis=1)

    def cards(self) -> Wrong:
        """Every card is in one place, and the deck is rebuilt and the market filled wherever possible."""
        public, board, deck = self.public, self.board, self.secret["deck"]
        places = (deck, public["discards"], public["market"], public["turned"])
        total = sum(place.astype(np.int64) for place in places) + self.private["hand"].sum(axis=1, dtype=np.int64)
        yield "cards and their places", (total + self.table != board["cards"]).any(axis=1)
        yield "deck and its size", deck.sum(axis=1, dtype=np.int64) != public["deck_size"]
        yield "market and its size", public["market"].sum(axis=1, dtype=np.int64) != public["shown"]
        yield "market and its size", public["shown"] > board["market_size"]
        yield "hands and their sizes", (self.private["hand"].sum(axis=2) != public["hand_size"]).any(axis=1)
        yield "deck and discards", (public["deck_size"] == 0) & public["discards"].any(axis=1)
        yield "deck and market", (public["shown"] < board["market_size"]) & (public["deck_size"] > 0)
        tunnel, played = self.phase == TUNNEL, (public["spent"] + public["locomotives"]).astype(np.int64)
        idle = (public["route"] == NONE) & (public["colour"] == NONE) & (played == 0) & (public["surcharge"] == 0)
        yield "phase and tunnel", ~tunnel & (~idle | public["turned"].any(axis=1))
        half = (public["route"] == NONE) | (public["colour"] == NONE)
        yield "phase and tunnel", tunnel & (half | (played != board["route_length"][public["route"]]))
        colour, turned = np.maximum(public["colour"], 0), public["turned"].astype(np.int64)
        asked = turned[:, LOCOMOTIVE] + np.where(colour == LOCOMOTIVE, 0, turned[self.each, colour])
        few = (turned.sum(axis=1) < board["tunnel_cards"]) & (public["deck_size"] > 0)
        wrong = (asked != public["surcharge"]) | (asked == 0) | (turned.sum(axis=1) > board["tunnel_cards"]) | few
        yield "tunnel and cards turned", tunnel & wrong
        route = public["route"]
        alone = np.where(colour == LOCOMOTIVE, public["spent"] == 0, public["spent"] > 0)
        matches = (
            (colour == LOCOMOTIVE) | (board["route_colour"][route] == GRAY) | (board["route_colour"][route] == colour)
        )
        wild = (public["locomotives"] == 0) | (board["route_wild"][route] != 0)
        yield "tunnel and cards played", tunnel & ~(alone & matches & wild)

    def memories(self) -> Wrong:
        """What is known of hands and of the deck is true."""
        public, hand, drawn = self.public, self.private["hand"], self.private["drawn"].astype(np.int64)
        over = (self.phase == OVER)[:, None, None]
        wrong = (public["known"] > hand) | (over & (public["known"] != hand))
        yield "hands and what is known of them", wrong.any(axis=(1, 2))
        room = public["bound"].astype(np.int64) - self.secret["deck"]
        yield "deck and what is known of it", (room < drawn.sum(axis=1)).any(axis=1)
        shown = self.board["cards"].astype(np.int64) - public["market"] - public["turned"]
        yield "deck and what is known of it", (public["bound"] > shown).any(axis=1)
        played = np.maximum(drawn - hand, 0).sum(axis=1)
        yield "hands and what was drawn", (played > public["discards"] + self.table).any(axis=1)

    def tickets(self) -> Wrong:
        """Every ticket is in one place at most, those in none have left the game, and the numbers are as stated."""
        public, board, opening = self.public, self.board, self.phase == OPENING
        queue, fresh = self.secret["queue"], members_of(self.secret["fresh"])
        yield "tickets and their number", (self.held.sum(axis=2) != public["tickets"]).any(axis=1)
        yield "tickets and their deck", fresh.sum(axis=1) != public["ticket_deck"] - public["queue"]
        filled = np.arange(TICKETS) < public["queue"][:, None]
        yield "tickets and their deck", ((queue != NONE) != filled).any(axis=1)
        count = np.zeros((len(self.each), fresh.shape[1] + 1), np.int64)  # the last column: no ticket
        count[:, :-1] = fresh + self.held.sum(axis=1)
        offer = self.private["offer"].reshape(len(self.each), -1)
        np.add.at(count, (self.each[:, None], offer), 1)
        outside = count[:, :-1] > 0
        np.add.at(count, (self.each[:, None], queue), 1)
        yield "tickets and their places", (count[:, :-1] > 1).any(axis=1)
        returned = members_of(self.private["returned"])
        yield "tickets and who returned them", (returned.sum(axis=1) > ~outside).any(axis=1)
        lost = count[:, :-1] == 0
        if not (board["opening_out"] or board["later_out"]):
            yield "tickets and who returned them", (returned.any(axis=1) & lost).any(axis=1)
        refused = self.players * (int(board["opening_tickets"]) - int(board["opening_keep"]))
        missing = lost[:, : int(board["tickets"])].sum(axis=1)
        out = np.where(opening, 0, refused * int(board["opening_out"]))
        yield "tickets and their places", (missing > out) & (opening | (not board["later_out"]))
        none = bool(board["opening_out"]) | opening
        yield "deck and returned tickets", public["mixed"] > np.where(none, 0, np.minimum(public["queue"], refused))
        yield "deck and returned tickets", (public["queue"] > public["mixed"]) & (opening | bool(board["later_out"]))

    def offers(self) -> Wrong:
        """In the opening every seat has an offer, later only the seat that drew tickets."""
        public, choice, opening = self.public, self.private["choice"], self.phase == OPENING
        offering = opening | (self.phase == OFFERED)
        most = np.where(opening, self.board["opening_tickets"], self.board["later_tickets"])
        least = np.where(opening | (public["ticket_deck"] > 0), most, 1)
        fits = np.where(offering, (public["offered"] >= least) & (public["offered"] <= most), public["offered"] == 0)
        yield "phase and offers", ~fits
        asked = np.where(opening[:, None], self.there, self.moves & (self.phase == OFFERED)[:, None])
        wanted = np.arange(OFFER) < (asked * public["offered"][:, None])[:, :, None]
        yield "phase and offers", ((self.private["offer"] != NONE) != wanted).any(axis=(1, 2))
        possible = members_of(self.board["keep_opening"])[np.maximum(choice, 0)] & opening[:, None]
        yield "phase and choices", ((choice != NONE) & (possible == 0)).any(axis=1)
        yield "phase and choices", opening & ((choice != NONE) | ~self.there).all(axis=1)

    def routes(self) -> Wrong:
        """Trains and points follow from the routes, and so does what is open."""
        public, board, count = self.public, self.board, int(self.board["routes"])
        lengths = board["route_length"][:count].astype(np.int64)
        own = self.owned[:, :, :count].astype(np.int64)
        trains = int(board["trains"]) - own @ lengths
        yield "routes and trains", ((public["trains"] != trains) & self.there).any(axis=1)
        yield (
            "routes and points",
            (public["score"] != own @ board["route_points"][lengths].astype(np.int64)).any(axis=1),
        )
        yield "routes and owners", (own.sum(axis=1) > 1).any(axis=1)
        twins = board["route_twin"][:count].astype(np.int64)
        paired = np.where(twins == NONE, 0, own[:, :, twins])
        shared = (self.players > board["doubles_closed_up_to"])[:, None, None]
        closed = own.any(axis=1, keepdims=True) | (np.where(shared, paired, paired.any(axis=1, keepdims=True)) > 0)
        free = members_of(public["open"])[:, :, :count] > 0
        yield "routes and claims", ((free == closed) & self.there[:, :, None]).any(axis=(1, 2))
        yield "routes and owners", ((own > 0) & (paired > 0)).any(axis=(1, 2))
        chosen = self.private["route"]
        yield "phase and route chosen", ((chosen != NONE) & ~(self.moves & (self.phase == TURN)[:, None])).any(axis=1)
        seat, mover = np.maximum(self.seat, 0), self.seat != NONE
        route = np.where(mover, chosen[self.each, seat], NONE)
        yield "hand and route chosen", (route != NONE) & ~self.payable(route, seat, free)
        tunnel = np.where(self.phase == TUNNEL, public["route"], NONE)
        short = public["trains"][self.each, seat] < board["route_length"][tunnel]
        wrong = ~free[self.each, seat, tunnel] | (board["route_tunnel"][tunnel] == 0) | short
        yield "routes and tunnel", (tunnel != NONE) & wrong

    def payable(self, route: NDArray[Any], seat: NDArray[Any], free: Flags) -> Flags:
        """Whether the mover can pay for a route."""
        hand, board = self.private["hand"][self.each, seat].astype(np.int64), self.board
        length, colour = board["route_length"][route], board["route_colour"][route]
        most = np.where(colour == GRAY, hand[:, :LOCOMOTIVE].max(axis=1), hand[self.each, np.maximum(colour, 0)])
        most += np.where(board["route_wild"][route] != 0, hand[:, LOCOMOTIVE], 0)
        enough = (most >= length) & (self.public["trains"][self.each, seat] >= length)
        return np.asarray(enough & free[self.each, seat, route])

    def opening(self) -> Wrong:
        """In the opening no seat has done anything yet."""
        public, opening = self.public, self.phase == OPENING
        for name in ("own", "score", "tickets", "turns", "known", "passes", "idle"):
            yield f"phase and {name}", opening & public[name].reshape(len(self.each), -1).any(axis=1)
        dealt = (public["hand_size"] == self.board["opening_hand"]) | ~self.there
        yield "phase and hands", opening & ~dealt.all(axis=1)
        yield "phase and returned tickets", opening & self.private["returned"].any(axis=(1, 2))

    def turns(self) -> Wrong:
        """A seat is to move exactly while the game runs, and it ended for a reason."""
        public, board = self.public, self.board
        yield "phase and mover", (self.seat == NONE) != ((self.phase == OPENING) | (self.phase == OVER))
        barred = public["market"][:, LOCOMOTIVE] * int(bool(board["locomotive_ends_drawing"]))
        dry = (public["deck_size"] == 0) & (public["shown"] <= barred)
        yield "phase and cards", (self.phase == SECOND_CARD) & dry
        ends = (public["last_turns"] == 0, public["passes"] >= self.players, public["idle"] >= board["idle_turns"])
        reason = np.select(ends, (1, 2, 3), 0)
        yield "phase and ending", (public["ending"] != reason) | ((self.phase == OVER) != (reason != 0))
        low = ((public["trains"] <= board["last_round_trains"]) & self.there).any(axis=1)
        yield "trains and last turns", (public["last_turns"] != NONE) & (~low | (self.phase == OPENING))
        yield "passes and idle turns", public["passes"] > public["idle"]
        drawable = (public["deck_size"] > 0) | (public["ticket_deck"] > 0)
        yield "passes and decks", (public["passes"] > 0) & (drawable | ((self.phase != TURN) & (self.phase != OVER)))
