"""Attacks by size: bodies, headers, logs."""

import contextlib
import http.client
import json
import socket
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from ferrovia.protocol.options import NewSeat, NewTable
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.base.tokens import ID_LENGTH, digest, new_token
from ferrovia.server.http.middleware import LARGEST_BODY
from ferrovia.server.live import steps
from ferrovia.server.sockets.uvicorn_internals import MOST_PIPELINED
from ferrovia.server.store import statements
from ferrovia.server.store.opening import open_engine
from tests.server.attack_tools import Wire, calm, dial, log_of, megabytes, request_text
from tests.server.server_process import Server

KERNEL_BUFFERS = 16 << 20
"""More than the system itself takes in for a connection that is not read any more."""


def post(server: Server, body: Any, chunked: bool, **headers: str) -> tuple[int, Any]:
    """A body of any kind."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    named = {"content-type": "application/json", "authorization": f"Bearer {server.key()}", **headers}
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        connection.request("POST", "/api/tables", body, named, encode_chunked=chunked)
    answer = connection.getresponse()
    found = answer.status, json.loads(answer.read())
    connection.close()
    return found


def test_a_body_that_says_it_is_too_large(server: Server) -> None:
    status, answer = post(server, b" " * (LARGEST_BODY + 1), False)
    assert (status, answer["code"]) == (413, "too-large")


def test_a_body_that_does_not_say_how_large_it_is(server: Server) -> None:
    status, answer = post(server, iter([b" " * 8192] * 10), True)
    assert (status, answer["code"]) == (413, "too-large")


def test_an_endless_body_is_not_kept(server: Server) -> None:
    """Whatever is answered, it is answered before all has come, and nothing of it stays in memory."""
    line = dial(server)
    head = {"authorization": f"Bearer {server.key()}", "transfer_encoding": "chunked"}
    line.sendall(request_text("POST", "/api/tables", content_type="application/json", **head))
    chunk = b"2000\r\n" + b" " * 8192 + b"\r\n"
    with contextlib.suppress(OSError):
        for _ in range(20):
            line.sendall(chunk)
    assert line.recv(4096).split()[1] in (b"400", b"413")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[" * 60_000,
        b'{"rules":' * 6_000,
        b"9" * 60_000,
        b'"' + b"a" * 60_000 + b'"',
        b"NaN",
        b'{"rules":"switzerland","seats":[{"kind":"me"},{"kind":"open"}],"\\ud800":1}',
        b'{"rules":"switzerland","seats":[{"kind":"me","name":"\\ud800"},{"kind":"open"}]}',
        b'{"rules":"switzerland","seats":[{"kind":"me","name":"\\u202egnp.exe"},{"kind":"open"}]}',
        b'{"rules":"switzerland","seats":[{"kind":"me","name":"a\\nb\\u0000"},{"kind":"bot","bot":"../../x"}]}',
        b'{"rules":"../../../etc/passwd","seats":[{"kind":"me"},{"kind":"open"}]}',
        b'{"rules":"switzerland","seats":[{"kind":"bot","bot":"exec:sh"},{"kind":"open"}]}',
        b"\xff\xfe{\x00}\x00",
        b"\x00" * 100,
    ],
    ids=range(15),
)
def test_bodies_that_make_no_sense(server: Server, body: bytes) -> None:
    with calm(server):
        status, answer = post(server, body, False)
    assert status in (400, 413, 422), answer
    assert set(answer) == {"code", "rule", "parameters"}


# ── heads ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


HEAD = b"GET /api/rules HTTP/1.1\r\nhost: x\r\nx-first: "
TAIL = b"POST /api/keys HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\n \r\n0\r\nx-first: "


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (b"a: b\r\n" * 60_000, b"400"),
        (b"cookie: " + b"a=b;" * 100_000 + b"\r\n", b"400"),
        (b"a: b\r\n" * 100 + b"cookie: " + b"a=b;" * 4_000 + b"\r\n", b"200"),
    ],
    ids=["many", "long", "a proxy's largest"],
)
def test_a_head_costs_little(server: Server, headers: bytes, status: bytes) -> None:
    """All that is read of a request before anything can be asked of its sender."""
    line = dial(server)
    line.sendall(b"GET /api/rules HTTP/1.1\r\nhost: 127.0.0.1\r\n" + headers + b"\r\n")
    assert line.recv(4096).split()[1] == status


@pytest.mark.parametrize("line", [b"x-%d: " + b"a" * 1000 + b"\r\n", b"a" * 1000], ids=["many lines", "one line"])
@pytest.mark.parametrize("beginning", [HEAD, TAIL], ids=["before a body", "after it"])
def test_a_head_that_never_ends(server: Server, beginning: bytes, line: bytes) -> None:
    before = megabytes(server)
    wire = dial(server)
    wire.sendall(beginning)
    sent, end = 0, time.monotonic() + 5
    with contextlib.suppress(OSError):
        while sent < 24 << 20 and time.monotonic() < end:
            many = b"".join(line % number if b"%d" in line else line for number in range(1000))
            wire.sendall(many)
            sent += len(many)
    grown = megabytes(server) - before
    wire.close()
    assert sent < KERNEL_BUFFERS, f"{sent >> 20} MB of it were taken, and {grown:.0f} MB kept"


def answers_on(line: socket.socket, most: int) -> int:
    """How many answers come on a connection, until it ends or there are that many."""
    content = b""
    with contextlib.suppress(OSError):
        while content.count(b"HTTP/1.1 ") < most and (more := line.recv(1 << 16)):
            content += more
    return content.count(b"HTTP/1.1 ")


def test_some_requests_may_come_at_once(server: Server) -> None:
    line = dial(server)
    for _ in range(2):
        line.sendall(request_text("GET", "/healthz") * (MOST_PIPELINED + 1))
        assert answers_on(line, MOST_PIPELINED + 1) == MOST_PIPELINED + 1


def test_requests_that_do_not_wait_for_answers_are_not_kept(server: Server) -> None:
    """Each would be a task of its own, thousands with every read."""
    before = megabytes(server)
    lines = [dial(server) for _ in range(10)]
    slow = request_text("GET", f"/api/tables/{'A' * ID_LENGTH}/record")  # is answered after the connection is gone
    with calm(server):
        for line in lines:
            with contextlib.suppress(OSError):
                for _ in range(10):
                    line.sendall(slow + request_text("GET", "/healthz") * 4000)
        assert max(answers_on(line, 40_000) for line in lines) <= MOST_PIPELINED + 2, "the last one refuses the rest"
    assert megabytes(server) - before < 32


@pytest.mark.parametrize(
    "content",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET //evil.example/%2e%2e/ HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /api/rules/../../../etc/passwd HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /api/rules/%00 HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /api/rules/" + b"x" * 20_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /api/tables?" + b"a=b&" * 5_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /api/tables HTTP/1.1\r\n\r\n",
        b"GET /api/tables HTTP/1.0\r\n\r\n",
        b"GET /api/tables HTTP/9.9\r\nhost: x\r\n\r\n",
        b"BREW /api/tables HTTP/1.1\r\nhost: x\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999999999999999\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
        b"GET /ws/AAAAAAAAAAA HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
        b"POST /ws/AAAAAAAAAAA HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
        b"GET /api/rules HTTP/1.1\r\nhost: x\r\nupgrade: h2c\r\nconnection: upgrade, http2-settings\r\n\r\n",
        b"GET /api/rules HTTP/1.1\r\nhost: x\r\ncookie: ferrovia=" + b"\xff" * 40 + b"\r\n\r\n",
        b"GET /api/rules HTTP/1.1\r\nhost: x\r\nauthorization: Bearer " + b"\xff" * 40 + b"\r\n\r\n",
        bytes(range(256)),
    ],
    ids=range(25),
)
def test_requests_that_make_no_sense(server: Server, content: bytes) -> None:
    """Refused, or answered, or hung up on; no fault, and the next one is served."""
    with calm(server):
        line = dial(server)
        line.sendall(content)
        line.settimeout(0.5)
        answer = b""
        with contextlib.suppress(TimeoutError, ConnectionResetError):
            answer = line.recv(4096)
        line.close()
        assert not answer or answer.split()[1][:1] in (b"2", b"3", b"4"), answer
    assert server.call("GET", "/healthz")[0] == 200


# ── logs ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_log_that_others_have_filled_does_not_keep_anybody_out(server: Server) -> None:
    """Phrases stay in the log, and a game may be long; everybody who comes back receives all of it."""
    key = new_token()
    table = talkative(Path(server.store), key, 8000)
    with Wire(server, table, key) as wire:
        assert log_of(server, table, key)["seq"] >= 8000
        first = wire.hello().read()
        assert wire.code is None, f"closed with {wire.code}"
        assert first is not None
        assert first["message"] == "snapshot"


def talkative(store: Path, key: str, count: int) -> str:
    """A table at which a player has talked for a few minutes; its id."""
    new = NewTable("switzerland", [NewSeat("me"), NewSeat("me")])
    step = steps.open_table(new, RulesLibrary().find("switzerland"), digest(key), frozenset(), time.time())
    engine = open_engine(f"sqlite:///{store}")
    with engine.begin() as connection:
        statements.create(connection, step)
    engine.dispose()
    with contextlib.closing(sqlite3.connect(store)) as base, base:
        said = (
            (step.row.id, 2 + number, "say", 0, '{"phrase": "hurry"}', 0, b"", f"0:x{number}", time.time())
            for number in range(count)
        )
        base.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", said)
        base.execute("UPDATE tables SET seq = ? WHERE id = ?", (1 + count, step.row.id))
    return step.row.id
