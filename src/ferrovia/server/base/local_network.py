"""This machine's address in the local network."""

import socket
from contextlib import suppress

ELSEWHERE = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737): the way there begins at our own."""


def local_address() -> str | None:
    """Where others in the network find this machine; None without a network. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(ELSEWHERE)
        return str(asking.getsockname()[0])
    return None
