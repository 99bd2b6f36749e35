"""Attacks by patience: thousands of connections that say nothing, half of something, or something very slowly."""

import contextlib
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from tests.server.attack_tools import (
    TEXT,
    Wire,
    dial,
    frame,
    held_ports,
    megabytes,
    process_of,
    request_text,
    seated,
    serving,
    wait_for,
)
from tests.server.server_process import Server
from tests.server.websocket_players import Person, together

PATIENCE = 4.0
SECONDS = 180.0
"""After which nobody is left, on the busiest machine; on others after twice the patience: for a hello, and its end."""
FILES = 6000
FEW_FILES = 250


class Siege:
    """Many connections of several kinds, held open as long as the server lets them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.key = server.key()
        self.table = server.open("switzerland", "me me", self.key)["id"]
        self.lines: dict[str, list[socket.socket]] = {}
        self.ports: dict[str, set[int]] = {}
        self.closed: dict[str, float] = {}
        """After how many seconds the last one of a kind was closed."""
        self.waits: list[float] = []
        """Seconds that others had to wait for an answer meanwhile."""

    def lay(self, kind: str, count: int, begin: Callable[[], socket.socket]) -> None:
        """A number of clients of one kind."""
        self.lines[kind] = [begin() for _ in range(count)]
        self.ports[kind] = {line.getsockname()[1] for line in self.lines[kind]}
        assert wait_for(lambda: self.ports[kind] & held_ports(self.server), 10), "the server has none of them"

    def saying(self, content: bytes) -> Callable[[], socket.socket]:
        """Connections that say this and then nothing."""

        def begin() -> socket.socket:
            line = dial(self.server)
            line.sendall(content)
            return line

        return begin

    def second_request(self) -> socket.socket:
        """One that has been answered, and begins again."""
        line = dial(self.server)
        line.sendall(request_text("GET", "/healthz"))
        assert b"200 OK" in line.recv(4096)
        line.sendall(b"GET /heal")
        return line

    def opened_socket(self, content: bytes) -> Callable[[], socket.socket]:
        """WebSockets that say this and then nothing."""
        return lambda: Wire(self.server, self.table, self.key).raw(content).socket

    def watch(self, seconds: float) -> None:
        """Until all are gone; meanwhile others ask for things, and some drip."""
        began = time.monotonic()
        with seated(self.server, self.table, self.key) as bystander:
            while len(self.closed) < len(self.ports) and time.monotonic() - began < seconds:
                asked = time.monotonic()
                assert self.server.call("GET", "/api/rules")[0] == 200
                assert bystander.alive()
                self.waits.append(time.monotonic() - asked)
                for line in self.lines["a head that drips"]:
                    with contextlib.suppress(OSError):
                        line.sendall(b"x")
                held = held_ports(self.server)
                for kind, ports in self.ports.items():
                    if kind not in self.closed and not ports & held:
                        self.closed[kind] = time.monotonic() - began
                time.sleep(0.3)

    def lift(self) -> None:
        """Close what the server has not."""
        for line in (line for lines in self.lines.values() for line in lines):
            line.close()


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with room for many, and a test process likewise."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < FILES:
        pytest.skip(f"this machine allows {hard} open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FILES), hard))
    with serving(tmp_path_factory.mktemp("besieged"), "--bots", "1", "--patience", str(PATIENCE)) as server:
        yield server
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def siege(besieged: Server) -> Iterator[Siege]:
    """A thousand of them."""
    found = Siege(besieged)
    body = {"authorization": f"Bearer {found.key}", "content_type": "application/json", "content_length": "500"}
    found.lay("no hello", 60, found.opened_socket(b""))
    found.lay("half a hello", 60, found.opened_socket(frame(TEXT, b'{"message":', final=False)))
    found.lay("half a second head", 100, found.second_request)
    found.lay("half a body", 100, found.saying(request_text("POST", "/api/tables", **body) + b'{"rules": '))
    found.lay("a head that drips", 20, found.saying(b"GET /api/rules HTTP/1.1\r\nx: "))
    found.lay("silence", 350, lambda: dial(besieged))
    found.lay("half a head", 350, found.saying(b"GET /api/rules HTTP/1.1\r\nhost: x\r\nx-y: "))
    found.watch(SECONDS)
    yield found
    found.lift()


@pytest.mark.parametrize("kind", ["silence", "half a head", "a head that drips", "no hello", "half a hello"])
def test_a_client_that_says_nothing_is_sent_away(siege: Siege, kind: str) -> None:
    assert kind in siege.closed, f"{len(siege.ports[kind] & held_ports(siege.server))} are still there"


@pytest.mark.parametrize("kind", ["half a body", "half a second head"])
def test_a_client_that_goes_silent_is_sent_away(siege: Siege, kind: str) -> None:
    assert kind in siege.closed, f"{len(siege.ports[kind] & held_ports(siege.server))} are still there"


def test_others_are_served_meanwhile(siege: Siege) -> None:
    assert len(siege.waits) > 5
    assert max(siege.waits) < SECONDS, "a player waited until the siege was over"


def test_two_thousand_visitors_cost_little_memory(besieged: Server) -> None:
    before = megabytes(besieged)
    lines = [dial(besieged) for _ in range(2000)]
    assert besieged.call("GET", "/healthz")[0] == 200
    grown = megabytes(besieged) - before
    for line in lines:
        line.close()
    assert grown < 100, f"{grown:.0f} MB"


def test_a_game_goes_on_under_a_storm_of_connections(besieged: Server) -> None:
    key = besieged.key()
    person = Person(besieged, besieged.open("new-york", "me me", key)["id"], key)
    stop = threading.Event()

    def storm() -> None:
        while not stop.is_set():
            with contextlib.suppress(OSError):
                dial(besieged).close()

    attacker = threading.Thread(target=storm)
    attacker.start()
    try:
        together(person.play())
    finally:
        stop.set()
        attacker.join()
    assert person.over
    assert not person.refused


def is_ready(server: Server) -> bool:
    with contextlib.suppress(OSError):
        return bool(server.call("GET", "/readyz") == (200, "ok\n"))
    return False


def test_silent_connections_leave_room_for_others(tmp_path):
    """More silent connections than the server has file descriptors: others are served, and the log names the cause."""
    with serving(tmp_path) as server, contextlib.ExitStack() as lines:
        resource.prlimit(process_of(server).pid, resource.RLIMIT_NOFILE, (FEW_FILES, FEW_FILES))
        for _ in range(FEW_FILES + 50):
            lines.callback(dial(server).close)
        # For a second after the server has accepted it, each of them may be about to speak.
        assert wait_for(lambda: is_ready(server), 60)
        key = server.key()
        with seated(server, server.open("switzerland", "me me", key)["id"], key) as wire:
            assert wire.alive()
        (told,) = [line for line in server.log.read_text().splitlines() if "connection-closed" in line]
        assert "address=127.0.0.1" in told
        assert "why=" in told
