"""Links that people give to others: where they lead, and their QR codes."""

import re
from contextlib import suppress
from io import BytesIO
from ipaddress import ip_address
from typing import Final, Protocol
from urllib.parse import urlsplit

import segno
from fastapi import Request

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.settings import Settings

HOST: Final = re.compile(r"[A-Za-z0-9_.:\[\]-]{1,260}")
LOCAL_NAMES: Final = ("localhost", "127.0.0.1", "::1")


class Door(Protocol):
    """The listener for others: `sockets.network_door.NetworkDoor`."""

    place: tuple[str, int] | None

    @property
    def address(self) -> str | None:
        """What others type into their browsers; None while it is closed."""

    async def open(self) -> bool:
        """Listen; False without a network."""

    async def close(self) -> None:
        """Stop listening."""


def local_door(request: Request) -> Door | None:
    """The door, for a person at this computer: the connection came in at the loopback address, from there, under its
    own name. A page of another site that has its name point here keeps that name."""
    door: Door | None = request.app.state.door
    server, client = request.scope.get("server"), request.client
    if door is None or client is None or not server or server[0] == (door.place or ("",))[0]:
        return None
    named = hostname(request.headers.get("host", "")) in LOCAL_NAMES
    return door if named and is_loopback(client.host) and is_loopback(server[0]) else None


def hostname(host: str) -> str | None:
    """The name in a Host header, without the port; None if it is malformed."""
    with suppress(ValueError):
        return urlsplit(f"//{host}").hostname
    return None


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def base_address(request: Request, settings: Settings) -> str:
    """What links begin with: the address people see, for those whom this computer lets in the one in the network."""
    door = local_door(request)
    address = settings.address.rstrip("/") or (door.address if door else None)
    host = request.headers.get("host", "localhost")
    if not address and not HOST.fullmatch(host):
        raise RequestRefused("bad-message", at=["header.host"])
    return address or f"{request.url.scheme}://{host}"


def qr_code(text: str) -> str:
    """A link to be photographed, as SVG."""
    out = BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, svgns=True, border=2)
    return out.getvalue().decode().strip()
