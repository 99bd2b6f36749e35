"""Lifetime and limits of child processes, on POSIX and elsewhere.

A child never outlives its parent: it ends when its standard input does, or when it notices that its parent is gone. A
program that may start others gets a process group of its own, so that all of them can be killed.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

try:
    import resource
except ImportError:  # not POSIX
    resource = None  # type: ignore[assignment]

PROCESS_GROUPS: Final = hasattr(os, "killpg")
MEGABYTE: Final = 1 << 20


def group_options() -> dict[str, Any]:
    """Options of `subprocess.Popen` for a process that leads its own group and inherits nothing but its pipes."""
    if sys.platform == "win32":
        return {"close_fds": True, "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"close_fds": True, "start_new_session": PROCESS_GROUPS}


def kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process started with `group_options` and everything it started."""
    if PROCESS_GROUPS:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    elif sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    with suppress(OSError):
        process.kill()


def kill_process(process: int) -> None:
    """Kill a process by its id, if it still exists. Windows has no SIGKILL: any signal ends a process there."""
    with suppress(OSError):
        os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def limit_memory(megabytes: int) -> None:
    """Limit the address space of this process, where the system supports that."""
    if resource is not None:
        limit = megabytes * MEGABYTE
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def end_with_parent(end: Callable[[], object]) -> None:
    """Call `end` in a thread as soon as the `multiprocessing` parent of this process is gone."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
        end()

    threading.Thread(target=watch, daemon=True, name="parent").start()


def signal_name(number: int) -> str:
    """The name of a signal; real-time signals only have numbers."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
