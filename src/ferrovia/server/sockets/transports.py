"""The HTTP server below the application: uvicorn, with limits on connections if its internals are known."""

import importlib
import logging
from collections.abc import Callable
from typing import Any, Final

import uvicorn

from ferrovia.protocol.requests import LARGEST
from ferrovia.server.base.settings import Settings

log = logging.getLogger(__name__)
TESTED: Final = ((0, 40), (0, 60))
"""Versions of uvicorn whose internals are known: from the first, below the second. pyproject.toml has the same
bounds."""
INTERNALS: Final = "ferrovia.server.sockets.uvicorn_internals"
FAREWELL_SECONDS: Final = 5
FRAMES: Final = 10
"""Pings, pongs and fragments that a connection may send for each message."""
INVALID_TEXT: Final = 1007


def make_server(app: Any, settings: Settings, end_streams: Callable[[], None]) -> uvicorn.Server:
    """The server for an application, which calls `end_streams` before it stops. With an untested uvicorn it is a plain
    one, which works the same but has no limits on connections below the application."""
    internals = known_internals()
    if internals is None:
        return uvicorn.Server(config_of(app))
    config = config_of(app, **internals.protocols(settings))
    server: uvicorn.Server = internals.TableServer(config, settings.patience, end_streams)
    return server


def config_of(app: Any, **protocols: Any) -> uvicorn.Config:
    """The configuration of uvicorn, by its documented options."""
    return uvicorn.Config(
        app,
        **protocols,
        ws_max_size=LARGEST * 4,  # our own limit answers with a reason; this one saves memory
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=FAREWELL_SECONDS,
        server_header=False,
        log_config=None,
        access_log=False,
    )


def known_internals() -> Any:
    """The module that relies on uvicorn's internals; None, with a log line, if it cannot be used."""
    first, last = TESTED
    try:
        if not first <= release(uvicorn.__version__) < last:
            raise ImportError("a version that was not tested")
        return importlib.import_module(INTERNALS)
    except (ImportError, AttributeError) as error:
        log.warning("connections-unlimited", extra={"uvicorn": uvicorn.__version__, "why": str(error)})
        return None


def release(version: str) -> tuple[int, ...]:
    """The first two numbers of a version."""
    return tuple(int(part) if part.isdigit() else 0 for part in version.split(".")[:2])
