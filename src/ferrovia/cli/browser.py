"""`ferrovia play` in the browser: a server on this machine, for this machine or its network, with its page opened."""

import os
import signal
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode, urlsplit

from ferrovia.bots.levels import level_names
from ferrovia.cli.exit_codes import stop

if TYPE_CHECKING:
    from ferrovia.server.base.settings import Settings

PORT: Final = 8000
"""Tried first: a browser stores a player's settings by the address of the page."""
READY_SECONDS: Final = 600.0
HINTS_PER_MINUTE: Final = 600
"""At home nobody needs a limit."""
LOOK_SECONDS: Final = 0.1
EARLIER: Final = "  Your earlier games on this computer are at  http://localhost:{port}/\n"
"""Browsers store the key to a seat by address: a game started at the other address is found only there."""


@dataclass(frozen=True)
class Preselection:
    """What the command line asked for; the start page shows it preselected."""

    rules: str | None
    players: int | None
    bots: tuple[str, ...]
    practice: bool | None
    map: tuple[str, ...]
    """A file of rules that are not built in."""
    store: str
    port: int | None
    network: bool
    """Whether other machines may connect: friends in the same network."""
    browser: bool

    def path(self) -> str:
        """The start page with these choices."""
        choices = {
            "rules": self.rules,
            "players": self.players,
            "bots": ",".join(self.named_bots()) or None,
            "practice": None if self.practice is None else int(self.practice),
        }
        parameters = {name: value for name, value in choices.items() if value is not None}
        return f"/?{urlencode(parameters, safe=',')}" if parameters else "/"

    def named_bots(self) -> dict[str, str]:
        """The name of each bot at the table and its spec; a level keeps its name."""
        specs: dict[str, str] = {}
        for text in self.bots:
            name = text if text in level_names() else simple_name(text)
            specs[name] = text
        return specs

    def settings(self) -> "Settings":
        """The settings of a server for this machine."""
        from ferrovia.server.base.settings import Settings

        more = tuple(f"{name}={text}" for name, text in self.named_bots().items() if name not in level_names())
        port = PORT if self.port is None else self.port
        host = "0.0.0.0" if self.network else "127.0.0.1"
        offered = Settings(map=self.map, bot=more, hints_per_minute=HINTS_PER_MINUTE)
        return replace(offered, store=self.store, host=host, port=port).checked()


def simple_name(text: str) -> str:
    """A bot's spec as a name of letters, digits and hyphens."""
    stem = Path(text.split(":")[0]).stem if "/" in text or text.endswith(".py") else text
    return "-".join("".join(letter if letter.isalnum() else " " for letter in stem).split()) or "bot"


def play_in_browser(preselection: Preselection) -> int:
    """Serve until Ctrl-C. If another server of ours already has the store, open its page instead."""
    from ferrovia.server.launch import address_shown, run, try_out

    settings = preselection.settings()
    if there := running_address(settings):
        return show_running(there, preselection)
    try_out(settings)
    listening = listen_somewhere(settings, fixed=preselection.port is not None)
    address = network_address(listening) if preselection.network else address_shown(settings, listening)
    ready = threading.Event()
    end_quietly(ready)
    threading.Thread(target=welcome, args=(address, preselection, ready), daemon=True).start()
    silence_logs()
    with advertised(settings, address):
        run(settings, listening, lan=not preselection.network, at_once=True)
    print("\nGoodbye. Your games are saved.", file=sys.stderr)
    return 0


def listen_somewhere(settings: "Settings", fixed: bool) -> socket.socket:
    """Listen on the usual port, or on any other if that is taken and none was requested."""
    from ferrovia.errors import ServerError
    from ferrovia.server.launch import listen

    try:
        return listen(settings)
    except ServerError:
        if fixed:
            raise
        return listen(replace(settings, port=0))


def network_address(listening: socket.socket) -> str:
    """Where others in the network find this machine. Links to seats begin with what the host's own browser shows, so
    the host has to use it too."""
    from ferrovia.server.base.local_network import local_address

    return f"http://{local_address() or 'localhost'}:{listening.getsockname()[1]}"


def welcome(address: str, preselection: Preselection, ready: threading.Event) -> None:
    """Once the server answers, print its address and open the page."""
    end = time.monotonic() + READY_SECONDS
    while not answers(address):
        if time.monotonic() > end:
            return
        time.sleep(LOOK_SECONDS)
    ready.set()
    page = address + preselection.path()
    earlier = EARLIER.format(port=urlsplit(address).port) if preselection.network else ""
    print(f"\n  Ferrovia is at  {page}\n{earlier}  Press Ctrl-C to stop.\n", file=sys.stderr, flush=True)
    if preselection.browser:
        open_page(page)


def answers(address: str) -> bool:
    """Whether a server of ours is there."""
    with suppress(OSError, ValueError), urllib.request.urlopen(f"{address}/healthz", timeout=5) as answer:
        return bool(answer.read(8) == b"ok\n")
    return False


def open_page(page: str) -> None:
    """Open a browser window; without a screen, text browsers would only take over the terminal."""
    graphical = sys.platform != "linux" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    if graphical:
        with suppress(webbrowser.Error):
            webbrowser.open(page)


def end_quietly(ready: threading.Event) -> None:
    """Stop on Ctrl-C: the running server stops in good order on its own; before it runs, stop immediately."""
    signal.signal(signal.SIGINT, lambda *_: None if ready.is_set() else stop())


def silence_logs() -> None:
    """Show warnings and errors only."""
    import logging

    logging.getLogger("ferrovia").setLevel(logging.WARNING)


def address_file(settings: "Settings") -> Path:
    """The file with the address of the server that has a store."""
    return Path(settings.url.removeprefix("sqlite:///") + ".address")


@contextmanager
def advertised(settings: "Settings", address: str) -> Iterator[None]:
    """Let another `ferrovia play` find the server while it runs."""
    file = address_file(settings)
    with suppress(OSError):
        file.write_text(address)
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink()


def running_address(settings: "Settings") -> str | None:
    """The address of a server of ours that has the store, if it answers."""
    if settings.shared:
        return None
    try:
        address = address_file(settings).read_text().strip()
    except OSError:
        return None
    return address if answers(address) else None


def show_running(address: str, preselection: Preselection) -> int:
    """Open the page of the running server: two servers would conflict over one store."""
    page = address + preselection.path()
    print(f"\n  Ferrovia is already running at  {page}\n", file=sys.stderr)
    if preselection.browser:
        open_page(page)
    return 0
