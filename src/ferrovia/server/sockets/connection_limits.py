"""Limits on TCP connections, below HTTP: silent ones per address, and all of them below the file descriptors this
process may have."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from ferrovia.core.descriptors import most_descriptors

log = logging.getLogger(__name__)
RESERVE: Final = 96
"""File descriptors for everything else: the store, processes of bots, files."""
SETTLED_SECONDS: Final = 1.0
"""A connection that has been silent for this long may be closed to make room. Many at once, from a proxy, may not."""


class ClosableConnection(Protocol):
    def abort(self) -> None:
        """Close it without sending what is queued."""


@dataclass(slots=True)
class OpenConnection:
    """Where a connection comes from, since when, and whether it has sent a request yet."""

    address: str
    since: float
    silent: bool = True


def room_for_connections(descriptors: Callable[[], int] = most_descriptors) -> int:
    """How many connections there are file descriptors for."""
    limit = descriptors()
    return max(limit - RESERVE, limit // 2)


class ConnectionGate:
    """Admits connections while there is room. Silent ones make room for others; `silent`: how many of them an address
    may have."""

    def __init__(self, silent: int, descriptors: Callable[[], int] = most_descriptors) -> None:
        self.silent, self.descriptors = silent, descriptors
        self.connections: dict[Any, OpenConnection] = {}
        """By transport, oldest first."""
        self.waiting: dict[Any, None] = {}
        """The silent ones, oldest first."""
        self.silent_of: Counter[str] = Counter()

    @property
    def most(self) -> int:
        """How many connections there is room for."""
        return room_for_connections(self.descriptors)

    def admit(self, transport: ClosableConnection, address: str, proxy: bool = False) -> bool:
        """Whether a new connection may stay; an older silent one may have to go for it. A `proxy` stands for many
        addresses."""
        now, most = time.monotonic(), self.most
        own = most // 2 if proxy else self.silent
        if self.silent_of[address] >= own and not self._close_silent(now, address):
            self._complain("silent", address)
            return False
        if len(self.connections) >= most and not self._close_silent(now):
            self._complain("full", address)
            return False
        self.connections[transport] = OpenConnection(address, now)
        self.waiting[transport] = None
        self.silent_of[address] += 1
        return True

    def _close_silent(self, now: float, address: str | None = None) -> bool:
        """Close the connection that has been silent longest, of an address or of all; False if none is old enough."""
        for transport in self.waiting:
            connection = self.connections[transport]
            if now - connection.since < SETTLED_SECONDS:
                return False
            if address is None or connection.address == address:
                self._complain("full" if address is None else "silent", connection.address)
                self.forget(transport)
                transport.abort()
                return True
        return False

    def _complain(self, why: str, address: str) -> None:
        held = self.silent_of.most_common(1)
        log.warning(
            "connection-closed",
            extra={
                "why": why,
                "address": address,
                "connections": len(self.connections),
                "room": self.most,
                "silent": len(self.waiting),
                "most_silent_of": held[0][0] if held else None,
            },
        )

    def spoke(self, transport: ClosableConnection) -> None:
        """A connection has sent a request."""
        connection = self.connections.get(transport)
        if connection is not None and connection.silent:
            connection.silent = False
            self._no_longer_silent(transport, connection)

    def forget(self, transport: ClosableConnection) -> None:
        """A connection is closed."""
        connection = self.connections.pop(transport, None)
        if connection is not None and connection.silent:
            self._no_longer_silent(transport, connection)

    def _no_longer_silent(self, transport: ClosableConnection, connection: OpenConnection) -> None:
        del self.waiting[transport]
        self.silent_of[connection.address] -= 1
        if not self.silent_of[connection.address]:
            del self.silent_of[connection.address]
