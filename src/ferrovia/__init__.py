"""Ferrovia: an exact and fast engine for a family of railway board games.

>>> import ferrovia
>>> game = ferrovia.Game("north-america-classic", players=2, seed=7)
>>> game.legal_moves()[0]
Keep(tickets=('helena--los-angeles', 'new-york--atlanta', 'duluth--houston'), returned=())
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrovia.bots.bot import Bot
    from ferrovia.bots.reasons import Reason
    from ferrovia.bots.specs import BotSpec, parse_spec
    from ferrovia.errors import (
        ArenaError,
        BotError,
        BrokenRules,
        FerroviaError,
        IllegalMove,
        MoveError,
        OtherRules,
        PositionError,
        RecordError,
        RulesError,
        ServerError,
        TableError,
        UnknownRules,
        UnreadableMove,
    )
    from ferrovia.game.events import Event
    from ferrovia.game.explain import Refusal
    from ferrovia.game.game import Game
    from ferrovia.game.games import Games, Results
    from ferrovia.game.moves import Claim, Draw, DrawTickets, Keep, Move, Pass, Refuse, Surcharge, Take, parse_move
    from ferrovia.game.progress import TicketProgress
    from ferrovia.game.scores import Score, TicketScore
    from ferrovia.game.text.position import parse_position, position_text
    from ferrovia.game.text.record import Record, parse_record, record_game
    from ferrovia.game.view import View
    from ferrovia.rules.files.loading import built_in_rules, load_rules
    from ferrovia.rules.resolved import Rules

_HOMES = {
    "ferrovia.bots.bot": ("Bot",),
    "ferrovia.bots.specs": ("BotSpec", "parse_spec"),
    "ferrovia.bots.reasons": ("Reason",),
    "ferrovia.errors": (
        *("ArenaError", "BotError", "BrokenRules", "FerroviaError", "IllegalMove", "MoveError", "OtherRules"),
        *("PositionError", "RecordError", "RulesError", "ServerError", "TableError", "UnknownRules", "UnreadableMove"),
    ),
    "ferrovia.game.explain": ("Refusal",),
    "ferrovia.game.game": ("Game",),
    "ferrovia.game.events": ("Event",),
    "ferrovia.game.games": ("Games", "Results"),
    "ferrovia.game.moves": (
        *("Claim", "Draw", "DrawTickets", "Keep", "Move", "Pass", "Refuse", "Surcharge", "Take", "parse_move"),
    ),
    "ferrovia.game.text.position": ("parse_position", "position_text"),
    "ferrovia.game.progress": ("TicketProgress",),
    "ferrovia.game.text.record": ("Record", "parse_record", "record_game"),
    "ferrovia.rules.files.loading": ("built_in_rules", "load_rules"),
    "ferrovia.rules.resolved": ("Rules",),
    "ferrovia.game.scores": ("Score", "TicketScore"),
    "ferrovia.game.view": ("View",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "ArenaError",
    "Bot",
    "BotError",
    "BotSpec",
    "BrokenRules",
    "Claim",
    "Draw",
    "DrawTickets",
    "Event",
    "FerroviaError",
    "Game",
    "Games",
    "IllegalMove",
    "Keep",
    "Move",
    "MoveError",
    "OtherRules",
    "Pass",
    "PositionError",
    "Reason",
    "Record",
    "RecordError",
    "Refusal",
    "Refuse",
    "Results",
    "Rules",
    "RulesError",
    "Score",
    "ServerError",
    "Surcharge",
    "TableError",
    "Take",
    "TicketProgress",
    "TicketScore",
    "UnknownRules",
    "UnreadableMove",
    "View",
    "built_in_rules",
    "load_rules",
    "parse_move",
    "parse_position",
    "parse_record",
    "parse_spec",
    "position_text",
    "record_game",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: NumPy and Numba take half a second that `--help` need not wait."""
    if name not in _HOME:
        raise AttributeError(f"module 'ferrovia' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
