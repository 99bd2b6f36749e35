"""Attacks by not reading: what a client does not read must not pile up, nor hold a place forever."""

import socket
import time
from collections.abc import Iterator

import pytest

from ferrovia.server.sockets.uvicorn_internals import MOST_PIPELINED
from tests.server.attack_tools import (
    Wire,
    dial,
    held_ports,
    megabytes,
    metric,
    request_text,
    seated,
    serving,
    started,
    wait_for,
)
from tests.server.server_process import Server
from tests.server.websocket_players import Person, together

PATIENCE = 4.0
SECONDS = 40.0
"""After which a client that reads nothing is gone, on a busy machine."""
SMALL = 4096
MEGABYTES = 64
"""What a first game loads takes up to 42."""
ANSWERS = MOST_PIPELINED + 1
"""As many as a connection may ask for at once: 5 MB of the largest, which no buffer of the system takes."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("slow"), "--bots", "1", "--patience", str(PATIENCE)) as found:
        yield found


def deaf(server: Server, table: str, key: str, most: int = 8 << 20) -> Wire:
    """A connection at a table that reads nothing and has seen to it that all buffers on the way are full."""
    wire = Wire(server, table, key, receive_buffer=SMALL)
    wire.hello()
    time.sleep(0.2)
    wire.stuff(most)
    return wire


def unread(server: Server) -> socket.socket:
    """A client that asks for much over HTTP and reads nothing of it."""
    line = dial(server, receive_buffer=SMALL)
    line.sendall(request_text("GET", "/api/openapi.json") * ANSWERS)
    return line


@pytest.fixture(scope="module")
def played(server: Server) -> dict[str, float]:
    """A fast game of five on one screen, with clients that read nothing and one that reads everything."""
    key = server.key()
    table = started(server, "me me me me me", key, rules="north-america")["id"]
    lines = [unread(server) for _ in range(10)]
    http = {line.getsockname()[1] for line in lines}
    assert wait_for(lambda: http & held_ports(server), 10)
    wires = [deaf(server, table, key) for _ in range(3)]
    sockets = {wire.port for wire in wires}
    assert wait_for(lambda: sockets & held_ports(server), 10)
    before, began = megabytes(server), time.monotonic()
    person = Person(server, table, key)
    with seated(server, table, None) as reader:
        together(person.play(moves=40))
        found = {"attentive": float(reader.alive())}
    wait_for(lambda: metric(server, "ferrovia_sockets") == 0, began + SECONDS - time.monotonic(), pause=0.3)
    found |= {"moves": len(person.acknowledged), "listening": metric(server, "ferrovia_sockets")}
    found["grown"] = megabytes(server) - before
    wait_for(lambda: not (http | sockets) & held_ports(server), began + SECONDS - time.monotonic(), pause=0.5)
    found |= {"http": len(http & held_ports(server)), "sockets": len(sockets & held_ports(server))}
    found["status"] = server.call("GET", "/api/rules")[0]
    for line in (*lines, *(wire.socket for wire in wires)):
        line.close()
    return found


def test_slow_readers_are_dropped(played: dict[str, float]) -> None:
    assert played["moves"] >= 39
    assert played["listening"] == 0, "the server still has something to tell them"


def test_the_others_do_not_notice(played: dict[str, float]) -> None:
    assert played["attentive"]


def test_what_waits_for_slow_readers_is_bounded(played: dict[str, float]) -> None:
    assert played["grown"] < MEGABYTES


def test_slow_readers_are_gone(played: dict[str, float]) -> None:
    assert played["sockets"] == 0


def test_a_client_that_does_not_read_answers_is_gone(played: dict[str, float]) -> None:
    assert played["http"] == 0


def test_the_server_goes_on(played: dict[str, float]) -> None:
    assert played["status"] == 200


def test_pings_do_not_pile_up(server: Server) -> None:
    key = server.key()
    table = started(server, "me me", key)["id"]
    before = megabytes(server)
    with deaf(server, table, key, most=24 << 20):
        grown = megabytes(server) - before
    assert grown < 12, f"{grown:.0f} MB"


def test_memory_stays_when_clients_come_and_go(server: Server) -> None:
    key = server.key()
    table = started(server, "me me", key)["id"]

    def visits(count: int) -> None:
        for _ in range(count):
            with seated(server, table, key):
                pass

    visits(30)
    before = megabytes(server)
    visits(100)
    assert megabytes(server) - before < 15
