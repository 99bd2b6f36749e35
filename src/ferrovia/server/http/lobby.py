"""The public lobby over HTTP: what is there, joining, quick match. Off unless the operator opens it (`--lobby`)."""

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request

from ferrovia.protocol.answers import Opened
from ferrovia.protocol.lobby import JoinPublic, LobbyInfo, LobbySeat, LobbyTable, QuickMatch, RatingInfo
from ferrovia.protocol.options import options_values
from ferrovia.server.base.glicko import Rating
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.table_log import StoredTable
from ferrovia.server.http.credentials import address_of, identify
from ferrovia.server.http.dependencies import Caller, TableId, TheHub, TheServices, state_of
from ferrovia.server.http.request_limits import LIGHT, check_creation, check_try
from ferrovia.server.http.tables import opened
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.public_games import UNREADABLE, PublicGames, keys_of, new_public_table, seat_of
from ferrovia.server.live.seating import take_any
from ferrovia.server.live.services import Services
from ferrovia.server.store import listings
from ferrovia.server.store.listings import RatingKey

router = APIRouter(prefix="/api/lobby")
OUT_OF_REACH: Final = UNREADABLE | {"seat-taken", "already-started", "ended"}
"""Refusals after which quick match tries the next table: another player was faster, or the table cannot be read."""


async def the_lobby(services: TheServices, request: Request) -> PublicGames:
    """The lobby, if the server has one."""
    check_offered(services)
    return state_of(request).public_games


def check_offered(services: Services) -> None:
    """Raise RequestRefused if there is no lobby."""
    if not services.settings.lobby:
        raise RequestRefused("no-lobby")


TheLobby = Annotated[PublicGames, Depends(the_lobby)]


@router.get("")
async def show_lobby(services: TheServices, request: Request) -> LobbyInfo:
    """Public tables that wait for players, games to watch, and the caller's ratings."""
    if not services.settings.lobby:
        return {"offered": False, "open": [], "playing": [], "ratings": []}
    lobby = state_of(request).public_games
    waiting, playing = await lobby.shown("lobby"), await lobby.shown("playing")
    known = await lobby.ratings([*waiting, *playing])
    return {
        "offered": True,
        "open": [lobby_table(table, known) for table in waiting],
        "playing": [lobby_table(table, known) for table in playing if table.row.options.spectators],
        "ratings": await own_ratings(services, await identify(request, services.players)),
    }


def lobby_table(table: StoredTable, known: dict[RatingKey, Rating]) -> LobbyTable:
    """A public table as everybody may see it."""
    row, keys = table.row, keys_of(table)
    seats: list[LobbySeat] = []
    for number, seat in enumerate(row.seats):
        rating = known.get(keys[number]) if number in keys else None
        seats.append({"kind": seat.kind, "name": seat.name, "rating": round(rating.value) if rating else None})
    return {
        "id": row.id,
        "rules": row.rules,
        "status": row.status,
        "seats": seats,
        "clock": options_values(row.options)["clock"],
        "moves": row.moves,
        "created_at": row.created_at,
    }


async def own_ratings(services: Services, caller: Identity | None) -> list[RatingInfo]:
    """The ratings of a caller."""
    if caller is None:
        return []
    ratings = await services.store.read(partial(listings.ratings_of_client, clients=caller.digests))
    return [
        {
            "rules": key.rules,
            "players": key.players,
            "rating": round(rating.value),
            "deviation": round(rating.deviation),
            "games": rating.games,
        }
        for key, rating in ratings
    ]


@router.post("/{table}/join")
async def join_public(
    hub: TheHub,
    services: TheServices,
    lobby: TheLobby,
    request: Request,
    caller: Caller,
    table: TableId,
    body: JoinPublic,
) -> Opened:
    """Take a free seat at a public table."""
    check_try(request, cost=LIGHT)
    services.names.check(body.name)
    if not await services.store.read(partial(listings.is_listed, table=table)):
        raise RequestRefused("no-such-table")
    live = await hub.find(table)
    seat = await take_any(live, caller, body.name, body.program)
    return opened(live, caller, seat)


@router.post("/match", status_code=201)
async def quick_match(
    hub: TheHub, services: TheServices, lobby: TheLobby, request: Request, caller: Caller, body: QuickMatch
) -> Opened:
    """Take a seat at the waiting table whose players are nearest in rating, or open one and wait. A player who is
    already waiting keeps that seat, so that nobody can fill the lobby alone."""
    check_try(request, cost=LIGHT)
    services.names.check(body.name)
    async with lobby.turn_of(caller.client):
        return await match(hub, lobby, request, caller, body)


async def match(hub: Hub, lobby: PublicGames, request: Request, caller: Identity, body: QuickMatch) -> Opened:
    """The seat that quick match finds for a player."""
    tried: set[str] = set()
    while suiting := await lobby.match(body, caller.client, tried):
        tried.add(suiting.row.id)
        try:
            live = await hub.find(suiting.row.id)
            return opened(live, caller, await take_any(live, caller, body.name, False))
        except RequestRefused as refusal:
            if refusal.code not in OUT_OF_REACH:
                raise
    if waiting := await lobby.waiting(body, caller.client):
        return opened(await hub.find(waiting.row.id), caller, seat_of(waiting, caller.client))
    state_of(request).load.check(bots=False)
    check_creation(request, "too-many-tables")
    table = await hub.open(new_public_table(body), caller, address_of(request), listed=True)
    return opened(table, caller, 0)
