"""Whom the key of a browser stands for: itself or, signed in to an account, the account's player."""

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from ferrovia.server.base.identity import Identity
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.store import accounts
from ferrovia.server.store.access import StorePort

FRESH_SECONDS: Final = 5.0
"""How long an answer of the store is believed. Another server may sign a browser out meanwhile; signing in makes a new
key, which nobody has asked about yet."""
REPLACED_SECONDS: Final = 60.0
"""How long a key that was replaced may still come from the same browser, by a request that was on its way."""
MOST_KEYS: Final = 50_000
TOGETHER: Final = 400
"""Callers in one query."""


class PlayerKeys:
    """Looks up the players of keys. Where there were never accounts nobody is looked up; but another server on the same
    store may have begun to offer them."""

    def __init__(self, store: StorePort, offered: bool) -> None:
        self.store = store
        self.used = offered
        """Whether there may be players with accounts."""
        self.unused_until = 0.0
        """How long it is believed that there are none."""
        self.known: dict[str, tuple[float, str | None]] = {}

    async def recognise(self, caller: Identity) -> Identity | None:
        """The caller as the players its keys stand for; None if they stand for nobody any more."""
        if not await self._in_use():
            return caller
        players = players_behind(caller, await self._players(caller.keys))
        return caller.as_players(players) if players else None

    async def just_replaced(self, key: str) -> bool:
        """Whether a key became a player a moment ago: its browser has a new one by now, or will in a moment."""
        at = await self.store.read(partial(accounts.retired_at, client=key))
        return at is not None and server_time() - at < REPLACED_SECONDS

    async def changed(self, callers: Iterable[Identity]) -> set[Identity]:
        """Those of some callers who are no longer whom they were recognised as."""
        asked = [caller for caller in callers if caller.keys]
        if not await self._in_use():
            return set()
        changed: set[Identity] = set()
        for start in range(0, len(asked), TOGETHER):
            some = asked[start : start + TOGETHER]
            keys = list(dict.fromkeys(key for caller in some for key in caller.keys))
            self.forget(keys)
            players = await self._players(keys)
            changed.update(caller for caller in some if players_behind(caller, players) != caller.digests)
            await asyncio.sleep(0)  # thousands of connections must not hold up the moves
        return changed

    async def _in_use(self) -> bool:
        if not self.used and time.monotonic() >= self.unused_until:
            used = await self.store.read(accounts.has_browsers)
            self.used = self.used or used
            self.unused_until = time.monotonic() + FRESH_SECONDS
        return self.used

    def forget(self, keys: Iterable[str]) -> None:
        """Ask the store about these keys again."""
        for key in keys:
            self.known.pop(key, None)

    def forget_all(self) -> None:
        """Ask the store about every key again."""
        self.known.clear()

    async def _players(self, keys: Sequence[str]) -> dict[str, str | None]:
        now = time.monotonic()
        fresh = {key: self.known[key][1] for key in keys if key in self.known and self.known[key][0] > now}
        asked = [key for key in keys if key not in fresh]
        if asked:
            players = await self.store.read(partial(accounts.players_of, clients=asked))
            if len(self.known) > MOST_KEYS:
                self.known.clear()
            self.known |= {key: (now + FRESH_SECONDS, player) for key, player in players.items()}
            fresh |= players
        return fresh


def players_behind(caller: Identity, players: Mapping[str, str | None]) -> tuple[str, ...]:
    """The players that a caller's keys stand for, each once."""
    return tuple(dict.fromkeys(player for key in caller.keys if (player := players[key])))
