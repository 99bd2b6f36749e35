"""Rate limits of requests, by address: of tries, which could guess a secret, and of creations, which fill the store."""

from typing import Final

from starlette.requests import HTTPConnection

from ferrovia.server.http.credentials import address_of
from ferrovia.server.http.dependencies import state_of

LIGHT: Final = 0.2
"""The cost of a request that guesses little or stores little: an address may make five instead of one."""


def check_try(request: HTTPConnection, cost: float = 1.0) -> None:
    """Raise RequestRefused if an address has tried too often."""
    state_of(request).limits.tries.check(address_of(request), cost=cost)


def check_creation(request: HTTPConnection, code: str = "too-fast", cost: float = 1.0) -> None:
    """Raise RequestRefused if an address has created too much."""
    state_of(request).limits.creations.check(address_of(request), code, cost)
