"""Requests and responses of the operator's page."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from ferrovia.protocol.options import CLOSED, Truth
from ferrovia.protocol.tables import Status
from ferrovia.protocol.typed_dict import TypedDict

OrderKind = Literal["ban", "mute", "read-only"]
Note = Annotated[str, Field(max_length=200)]


@dataclass(frozen=True)
class BanAddress:
    """Ban an address, or a network like 203.0.113.0/24, for some hours or for good."""

    __pydantic_config__ = CLOSED
    address: Annotated[str, Field(min_length=2, max_length=60)]
    hours: Annotated[float, Field(gt=0, le=100_000)] | None = None
    note: Note = ""


@dataclass(frozen=True)
class LiftBan:
    """Lift the ban of an address or a network."""

    __pydantic_config__ = CLOSED
    address: Annotated[str, Field(min_length=2, max_length=60)]


@dataclass(frozen=True)
class MuteTable:
    """Allow or forbid phrases and pictures at a table."""

    __pydantic_config__ = CLOSED
    muted: Truth


@dataclass(frozen=True)
class SetReadOnly:
    """Stop all games, so that nothing is written, or let them go on."""

    __pydantic_config__ = CLOSED
    on: Truth
    note: Note = ""


class OrderInfo(TypedDict):
    """An order of the operator that is in force."""

    kind: OrderKind
    key: str
    """The address or network, or the table."""
    note: str
    since: float
    until: float | None


class LoadInfo(TypedDict):
    """What games compete for in the process that answers."""

    moves: float
    """Seconds until a move is acknowledged, on average, less what a write takes while few games are played."""
    processor: float
    """The share of a core that its event loop uses, on average."""
    lag: float
    """Seconds that its event loop is late, on average."""
    store: float
    """Seconds until a write is on disk."""
    memory: float
    """The share of its memory that it uses."""
    descriptors: float
    """The share of its file descriptors that connections use."""
    bots: float
    """Seconds of work that wait for bots."""
    overloaded: list[str]
    """Why no more tables are admitted."""


class AdminState(TypedDict):
    """How the server is."""

    version: str
    process: str
    """The process that answers: its address for the others (`--peer`), or its number on its machine."""
    processes: int
    """How many processes share the store, as far as they know of each other."""
    others: list[str]
    """The addresses of the others, where they have addresses of their own."""
    since: float
    """When this process began."""
    now: float
    tables: dict[str, int]
    """Stored tables by status."""
    live: int
    """Tables in the memory of this process."""
    connections: int
    """Connections to this process."""
    load: LoadInfo
    orders: list[OrderInfo]
    accounts: int | None
    """How many accounts there are; None where there are none, and none are offered."""


class AdminSeat(TypedDict):
    """A seat as the operator sees it."""

    kind: str
    name: str
    addresses: list[str]
    """Where its player is connected from to this process."""


class AdminTable(TypedDict):
    """A table as the operator sees it: never a hand or a secret."""

    id: str
    rules: str
    status: Status
    seats: list[AdminSeat]
    watching: int
    """Spectators connected to this process."""
    muted: bool
    moves: int
    created_at: float
    changed_at: float


class AdminPasskey(TypedDict):
    """A passkey of an account, without its key."""

    id: str
    created_at: float
    used_at: float


class AdminAccount(TypedDict):
    """An account as the operator sees it."""

    id: str
    name: str
    created_at: float
    passkeys: list[AdminPasskey]
    browsers: int
    """How many browsers are signed in."""
