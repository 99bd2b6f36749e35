"""The operator's requests. They carry the operator's token as a bearer token, which no browser adds by itself, so
another site cannot send them. Without a token in the settings they do not exist."""

import os
import socket
from functools import partial
from importlib.metadata import version
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from ferrovia.protocol.admin import (
    AdminSeat,
    AdminState,
    AdminTable,
    BanAddress,
    LiftBan,
    LoadInfo,
    MuteTable,
    OrderInfo,
    SetReadOnly,
)
from ferrovia.protocol.tables import Status
from ferrovia.server.base.load import LoadMonitor
from ferrovia.server.base.moderation import BAN, MUTE, Moderation, Order, network_text
from ferrovia.server.base.rate_limits import RateLimiter
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import StoredTable, TableRow
from ferrovia.server.base.tokens import digest, same
from ferrovia.server.http.credentials import address_of, bearer_token
from ferrovia.server.http.dependencies import TableId, TheHub, TheServices, state_of
from ferrovia.server.live import steps
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.operator import Operator
from ferrovia.server.store import account_orders, orders, statements

router = APIRouter(prefix="/api/admin")
HOUR = 3600.0


async def the_operator(services: TheServices, request: Request) -> Operator:
    """The operator, if the request proves to come from there. Wrong tokens are paid like wrong join codes."""
    wanted, tries = services.settings.admin_token, state_of(request).limits.tries
    if not wanted:
        raise RequestRefused("not-found")
    check_operator(request, wanted, tries)
    return state_of(request).operator


def check_operator(request: Request, wanted: str, tries: RateLimiter) -> None:
    """Raise RequestRefused unless the request carries the operator's token."""
    address = address_of(request)
    tries.check_credit(address)
    if not same(digest(bearer_token(request)), digest(wanted)):
        tries.charge(address, 1.0)
        raise RequestRefused("wrong-admin-token")


TheOperator = Annotated[Operator, Depends(the_operator)]


@router.get("")
async def admin_state(hub: TheHub, services: TheServices, request: Request, operator: TheOperator) -> AdminState:
    """The state of the answering process, and the orders in force."""
    counts = await services.store.read(orders.count_by_status)
    accounts = await services.store.read(account_orders.count)
    settings, others = services.settings, await services.ownership.others()
    return {
        "version": version("ferrovia"),
        "process": settings.peer or f"{socket.gethostname()}:{os.getpid()}",
        "processes": max(settings.workers, 1 + len(others)),
        "others": others,
        "since": state_of(request).since,
        "now": server_time(),
        "tables": counts,
        "live": len(hub.tables),
        "connections": state_of(request).limits.sockets.total,
        "load": load_info(state_of(request).load),
        "orders": [order_info(order) for order in services.moderation.orders],
        "accounts": accounts if accounts or settings.accounts else None,
    }


def load_info(load: LoadMonitor) -> LoadInfo:
    """What games compete for, measured."""
    measured = {reason: gauge() for reason, gauge in load.gauges.items()}
    return {
        "moves": measured["moves"],
        "processor": measured["processor"],
        "lag": measured["event-loop"],
        "store": measured["store"],
        "memory": measured["memory"],
        "descriptors": measured["descriptors"],
        "bots": measured["bots"],
        "overloaded": sorted(load.overloaded),
    }


def order_info(order: Order) -> OrderInfo:
    """An order, for the operator's page."""
    return {"kind": order.kind, "key": order.key, "note": order.note, "since": order.since, "until": order.until}


@router.get("/tables")
async def admin_tables(
    hub: TheHub,
    services: TheServices,
    operator: TheOperator,
    status: Status | None = None,
    text: Annotated[str, Query(max_length=40)] = "",
) -> list[AdminTable]:
    """The most recently active tables; `text` is a table's id, or part of a player's name."""
    names = await services.store.read(partial(orders.latest_ids, status=status, text=text))
    stored = await services.store.read(partial(statements.load_some, names=names))
    return [table_info(hub, services.moderation, table) for table in stored.values()]


def table_info(hub: Hub, moderation: Moderation, stored: StoredTable) -> AdminTable:
    """A table, for the operator's page."""
    row = stored.row
    live = hub.tables.get(row.id)
    here = [(subscriber.seats, subscriber.address) for subscriber in live.subscribers] if live else []
    return {
        "id": row.id,
        "rules": row.rules,
        "status": row.status,
        "seats": seats_info(row, here),
        "watching": sum(not seats for seats, _ in here),
        "muted": row.id in moderation.muted,
        "moves": row.moves,
        "created_at": row.created_at,
        "changed_at": row.changed_at,
    }


def seats_info(row: TableRow, here: list[tuple[list[int], str]]) -> list[AdminSeat]:
    """The seats of a table, with the addresses of their players."""
    infos: list[AdminSeat] = []
    for number, seat in enumerate(row.seats):
        addresses = sorted({address for seats, address in here if number in seats})
        infos.append({"kind": seat.kind, "name": seat.name, "addresses": addresses})
    return infos


@router.post("/tables/{table}/close")
async def close_table(hub: TheHub, services: TheServices, operator: TheOperator, table: TableId) -> AdminTable:
    """Close a table, as its host could."""
    live = await hub.find(table)
    await live.change(lambda stored: steps.end(stored.row, server_time()))
    return table_info(hub, services.moderation, live.stored)


@router.put("/tables/{table}/mute")
async def mute_table(
    hub: TheHub, services: TheServices, operator: TheOperator, table: TableId, body: MuteTable
) -> AdminTable:
    """Allow or forbid phrases and pictures at a table."""
    live = await hub.find(table)
    await (operator.give(MUTE, table) if body.muted else operator.lift(MUTE, table))
    return table_info(hub, services.moderation, live.stored)


@router.post("/bans")
async def ban_address(
    services: TheServices, request: Request, operator: TheOperator, body: BanAddress
) -> list[OrderInfo]:
    """Ban an address or a network, and close its connections."""
    network = readable_network(body.address)
    until = None if body.hours is None else server_time() + body.hours * HOUR
    trial = Moderation()
    trial.adopt([Order(BAN, network, "", 0.0)], 0.0)
    if trial.bans(address_of(request)):
        raise RequestRefused("bad-message", at=["body.address"])  # the operator's own
    await operator.give(BAN, network, body.note, until)
    return [order_info(order) for order in services.moderation.orders]


@router.post("/bans/lift")
async def lift_ban(services: TheServices, operator: TheOperator, body: LiftBan) -> list[OrderInfo]:
    """Lift a ban."""
    await operator.lift(BAN, readable_network(body.address))
    return [order_info(order) for order in services.moderation.orders]


def readable_network(text: str) -> str:
    """A network in its usual form; RequestRefused if it is none."""
    try:
        return network_text(text)
    except ValueError:
        raise RequestRefused("bad-message", at=["body.address"]) from None


@router.put("/read-only")
async def set_read_only(services: TheServices, operator: TheOperator, body: SetReadOnly) -> list[OrderInfo]:
    """Pause or resume all games. Clocks stop in between."""
    await operator.set_read_only(body.on, body.note)
    return [order_info(order) for order in services.moderation.orders]
