"""Everything that is sent to a seat, built from its view and the events it may see; there is no other way out."""

from collections.abc import Sequence
from functools import lru_cache

from ferrovia.core.limits import LENGTH
from ferrovia.engine.actions import PAY, PAY_LOCOMOTIVES
from ferrovia.game.events import name_visible
from ferrovia.game.game import SPECTATOR, Game
from ferrovia.game.moves import cards_text
from ferrovia.game.payments import thrift
from ferrovia.game.translate import describe_claim
from ferrovia.game.view import View
from ferrovia.protocol.events import events_values
from ferrovia.protocol.tables import Happening, Legal, Sight
from ferrovia.protocol.views import view_values
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.table_log import START, LogEntry
from ferrovia.server.live.referee import read_events


def sight(game: Game | None, seat: int, told: list[Happening]) -> Sight:
    """A table as one seat sees it, with the log entries to send."""
    if game is None:
        return {"seat": seat, "view": None, "legal": None, "happenings": told}
    view = game.view(seat)
    return {"seat": seat, "view": view_values(view), "legal": legal(view), "happenings": told}


def legal(view: View) -> Legal | None:
    """What a seat may do now."""
    if view.seat == SPECTATOR or not view.legal_mask().any():
        return None
    found: Legal = {"moves": [str(move) for move in view.other_moves()], "claims": payments(view)}
    refused = refused_cards(view, found["moves"]) if view.phase == "second-card" else {}
    return {**found, "refused": refused} if refused else found


def refused_cards(view: View, moves: list[str]) -> dict[str, str]:
    """The face-up cards that may not be the second card, with the codes of the refusals."""
    takes = [f"take {card}" for card in view.market if f"take {card}" not in moves]
    return {take: refusal.code for take in takes if (refusal := view.explain(take))}


def payments(view: View) -> dict[str, list[str]]:
    """All payments for each route: few locomotives first, then the colour the hand has most of."""
    claims: dict[int, list[int]] = {}
    for route, payment in view.claim_actions():
        claims.setdefault(route, []).append(payment)
    rules, hand = view.rules, view.array["own"]["hand"][0].tolist()
    return {
        rules.route_ids[route]: [payment_text(rules, route, payment) for payment in by_thrift(found, hand)]
        for route, found in claims.items()
    }


def by_thrift(payments: list[int], hand: list[int]) -> list[int]:
    """Payments, the most plausible first."""

    def dearness(payment: int) -> tuple[int, int]:
        if payment == PAY_LOCOMOTIVES:
            return LENGTH, 0
        colour, locomotives = divmod(payment - PAY, LENGTH)
        return thrift(locomotives, hand[colour])

    return sorted(payments, key=dearness)


@lru_cache(maxsize=1 << 15)
def payment_text(rules: Rules, route: int, payment: int) -> str:
    """The cards of a payment for a route."""
    return cards_text(describe_claim(rules, route, payment).cards)


def happenings(rules: Rules, entries: Sequence[LogEntry], seat: int, setup: bytes) -> list[Happening]:
    """What a seat may know of some log entries."""
    return [happening(rules, entry, seat, setup) for entry in entries]


def happening(rules: Rules, entry: LogEntry, seat: int, setup: bytes) -> Happening:
    """An entry as far as a seat may know it. A move's own text is not sent, because it names secret tickets."""
    raw = setup if entry.kind == START else entry.events
    events = name_visible(rules, read_events(raw), seat) if raw else ()
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "seat": entry.seat,
        "number": entry.number,
        "at": entry.at,
        "values": entry.values,
        "events": events_values(events),
    }
