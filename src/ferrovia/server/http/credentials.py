"""Credentials of a request: cookies of browsers, bearer tokens of programs, and the site a request comes from.

A browser is identified by a random key in a cookie that scripts cannot read; a program sends its key, or the secret of
a seat's link, as a bearer token. Browsers attach cookies to requests of other sites, so a cookie counts only where the
Origin is our own; a request without an Origin does not come from a browser, and only its bearer token counts.
"""

import logging
import socket
from contextlib import suppress
from functools import cache, lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ferrovia.server.accounts.player_keys import PlayerKeys
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.tokens import digest, is_token, new_token

log = logging.getLogger(__name__)
COOKIE: Final = "ferrovia"
SECURE_COOKIE: Final = "__Host-ferrovia"
"""On https: with this prefix no other name of the same domain can set the cookie. A browser that has one from before
keeps it."""
LOCAL_DOMAINS: Final = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa", ".test", ".localdomain")
YEAR: Final = 365 * 86_400
BEARER: Final = "bearer "
NETWORK_BITS: Final = 64


def address_of(request: HTTPConnection) -> str:
    """The address a request comes from; a proxy's header counts if the server is configured to trust it."""
    return network_of(request.client.host) if request.client else "unknown"


@lru_cache(4096)
def network_of(address: str) -> str:
    """The unit for limits: an address or, for IPv6, its network, because one client has 2^64 addresses there."""
    with suppress(ValueError):
        ip = ip_address(address)
        if isinstance(ip, IPv6Address):
            ip = ip.ipv4_mapped or IPv6Address(int(ip) >> NETWORK_BITS << NETWORK_BITS)
        return str(ip)
    return address


def origin_allowed(request: HTTPConnection, settings: Settings) -> bool:
    """Whether a request comes from our own pages, or not from a browser at all. Without a public address only names of
    this machine and its network are our own: anybody can let a public name point here (DNS rebinding)."""
    origin, host = request.headers.get("origin"), request.headers.get("host", "")
    if settings.address:
        return origin is None or origin.rstrip("/") == settings.address.rstrip("/")
    if origin is None and "sec-fetch-site" not in request.headers:  # every browser sends one of the two to an API
        return True
    if not is_local_name(hostname(host)):
        log.warning("unknown-host", extra={"host": host[:100], "help": "start the server with --address"})
        return False
    with suppress(ValueError):
        parts = urlsplit(f"http://{host}" if origin is None else origin)
        return parts.scheme in ("http", "https") and parts.netloc == host
    return False


def hostname(host: str) -> str | None:
    """The name in a Host header, without the port; None if it is malformed."""
    with suppress(ValueError):
        return urlsplit(f"//{host}").hostname
    return None


@lru_cache(256)
def is_local_name(name: str | None) -> bool:
    """Whether a name can only mean this machine or one of its network: an address, a name without dots, or one of a
    domain that nobody can register."""
    if not name:
        return False
    with suppress(ValueError):
        ip_address(name.partition("%")[0])
        return True
    return "." not in name.rstrip(".") or name.rstrip(".").endswith(LOCAL_DOMAINS) or name == own_name()


@cache
def own_name() -> str:
    """The name of this machine; nobody else is asked for it."""
    return socket.gethostname().lower()


def check_origin(request: HTTPConnection, settings: Settings) -> None:
    """Raise RequestRefused for requests from other sites."""
    if not origin_allowed(request, settings):
        raise RequestRefused("wrong-origin")


def bearer_token(request: HTTPConnection) -> str:
    """The token of an `Authorization: Bearer` header, whatever it is; empty without one."""
    text = request.headers.get("authorization", "")
    return text[len(BEARER) :].strip() if text[: len(BEARER)].lower() == BEARER else ""


def bearer_of(request: HTTPConnection) -> str | None:
    """The key of a program, or the secret of a seat's link."""
    token = bearer_token(request)
    return token if is_token(token) else None


def cookie_of(request: HTTPConnection) -> str | None:
    """The key of a browser, if the request is trusted."""
    token = request.cookies.get(SECURE_COOKIE) or request.cookies.get(COOKIE, "")
    safe = request.headers.get("origin") is not None or request.scope.get("method") in ("GET", "HEAD")
    return token if safe and is_token(token) else None


async def identify(request: HTTPConnection, players: PlayerKeys, *more: str) -> Identity | None:
    """The identity behind a request; None without a key."""
    tokens = [token for token in (bearer_of(request), cookie_of(request), *more) if token]
    return await players.recognise(Identity(*tokens)) if tokens else None


async def welcome(request: HTTPConnection, response: Response, settings: Settings, players: PlayerKeys) -> Identity:
    """The identity behind a request that changes something. A new browser gets a key; so does one whose key stands for
    nobody any more, but not in the moments after it was replaced: the request may be of a second tab, and another key
    would sign the first one out again."""
    caller = await identify(request, players)
    if caller is not None:
        return caller
    if request.headers.get("origin") is None:
        raise RequestRefused("no-key")
    key = cookie_of(request)
    if key is not None and await players.just_replaced(digest(key)):
        raise RequestRefused("stale")
    token = new_token()
    give_key(request, response, settings, token)
    return Identity(token)


def give_key(request: HTTPConnection, response: Response, settings: Settings, token: str) -> None:
    """Let a browser have this key from now on."""
    secure = settings.address.startswith("https") or request.url.scheme in ("https", "wss")
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(name, token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)
