"""Server start-up: one process, or several behind the same address."""

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
import time
from multiprocessing.connection import wait
from typing import Any, Final

from ferrovia.core.descriptors import raise_descriptor_limit
from ferrovia.errors import ServerError
from ferrovia.processes.lifetime import end_with_parent
from ferrovia.server.app import make_app
from ferrovia.server.base.garbage import spare_long_lived
from ferrovia.server.base.name_filter import read_name_filter
from ferrovia.server.base.observability import set_up_logs
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.base.settings import Settings
from ferrovia.server.http.bots import end_streams
from ferrovia.server.http.dependencies import AppState
from ferrovia.server.http.documentation import check_documentation
from ferrovia.server.sockets.lan_listener import LanListener, ListeningServer
from ferrovia.server.sockets.transports import FAREWELL_SECONDS, make_server
from ferrovia.server.store.opening import hold, open_engine
from ferrovia.server.warming import load_compiled, warm
from ferrovia.server.workers.bot_pool import named_bot

log = logging.getLogger(__name__)
SHARED_PORT: Final = sys.platform == "linux"
"""Whether the system distributes connections over all sockets that listen on a port."""
BACKLOG: Final = 2048
REPLACE_SECONDS: Final = 0.5
SWITCH_SECONDS: Final = 0.0002
"""The writer thread releases the GIL several times per move; it must not wait Python's default interval of 5 ms each
time until a busy event loop gives it back."""


def listen(settings: Settings) -> socket.socket:
    """A socket bound to the address; ServerError says why not. Each of several processes has its own."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":  # on Windows this would let two servers share the address
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        if settings.workers > 1 and SHARED_PORT:
            listening.setsockopt(
                socket.SOL_SOCKET, socket.SO_REUSEPORT, 1
            )  # only now, so that another server is noticed
        else:
            listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        place = f"{settings.host} port {settings.port}"
        raise ServerError(f"cannot listen on {place}: {error}; choose another with --host and --port") from None
    return listening


def listen_beside(taken: socket.socket) -> socket.socket:
    """A process's own listening socket at the address: with a shared one, an idle process would get most
    connections."""
    if not SHARED_PORT:
        return taken
    listening = socket.socket(taken.family, socket.SOCK_STREAM)
    for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):
        listening.setsockopt(socket.SOL_SOCKET, option, 1)
    listening.bind(taken.getsockname())
    listening.listen(BACKLOG)
    return listening


def run(settings: Settings, listening: socket.socket, lan: bool = False, at_once: bool = False) -> int:
    """Serve until told to stop; with `lan` the person at this computer may let others in. `at_once`: serve pages
    while the kernels are still being compiled."""
    if settings.workers == 1:
        return serve(settings, listening, lan=lan, at_once=at_once)
    return ServerProcesses(settings, listening).run()


class ServerProcesses:
    """Supervisor of several server processes behind one address: one that dies is replaced. POSIX only."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self.settings, self.listening = settings, listening
        self.context = multiprocessing.get_context("spawn")
        self.processes: dict[int, Any] = {}
        """By number. The first does what is done once."""
        self.closing = False

    def run(self) -> int:
        """Supervise until stopped and all processes have ended."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.close)
        while not self.closing:
            self.start_missing()
            wait([process.sentinel for process in self.processes.values()])
            self.processes = {number: process for number, process in self.processes.items() if process.is_alive()}
            time.sleep(0 if self.closing else REPLACE_SECONDS)
        for process in self.processes.values():
            process.join(FAREWELL_SECONDS * 2)
            process.kill()
        return 0

    def start_missing(self) -> None:
        for number in range(self.settings.workers):
            if number not in self.processes and not self.closing:
                process = self.context.Process(
                    target=serve_one_of_several, args=(self.settings, self.listening, number == 0)
                )
                process.start()
                self.processes[number] = process
                if self.closing:  # stopped while it was being started, and not yet known to `close`
                    process.terminate()

    def close(self, *_: Any) -> None:
        """Stop all of them."""
        self.closing = True
        for process in self.processes.values():
            process.terminate()


def serve_one_of_several(settings: Settings, taken: Any, first: bool) -> int:
    """One process of several; it stops when its supervisor is gone."""
    end_with_parent(lambda: signal.raise_signal(signal.SIGTERM))
    return serve(settings, listen_beside(taken), first)


def try_out(settings: Settings) -> None:
    """Try everything that may fail before announcing the address."""
    RulesLibrary(settings.map)
    read_name_filter(settings.blocked_names)
    check_documentation(settings.docs)
    for text in settings.bot:
        named_bot(text)
    held = hold(settings.url)  # first: opening would bring the store of a running, older server to a newer format
    try:
        open_engine(settings.url).dispose()
    finally:
        if held:
            held.release()


def serve(settings: Settings, listening: Any, first: bool = True, lan: bool = False, at_once: bool = False) -> int:
    """Serve in this process."""
    set_up_logs(settings.json_logs)
    if not at_once:
        load_compiled()
    sys.setswitchinterval(SWITCH_SECONDS)
    raise_descriptor_limit()
    app = make_app(settings, first, warm if at_once else None)
    spare_long_lived()
    server = make_server(app, settings, lambda: release(app))
    if lan and isinstance(server, ListeningServer):
        app.state.listener = LanListener(server, listening.getsockname()[1])
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn shuts down in good order, then raises the signal again
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listening]))
    return 0 if server.started else 1


def release(app: Any) -> None:
    """Let go of requests that would keep a closing server waiting."""
    state: AppState = app.state
    end_streams(state.streams)
    state.warm_up.closing.set()
    state.services.tasks.spawn(state.services.ownership.release())


def address_shown(settings: Settings, listening: socket.socket) -> str:
    """The address for a browser."""
    port = listening.getsockname()[1]
    host = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else settings.host
    return settings.address or f"http://{host}:{port}"


def announce(settings: Settings, listening: socket.socket) -> None:
    """Print the server's address in one line."""
    if settings.json_logs:
        set_up_logs(settings.json_logs)
        log.info("listening", extra={"address": address_shown(settings, listening)})
    else:
        print(f"Ferrovia is at {address_shown(settings, listening)} (Ctrl-C stops it)", file=sys.stderr, flush=True)
