"""A second listener at this machine's address in the local network, opened and closed while the server runs."""

import asyncio
import os
import socket
from contextlib import suppress
from typing import Protocol, runtime_checkable

from ferrovia.server.base.local_network import local_address


@runtime_checkable
class ListeningServer(Protocol):
    """A server that can listen at more than one address."""

    async def listen_too(self, listening: socket.socket) -> asyncio.Server:
        """Serve on one more socket."""

    def hang_up(self, place: tuple[str, int]) -> None:
        """Close the connections that came in at an address."""


class LanListener:
    """Admits other computers of the local network, or not. Closed at first."""

    def __init__(self, server: ListeningServer, port: int) -> None:
        self.server, self.port = server, port
        self.place: tuple[str, int] | None = None
        """Host and port, while it is open."""
        self._listener: asyncio.Server | None = None
        self._lock = asyncio.Lock()

    @property
    def address(self) -> str | None:
        """The address for other computers; None while it is closed."""
        return None if self.place is None else "http://{}:{}".format(*self.place)

    async def open(self) -> bool:
        """Start listening; False without a network."""
        async with self._lock:
            host = local_address()
            if self.place is None and host is not None:
                listening = bound(host, self.port)
                self._listener = await self.server.listen_too(listening)
                self.place = host, int(listening.getsockname()[1])
            return self.place is not None

    async def close(self) -> None:
        """Stop listening, and close the connections that came in here."""
        async with self._lock:
            if self._listener is not None and self.place is not None:
                self._listener.close()
                self.server.hang_up(self.place)
            self._listener = self.place = None


def bound(host: str, port: int) -> socket.socket:
    """A socket at a host: on the port of the page, or on any free one."""
    for wanted in (port, 0):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":  # on Windows this would let two servers share the address
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):
            listening.bind((host, wanted))
            return listening
        listening.close()
    raise OSError(f"no free port at {host}")
