"""Turn notifications by Web Push: a browser subscribes for each of its seats."""

from functools import partial

from fastapi import APIRouter

from ferrovia.protocol.answers import PushChanged, PushOffer
from ferrovia.protocol.requests import SubscribePush, UnsubscribePush
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.http.dependencies import Caller, SeatPath, TheServices, TheTable
from ferrovia.server.store import subscriptions
from ferrovia.server.store.subscriptions import Subscription

router = APIRouter(prefix="/api")


@router.get("/push")
async def push_offer(services: TheServices) -> PushOffer:
    """The key to subscribe with."""
    return {"key": (await services.push.key()).public}


@router.post("/tables/{table}/seats/{seat}/push")
async def subscribe(
    services: TheServices, table: TheTable, caller: Caller, seat: SeatPath, body: SubscribePush
) -> PushChanged:
    """Notify a browser when it is its seat's turn and its page is closed."""
    caller.check_seat(table.stored, seat)
    if await services.players.changed([caller]):  # signed out a moment ago: nothing would ever end the messages
        raise RequestRefused("not-your-seat", seat=seat)
    subscription = Subscription(body.endpoint, body.p256dh, body.auth)
    services.push.check(subscription)
    own = caller.keys[-1]  # the cookie's, which comes last
    keep = partial(subscriptions.subscribe, table=table.row.id, seat=seat, subscription=subscription, client=own)
    if not await services.store.write(keep):
        raise RequestRefused("too-many-subscriptions")
    return {"subscribed": True}


@router.post("/tables/{table}/seats/{seat}/push/end")
async def unsubscribe(
    services: TheServices, table: TheTable, caller: Caller, seat: SeatPath, body: UnsubscribePush
) -> PushChanged:
    """Stop notifying it."""
    caller.check_seat(table.stored, seat)
    await services.store.write(
        partial(subscriptions.unsubscribe, table=table.row.id, seat=seat, endpoint=body.endpoint)
    )
    return {"subscribed": False}
