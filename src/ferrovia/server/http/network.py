"""The switch that admits other computers of the local network. Only the person at this computer may flip it."""

import asyncio

from fastapi import APIRouter, Request

from ferrovia.protocol.answers import NetworkInfo
from ferrovia.protocol.requests import OpenNetwork
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.http.links import NetworkListener, local_listener, qr_code

router = APIRouter(prefix="/api")


async def info(listener: NetworkListener | None) -> NetworkInfo:
    """Whether others are admitted, and at which address."""
    address = listener.address if listener else None
    qr = await asyncio.to_thread(qr_code, address) if address else None
    return {"offered": listener is not None, "address": address, "qr": qr}


@router.get("/network")
async def show_network(request: Request) -> NetworkInfo:
    """Whether this computer can let others in, and whether it does."""
    return await info(local_listener(request))


@router.put("/network")
async def change_network(request: Request, body: OpenNetwork) -> NetworkInfo:
    """Open the game to the local network, or close it. Only a browser on this computer may do this."""
    listener = local_listener(request)
    if listener is None or request.headers.get("origin") is None:
        raise RequestRefused("not-at-the-computer")
    if not body.open:
        await listener.close()
    elif not await listener.open():
        raise RequestRefused("no-local-network")
    return await info(listener)
