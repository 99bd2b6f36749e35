"""Starting the server: one process, or several behind the same address."""

import asyncio
import multiprocessing
import signal
import socket
import sys
import time
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ferrovia.errors import ServerError
from ferrovia.game import SPECTATOR, Game
from ferrovia.server.app import make_app
from ferrovia.server.entries import START, Entry
from ferrovia.server.messages import LARGEST
from ferrovia.server.settings import Settings
from ferrovia.server.sights import happening, sight
from ferrovia.server.watch import set_up_logs

HEAD_SECONDS: Final = 15.0
"""How long a connection may take to say what it wants."""
FAREWELL_SECONDS: Final = 5
PAUSE: Final = 0.5


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
    return Crew(settings, listening).run()


class Crew:
    """Several processes behind one address; one that is gone is replaced, and all end with us."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self.settings, self.listening = settings, listening
        self.context = multiprocessing.get_context("spawn")
        self.processes = [self.hire() for _ in range(settings.workers)]
        self.told = False

    def hire(self) -> Any:
        """One more."""
        process = self.context.Process(target=serve, args=(self.settings, self.listening))
        process.start()
        return process

    def run(self) -> int:
        """Until told to stop."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        while not self.told:
            for place, process in enumerate(self.processes):
                if process.exitcode is not None and not self.told:
                    self.processes[place] = self.hire()
            time.sleep(PAUSE)
        for process in self.processes:
            process.join(FAREWELL_SECONDS * 3)
        return 0

    def stop(self, *_: object) -> None:
        """Told to: so are they."""
        self.told = True
        for process in self.processes:
            process.terminate()


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
