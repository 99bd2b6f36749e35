"""Attacks by listening: nothing the server says or writes down holds a key, a link, a shuffle's secret or a trace."""

import contextlib
import hmac
import http.client
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from ferrovia.game.game import Game
from ferrovia.game.shuffle import KEY_WORDS, WORD_BYTES
from ferrovia.server.base.tokens import new_token
from tests.server.attack_tools import (
    TRACE,
    Wire,
    leaks,
    log_of,
    move_request,
    seated,
    serving,
    spellings,
    started,
    table_secrets,
)
from tests.server.server_process import Server
from tests.server.websocket_players import Person, together

NEW = {"rules": "switzerland", "seats": [{"kind": "me"}, {"kind": "open"}]}


class Ear:
    """Asks for things and keeps every answer, heads included, but those that are meant to hold a secret."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.heard: list[str] = []
        self.secrets: set[str] = set()

    def ask(self, method: str, path: str, body: Any = None, told: bool = False, **headers: str) -> tuple[int, str]:
        """A request; `told`: its answer is supposed to contain a secret."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        content = None if body is None else json.dumps(body)
        try:
            connection.request(method, path, content, {"content-type": "application/json", **headers})
            answer = connection.getresponse()
            text = answer.read().decode()
            if not told:
                self.heard.append(f"{method} {path}\n{answer.status} {answer.getheaders()}\n{text}")
            return answer.status, text
        finally:
            connection.close()

    def key(self) -> str:
        """A new key."""
        found = str(json.loads(self.ask("POST", "/api/keys", told=True)[1])["key"])
        self.secrets.add(found)
        return found

    def link(self, table: str, seat: int, key: str) -> str:
        """A new link."""
        path = f"/api/tables/{table}/seats/{seat}/link"
        found = json.loads(self.ask("POST", path, {}, told=True, authorization=f"Bearer {key}")[1])
        self.secrets.add(found["token"])
        return str(found["token"])

    def listen(self, wire: Wire) -> None:
        """Keep what came over a WebSocket."""
        wire.ending(0.3)
        self.heard += [wire.head, *(json.dumps(message) for message in wire.heard)]


def exercise(ear: Ear) -> None:
    """Everything an honest client does, and much that none does."""
    host, guest = ear.key(), ear.key()
    bearer, other = {"authorization": f"Bearer {host}"}, {"authorization": f"Bearer {guest}"}
    table = json.loads(ear.ask("POST", "/api/tables", NEW, **bearer)[1])["table"]
    path = f"/api/tables/{table['id']}"
    first, second = ear.link(table["id"], 1, host), ear.link(table["id"], 1, host)
    for token in (first, second, first[:-1], second):
        ear.ask("POST", f"{path}/seats/take", {"token": token, "name": "Bia"}, **other)
    ear.link(table["id"], 1, guest)
    for headers in (bearer, other, {}, {"authorization": f"Basic {host}"}, {"cookie": f"ferrovia={host}"}):
        for where in ("/api/tables", path, f"{path}/log", f"{path}/record", f"{path}/log?since=x", f"{path}/nothing"):
            ear.ask("GET", where, **headers)
        for where in ("end", "rematch", "seats/0/bot", "seats/9/link", "seats/take", "seats/x/link"):
            if where != "end" or headers is not bearer:
                ear.ask("POST", f"{path}/{where}", {"bot": host}, **headers)
    strange(ear, table["id"], host, second)
    with seated(ear.server, table["id"], host) as wire:
        message = log_of(ear.server, table["id"], host)
        wire.say({**move_request(message, "one"), "move": "claim x"}).say(move_request(message, "two"))
        wire.say({"message": "say", "id": "three", "seat": 0, "phrase": "bye"}).text("nonsense").hello(tokens=(second,))
        ear.listen(wire)
    with Wire(ear.server, table["id"]) as wire:
        wire.hello(tokens=(host[::-1],))
        ear.listen(wire)
    with seated(ear.server, table["id"], None) as wire:
        ear.listen(wire)
    ear.ask("POST", f"{path}/end", {}, **bearer)
    ear.ask("GET", path, **bearer)


def strange(ear: Ear, table: str, key: str, token: str) -> None:
    """Secrets where none belong, and things that are not there."""
    bearer = {"authorization": f"Bearer {key}"}
    ear.ask("POST", "/api/join", {"code": token}, **bearer)
    ear.ask("POST", "/api/join", {"code": "ABCDEF", "name": "x" * 50}, **bearer)
    ear.ask("POST", "/api/tables", {"rules": "nowhere", "seats": NEW["seats"]}, **bearer)
    ear.ask("POST", "/api/tables", {**NEW, "options": {"clock": {"kind": token}}}, **bearer)
    ear.ask("POST", f"/api/bot/tables/{table}/moves", {"id": key, "seq": 0, "move": token, "seat": 0}, **bearer)
    ear.ask("GET", f"/api/bot/tables/{table}/stream?seat=4", **bearer)
    ear.ask("POST", "/api/tables", NEW, origin="https://evil.example", cookie=f"ferrovia={key}")
    for where in (
        "/metrics",
        "/healthz",
        "/api/openapi.json",
        "/api/rules",
        "/api/rules/switzerland",
        "/api/bots",
        "/x",
    ):
        ear.ask("GET", where, **bearer)


def listened(folder: Path, *options: str) -> Ear:
    """What was heard on a server on which all that was done, from its start to its end."""
    with serving(folder, "--bots", "1", *options) as server:
        ear = Ear(server)
        exercise(ear)
        assert server.stop() == 0
    return ear


@pytest.fixture(scope="module")
def as_lines(tmp_path_factory: pytest.TempPathFactory) -> Ear:
    """One that writes its log as lines of JSON."""
    return listened(tmp_path_factory.mktemp("lines"), "--json-logs")


@pytest.fixture(scope="module", params=["plain", "json"])
def overheard(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, as_lines: Ear) -> Ear:
    """Logs of both kinds."""
    return as_lines if request.param == "json" else listened(tmp_path_factory.mktemp("plain"))


def test_no_answer_holds_a_secret(overheard: Ear) -> None:
    assert len(overheard.heard) > 80
    secret = {spelling for each in table_secrets(overheard.server) for spelling in spellings(each)}
    for text in overheard.heard:
        assert not leaks(text, overheard.secrets | secret), text[:300]


def test_no_log_holds_a_secret(overheard: Ear) -> None:
    text = overheard.server.log.read_text()
    assert text
    secret = {spelling for each in table_secrets(overheard.server) for spelling in spellings(each)}
    assert not leaks(text, overheard.secrets | secret)


def seeds(server: Server, moves: int) -> set[str]:
    """What the generators of all tables were set from, written in any way."""
    found = set()
    for secret in table_secrets(server):
        for number in range(moves):
            digest = hmac.digest(secret, f"ferrovia:{number}".encode(), "sha256")
            words = [int.from_bytes(digest[at * WORD_BYTES :][:WORD_BYTES], "little") for at in range(KEY_WORDS)]
            found |= {digest.hex(), *(str(word) for word in words), *(f"{word:x}" for word in words)}
    return found


def test_nothing_holds_a_seed(overheard: Ear) -> None:
    found = seeds(overheard.server, 10)
    for text in (*overheard.heard, overheard.server.log.read_text()):
        assert not [seed for seed in found if seed in text]


def test_the_seeds_that_are_looked_for_are_the_right_ones() -> None:
    """The game of a secret and the words its generator is set from belong together."""
    game, other = Game("switzerland", 2, secret=bytes(32)), Game("switzerland", 2, secret=bytes(31) + b"x")
    assert game.states.tobytes() != other.states.tobytes()


@pytest.mark.parametrize("path", ["{table}?token={token}", "{token}"])
def test_a_token_in_the_address_of_a_socket_is_not_logged(server: Server, path: str) -> None:
    """Some client will do that; a log is no place for it."""
    table, token = server.open("switzerland", "me open", server.key())["id"], new_token()
    for origin in ({}, {"origin": "https://evil.example"}):
        with Wire(server, path.format(table=table, token=token), **origin) as wire:
            assert wire.status in (101, 403)
    assert token not in server.log.read_text()


def test_json_logs_are_json(as_lines: Ear) -> None:
    lines = as_lines.server.log.read_text().splitlines()
    ours = [json.loads(line) for line in lines if line.startswith("{")]
    assert len(ours) >= 3
    for line in ours:
        assert {"at", "level", "logger", "event"} <= set(line)


def test_json_logs_are_nothing_else(as_lines: Ear) -> None:
    lines = as_lines.server.log.read_text().splitlines()
    assert not [line for line in lines if not line.startswith("{") and "compiling" not in line]


def test_a_store_that_fails_writes_no_hands_into_the_log(tmp_path: Path) -> None:
    with serving(tmp_path, "--bots", "1") as server:
        key = server.key()
        table = started(server, "me me", key)["id"]
        request = move_request(log_of(server, table, key), "lost")
        with contextlib.closing(sqlite3.connect(server.store, timeout=30)) as base, base:
            base.execute("ALTER TABLE log RENAME TO gone")
        with seated_again(server, table, key) as wire:
            assert wire.say(request).answer("lost")["code"] == "store-failed"
            assert wire.alive()
        text = server.log.read_text()
        assert request["move"] not in text
        assert not leaks(text.replace(TRACE, ""), {key, *spellings(table_secrets(server)[0])})


def seated_again(server: Server, table: str, key: str) -> Wire:
    """A connection that needs nothing of the log."""
    wire = Wire(server, table, key)
    wire.hello(since=2**31 - 1).until("snapshot")
    return wire


# ── refusals ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/nothing", 404),
        ("GET", "/.git/config", 404),
        ("GET", "/api/tables/AAAAAAAAAAA", 404),
        ("GET", "/api/tables/AAAAAAAAAAA/log", 404),
        ("GET", "/api/tables/AAAAAAAAAAA/record", 404),
        ("GET", "/docs", 404),
        ("GET", "/redoc", 404),
        ("GET", "/ws/AAAAAAAAAAA", 404),
        ("PUT", "/api/tables", 405),
        ("DELETE", "/api/rules", 405),
        ("PATCH", "/api/tables/AAAAAAAAAAA", 405),
        ("TRACE", "/api/rules", 405),
        ("GET", "/api/tables/-", 422),
        ("GET", "/api/tables/%F0%9F%9A%82", 422),
        ("GET", "/api/rules/nowhere", 422),
        ("GET", f"/api/rules/{'x' * 65}", 422),
        ("POST", "/api/tables", 401),
    ],
)
def test_refusals_are_codes(server: Server, method: str, path: str, status: int) -> None:
    found, answer = server.call(method, path)
    assert found == status, answer
    assert set(answer) == {"code", "rule", "parameters"}
    assert answer["code"].replace("-", "").isalpha()
    assert isinstance(answer["parameters"], dict)


# ── the secret of a shuffle ───────────────────────────────────────────────────────────────────────────────────────────


def test_the_secret_is_shown_only_at_the_end(server: Server) -> None:
    key = server.key()
    table = started(server, "me me", key, rules="new-york")["id"]
    person = Person(server, table, key)
    together(person.play())
    with contextlib.closing(sqlite3.connect(server.store, timeout=30)) as base:
        (secret,) = base.execute("SELECT secret FROM tables WHERE id = ?", (table,)).fetchone()
    ways = spellings(bytes(secret))
    early = [frame for frame in person.frames if '"status":"over"' not in frame]
    assert len(early) > 20
    assert not [frame for frame in early if leaks(frame, ways)]
    assert bytes(secret).hex() in person.frames[-1] + person.frames[-2]


def test_the_secret_of_a_game_that_was_broken_off_stays_secret(server: Server) -> None:
    key = server.key()
    table = started(server, "me me", key)["id"]
    assert server.call("POST", f"/api/tables/{table}/end", {}, key)[0] == 200
    assert log_of(server, table, key)["table"]["secret"] is None
    assert server.call("GET", f"/api/tables/{table}/record", key=key)[0] == 409


def test_a_table_without_spectators_shows_strangers_nothing(server: Server) -> None:
    key = server.key()
    table = started(server, "me me", key, rules="new-york", spectators=False)["id"]
    together(Person(server, table, key).play())
    assert server.call("GET", f"/api/tables/{table}/log")[1]["code"] == "no-spectators"
    assert server.call("GET", f"/api/tables/{table}/record")[1]["code"] == "no-spectators"
    with Wire(server, table) as wire:
        assert wire.hello().ending() == 4401
    status, answer = server.call("GET", f"/api/tables/{table}")
    assert status == 403 or (answer["secret"], answer["result"]) == (None, None)
