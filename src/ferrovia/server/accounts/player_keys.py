"""Whom the key of a browser stands for: itself or, signed in to an account, the account's player."""

import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from ferrovia.server.base.identity import Identity
from ferrovia.server.store import accounts
from ferrovia.server.store.access import StorePort

FRESH_SECONDS: Final = 5.0
"""How long an answer of the store is believed. Another server may sign a browser out meanwhile; signing in makes a new
key, which nobody has asked about yet."""
MOST_KEYS: Final = 50_000
TOGETHER: Final = 400
"""Keys in one query."""


class PlayerKeys:
    """Looks up the players of keys. On a server that never had accounts nobody is looked up."""

    def __init__(self, store: StorePort, offered: bool) -> None:
        self.store = store
        self.used: bool | None = offered or None
        """Whether there may be players with accounts; None: the store has not been asked yet."""
        self.known: dict[str, tuple[float, str | None]] = {}

    async def recognise(self, caller: Identity) -> Identity | None:
        """The caller as the players its keys stand for; None if they stand for nobody any more."""
        if self.used is None:
            self.used = await self.store.read(accounts.has_browsers)
        if not self.used:
            return caller
        players = await self._players(caller.keys)
        found = list(dict.fromkeys(player for player in map(players.get, caller.keys) if player))
        return caller.as_players(found) if found else None

    async def changed(self, callers: Iterable[Identity]) -> set[Identity]:
        """Those of some callers who are no longer whom they were recognised as."""
        if not self.used:
            return set()
        asked = [caller for caller in callers if caller.keys]
        keys = sorted({key for caller in asked for key in caller.keys})
        self.forget(keys)
        for start in range(0, len(keys), TOGETHER):
            await self._players(keys[start : start + TOGETHER])
        return {caller for caller in asked if await self._is_changed(caller)}

    async def _is_changed(self, caller: Identity) -> bool:
        found = await self.recognise(caller)
        return found is None or found.digests != caller.digests

    def forget(self, keys: Iterable[str]) -> None:
        """Ask the store about these keys again."""
        for key in keys:
            self.known.pop(key, None)

    async def _players(self, keys: Sequence[str]) -> dict[str, str | None]:
        now = time.monotonic()
        fresh = {key: self.known[key][1] for key in keys if key in self.known and self.known[key][0] > now}
        asked = [key for key in keys if key not in fresh]
        if asked:
            found = await self.store.read(partial(accounts.players_of, clients=asked))
            if len(self.known) > MOST_KEYS:
                self.known.clear()
            self.known |= {key: (now + FRESH_SECONDS, player) for key, player in found.items()}
            fresh |= found
        return fresh
