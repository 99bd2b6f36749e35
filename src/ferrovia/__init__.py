"""Ferrovia: an exact and fast engine for a family of railway board games.

>>> import ferrovia
>>> game = ferrovia.Game("north-america-classic", players=2, seed=7)
>>> game.legal_moves()[0]
Keep(tickets=('helena--los-angeles', 'new-york--atlanta', 'duluth--houston'), returned=())
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# `as` tells type checkers what is exported; sorting would write one statement a name
# isort: off
if TYPE_CHECKING:
    from ferrovia.bots.base.bot import Bot as Bot
    from ferrovia.bots.base.reason import Reason as Reason
    from ferrovia.bots.specs import (
        BotSpec as BotSpec,
        parse_spec as parse_spec,
    )
    from ferrovia.errors import (
        ArenaError as ArenaError,
        BotError as BotError,
        BrokenRules as BrokenRules,
        FerroviaError as FerroviaError,
        IllegalMove as IllegalMove,
        MoveError as MoveError,
        OtherRules as OtherRules,
        PositionError as PositionError,
        RecordError as RecordError,
        RulesError as RulesError,
        ServerError as ServerError,
        TableError as TableError,
        UnknownRules as UnknownRules,
        UnreadableMove as UnreadableMove,
    )
    from ferrovia.game.events import Event as Event
    from ferrovia.game.explain import Refusal as Refusal
    from ferrovia.game.game import Game as Game
    from ferrovia.batch.games import Games as Games
    from ferrovia.batch.results import Results as Results
    from ferrovia.batch.results import StepResult as StepResult
    from ferrovia.game.moves import (
        Claim as Claim,
        Draw as Draw,
        DrawTickets as DrawTickets,
        Keep as Keep,
        Move as Move,
        Pass as Pass,
        Refuse as Refuse,
        Surcharge as Surcharge,
        Take as Take,
        parse_move as parse_move,
    )
    from ferrovia.game.progress import TicketProgress as TicketProgress
    from ferrovia.game.scores import (
        Score as Score,
        TicketScore as TicketScore,
    )
    from ferrovia.game.text.position import (
        parse_position as parse_position,
        position_text as position_text,
    )
    from ferrovia.game.text.record import Record as Record, record_game as record_game
    from ferrovia.game.text.record_parser import parse_record as parse_record
    from ferrovia.game.view import View as View
    from ferrovia.observation.encoder import Encoder as Encoder
    from ferrovia.rules.files.loading import (
        built_in_rules as built_in_rules,
        load_rules as load_rules,
    )
    from ferrovia.rules.resolved import Rules as Rules

# isort: on

__version__: str

_HOMES = {
    "ferrovia.bots.base.bot": ("Bot",),
    "ferrovia.bots.specs": ("BotSpec", "parse_spec"),
    "ferrovia.bots.base.reason": ("Reason",),
    "ferrovia.errors": (
        *("ArenaError", "BotError", "BrokenRules", "FerroviaError", "IllegalMove", "MoveError", "OtherRules"),
        *("PositionError", "RecordError", "RulesError", "ServerError", "TableError", "UnknownRules", "UnreadableMove"),
    ),
    "ferrovia.game.explain": ("Refusal",),
    "ferrovia.game.game": ("Game",),
    "ferrovia.game.events": ("Event",),
    "ferrovia.batch.games": ("Games",),
    "ferrovia.batch.results": ("Results", "StepResult"),
    "ferrovia.game.moves": (
        *("Claim", "Draw", "DrawTickets", "Keep", "Move", "Pass", "Refuse", "Surcharge", "Take", "parse_move"),
    ),
    "ferrovia.game.text.position": ("parse_position", "position_text"),
    "ferrovia.game.progress": ("TicketProgress",),
    "ferrovia.game.text.record": ("Record", "record_game"),
    "ferrovia.game.text.record_parser": ("parse_record",),
    "ferrovia.observation.encoder": ("Encoder",),
    "ferrovia.rules.files.loading": ("built_in_rules", "load_rules"),
    "ferrovia.rules.resolved": ("Rules",),
    "ferrovia.game.scores": ("Score", "TicketScore"),
    "ferrovia.game.view": ("View",),
}
"""Public names by the module that defines each: the one table behind `__all__` and the lazy imports."""
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    """Import a public name on first use: NumPy and Numba take half a second, which `--help` should not wait for."""
    if name == "__version__":
        from importlib.metadata import version

        return version("ferrovia")
    if name not in _HOME:
        raise AttributeError(f"module 'ferrovia' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
