"""Server settings. Every field is an option of `ferrovia serve`, a key of its configuration file and a variable of the
environment; its text and its bounds appear in the option's help."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from ferrovia.errors import ServerError

DATABASE: Final = "tables.sqlite"
FEWEST_DIFFERENT: Final = 10
"""Different characters in a secret that a person chose."""
POSTGRES: Final = "postgresql://user@host/database"


def setting(
    default: Any, words: str, least: float | None = None, most: float | None = None, secret: bool = False
) -> Any:
    """A field with its explanation and, for a number, its bounds. A secret is no option of the command line, which
    everybody on the machine can read."""
    limits = "" if least is None else f"{least} to {most}"
    metadata = {"words": words, "least": least, "most": most, "limits": limits, "secret": secret}
    return field(default=default, metadata=metadata)


def option_of(name: str) -> str:
    """The option of a setting."""
    return f"--{name.replace('_', '-')}"


@dataclass(frozen=True)
class Settings:
    """The settings of a server process."""

    store: str = setting("", "where tables are kept: a file for SQLite, or postgresql://user@host/database")
    host: str = setting("127.0.0.1", "address to listen on; 0.0.0.0 opens it to the network")
    port: int = setting(8000, "port to listen on; 0 takes any free one", 0, 65_535)
    workers: int = setting(1, "server processes behind the address; more than one needs PostgreSQL", 1, 256)
    bots: int = setting(
        2, "maximum number of processes for slow bot moves; one more is reserved for quick ones", 1, 256
    )
    bot_seconds: float = setting(20.0, "seconds a bot may think about a move before another bot makes it", 0.1, 3600)
    bot_memory: int = setting(4096, "megabytes of memory a bot process may use, on POSIX systems", 256, 1 << 20)
    bot: tuple[str, ...] = setting((), "also offer this bot, as NAME=BOT (see docs/bots.md); may be repeated")
    map: tuple[str, ...] = setting((), "also offer the rules in this file; may be repeated")
    address: str = setting("", "public address behind a proxy, like https://trains.example.org")
    peer: str = setting(
        "", "address for other servers on the same store, like http://10.0.0.2:8000; each table then has an owner"
    )
    push_service: tuple[str, ...] = setting(
        (), "also send turn notifications through this push service, besides the browsers' own; may be repeated"
    )
    patience: float = setting(
        15.0, "seconds a connection may take to send its request or to read what it is sent", 0.1, 3600
    )
    grace: int = setting(120, "seconds a player may be gone, while others wait, before a bot plays on", 1, 86_400)
    tables_per_client: int = setting(60, "tables an address may open per hour", 1, 1_000_000)
    sockets_per_client: int = setting(100, "connections an address may hold at a time", 1, 1_000_000)
    messages_per_second: int = setting(20, "messages a connection may send per second, on average", 1, 1_000_000)
    requests_per_second: int = setting(20, "requests an address may make per second, on average", 1, 1_000_000)
    tries_per_minute: int = setting(20, "join codes an address may try per minute", 1, 1_000_000)
    hints_per_minute: int = setting(20, "hints an address may ask for per minute", 0, 1_000_000)
    expensive_seconds: float = setting(
        6.0, "seconds of processor time an address may use per minute for long logs, records and lists", 0.1, 1_000_000
    )
    docs: str = setting("", "serve this folder, built by `make docs`, as the documentation at /docs/")
    overload_lag: float = setting(
        0.15, "seconds a move may take beyond a usual write, on average, before new tables are refused", 0.01, 3600
    )
    overload_processor: float = setting(
        0.85, "share of a core that the event loop may use, on average, before new tables are refused", 0.1, 100
    )
    archive_days: int = setting(30, "days without a move after which a table is archived; 0: never", 0, 36_500)
    json_logs: bool = setting(False, "write logs as lines of JSON")
    lobby: bool = setting(False, "open a public lobby: tables that anyone may join or watch, quick match, ratings")
    accounts: bool = setting(
        False, "let players keep games and ratings in accounts with passkeys; needs --address and the extra `accounts`"
    )
    blocked_names: str = setting("", "refuse player names that contain words from this file, one per line")
    admin_token: str = setting("", "secret that opens /admin; without it the page is disabled", secret=True)

    @property
    def url(self) -> str:
        """The store as a database URL."""
        if "://" in self.store:
            return postgres_url(self.store) if self.store.startswith("postgres") else self.store
        path = Path(self.store) if self.store else default_folder() / DATABASE
        return f"sqlite:///{path}"

    @property
    def shared(self) -> bool:
        """Whether several processes may serve the same tables."""
        return self.url.startswith("postgresql")

    def checked(self, places: Mapping[str, str] | None = None) -> "Settings":
        """The settings themselves if they are valid; ServerError says what is wrong. `places`: where settings were
        given, if not as options."""
        named = {setting.name: option_of(setting.name) for setting in fields(self)} | dict(places or {})
        if self.workers > 1 and not self.shared:
            raise ServerError(f"{named['workers']}: several server processes need PostgreSQL: --store {POSTGRES}")
        if self.workers > 1 and not hasattr(os, "fork"):
            raise ServerError(f"{named['workers']}: several server processes need a POSIX system: leave it out")
        for setting in fields(self):
            value, least, most = getattr(self, setting.name), setting.metadata["least"], setting.metadata["most"]
            if least is not None and not least <= value <= most:
                raise ServerError(f"{named[setting.name]} must be from {setting.metadata['limits']}, not {value}")
        if self.admin_token and len(set(self.admin_token)) < FEWEST_DIFFERENT:
            raise ServerError(
                f"{named['admin_token']} is too easy to guess: `openssl rand -hex 32` generates a good one"
            )
        self._check_sites(named)
        self._check_store(named["store"])
        return self

    def _check_sites(self, named: Mapping[str, str]) -> None:
        if self.address and not is_site(self.address):
            raise ServerError(
                f"{named['address']} must be http:// or https:// and a host name, nothing more, not {self.address!r}"
            )
        if self.peer and (not is_site(self.peer) or not self.peer.startswith("http://")):
            raise ServerError(
                f"{named['peer']} must be http:// and a host name or an address with a port, not {self.peer!r}"
            )
        if self.peer and (self.workers > 1 or not self.shared):
            raise ServerError(f"{named['peer']} is only for servers on PostgreSQL with --workers 1")
        if self.accounts:
            self._check_accounts(named["accounts"])
        for site in self.push_service:
            if not is_site(site):
                raise ServerError(f"{named['push_service']} must be http:// or https:// and a host name, not {site!r}")

    def _check_accounts(self, named: str) -> None:
        """Browsers bind passkeys to a name, and offer them on secure connections only."""
        if not can_have_passkeys(self.address):
            raise ServerError(f"{named} needs --address with https and a name, or http://localhost and its port")
        if find_spec("webauthn") is None:
            raise ServerError(f"{named} needs more packages: pip install 'ferrovia[accounts]'")

    def _check_store(self, named: str) -> None:
        if self.store.startswith("postgres") and "://" not in self.store:
            raise ServerError(f"{named} looks like PostgreSQL without its slashes: {POSTGRES}")
        if not self.url.startswith(("sqlite:///", "postgresql")):
            raise ServerError(f"{named} must be a file or a postgresql:// address, not {self.store!r}")
        if self.url.startswith("postgresql") and find_spec("psycopg") is None:
            raise ServerError(f"{named} on PostgreSQL needs more packages: pip install 'ferrovia[postgres]'")


def is_site(address: str) -> bool:
    """Whether it is a scheme, a host and optionally a port: what browsers send as `Origin`."""
    try:
        parts = urlsplit(address)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return known and f"{parts.scheme}://{parts.netloc}" == address.removesuffix("/") and "@" not in parts.netloc


def can_have_passkeys(address: str) -> bool:
    """Whether browsers make passkeys for a site."""
    parts = urlsplit(address)
    name = parts.hostname or ""
    with suppress(ValueError):
        ip_address(name)
        return False
    return bool(name) and (parts.scheme == "https" or name == "localhost")


def postgres_url(text: str) -> str:
    """The URL with our database driver."""
    return "postgresql+psycopg://" + text.split("://", 1)[1]


def default_folder() -> Path:
    """The folder for the user's data."""
    from platformdirs import user_data_path

    return user_data_path("ferrovia")
