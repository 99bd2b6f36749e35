"""Transfer of profiles between browsers: what the page stores, and the seats of running games."""

import asyncio
import logging
from functools import partial
from typing import Final

from fastapi import APIRouter, Request

from ferrovia.protocol.answers import ProfileLink, ProfileTaken
from ferrovia.protocol.requests import GiveProfile, TakeProfile
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import SeatHolder, Step, StoredTable
from ferrovia.server.base.tokens import digest, new_token
from ferrovia.server.http.dependencies import Caller, TheHub, TheServices
from ferrovia.server.http.links import base_address, qr_code
from ferrovia.server.http.request_limits import LIGHT, check_creation, check_try
from ferrovia.server.live import steps
from ferrovia.server.live.hub import Hub
from ferrovia.server.store import handovers, statements
from ferrovia.server.store.handovers import Handover

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api/profile")
MINUTES: Final = 15


@router.post("/give", status_code=201)
async def give_profile(services: TheServices, request: Request, caller: Caller, body: GiveProfile) -> ProfileLink:
    """Create a secret link with which another browser takes over this one's profile and seats. It works once."""
    check_creation(request, cost=LIGHT)
    token, now = new_token(), server_time()
    link = f"{base_address(request, services.settings)}/games#{token}"
    handover = Handover(caller.client, body.profile)
    await services.store.write(
        partial(handovers.put, digest=digest(token), handover=handover, until=now + MINUTES * 60, now=now)
    )
    return {"link": link, "qr": await asyncio.to_thread(qr_code, link), "minutes": MINUTES}


@router.post("/take")
async def take_profile(
    hub: TheHub, services: TheServices, request: Request, caller: Caller, body: TakeProfile
) -> ProfileTaken:
    """Take over the profile behind a link, and share the seats of its running games with this browser."""
    check_try(request)
    handover = await services.store.write(partial(handovers.take, digest=digest(body.token), now=server_time()))
    if handover is None:
        raise RequestRefused("no-such-profile")
    running = await services.store.read(partial(statements.running_of_client, client=handover.client))
    shared = [await share_seats(hub, name, handover.client, caller) for name in running]
    return {"profile": handover.profile, "tables": sum(shared)}


async def share_seats(hub: Hub, name: str, client: str, caller: Identity) -> bool:
    """Give a browser the seats that another one holds at a table; return whether there are any. A table that cannot be
    opened is passed over: the link of the profile works only once."""
    try:
        table = await hub.find(name)
        held = [holder for holder in table.stored.holders if holder.client == client]
        for holder in held:
            await table.change(partial(share_seat, holder=holder, caller=caller))
    except RequestRefused as refusal:
        log.warning("seats-not-brought", extra={"table": name, "code": refusal.code})
        return False
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
