"""The limits of an address, over all its requests and connections."""

from typing import Final

from ferrovia.server.base.rate_limits import ConcurrencyLimiter, RateLimiter
from ferrovia.server.base.settings import Settings

HOUR: Final = 3600.0
MINUTE: Final = 60.0
REQUEST_BURST: Final = 5
"""Seconds' worth of requests that may arrive in a burst."""
MESSAGE_BURST: Final = 3.0
"""Seconds' worth of messages over WebSockets that may arrive in a burst."""
CONNECTIONS: Final = 5
"""How many busy connections' worth of messages an address may send."""
REPLAYS_PER_MINUTE: Final = 30.0
"""Records an address may have read per minute; cached ones cost nothing."""


class AddressLimits:
    """The limiters that all addresses share. Expensive work has a budget of its own (`server.workers.offload`)."""

    def __init__(self, settings: Settings) -> None:
        requests = settings.requests_per_second
        messages = settings.messages_per_second * CONNECTIONS
        self.requests = RateLimiter(requests, requests * REQUEST_BURST)
        self.creations = RateLimiter(settings.tables_per_client / HOUR, settings.tables_per_client)
        """What fills the store: tables, keys, accounts."""
        self.tries = RateLimiter(settings.tries_per_minute / MINUTE, settings.tries_per_minute)
        """What could guess a secret: join codes, links, tokens."""
        self.replays = RateLimiter(REPLAYS_PER_MINUTE / MINUTE, REPLAYS_PER_MINUTE)
        self.hints = RateLimiter(settings.hints_per_minute / MINUTE, settings.hints_per_minute)
        self.messages = RateLimiter(messages, messages * MESSAGE_BURST)
        self.sockets = ConcurrencyLimiter(settings.sockets_per_client)
        """WebSockets and the streams of programs."""
