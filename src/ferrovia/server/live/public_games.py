"""Public games: who waits for players, quick match, and ratings of finished games."""

import asyncio
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from ferrovia.protocol.lobby import QuickMatch
from ferrovia.protocol.options import NewSeat, NewTable, Options
from ferrovia.server.base.glicko import Rating
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import StoredTable
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.services import Services
from ferrovia.server.store import listings, statements
from ferrovia.server.store.listings import Listing, RatingKey

RATE_SECONDS: Final = 5.0
FRESH_SECONDS: Final = 1.0
DAYS_SECONDS: Final = 14 * 86_400.0
"""How long a public table with days to think is shown after its last entry."""
SHOWN: Final = 50
"""How many public tables of a status are shown."""
MOST_PAGES: Final = 10
"""How many pages of that many are read at most to find them: at some tables nobody is present."""
ARRIVING_SECONDS: Final = 15.0
"""How soon the player who opens a table has to be there."""
NEAR: Final = 200.0
"""Rating points between players who are matched at once."""
WIDENING: Final = 5.0
"""How many more of them are allowed for each second that a table has waited."""
UNREADABLE: Final = frozenset(("damaged", "other-rules", "no-such-rules", "no-such-table"))
"""Refusals by a table that cannot be loaded here. Matching and rating pass over it."""


class PublicGames:
    """The public lobby of a server."""

    def __init__(self, services: Services, hub: Hub) -> None:
        self.services, self.hub = services, hub
        self.seen: dict[str, tuple[float, list[StoredTable]]] = {}
        """What was shown last, and when it was read, by status."""
        self.turns = WeakValueDictionary[str, asyncio.Lock]()

    def start(self) -> None:
        """Rate finished games from now on."""
        self.services.tasks.repeat(RATE_SECONDS, self.rate)

    async def shown(self, status: str) -> list[StoredTable]:
        """The same for everybody who looks, read at most once a second."""
        at, games = self.seen.get(status, (-FRESH_SECONDS, []))
        if time.monotonic() - at >= FRESH_SECONDS:
            games = await self.tables(status)
            self.seen[status] = (time.monotonic(), games)
        return games

    async def tables(self, status: str) -> list[StoredTable]:
        """Public tables: with free seats (`lobby`), where a player waits, or being played, where one is there. The
        latest of them, and of these the oldest first; abandoned ones do not take the places of others."""
        since, games = server_time() - DAYS_SECONDS, list[StoredTable]()
        for page in range(MOST_PAGES):
            wanted = partial(listings.listed_ids, status=status, since=since, most=SHOWN, after=page * SHOWN)
            names = await self.services.store.read(wanted)
            stored = await self.services.store.read(partial(statements.load_some, names=names))
            games += [table for table in stored.values() if self._is_shown(table, status)]
            if len(games) >= SHOWN or len(names) < SHOWN:
                break
        latest = sorted(games, key=lambda table: table.row.created_at)[-SHOWN:]
        return list({table.row.id: table for table in latest}.values())  # a page may have moved while it was read

    def _is_shown(self, table: StoredTable, status: str) -> bool:
        return self._is_attended(table) and (status != "lobby" or has_free_seat(table))

    def _is_attended(self, table: StoredTable) -> bool:
        if table.row.options.clock.kind == "days":  # nobody has to be there
            return True
        live = self.hub.tables.get(table.row.id)
        here = live.seats_here if live else set()
        arriving = server_time() - table.row.created_at < ARRIVING_SECONDS
        return arriving or any(self.services.presence.of(table, here))

    async def match(self, request: QuickMatch, client: str, tried: Collection[str] = ()) -> StoredTable | None:
        """The waiting table that suits a player best, except those tried already; None if none does."""
        suiting = [table for table in await self.tables("lobby") if suits(table, request)]
        fitting = [table for table in suiting if table.row.id not in tried and seat_of(table, client) is None]
        known = await self.ratings(fitting, [RatingKey(client, request.rules, request.players)])
        own = known.get(RatingKey(client, request.rules, request.players), Rating()).value
        distances = {table.row.id: abs(own - self.mean_rating(table, known)) for table in fitting}
        near = [table for table in fitting if distances[table.row.id] <= self.tolerance(table)]
        return min(near, key=lambda table: distances[table.row.id], default=None)

    def turn_of(self, client: str) -> asyncio.Lock:
        """Held while a match is sought for a player: two requests at once would both find none and open a table."""
        return self.turns.setdefault(client, asyncio.Lock())

    async def waiting(self, request: QuickMatch, client: str) -> StoredTable | None:
        """The table at which a player waits for such a game already."""
        own = (table for table in await self.tables("lobby") if suits(table, request))
        return next((table for table in own if seat_of(table, client) is not None), None)

    def tolerance(self, table: StoredTable) -> float:
        """How far apart ratings may be at a table: more, the longer it waits."""
        return NEAR + WIDENING * (server_time() - table.row.created_at)

    def mean_rating(self, table: StoredTable, known: dict[RatingKey, Rating]) -> float:
        """The mean rating of the people at a table."""
        values = [known.get(key, Rating()).value for key in keys_of(table).values()]
        return sum(values) / len(values) if values else Rating().value

    async def ratings(self, tables: Iterable[StoredTable], more: Sequence[RatingKey] = ()) -> dict[RatingKey, Rating]:
        """The ratings of the people at some tables, and of others."""
        keys = [*more, *(key for table in tables for key in keys_of(table).values())]
        return await self.services.store.read(partial(listings.ratings_of, keys=keys))

    async def rate(self) -> None:
        """Note who plays, and rate the games that are over."""
        if self.services.store.frozen:
            return
        await self.services.store.write(listings.note_entrants)
        for listing in await self.services.store.read(listings.to_be_rated):
            await self._rate(listing)

    async def _rate(self, listing: Listing) -> None:
        players = await self._players(listing.table, listing.entrants)
        await self.services.store.write(partial(listings.rate, table=listing.table, players=players))

    async def _players(self, name: str, entrants: dict[int, str]) -> list[tuple[RatingKey, int]]:
        """Who is rated for a game, and their places: people who played against other people. Bots have levels. If
        a player never moved, nobody is rated: a bot played from the first move on, and beating it, or losing to it,
        says nothing. A game that cannot be read counts as rated, with nobody in it."""
        try:
            table = await self.hub.find(name)
        except RequestRefused as refusal:
            if refusal.code not in UNREADABLE:
                raise
            return []
        result, row = table.broadcaster.result, table.row
        moved = await self.services.store.read(partial(listings.seats_that_moved, table=name))
        if result is None or len(entrants) < 2 or not moved >= set(entrants) or has_one_twice(entrants, table.stored):
            return []
        places = {score["seat"]: score["place"] for score in result["scores"]}
        return [(RatingKey(client, row.rules, row.players), places[seat]) for seat, client in entrants.items()]


def suits(table: StoredTable, request: QuickMatch) -> bool:
    """Whether the game at a table is the one a player asks for."""
    row = table.row
    return (row.rules, row.players, row.options.clock) == (request.rules, request.players, request.clock)


def seat_of(table: StoredTable, client: str) -> int | None:
    """The first seat that a client holds; None without one."""
    return min((holder.seat for holder in table.holders if holder.client == client), default=None)


def has_free_seat(table: StoredTable) -> bool:
    """Whether a player can sit down at a table."""
    return any(seat.kind == "open" for seat in table.row.seats)


def keys_of(table: StoredTable) -> dict[int, RatingKey]:
    """Whose ratings count at a table, by seat: those of who sat down, not of who came by a seat's link."""
    row = table.row
    return {
        holder.seat: RatingKey(holder.client, row.rules, row.players)
        for holder in table.holders
        if holder.own and row.seats[holder.seat].human
    }


def has_one_twice(entrants: dict[int, str], table: StoredTable) -> bool:
    """Whether one person played several of the seats that were taken when a game began. A player may have several keys:
    those of the same seat are known to be the same player's, but for who came by its link."""
    people = {seat: {client} for seat, client in entrants.items()}
    for holder in table.holders:
        if holder.own and holder.seat in people:
            people[holder.seat].add(holder.client)
    clients = [client for seat_clients in people.values() for client in seat_clients]
    return len(clients) > len(set(clients))


def new_public_table(request: QuickMatch) -> NewTable:
    """The table for a player who found none that waits."""
    seats = [NewSeat("me", request.name), *(NewSeat("open") for _ in range(request.players - 1))]
    return NewTable(request.rules, seats, replace(Options(), clock=request.clock))
