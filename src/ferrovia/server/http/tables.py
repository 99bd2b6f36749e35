"""HTTP interface for browsers and programs: opening tables, taking seats, queries."""

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from ferrovia.bots.levels import levels
from ferrovia.protocol.answers import BotOffer, Link, NewKey, Opened
from ferrovia.protocol.boards import RulesOffer, rules_offer
from ferrovia.protocol.messages import Snapshot
from ferrovia.protocol.options import NewTable
from ferrovia.protocol.requests import CODE_LENGTH, FillSeat, JoinByCode, TakeSeat
from ferrovia.protocol.tables import TableInfo
from ferrovia.server.base.identity import Identity, check_number
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import Step, StoredTable
from ferrovia.server.base.tokens import new_token
from ferrovia.server.http.credentials import address_of, identify
from ferrovia.server.http.dependencies import Caller, SeatPath, TableId, TheHub, TheServices, TheTable, state_of
from ferrovia.server.http.links import base_address, qr_code
from ferrovia.server.http.request_limits import LIGHT, check_creation, check_try
from ferrovia.server.http.responses import JsonResponse, unless_gone
from ferrovia.server.live import steps
from ferrovia.server.live.history import FinishedRecord, read_record
from ferrovia.server.live.seating import join_by_code, take_by_link
from ferrovia.server.live.services import Services
from ferrovia.server.live.table import LiveTable
from ferrovia.server.store import listings, statements
from ferrovia.server.workers.bot_pool import AUTOPILOT, INSTRUCTOR

router = APIRouter(prefix="/api")

Code = Annotated[str, Path(min_length=CODE_LENGTH, max_length=CODE_LENGTH, pattern=r"^[A-Za-z]+$")]


def opened(table: LiveTable, caller: Identity, seat: int | None = None) -> Opened:
    """The response to a change."""
    return {"table": info(table, caller), "seat": seat}


def info(table: LiveTable, caller: Identity | None) -> TableInfo:
    """A table as the caller may see it."""
    asking = caller or Identity()
    seats = asking.seats(table.stored)
    values = table.broadcaster.info(seats, asking.hosts(table.row))
    private = not seats and not table.row.options.spectators
    return {**values, "result": None, "secret": None} if private else values


@router.get("/rules")
async def list_rules(services: TheServices) -> list[RulesOffer]:
    """The rules that can be played here."""
    return [rules_offer(rules) for rules in services.library.rules.values()]


@router.get("/bots")
async def list_bots(services: TheServices) -> list[BotOffer]:
    """The bots that can be seated here, levels first and weakest first, each with its measured strength by rules."""
    measured = {level.name: level.elo for level in levels()}
    offered = [name for name in services.bots.bots if name != INSTRUCTOR]
    return [{"name": name, "level": name in measured, "elo": measured.get(name, {})} for name in offered]


@router.post("/keys", status_code=201)
async def make_key(request: Request) -> NewKey:
    """An API key for a program, to be sent as `Authorization: Bearer KEY`."""
    check_creation(request, cost=LIGHT)
    return {"key": new_token()}


@router.get("/tables", response_model=None, responses={200: {"model": list[TableInfo]}})
async def own_tables(hub: TheHub, services: TheServices, request: Request) -> Response:
    """The caller's tables, latest first."""
    caller = await identify(request, services.players)
    if caller is None:
        return JsonResponse([])
    store = services.store
    names = [
        name for client in caller.digests for name in await store.read(partial(statements.of_client, client=client))
    ]
    listed = await unless_gone(request, hub.glance(dict.fromkeys(names), address_of(request)))
    return JsonResponse([info(table, caller) for table in listed])


@router.post("/tables", status_code=201)
async def open_table(hub: TheHub, request: Request, caller: Caller, new: NewTable) -> Opened:
    """Open a table. The game starts as soon as every seat is taken."""
    state_of(request).services.names.check(*(seat.name for seat in new.seats))
    state_of(request).load.check(bots=any(seat.kind == "bot" for seat in new.seats))
    check_creation(request, "too-many-tables")
    table = await hub.open(new, caller, address_of(request))
    seats = caller.seats(table.stored)
    return opened(table, caller, seats[0] if seats else None)


@router.post("/join")
async def join(hub: TheHub, request: Request, caller: Caller, body: JoinByCode) -> Opened:
    """Take a free seat at the table with a code. Attempts are rate-limited, so codes cannot be guessed by brute
    force."""
    check_try(request)
    state_of(request).services.names.check(body.name)
    table, seat = await join_by_code(hub, body, caller)
    return opened(table, caller, seat)


@router.get("/join/{code}")
async def show_by_code(hub: TheHub, services: TheServices, request: Request, code: Code) -> TableInfo:
    """Show the table with a code before taking a seat. It counts as an attempt to join."""
    check_try(request)
    return info(await hub.by_code(code), await identify(request, services.players))


@router.get("/tables/{table}")
async def show_table(services: TheServices, request: Request, table: TheTable) -> TableInfo:
    """A table as the caller may see it."""
    return info(table, await identify(request, services.players))


@router.post("/tables/{table}/seats/take")
async def take_seat(request: Request, table: TheTable, caller: Caller, body: TakeSeat) -> Opened:
    """Take a seat by the secret in its link."""
    check_try(request, cost=LIGHT)
    state_of(request).services.names.check(body.name)
    seat = await take_by_link(table, body, caller)
    return opened(table, caller, seat)


@router.post("/tables/{table}/seats/{seat}/link")
async def make_link(services: TheServices, request: Request, table: TheTable, caller: Caller, seat: SeatPath) -> Link:
    """Create a secret link to a seat: for the host while the seat is free, and for its player, to play on another
    screen, but not for someone who came by such a link. It is shown once and invalidates the seat's earlier link."""
    check_number(table.row, seat)
    token = new_token()
    link = f"{base_address(request, services.settings)}/t/{table.row.id}#{token}"

    def make(stored: StoredTable) -> Step:
        free = stored.row.seats[seat].kind == "open"
        if not (free and caller.hosts(stored.row)):
            caller.check_own_seat(stored, seat)
        table.check_pace(seat)
        return steps.give_link(stored.row, seat, token, server_time())

    await table.change(make)
    return {"seat": seat, "token": token, "link": link, "qr": await asyncio.to_thread(qr_code, link)}


@router.delete("/tables/{table}/seats/{seat}/link")
async def withdraw_link(table: TheTable, caller: Caller, seat: SeatPath) -> Opened:
    """A player withdraws the link to their seat: it no longer opens anything, and every other screen that plays the
    seat is disconnected."""
    caller.check_seat(table.stored, seat)

    def make(stored: StoredTable) -> Step:
        caller.check_own_seat(stored, seat)
        if caller.client == stored.row.seats[seat].token:  # it has no other key, and this one must open nothing
            raise RequestRefused("no-key")
        table.check_pace(seat)
        return steps.withdraw_link(stored, seat, caller.client, server_time())

    await table.change(make)
    return opened(table, caller, seat)


@router.post("/tables/{table}/seats/{seat}/bot")
async def fill_seat(services: TheServices, table: TheTable, caller: Caller, seat: SeatPath, body: FillSeat) -> Opened:
    """The host gives a free seat to a bot."""
    caller.check_host(table.row)
    check_number(table.row, seat)
    bot = steps.check_bot(body.bot, frozenset(services.bots.bots))
    await table.change(lambda stored: steps.fill_seat(stored.row, seat, bot, server_time()))
    return opened(table, caller)


@router.delete("/tables/{table}/seats/{seat}")
async def remove_player(table: TheTable, caller: Caller, seat: SeatPath) -> Opened:
    """The host removes an absent player, or a player leaves."""
    check_number(table.row, seat)

    def make(stored: StoredTable) -> Step:
        if not caller.owns(stored, seat):
            if seat in caller.seats(stored) and not caller.hosts(stored.row):  # it came by the seat's link
                raise RequestRefused("not-your-seat", seat=seat)
            caller.check_host(stored.row)
            if table.present(seat):
                raise RequestRefused("player-present", seat=seat)
        return steps.remove_player(stored, seat, AUTOPILOT, server_time())

    await table.change(make)
    return opened(table, caller)


@router.post("/tables/{table}/end")
async def end_table(services: TheServices, table: TheTable, caller: Caller) -> Opened:
    """The host closes the table; a public game that has begun is played to its end."""
    caller.check_host(table.row)
    public = await services.store.read(partial(listings.is_listed, table=table.row.id))

    def make(stored: StoredTable) -> Step:
        if public and stored.row.status == "playing":
            raise RequestRefused("public-game")
        return steps.end(stored.row, server_time())

    await table.change(make)
    return opened(table, caller)


@router.post("/tables/{table}/rematch")
async def rematch(hub: TheHub, request: Request, table: TheTable, caller: Caller) -> Opened:
    """Open a rematch with the same players and the seats rotated; later requests get the same table."""
    pay = partial(check_creation, request, "too-many-tables")
    new = await hub.rematch(table, caller, pay)
    seats = caller.seats(new.stored)
    return opened(new, caller, seats[0] if seats else None)


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
async def record(hub: TheHub, services: TheServices, request: Request, table: TableId) -> str:
    """The record of a finished game, with the secret of its shuffle."""
    archived = await services.store.read(partial(statements.archived_record, table=table))
    return archived or (await finished_record(services, request, await hub.find(table))).text


async def finished_record(services: Services, request: Request, table: LiveTable) -> FinishedRecord:
    """The record of a game that is over, for a caller who may see it."""
    if table.row.status != "over":
        raise RequestRefused("not-over")
    caller = await identify(request, services.players)
    table.check_spectator(caller.seats(table.stored) if caller else [])
    read = partial(read_record, rules=table.rules, row=table.row)
    made = services.offload.run(address_of(request), partial(services.store.read_here, read))
    return await unless_gone(request, made)


@router.get("/tables/{table}/log", response_model=None, responses={200: {"model": Snapshot}})
async def read_log(
    services: TheServices, request: Request, table: TheTable, since: Annotated[int, Query(ge=0, le=2**31)] = 0
) -> Response:
    """The same answer as to `hello`."""
    caller = await identify(request, services.players) or Identity()
    seats = caller.seats(table.stored)
    table.check_spectator(seats)
    history = await unless_gone(request, table.history(seats, since, address_of(request)))
    async with table.lock:
        snapshot = await table.snapshot(seats, caller.hosts(table.row), history)
    return JsonResponse(snapshot)
