"""The public lobby: tables that anybody may join or watch, quick match, ratings."""

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from ferrovia.protocol.options import CLOSED, MOST_SEATS, Clock, Name, RulesId, Truth
from ferrovia.protocol.tables import ClockInfo, SeatKind, Status
from ferrovia.protocol.typed_dict import TypedDict


@dataclass(frozen=True)
class JoinPublic:
    """Take a free seat at a public table."""

    __pydantic_config__ = CLOSED
    name: Name | None = None
    program: Truth = False


@dataclass(frozen=True)
class QuickMatch:
    """Play with others who want the same: at a public table that waits, or at a new one."""

    __pydantic_config__ = CLOSED
    rules: RulesId
    players: Annotated[int, Field(ge=2, le=MOST_SEATS, strict=True)] = 2
    clock: Clock = field(default_factory=Clock)
    name: Name | None = None


class LobbySeat(TypedDict):
    """A seat at a public table."""

    kind: SeatKind
    name: str
    rating: int | None
    """Its player's, in these rules with that many players; null without a rated game."""


class LobbyTable(TypedDict):
    """A public table."""

    id: str
    rules: str
    status: Status
    seats: list[LobbySeat]
    clock: ClockInfo
    moves: int
    created_at: float


class RatingInfo(TypedDict):
    """A player's rating (Glicko-2) in some rules with a number of players."""

    rules: str
    players: int
    rating: int
    deviation: int
    """With 95 % confidence the rating is within twice this."""
    games: int


class LobbyInfo(TypedDict):
    """The public lobby."""

    offered: bool
    """Whether this server has one."""
    open: list[LobbyTable]
    """Tables with free seats, where a player waits."""
    playing: list[LobbyTable]
    """Games that can be watched."""
    ratings: list[RatingInfo]
    """The caller's own."""
