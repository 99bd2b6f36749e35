"""File descriptors this process may have; POSIX limits them."""

import contextlib
from typing import Final

try:
    import resource
except ImportError:  # not POSIX
    resource = None  # type: ignore[assignment]

WANTED: Final = 65_536
NO_LIMIT: Final = 1 << 20
"""Where the system sets no limit."""


def most_descriptors() -> int:
    """How many file descriptors this process may have."""
    if resource is None:
        return NO_LIMIT
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return NO_LIMIT if soft == resource.RLIM_INFINITY else soft


def raise_descriptor_limit() -> None:
    """Allow this process as many file descriptors as the system lets it have, within reason."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # some systems have another limit, and do not say so
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
