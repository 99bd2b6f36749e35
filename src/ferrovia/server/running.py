"""Starting the server: one process, or several behind the same address."""

import asyncio
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from multiprocessing.connection import wait
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ferrovia.errors import ServerError
from ferrovia.game import SPECTATOR, Game
from ferrovia.server.app import make_app
from ferrovia.server.entries import START, Entry
from ferrovia.server.messages import LARGEST
from ferrovia.server.settings import Settings
from ferrovia.server.shelf import Shelf
from ferrovia.server.sights import happening, sight
from ferrovia.server.store.opening import hold, open_engine
from ferrovia.server.thinking import named_bot
from ferrovia.server.watch import set_up_logs

HEAD_SECONDS: Final = 15.0
"""How long a connection may take to say what it wants."""
FAREWELL_SECONDS: Final = 5
REPLACE_SECONDS: Final = 0.5


class ImpatientProtocol(HttpToolsProtocol):
    """Closes connections that never ask for anything: each would hold a place for ever."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock."""
        super().connection_made(transport)
        self.impatience = self.loop.call_later(HEAD_SECONDS, transport.close)

    def on_headers_complete(self) -> None:
        """It said what it wants."""
        self.impatience.cancel()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self.impatience.cancel()
        super().connection_lost(exc)


def listen(settings: Settings) -> socket.socket:
    """The address, taken; ServerError says why not."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((settings.host, settings.port))
        found.listen(2048)
    except (OSError, OverflowError) as error:
        found.close()
        place = f"{settings.host} port {settings.port}"
        raise ServerError(f"cannot listen on {place}: {error}; --host and --port choose another") from None
    found.set_inheritable(True)
    return found


def run(settings: Settings, listening: socket.socket) -> int:
    """Serve until told to stop."""
    if settings.workers == 1:
        return serve(settings, listening)
    return House(settings, listening).run()


class House:
    """Several processes behind one address, and whoever looks after them: one that dies is replaced."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self.settings, self.listening = settings, listening
        self.context = multiprocessing.get_context("spawn")
        self.processes: list[Any] = []
        self.closing = False

    def run(self) -> int:
        """Until told to stop, and all of them have."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.close)
        while not self.closing:
            self.hire()
            wait([process.sentinel for process in self.processes])
            self.processes = [process for process in self.processes if process.is_alive()]
            time.sleep(0 if self.closing else REPLACE_SECONDS)
        for process in self.processes:
            process.join(FAREWELL_SECONDS * 2)
            process.kill()
        return 0

    def hire(self) -> None:
        """As many as there should be."""
        while len(self.processes) < self.settings.workers and not self.closing:
            process = self.context.Process(target=serve_in_house, args=(self.settings, self.listening))
            process.start()
            self.processes.append(process)

    def close(self, *_: Any) -> None:
        """Tell all of them."""
        self.closing = True
        for process in self.processes:
            process.terminate()


def serve_in_house(settings: Settings, listening: Any) -> int:
    """One process of several, as long as there is somebody to look after it."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    return serve(settings, listening)


def try_out(settings: Settings) -> None:
    """Whatever cannot be had is said before anybody is told the address."""
    Shelf(settings.map)
    for text in settings.bot:
        named_bot(text)
    open_engine(settings.url).dispose()
    if held := hold(settings.url):
        held.close()


def serve(settings: Settings, listening: Any) -> int:
    """One process."""
    set_up_logs(settings.json_logs)
    load_compiled()
    config = uvicorn.Config(
        make_app(settings),
        http=ImpatientProtocol,
        ws="websockets-sansio",
        ws_max_size=LARGEST * 4,  # our own limit answers with a reason; this one saves memory
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=FAREWELL_SECONDS,
        server_header=False,
        log_config=None,
        access_log=False,
        h11_max_incomplete_event_size=1 << 14,
    )
    server = uvicorn.Server(config)
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn ends in good order, then raises the signal once more
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listening]))
    return 0 if server.started else 1


def load_compiled() -> None:
    """Everything a table needs is compiled, or loaded, before anybody is served: later it would keep all waiting."""
    game = Game("switzerland", 2, secret=bytes(32))
    game.play(game.legal_moves()[0])
    for seat in (SPECTATOR, 0):
        sight(game, seat, game.rules, [], b"")
        happening(game.rules, Entry(1, START, None, "{}", 0, 0.0), seat, game.setup_events.tobytes())
    game.scores()
    game.view(0).explain("draw")


def address_shown(settings: Settings, listening: socket.socket) -> str:
    """Where a browser finds it."""
    port = listening.getsockname()[1]
    host = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else settings.host
    return settings.address or f"http://{host}:{port}"


def announce(settings: Settings, listening: socket.socket) -> None:
    """One line for whoever started it."""
    print(f"Ferrovia is at {address_shown(settings, listening)} (Ctrl-C stops it)", file=sys.stderr, flush=True)
