"""Turn notifications: a push message to every browser that subscribed for a seat."""

import asyncio
import json
import logging
import re
import time
import urllib.request
from collections.abc import Sequence
from functools import partial
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from ferrovia.server.base.base64url import to_bytes
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.settings import Settings
from ferrovia.server.push.encryption import encrypt, read_point
from ferrovia.server.push.vapid import VapidKey, new_key
from ferrovia.server.store import subscriptions
from ferrovia.server.store.access import StorePort
from ferrovia.server.store.subscriptions import Subscription

log = logging.getLogger(__name__)
SERVICES: Final = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
"""The browsers' own push services, by domain. Addresses come from clients, so the server contacts no other host."""
NAME: Final = re.compile("[a-z0-9.-]+")
"""A host's name and nothing else. urllib decodes %20 and the like in names only after this check: what follows them
would be written into the request to a proxy."""
TIMEOUT_SECONDS: Final = 10.0
RETRY_SECONDS: Final = (30.0, 300.0)
GONE: Final = (404, 410)
LONGEST_LIFE: Final = 28 * 86_400
AUTH_BYTES: Final = 16


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirects: they could lead anywhere."""

    def redirect_request(self, *_: Any) -> None:
        """None: the answer is an error."""


OPENER: Final = urllib.request.build_opener(NoRedirect)


class TurnNotifier:
    """Sends the turn notifications of one server process. The key is read, or created, on first use."""

    def __init__(self, store: StorePort, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self._key: VapidKey | None = None

    async def key(self) -> VapidKey:
        """The key of this store."""
        if self._key is None:
            text = await self.store.write(partial(subscriptions.vapid_key, fresh=new_key()))
            self._key = VapidKey.read(text, self.settings.address)
        return self._key

    def check(self, subscription: Subscription) -> None:
        """Raise RequestRefused unless the address belongs to a push service and the keys are valid."""
        if not is_service(subscription.endpoint, self.settings.push_service):
            raise RequestRefused("unknown-push-service")
        try:
            read_point(subscription.p256dh)
            fits = len(to_bytes(subscription.auth)) == AUTH_BYTES
        except ValueError:
            fits = False
        if not fits:
            raise RequestRefused("bad-message", at=["body.p256dh", "body.auth"])

    async def tell(self, table: str, seats: Sequence[int], seconds: float | None) -> None:
        """Notify these seats of their turn; `seconds` is how long it lasts, None without a limit."""
        subscriptions = await self._subscriptions(table, seats)
        if subscriptions:
            life = int(min(seconds or LONGEST_LIFE, LONGEST_LIFE))
            await asyncio.gather(*(self._deliver(subscription, table, seats, life) for subscription in subscriptions))

    async def _subscriptions(self, table: str, seats: Sequence[int]) -> list[Subscription]:
        return await self.store.read(partial(subscriptions.of_seats, table=table, seats=seats))

    async def _deliver(self, subscription: Subscription, table: str, seats: Sequence[int], life: int) -> None:
        """Send a message, and retry after a while if the push service is busy, unless the browser has unsubscribed or
        was signed out by then; an expired subscription is deleted."""
        key = await self.key()
        for wait in (*RETRY_SECONDS, None):
            status = await asyncio.to_thread(send, subscription, table, life, key)
            if status in GONE:
                await self.store.write(partial(subscriptions.forget_endpoint, endpoint=subscription.endpoint))
            if status < 300 or status in GONE:
                return
            log.warning("push-failed", extra={"status": status, "host": urlsplit(subscription.endpoint).hostname})
            if wait is None or (400 <= status < 500 and status != 429):
                return
            await asyncio.sleep(wait)
            if subscription not in await self._subscriptions(table, seats):
                return


def is_service(endpoint: str, more: Sequence[str]) -> bool:
    """Whether an address belongs to a push service: one of the browsers', or one that the host named."""
    try:
        parts = urlsplit(endpoint)
    except ValueError:
        return False
    host = parts.netloc.lower()
    if any(f"{parts.scheme}://{parts.netloc}" == service.rstrip("/") for service in more):
        return True
    known = any(host == domain or host.endswith(f".{domain}") for domain in SERVICES)
    return parts.scheme == "https" and known and NAME.fullmatch(host) is not None


def send(subscription: Subscription, table: str, life: int, key: VapidKey) -> int:
    """Post one message; return the status of the answer, 599 without one."""
    content = encrypt(json.dumps({"table": table}).encode(), subscription.p256dh, subscription.auth)
    headers = {
        "authorization": key.authorization(subscription.endpoint, time.time()),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(life),
        "topic": table,
        "urgency": "normal",
    }
    request = urllib.request.Request(subscription.endpoint, content, headers, method="POST")
    try:
        with OPENER.open(request, timeout=TIMEOUT_SECONDS) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code
    except (URLError, OSError, HTTPException, ValueError):  # the last two: not even a request could be made of it
        return 599
