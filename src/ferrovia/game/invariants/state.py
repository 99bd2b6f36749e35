"""Invariant checks of a whole state: cards, trains and tickets are conserved, and sums agree.

They run on positions from outside, and in the tests on every state of every sweep. They judge what is on the table, not
how many turns it would have taken: a position may be a study that was never played.
"""

from collections.abc import Callable, Iterator
from typing import Any

from ferrovia.core.fields import Field, fields_of
from ferrovia.core.limits import KEEPS, LENGTH, LOCOMOTIVE, NONE, SEATS
from ferrovia.engine.state import NOBODY_GAINED, OPENING, OVER, RUNNING, Private, Public, Secret
from ferrovia.game.invariants import cards, tickets, turns
from ferrovia.rules.resolved import Rules

Check = Callable[[Rules, Any], Iterator[str]]

CHECKS: tuple[Check, ...] = (*cards.CHECKS, *tickets.CHECKS, *turns.CHECKS)


def broken_invariants(rules: Rules, state: Any) -> list[str]:
    """Everything that is impossible, one sentence each; empty for a sound state."""
    players = int(state.public.players)
    if not rules.rule_set.players_min <= players <= rules.rule_set.players_max:
        least, most = rules.rule_set.players_min, rules.rule_set.players_max
        return [f"public.players is {players} where {least} to {most} may play"]
    # Other checks use these numbers as indices, so they must be valid first.
    first = [*_names(rules, state), *_counts(rules, state), *_limits(rules, state), *_empty_seats(rules, state)]
    return first or [sentence for check in CHECKS for sentence in check(rules, state)]


def _fields(state: Any) -> Iterator[tuple[str, Field, Any]]:
    """Every field: path, declaration, value."""
    parts = [("public", Public, state.public), ("secret", Secret, state.secret)]
    parts += [(f"private.{seat}", Private, own) for seat, own in enumerate(state.private)]
    for prefix, record, values in parts:
        for name, field in fields_of(record).items():
            yield f"{prefix}.{name}", field, values[name]


def _names(rules: Rules, state: Any) -> Iterator[str]:
    """Every number and every member of a set refers to something that exists."""
    board = rules.board[0]
    sizes = {"card": LOCOMOTIVE + 1, "route": board.routes, "ticket": board.tickets, "seat": state.public.players}
    masks = {"routes": board.all_routes, "tickets": board.all_tickets}
    for path, field, value in _fields(state):
        if field.of in sizes and not ((value >= NONE) & (value < sizes[field.of])).all():
            yield f"{path} names something that does not exist"
        if field.of in masks and field.code == "u8" and (value & ~masks[field.of]).any():
            yield f"{path} has something in it that does not exist"


def _counts(rules: Rules, state: Any) -> Iterator[str]:
    """No place holds a negative number of cards of a kind, or more than there are."""
    cards = rules.board[0].cards
    for path, field, value in _fields(state):
        if field.of == "cards" and not ((value >= 0) & (value <= cards)).all():
            yield f"{path} has fewer than 0 cards of a kind, or more than there are"


def _limits(rules: Rules, state: Any) -> Iterator[str]:
    """Counts and choices are within their limits."""
    board, players = rules.board[0], int(state.public.players)
    limits = {
        "phase": (OPENING, OVER),
        "ending": (RUNNING, NOBODY_GAINED),
        "last_turns": (NONE, players),
        "passes": (0, players),
        "idle": (0, int(board.idle_turns)),
        "offered": (0, max(int(board.opening_tickets), int(board.later_tickets))),
        "surcharge": (0, int(board.tunnel_cards)),
        "spent": (0, LENGTH),
        "locomotives": (0, LENGTH),
        "turns": (0, 32767),
    }
    for name, (least, most) in limits.items():
        if not least <= int(state.public[name]) <= most:
            yield f"public.{name} cannot be {int(state.public[name])}"
    for seat, own in enumerate(state.private):
        if not NONE <= int(own.choice) < KEEPS:
            yield f"private.{seat}.choice is no answer to an offer"


def _empty_seats(rules: Rules, state: Any) -> Iterator[str]:
    """Empty seats have nothing."""
    players = int(state.public.players)
    for name, field in fields_of(Public).items():
        if field.shape[:1] == (SEATS,) and state.public[name][players:].any():
            yield f"public.{name} gives something to a seat that is not there: there are {players} players"
    for seat in range(players, SEATS):
        for name, field in fields_of(Private).items():
            if (state.private[seat][name] != field.blank).any():
                yield f"private.{seat}.{name} cannot be: there are {players} players"
