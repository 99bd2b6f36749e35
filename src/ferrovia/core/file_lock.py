"""Advisory lock between processes, held on a file: `fcntl` on POSIX, `msvcrt` on Windows, no lock elsewhere.

The operating system releases it when the process ends, however it ends.
"""

import os
import sys
from pathlib import Path
from typing import Self


class FileLock:
    """Exclusive lock on a file, which is created if missing. Use it as a context manager, or call `acquire` and
    `release`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def acquire(self, *, wait: bool = True) -> bool:
        """Take the lock and return whether that succeeded. With `wait=False` it returns at once when another process
        holds it."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        if not _lock(descriptor, wait):
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Release the lock, if it is held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int, wait: bool) -> bool:
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                return True
            except OSError:  # LK_LOCK gives up after ten seconds
                if not wait:
                    return False

else:
    try:
        import fcntl
    except ImportError:  # a system without advisory locks: processes do not wait for each other

        def _lock(descriptor: int, wait: bool) -> bool:
            return True

    else:

        def _lock(descriptor: int, wait: bool) -> bool:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            except BlockingIOError:
                return False
            return True
