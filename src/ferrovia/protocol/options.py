"""Options of a new table: rules, seats, clock and preferences. Unknown fields are refused."""

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from ferrovia.protocol.tables import OptionsInfo

STRICT: Final = ConfigDict(extra="forbid", strict=True)
CLOSED: Final = ConfigDict(extra="forbid")
"""For what FastAPI reads: it passes parsed JSON, for which strict mode would demand instances of our classes. Numbers
and booleans are strict on their own."""
MOST_SEATS: Final = 5
LONGEST_NAME: Final = 40

Truth = Annotated[bool, Field(strict=True)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
BotName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w.+-]+$")]
RulesId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[a-z0-9-]+$")]


@dataclass(frozen=True)
class Clock:
    """`none`; `fischer`: a number of seconds at the start and an increment per turn; `days`: a number of days per
    decision."""

    __pydantic_config__ = CLOSED
    kind: Literal["none", "fischer", "days"] = "none"
    start: Annotated[int, Field(ge=5, le=86_400, strict=True)] = 600
    gain: Annotated[int, Field(ge=0, le=3_600, strict=True)] = 20
    days: Annotated[int, Field(ge=1, le=30, strict=True)] = 3


@dataclass(frozen=True)
class NewSeat:
    """Who gets a seat: `me` (the person asking; several of these share one screen), `open`, or a `bot`."""

    __pydantic_config__ = CLOSED
    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    bot: BotName | None = None


@dataclass(frozen=True)
class Options:
    """How people want to play."""

    __pydantic_config__ = CLOSED
    clock: Clock = field(default_factory=Clock)
    known_cards: Truth = True
    """Whether to show the cards that hands are known to hold."""
    spectators: Truth = True
    practice: Truth = False
    """Whether moves can be taken back and hints asked for."""
    autopilot: Truth = True
    """Whether a bot plays on for absent players while others wait."""
    lesson: Annotated[str, Field(max_length=40, pattern=r"^[a-z0-9-]+$")] | None = None
    """The lesson this table is for, if any. Only clients use it; the server does not."""


@dataclass(frozen=True)
class NewTable:
    """A request for a new table; `seats` in playing order."""

    __pydantic_config__ = CLOSED
    rules: RulesId
    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=MOST_SEATS)]
    options: Options = field(default_factory=Options)


OPTIONS: Final = TypeAdapter(Options)


def read_options(text: str) -> Options:
    return OPTIONS.validate_json(text)


def write_options(options: Options) -> str:
    return OPTIONS.dump_json(options).decode()


def options_values(options: Options) -> OptionsInfo:
    """All options, as messages show them."""
    clock = options.clock
    return {
        "clock": {"kind": clock.kind, "start": clock.start, "gain": clock.gain, "days": clock.days},
        "known_cards": options.known_cards,
        "spectators": options.spectators,
        "practice": options.practice,
        "autopilot": options.autopilot,
        "lesson": options.lesson,
    }
