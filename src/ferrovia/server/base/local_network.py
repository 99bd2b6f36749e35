"""This machine's address in the local network."""

import socket
from contextlib import suppress

ELSEWHERE = ("192.0.2.1", 9)
"""A reserved documentation address (RFC 5737): the route to it starts at our own address."""


def local_address() -> str | None:
    """This machine's address in the local network; None without a network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(ELSEWHERE)
        return str(asking.getsockname()[0])
    return None
