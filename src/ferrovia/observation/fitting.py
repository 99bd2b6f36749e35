"""Whether states and views fit a board. They do not say by which rules they are played, and a kernel trusts what it
reads: a route or a ticket that the board does not have would make it write beyond its arrays."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ferrovia.core.limits import CARD_KINDS, NONE, OFFER
from ferrovia.engine.state import OVER
from ferrovia.rules.resolved import Rules

Misfits = Iterator[tuple[str, NDArray[np.bool_]]]
"""The name of each group of fields, and which of its numbers do not fit."""


def misfit_of_states(rules: Rules, states: Any) -> str | None:
    """What makes a state impossible by these rules, in a sentence; None if all are possible."""
    return _first("states", rules, _unfitting_states(rules, states))


def misfit_of_views(rules: Rules, views: Any) -> str | None:
    """The same for views."""
    return _first("views", rules, _unfitting_views(rules, views))


def _first(what: str, rules: Rules, misfits: Iterable[tuple[str, NDArray[np.bool_]]]) -> str | None:
    for name, wrong in misfits:
        if wrong.any():
            number = int(np.argwhere(wrong)[0, 0])
            return f"{what}: number {number} has {name} that {rules.id} has not; are its rules others?"
    return None


def _unfitting_states(rules: Rules, states: Any) -> Misfits:
    board, secret = rules.board[0], states["secret"]
    yield from _unfitting_public(rules, states["public"])
    yield from _unfitting_private(rules, states["private"])
    yield "tickets", (secret["fresh"] & ~board["all_tickets"]) != 0
    yield "numbers", _outside(secret["queue"], int(board["tickets"]))
    yield "cards", _too_many(rules, secret["deck"])


def _unfitting_views(rules: Rules, views: Any) -> Misfits:
    board = rules.board[0]
    yield from _unfitting_public(rules, views["public"])
    yield from _unfitting_private(rules, views["own"])
    yield "tickets", (views["tickets"] & ~board["all_tickets"]) != 0
    yield "numbers", _outside(views["places"], int(board["tickets"]))
    yield "a seat", _outside(views["seat"], views["public"]["players"])


def _unfitting_public(rules: Rules, public: Any) -> Misfits:
    board, players = rules.board[0], public["players"]
    routes, tickets = int(board["routes"]), int(board["tickets"])

    yield "players", (players < 2) | (players > rules.rule_set.players_max)
    for name in ("own", "open"):
        yield "routes", (public[name] & ~board["all_routes"]) != 0
    for numbers, count in ((public["route"], routes), (public["seat"], players), (public["colour"], CARD_KINDS)):
        yield "numbers", _outside(numbers, count)
    for name in ("known", "market", "discards", "turned"):
        yield "cards", _too_many(rules, public[name])
    yield "trains", (public["trains"] < 0) | (public["trains"] > board["trains"])
    yield "offers", (public["offered"] < 0) | (public["offered"] > OFFER)
    for name in ("ticket_deck", "queue", "mixed"):
        yield "decks", (public[name] < 0) | (public[name] > tickets)
    yield "a phase", (public["phase"] < 0) | (public["phase"] > OVER)
    yield "last turns", (public["last_turns"] < NONE) | (public["last_turns"] > players)


def _unfitting_private(rules: Rules, private: Any) -> Misfits:
    board = rules.board[0]
    for held in (private["tickets"], private["returned"]):
        yield "tickets", (held & ~board["all_tickets"]) != 0
    for numbers, count in ((private["route"], board["routes"]), (private["offer"], board["tickets"])):
        yield "numbers", _outside(numbers, int(count))
    places = int(max(board["opening_tickets"], board["later_tickets"]))
    yield "offers", private["offer"][..., places:] != NONE
    for cards in (private["hand"], private["drawn"]):
        yield "cards", _too_many(rules, cards)


def _outside(numbers: Any, count: Any) -> Any:
    """Which numbers are neither `NONE` nor below the count."""
    return (numbers < NONE) | (numbers >= count)


def _too_many(rules: Rules, cards: Any) -> Any:
    """Which counts of cards, one for each kind, the game does not have."""
    return (cards < 0) | (cards > rules.board[0]["cards"])
