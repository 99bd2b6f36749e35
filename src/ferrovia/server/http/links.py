"""Links for sharing: where they lead, and their QR codes."""

import re
from io import BytesIO
from ipaddress import ip_address
from typing import Final, Protocol

import segno
from fastapi import Request

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.settings import Settings
from ferrovia.server.http.credentials import hostname
from ferrovia.server.http.dependencies import state_of

HOST: Final = re.compile(r"[A-Za-z0-9_.:\[\]-]{1,260}")
LOCAL_NAMES: Final = ("localhost", "127.0.0.1", "::1")


class NetworkListener(Protocol):
    """The listener for other computers: `sockets.lan_listener.LanListener`."""

    place: tuple[str, int] | None

    @property
    def address(self) -> str | None:
        """The address for other computers; None while it is closed."""

    async def open(self) -> bool:
        """Start listening; False without a network."""

    async def close(self) -> None:
        """Stop listening."""


def local_listener(request: Request) -> NetworkListener | None:
    """The listener, for a person at this computer only: the connection comes in at and from the loopback address,
    under its own name. A page of another site whose name points here keeps that name, so it is refused."""
    listener = state_of(request).listener
    server, client = request.scope.get("server"), request.client
    if listener is None or client is None or not server or server[0] == (listener.place or ("",))[0]:
        return None
    named = hostname(request.headers.get("host", "")) in LOCAL_NAMES
    return listener if named and is_loopback(client.host) and is_loopback(server[0]) else None


def is_loopback(host: str) -> bool:
    """Whether an address is a loopback address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def base_address(request: Request, settings: Settings) -> str:
    """What links start with: the public address or, for people in the local network, this computer's address there."""
    listener = local_listener(request)
    address = settings.address.rstrip("/") or (listener.address if listener else None)
    host = request.headers.get("host", "localhost")
    if not address and not HOST.fullmatch(host):
        raise RequestRefused("bad-message", at=["header.host"])
    return address or f"{request.url.scheme}://{host}"


def qr_code(text: str) -> str:
    """A link as a QR code (SVG)."""
    out = BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, svgns=True, border=2)
    return out.getvalue().decode().strip()
