"""Encoder of sights: what a seat may know of a position and of the log, as JSON.

Every move needs one for each seat, and most of it is as it was a move ago. So a view is taken as bytes, each part is
looked up by the bytes it depends on, and only new parts are encoded. Reading fields one by one through NumPy takes
longer than everything else that a move needs.
"""

from collections.abc import Hashable, Iterable
from functools import lru_cache
from struct import Struct
from typing import Any, Final

import numpy as np
import orjson

from ferrovia.core.limits import LENGTH, SEATS
from ferrovia.engine import actions as act
from ferrovia.engine import batch, journal
from ferrovia.engine.refusal import LEGAL
from ferrovia.engine.state import SECOND_CARD, VIEW
from ferrovia.engine.ticket_ways import WAY, WAY_SPACE
from ferrovia.game.arrays import blank
from ferrovia.game.events import name_event, name_visible
from ferrovia.game.explain import REFUSALS
from ferrovia.game.game import SPECTATOR
from ferrovia.game.moves import cards_text
from ferrovia.game.payments import thrift
from ferrovia.game.progress import name_ways
from ferrovia.game.scores import attraction_points
from ferrovia.game.translate import describe, describe_payment, members
from ferrovia.game.view import View
from ferrovia.protocol.events import event_values, events_values
from ferrovia.protocol.views import progress_values
from ferrovia.rules.resolved import Rules

MOST_PARTS: Final = 1 << 12
"""Encoded parts of each kind that are remembered: a few for each of a thousand tables."""
NOTHING: Final = b"null"
SEAT: Final = (
    b'{"routes":%s,"trains":%d,"route_points":%d,"attraction_points":%s,"hand_size":%d,"known":%s,"ticket_count":%d}'
)
PUBLIC: Final = (
    b'"market":%s,"discards":%s,"turned":%s,"deck_size":%d,"ticket_deck":%d,"last_turns":%s,"last_turn_of":%s,'
    b'"closed":%s,"seats":%s'
)
NUMBERS: Final = Struct(f"={SEATS}h")


def places_in(part: str) -> dict[str, slice]:
    """Where the fields of a part of a view are among its bytes."""
    fields: Any = VIEW.fields
    kind, start = fields[part][:2]
    places = {name: (field[0].itemsize, start + field[1]) for name, field in kind.fields.items()}
    return {name: slice(at, at + size) for name, (size, at) in places.items()}


COMMON: Final = places_in("public")
OWN: Final = places_in("own")
PUBLIC_BYTES: Final = slice(COMMON["own"].start, OWN["tickets"].start)
"""The whole public part, which comes first."""
BOARD: Final = slice(COMMON["own"].start, COMMON["open"].stop)
"""The routes that seats own, and those that are open to them."""


def rows(content: bytes, field: slice) -> list[bytes]:
    """A field with a row for each seat, cut into those."""
    size = (field.stop - field.start) // SEATS
    return [content[at : at + size] for at in range(field.start, field.stop, size)]


class PartCache(dict[Hashable, bytes]):
    """Encoded parts by what they depend on. A full one starts again, which costs less than keeping an order."""

    def keep(self, key: Hashable, part: bytes) -> bytes:
        """Remember a new part."""
        if len(self) >= MOST_PARTS:
            self.clear()
        self[key] = part
        return part


class SightEncoder:
    """Encodes views, legal moves and events under one rule set."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.card_names = [orjson.dumps(name) for name in rules.card_names]
        self.route_names = [orjson.dumps(name) for name in rules.route_ids]
        self.lengths: list[int] = rules.board["route_length"][0].tolist()
        self.plain_moves: dict[int, str] = {}
        self.piles, self.masks, self.attractions, self.closed = PartCache(), PartCache(), PartCache(), PartCache()
        self.tickets, self.ways, self.paid, self.event_texts = PartCache(), PartCache(), PartCache(), PartCache()
        self.latest = (b"", b"")
        """The public part of the latest position, which its other seats need too: its content, and encoded."""

    # ── views ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def view(self, view: View, seat: int) -> bytes:
        """A view, as `ferrovia.protocol.views.view_values` has it."""
        content: bytes = view.array.tobytes()
        own = self._progress(view, seat, content)
        parts = (view.phase.encode(), seat, self.cards(content[OWN["hand"]]), own, self._public(view, content))
        return b'{"phase":"%s","seat":%d,"hand":%s,%s,%s}' % parts

    def cards(self, counts: bytes) -> bytes:
        """Card counts by name, without zeros."""
        encoded = self.piles.get(counts)
        if encoded is not None:
            return encoded
        pairs = (b"%s:%d" % pair for pair in zip(self.card_names, counts, strict=True) if pair[1])
        return self.piles.keep(counts, b"{%s}" % b",".join(pairs))

    def routes(self, mask: bytes) -> bytes:
        """The routes in a mask."""
        encoded = self.masks.get(mask)
        if encoded is not None:
            return encoded
        return self.masks.keep(
            mask, joined(self.route_names[route] for route in members(np.frombuffer(mask, np.uint64)))
        )

    def _progress(self, view: View, seat: int, content: bytes) -> bytes:
        """The seat's tickets and those it is offered: they depend on its own routes, trains and cards, and on the
        routes open to it; not on what others draw."""
        if seat == SPECTATOR:
            return b'"tickets":[],"offer":[]'
        board = rows(content, COMMON["own"])[seat] + rows(content, COMMON["open"])[seat]
        trains = content[COMMON["trains"].start + seat]
        key = (board, trains, *(content[OWN[name]] for name in ("hand", "tickets", "offer")))
        encoded = self.tickets.get(key)
        return self.tickets.keep(key, self._tickets(view)) if encoded is None else encoded

    def _tickets(self, view: View) -> bytes:
        kept, offered = list(members(view.array["own"]["tickets"][0])), view.offer_numbers
        numbers = kept + offered
        ways = blank(WAY, len(numbers))
        if numbers:
            batch.ways_in(self.rules.board, view.array, 0, np.array(numbers, np.int64), ways, blank(WAY_SPACE))
        tickets = [self._ticket(number, ways, place) for place, number in enumerate(numbers)]
        return b'"tickets":%s,"offer":%s' % (joined(tickets[: len(kept)]), joined(tickets[len(kept) :]))

    def _ticket(self, ticket: int, ways: Any, place: int) -> bytes:
        way = ways[place : place + 1]
        key = ticket, way.tobytes()
        encoded = self.ways.get(key)
        if encoded is not None:
            return encoded
        return self.ways.keep(key, orjson.dumps(progress_values(name_ways(self.rules, [ticket], way)[0])))

    def _public(self, view: View, content: bytes) -> bytes:
        """The part of a view that every seat may know: members of a JSON object, without its braces."""
        public = content[PUBLIC_BYTES]
        known, encoded = self.latest
        if known != public:
            encoded = self._new_public(view, content)
            self.latest = public, encoded
        return encoded

    def _new_public(self, view: View, content: bytes) -> bytes:
        board, last = content[BOARD], view.last_turns
        closed = self.closed.get(board)
        parts = (
            *(self.cards(content[COMMON[pile]]) for pile in ("market", "discards", "turned")),
            *(view.deck_size, view.ticket_deck, NOTHING if last is None else b"%d" % last),
            b"[]" if last is None else orjson.dumps(view.last_turn_of),
            self.closed.keep(board, orjson.dumps(view.closed)) if closed is None else closed,
            self._seats(view.players, content),
        )
        return PUBLIC % parts

    def _seats(self, players: int, content: bytes) -> bytes:
        own, known = rows(content, COMMON["own"]), rows(content, COMMON["known"])
        trains, hands = content[COMMON["trains"]], content[COMMON["hand_size"]]
        scores, tickets = (NUMBERS.unpack(content[COMMON[name]]) for name in ("score", "tickets"))
        return joined(
            SEAT
            % (
                *(self.routes(own[seat]), trains[seat], scores[seat], self._attractions(own[seat])),
                *(hands[seat], self.cards(known[seat]), tickets[seat]),
            )
            for seat in range(players)
        )

    def _attractions(self, mask: bytes) -> bytes:
        encoded = self.attractions.get(mask)
        return self.attractions.keep(mask, b"%d" % attraction_points(self.rules, mask)) if encoded is None else encoded

    # ── legal moves ──────────────────────────────────────────────────────────────────────────────────────────────────

    def legal(self, view: View) -> bytes:
        """What a seat may do now; null if it has nothing to decide."""
        actions = list(members(view.legal_mask()))
        if not actions:
            return NOTHING
        moves = orjson.dumps([self.move_text(view, action) for action in actions if action >= act.TAKE])
        claims = self.claims(view) if actions[0] < act.TAKE else b"{}"
        return b'{"moves":%s,"claims":%s%s}' % (moves, claims, self.refused(view, actions))

    def move_text(self, view: View, action: int) -> str:
        """A move that is not a claim. Surcharges and answers to an offer depend on the position."""
        if act.SURCHARGE <= action < act.REFUSE or action >= act.KEEP:
            return str(describe(self.rules, action, view.public, view.offer_numbers))
        if action not in self.plain_moves:
            self.plain_moves[action] = str(describe(self.rules, action, view.public, []))
        return self.plain_moves[action]

    def refused(self, view: View, actions: list[int]) -> bytes:
        """The face-up cards that may not be the second card, with the codes of the refusals: a member, or nothing."""
        if view.public["phase"][0] != SECOND_CARD:
            return b""
        shown = [card for card, count in enumerate(view.public["market"][0].tolist()) if count]
        takes = [card for card in shown if act.TAKE + card not in actions]
        reasons = [(card, batch.refusal_in(self.rules.board, view.array, 0, act.TAKE + card)) for card in takes]
        codes = {f"take {self.rules.card_names[card]}": REFUSALS[why].code for card, why in reasons if why != LEGAL}
        return b',"refused":%s' % orjson.dumps(codes) if codes else b""

    def claims(self, view: View) -> bytes:
        """All payments for each route: few locomotives first, then the colour the hand has most of."""
        claims: dict[int, list[int]] = {}
        for route, payment in view.claim_actions():
            claims.setdefault(route, []).append(payment)
        hand = view.array["own"]["hand"][0].tobytes()
        names, lengths = self.route_names, self.lengths
        parts = [
            b"%s:%s" % (names[route], self.payments(lengths[route], tuple(payments), hand))
            for route, payments in claims.items()
        ]
        return b"{%s}" % b",".join(parts)

    def payments(self, length: int, payments: tuple[int, ...], hand: bytes) -> bytes:
        """Payments for a route of a length; many routes have the same."""
        key = length, payments, hand
        encoded = self.paid.get(key)
        return self.paid.keep(key, self._payments(length, payments, hand)) if encoded is None else encoded

    def _payments(self, length: int, payments: tuple[int, ...], hand: bytes) -> bytes:
        def dearness(payment: int) -> tuple[int, int]:
            if payment == act.PAY_LOCOMOTIVES:
                return LENGTH, 0
            colour, locomotives = divmod(payment - act.PAY, LENGTH)
            return thrift(locomotives, hand[colour])

        return orjson.dumps([payment_text(self.rules, length, payment) for payment in sorted(payments, key=dearness)])

    # ── events ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def events(self, events: Any, seat: int) -> bytes:
        """What a seat may know of raw events."""
        seen, parts = blank(journal.EVENT), []
        for index in range(len(events)):
            if batch.visible_at(events, index, seat, seen):
                content = seen.tobytes()
                if content[0] == journal.TURNED:  # what it costs depends on the events after it
                    return orjson.dumps(events_values(name_visible(self.rules, events, seat)))
                parts.append(self.event_texts.get(content) or self._event(content, seen))
        return joined(parts)

    def _event(self, content: bytes, seen: Any) -> bytes:
        return self.event_texts.keep(content, orjson.dumps(event_values(name_event(self.rules, seen[0]))))


@lru_cache(maxsize=1 << 12)
def payment_text(rules: Rules, length: int, payment: int) -> str:
    """The cards of a payment for a route of a length."""
    return cards_text(describe_payment(rules, payment, length))


def joined(parts: Iterable[bytes]) -> bytes:
    """A JSON array of encoded values."""
    return b"[%s]" % b",".join(parts)


@lru_cache(maxsize=64)
def encoder_of(rules: Rules) -> SightEncoder:
    """The encoder of a rule set."""
    return SightEncoder(rules)
