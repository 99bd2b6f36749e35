"""What attackers have: sockets spoken by hand, other people's addresses, and a look at all that the server lets out."""

import base64
import contextlib
import json
import socket
import sqlite3
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import psutil

from ferrovia.server.base.settings import Settings
from tests.server.server_process import Server

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
ABNORMAL = 1006
"""What a client calls the end of a connection that was cut off without a word."""
LIMITS = (
    *("tables_per_client", "sockets_per_client", "messages_per_second", "requests_per_second", "tries_per_minute"),
    "hints_per_minute",
    "expensive_seconds",
)
TRACE = "Traceback (most recent call last)"


def default_limits() -> list[str]:
    """The limits a host gets without asking, as arguments."""
    defaults = {each.name: each.default for each in fields(Settings)}
    return [word for name in LIMITS for word in (f"--{name.replace('_', '-')}", str(defaults[name]))]


@contextlib.contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    """A server of one's own."""
    server = Server(str(folder / "tables.sqlite"), folder / "log.txt", *options).start()
    try:
        yield server
    finally:
        server.kill()


def process_of(server: Server) -> psutil.Process:
    """The server's process, as the machine sees it."""
    assert server.process is not None
    return psutil.Process(server.process.pid)


def megabytes(server: Server) -> float:
    """Memory the server's own process holds."""
    return float(process_of(server).memory_info().rss) / (1 << 20)


def held_ports(server: Server) -> set[int]:
    """The clients' ports of all connections the server has not let go of."""
    return {each.raddr.port for each in process_of(server).net_connections("tcp") if each.raddr}


def metric(server: Server, name: str) -> float:
    """A number from /metrics."""
    lines = str(server.call("GET", "/metrics")[1]).splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.partition("{")[0].split(" ")[0] == name)


def wait_for(happened: Callable[[], Any], seconds: float, pause: float = 0.05) -> Any:
    """The first true result of a function; its last result after this many seconds."""
    end = time.monotonic() + seconds
    while not (found := happened()) and time.monotonic() < end:
        time.sleep(pause)
    return found


# ── WebSockets by hand ────────────────────────────────────────────────────────────────────────────────────────────────


class Line(socket.socket):
    """A socket that is closed when nobody holds it any more."""

    def __del__(self) -> None:
        self.close()


def dial(server: Server, receive_buffer: int = 0) -> socket.socket:
    """A connection on which nothing has been said."""
    found = Line()
    if receive_buffer:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    found.settimeout(30)
    found.connect(("127.0.0.1", server.port))
    return found


def request_text(method: str, path: str, **headers: str) -> bytes:
    """The head of a request; underscores in names are hyphens."""
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in {"host": "127.0.0.1", **headers}.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode("latin-1")


def frame(opcode: int, payload: bytes, final: bool = True, masked: bool = True) -> bytes:
    """A frame as a client sends it; the mask is of zeros, so that the payload can be read."""
    first, mask = bytes([(0x80 if final else 0) | opcode]), 0x80 if masked else 0
    if len(payload) < 126:
        size = bytes([mask | len(payload)])
    elif len(payload) < 1 << 16:
        size = bytes([mask | 126]) + struct.pack("!H", len(payload))
    else:
        size = bytes([mask | 127]) + struct.pack("!Q", len(payload))
    return first + size + (bytes(4) if masked else b"") + payload


class Wire:
    """A WebSocket without a library between: whatever can be said on one, it says."""

    def __init__(
        self, server: Server, table: str, key: str | None = None, receive_buffer: int = 0, **headers: str
    ) -> None:
        self.socket = dial(server, receive_buffer)
        self.port = self.socket.getsockname()[1]
        self.code: int | None = None
        """How the connection ended."""
        self.heard: list[dict[str, Any]] = []
        asked = {
            "host": f"127.0.0.1:{server.port}",
            "upgrade": "websocket",
            "connection": "Upgrade",
            "sec_websocket_version": "13",
            "sec_websocket_key": base64.b64encode(bytes(16)).decode(),
            **({"authorization": f"Bearer {key}"} if key else {}),
            **headers,
        }
        self.socket.sendall(request_text("GET", f"/ws/{table}", **asked))
        self.rest = b""
        self.head = self._head()
        self.status = int(self.head.split()[1])

    def _head(self) -> str:
        while b"\r\n\r\n" not in self.rest:
            more = self.socket.recv(4096)
            assert more, f"no answer to the handshake: {self.rest!r}"
            self.rest += more
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        return head.decode("latin-1")

    def denial(self) -> dict[str, Any]:
        """The body of a handshake that was refused."""
        with contextlib.suppress(OSError):
            while more := self.socket.recv(4096):
                self.rest += more
        found: dict[str, Any] = json.loads(self.rest)
        return found

    def raw(self, content: bytes) -> "Wire":
        """Send bytes; a connection that was closed meanwhile says so when it is read."""
        with contextlib.suppress(OSError):
            self.socket.sendall(content)
        return self

    def text(self, text: str | bytes) -> "Wire":
        """Send a text frame."""
        return self.raw(frame(TEXT, text if isinstance(text, bytes) else text.encode()))

    def say(self, message: Any) -> "Wire":
        """Send a message."""
        return self.text(json.dumps(message))

    def hello(self, since: int = 0, tokens: tuple[str, ...] = ()) -> "Wire":
        """Begin; what is answered can be read."""
        return self.say({"message": "hello", "since": since, "tokens": list(tokens)})

    def read(self, seconds: float = 20.0) -> dict[str, Any] | None:
        """The next message; None when the connection has ended (`code`) or nothing came in time."""
        end = time.monotonic() + seconds
        while self.code is None:
            found = self._frame(end)
            if found is None:
                return None
            opcode, payload = found
            if opcode == TEXT:
                message: dict[str, Any] = json.loads(payload)
                self.heard.append(message)
                return message
            if opcode == PING:
                self.raw(frame(PONG, payload))
            elif opcode == CLOSE:
                self.code = struct.unpack("!H", payload[:2])[0] if payload else 1005
                self.raw(frame(CLOSE, payload[:2]))
        return None

    def _frame(self, end: float) -> tuple[int, bytes] | None:
        if not self._have(2, end):
            return None
        size, start = self.rest[1] & 0x7F, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if not self._have(start, end):
                return None
            size = int.from_bytes(self.rest[2:start], "big")
        if not self._have(start + size, end):
            return None
        opcode, payload = self.rest[0] & 0x0F, self.rest[start : start + size]
        self.rest = self.rest[start + size :]
        return opcode, payload

    def _have(self, count: int, end: float) -> bool:
        while len(self.rest) < count:
            left = end - time.monotonic()
            if left <= 0:
                return False
            self.socket.settimeout(left)
            try:
                more = self.socket.recv(1 << 16)
            except TimeoutError:
                return False
            except OSError:
                more = b""
            if not more:
                self.code = ABNORMAL if self.code is None else self.code
                return False
            self.rest += more
        return True

    def until(self, *kinds: str, seconds: float = 20.0) -> dict[str, Any]:
        """The next message of one of these kinds."""
        end = time.monotonic() + seconds
        while (message := self.read(max(end - time.monotonic(), 0.01))) is not None:
            if message["message"] in kinds:
                return message
        raise AssertionError(f"no {kinds} in {seconds} s; closed with {self.code}; heard {self.heard[-3:]}")

    def answer(self, request: str | None, seconds: float = 20.0) -> dict[str, Any]:
        """What becomes of a request."""
        while True:
            message = self.until("accepted", "refused", "hint", seconds=seconds)
            if message["id"] == request:
                return message

    def alive(self, seconds: float = 20.0) -> bool:
        """Whether it is answered."""
        self.say({"message": "ping"})
        try:
            self.until("pong", seconds=seconds)
        except AssertionError:
            return False
        return True

    def ending(self, seconds: float = 20.0) -> int | None:
        """The code of the close; None if it is open still."""
        end = time.monotonic() + seconds
        while self.code is None and time.monotonic() < end:
            self.read(max(end - time.monotonic(), 0.01))
        return self.code

    def stuff(self, most: int = 64 << 20) -> int:
        """Send pings without reading the pongs, until the other side takes no more; the bytes that went."""
        sent, pings = 0, frame(PING, b"p" * 125) * 500
        self.socket.settimeout(1)
        with contextlib.suppress(OSError):
            while sent < most:
                sent += self.socket.send(pings)
        return sent

    def hang_up(self) -> None:
        """Leave without a word."""
        self.socket.close()

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()


def seated(server: Server, table: str, key: str | None, **headers: str) -> Wire:
    """A connection that has sent hello and received the snapshot."""
    wire = Wire(server, table, key, **headers)
    assert wire.status == 101, wire.head
    wire.hello().until("snapshot")
    return wire


def next_move(message: dict[str, Any]) -> tuple[int, str]:
    """A seat that may move, and the first thing it may do."""
    sight = next(each for each in message["sights"] if each["legal"])
    legal = sight["legal"]
    claims = [f"claim {route} {payments[0]}" for route, payments in legal["claims"].items()]
    return sight["seat"], [*legal["moves"], *claims][0]


def move_request(message: dict[str, Any], request: str) -> dict[str, Any]:
    """The message that makes that move."""
    seat, move = next_move(message)
    return {"message": "move", "id": request, "seq": message["seq"], "seat": seat, "move": move}


def log_of(server: Server, table: str, key: str | None = None) -> dict[str, Any]:
    """What `hello` would answer."""
    status, found = server.call("GET", f"/api/tables/{table}/log", key=key)
    assert status == 200, found
    return dict(found)


def started(server: Server, seats: str, key: str, rules: str = "switzerland", **options: Any) -> dict[str, Any]:
    """A table of which the game has begun."""
    table = server.open(rules, seats, key, **options)
    assert wait_for(lambda: log_of(server, table["id"], key)["table"]["status"] == "playing", 30)
    return table


# ── what got out ──────────────────────────────────────────────────────────────────────────────────────────────────────


def table_secrets(server: Server) -> list[bytes]:
    """The secrets of all tables, from the store itself."""
    with contextlib.closing(sqlite3.connect(server.store, timeout=30)) as base:
        return [bytes(secret) for (secret,) in base.execute("SELECT secret FROM tables")]


def spellings(secret: bytes) -> set[str]:
    """A secret as it might be written."""
    encoded = base64.b64encode(secret).decode().rstrip("=")
    return {secret.hex(), secret.hex().upper(), encoded, encoded.translate(str.maketrans("+/", "-_")), repr(secret)}


def leaks(text: str, secrets: set[str]) -> list[str]:
    """The secrets that a text holds; also the traces of a program that did not know what to do."""
    return sorted(secret for secret in {*secrets, TRACE} if secret in text)


@contextlib.contextmanager
def calm(server: Server) -> Iterator[None]:
    """Whatever is done meanwhile, the server never loses its composure: nothing in its log that looks like a fault."""
    start = len(server.log.read_text())
    yield
    time.sleep(0.05)
    told = server.log.read_text()[start:]
    assert TRACE not in told, told[:200] + " … " + told[-800:]
    assert " error " not in told, told
