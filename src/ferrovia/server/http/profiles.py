"""Transfer of profiles between browsers: what the page stores, and the seats of running games."""

import asyncio
from functools import partial
from typing import Final

from fastapi import APIRouter, Request

from ferrovia.protocol.answers import ProfileLink, ProfileTaken
from ferrovia.protocol.requests import GiveProfile, TakeProfile
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.rate_limits import RateLimiter
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import SeatHolder, Step, StoredTable
from ferrovia.server.base.tokens import digest, new_token
from ferrovia.server.http.credentials import address_of
from ferrovia.server.http.links import base_address, qr_code
from ferrovia.server.http.tables import Caller, TheHub, TheServices
from ferrovia.server.live import steps
from ferrovia.server.live.hub import Hub
from ferrovia.server.store import handovers, statements
from ferrovia.server.store.handovers import Handover

router = APIRouter(prefix="/api/profile")
MINUTES: Final = 15
COST: Final = 0.2
RUNNING: Final = ("lobby", "playing")


@router.post("/give", status_code=201)
async def give_profile(services: TheServices, request: Request, caller: Caller, wish: GiveProfile) -> ProfileLink:
    """Create a secret link with which another browser takes over this one's profile and seats. It works once."""
    creations: RateLimiter = request.app.state.creations
    creations.check(address_of(request), cost=COST)
    token, now = new_token(), server_time()
    link = f"{base_address(request, services.settings)}/games#{token}"
    handover = Handover(caller.client, wish.profile)
    await services.store.write(
        partial(handovers.put, digest=digest(token), handover=handover, until=now + MINUTES * 60, now=now)
    )
    return {"link": link, "qr": await asyncio.to_thread(qr_code, link), "minutes": MINUTES}


@router.post("/take")
async def take_profile(
    hub: TheHub, services: TheServices, request: Request, caller: Caller, wish: TakeProfile
) -> ProfileTaken:
    """Take the profile of a link, and share the seats of its running games with this browser."""
    tries: RateLimiter = request.app.state.tries
    tries.check(address_of(request))
    found = await services.store.write(partial(handovers.take, digest=digest(wish.token), now=server_time()))
    if found is None:
        raise RequestRefused("no-such-profile")
    names = await services.store.read(partial(statements.of_client, client=found.client))
    stored = await services.store.read(partial(statements.load_some, names=names))
    running = [table for table in stored.values() if table.row.status in RUNNING]
    shared = [await share_seats(hub, table, found.client, caller) for table in running]
    return {"profile": found.profile, "tables": sum(shared)}


async def share_seats(hub: Hub, stored: StoredTable, client: str, caller: Identity) -> bool:
    """Give a browser the seats that another one holds at a table; return whether there are any."""
    held = [holder for holder in stored.holders if holder.client == client]
    if held:
        table = await hub.find(stored.row.id)
        for each in held:
            await table.change(partial(share_seat, holder=each, caller=caller))
    return bool(held)


def share_seat(stored: StoredTable, holder: SeatHolder, caller: Identity) -> Step | None:
    """The step that gives a seat to a second browser of its holder; None if it has it already."""
    seat = holder.seat
    held = caller.owns(stored, seat) or (seat in caller.seats(stored) and not holder.own)
    return (
        None
        if held or not stored.row.seats[seat].human
        else steps.hold_seat(stored, seat, caller.client, server_time(), holder.own)
    )
