"""All that leaves for a seat, made of its view and of the events it may see; there is no other way out."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import cast

from ferrovia.game import SPECTATOR, Game
from ferrovia.happenings import name_visible
from ferrovia.moves import Claim, cards_text
from ferrovia.record import ENDINGS
from ferrovia.rules.resolved import Rules
from ferrovia.server.entries import MOVE, START, Entry
from ferrovia.server.messages import EventValues, Happening, Legal, Result, SeatResult, SeenView, Sight
from ferrovia.server.referee import read_events
from ferrovia.view import View
from ferrovia.wire import event_values, view_values


def sight(game: Game | None, seat: int, rules: Rules, entries: Sequence[Entry], setup: bytes) -> Sight:
    """A table from one seat, with what it may know of some entries of the log."""
    happenings = [happening(rules, entry, seat, setup) for entry in entries]
    if game is None:
        return {"seat": seat, "view": None, "legal": None, "happenings": happenings}
    view = game.view(seat)
    seen = cast(SeenView, view_values(view))
    return {"seat": seat, "view": seen, "legal": legal(view), "happenings": happenings}


def legal(view: View) -> Legal | None:
    """What a seat may do now."""
    if view.seat == SPECTATOR:
        return None
    moves = view.legal_moves()
    if not moves:
        return None
    claims: dict[str, list[Claim]] = {}
    for move in moves:
        if isinstance(move, Claim):
            claims.setdefault(move.route, []).append(move)
    return {
        "moves": [str(move) for move in moves if not isinstance(move, Claim)],
        "claims": payments_of(view.hand, claims),
    }


def payments_of(hand: dict[str, int], claims: dict[str, list[Claim]]) -> dict[str, list[str]]:
    """The payments for each route."""
    return {route: payments(hand, found) for route, found in claims.items()}


def payments(hand: dict[str, int], claims: list[Claim]) -> list[str]:
    """The payments for a route: few locomotives first, then the colour of which the hand holds most."""
    return [cards_text(claim.cards) for claim in sorted(claims, key=lambda claim: thrift(hand, claim))]


def thrift(hand: dict[str, int], claim: Claim) -> tuple[int, int]:
    """How dear a payment is, for most people."""
    cards = dict(claim.cards)
    locomotives = cards.pop("locomotive", 0)
    return locomotives, -max((hand.get(card, 0) for card in cards), default=0)


def happening(rules: Rules, entry: Entry, seat: int, setup: bytes) -> Happening:
    """An entry, as far as a seat may know of it. A move's own text is not sent: it names tickets that are secret."""
    raw = setup if entry.kind == START else entry.events
    events = name_visible(rules, read_events(raw), seat) if raw else ()
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "seat": entry.seat,
        "number": entry.number,
        "at": entry.at,
        "values": {} if entry.kind == MOVE else entry.values,
        "events": [cast(EventValues, event_values(event)) for event in events],
    }


def result(game: Game) -> Result | None:
    """How a game ended; None before it has."""
    if not game.over:
        return None
    return {
        "ending": ENDINGS[int(game.states[0].public.ending)],
        "winners": list(game.winners),
        "scores": [cast(SeatResult, asdict(score)) for score in game.scores()],
    }


def asked_seats(game: Game) -> list[int]:
    """The seats that have to decide now: all that have not chosen in the opening, else one."""
    if game.over:
        return []
    if game.phase != "opening":
        return [] if game.seat is None else [game.seat]
    return [seat for seat in range(game.players) if view_asks(game.view(seat))]


def view_asks(view: View) -> bool:
    """Whether a seat has something to decide."""
    return bool(view.legal_mask().any())
