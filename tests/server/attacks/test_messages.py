"""Attacks by messages: whatever is said on a WebSocket, others do not notice; the server answers or hangs up."""

import json
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ferrovia.protocol.requests import LARGEST
from tests.server.attack_tools import (
    BINARY,
    CLOSE,
    CONTINUED,
    PING,
    TEXT,
    Wire,
    calm,
    frame,
    log_of,
    move_request,
    seated,
    started,
    wait_for,
)
from tests.server.server_process import Server
from tests.server.websocket_players import Person, together

HELLO = {"message": "hello", "since": 0, "tokens": []}
VALID: list[dict[str, Any]] = [
    HELLO,
    {"message": "move", "id": "a", "seq": 2, "seat": 0, "move": "draw"},
    {"message": "take-back", "id": "b", "seq": 2, "seat": 0},
    {"message": "hint", "id": "c", "seat": 0},
    {"message": "typed", "id": "t", "seat": 0, "line": "claim denver omaha", "language": "it"},
    {"message": "return", "id": "d", "seat": 0},
    {"message": "autopilot", "id": "e", "seat": 4},
    {"message": "say", "id": "f", "seat": 0, "phrase": "hello"},
    {"message": "ping"},
]
NASTY = [
    "",
    "\0",
    "{",
    "[]",
    "null",
    "NaN",
    "-Infinity",
    "1e999999",
    "9" * 4000,
    '"' + "a" * 4000 + '"',
    "[" * 4000,
    '{"a":' * 600 + "1" + "}" * 600,
    '{"message":"ping","message":"ping"}',
    '{"message":"say","message":"ping","message":"ping"}',
    '{"message":"ping"}{"message":"ping"}',
    '\ufeff{"message":"ping"}',
    '{"message":"\\ud800"}',
    '{"message":"say","id":"\\udfff","seat":0,"phrase":"hello"}',
    '{"message":"say","id":"\\u0000","seat":0,"phrase":"hello"}',
    '{"message":"say","id":"x","seat":NaN,"phrase":"hello"}',
    '{"message":"move","id":"x","seq":1e3,"seat":0,"move":"draw"}',
    '{"message":"move","id":"x","seq":-0,"seat":-0,"move":"draw"}',
    f'{{"message":"move","id":"x","seq":{10**400},"seat":0,"move":"draw"}}',
    '{"message":"move","id":"x","seq":2,"seat":true,"move":"draw"}',
    '{"__proto__":{"message":"ping"}}',
    "{'message':'ping'}",
    '{"message":"ping",}',
]


@pytest.fixture(scope="module")
def key(server: Server) -> str:
    return server.key()


@pytest.fixture(scope="module")
def table(server: Server, key: str) -> str:
    return str(started(server, "me me", key)["id"])


@pytest.fixture(scope="module")
def wires(server: Server, table: str, key: str) -> Iterator["Wires"]:
    found = Wires(server, table, key)
    yield found
    found.player.hang_up()
    found.bystander.hang_up()


class Wires:
    """The attacker's connection, reopened when it was closed, and that of a spectator."""

    def __init__(self, server: Server, table: str, key: str) -> None:
        self.server, self.table, self.key = server, table, key
        self.player = seated(server, table, key)
        self.bystander = seated(server, table, None)

    def attacker(self) -> Wire:
        if self.player.code is not None:
            self.player.hang_up()
            self.player = seated(self.server, self.table, self.key)
        return self.player


numbers = st.integers() | st.floats() | st.sampled_from([2**31, 2**53 + 1, 2**63, -(2**63) - 1, 10**400, -0.0])
scalars = st.none() | st.booleans() | numbers | st.text(max_size=30)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def nearly_valid(draw: st.DrawFn) -> dict[str, Any]:
    """A message of which one field is another, is missing, or is too many."""
    message = dict(draw(st.sampled_from(VALID)))
    name = draw(st.sampled_from([*message, "more"]))
    if draw(st.integers(0, 4)) == 0 and name in message:
        del message[name]
    else:
        message[name] = draw(values)
    return message


moves = st.sampled_from(
    [
        *("draw", "pass", "refuse", "tickets", "take red", "take locomotive", "take", "take take", "keep", "surcharge"),
        *("keep a return b", "claim basel--olten red:2", "claim basel--bern red:999 locomotive:999", "claim x x:0"),
        *("claim basel--olten red:-1", "claim basel--bern red:1e9", "surcharge red:99999999999999999999", "draw draw"),
        *("CLAIM", "take \u0661", "claim basel--olten red:\u0662", "keep " + "a " * 400, "take " + "x" * 990),
    ]
) | st.text(min_size=1, max_size=60)


# ── any message ───────────────────────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=150)
@given(texts=st.lists(values.map(json.dumps) | nearly_valid().map(json.dumps), min_size=1, max_size=4))
def test_any_json_is_answered_or_ignored(wires: Wires, texts: list[str]) -> None:
    wire = wires.attacker()
    for text in texts:
        wire.text(text[:LARGEST])
    assert wire.alive(), (texts, wire.code)


@settings(max_examples=60)
@given(texts=st.lists(st.text(max_size=300) | st.sampled_from(NASTY), min_size=1, max_size=4))
@example(NASTY)
def test_any_text_is_answered_or_ignored(wires: Wires, texts: list[str]) -> None:
    wire = wires.attacker()
    for text in texts:
        wire.text(text)
    assert wire.alive(), (texts, wire.code)


@settings(max_examples=50)
@given(move=moves, seat=st.integers(0, 1), name=st.integers(0, 2**64))
def test_any_move_is_answered_with_a_code(wires: Wires, move: str, seat: int, name: int) -> None:
    wire = wires.attacker()
    seq = log_of(wires.server, wires.table, wires.key)["seq"]
    request = {"message": "move", "id": f"any-{name}", "seq": seq, "seat": seat, "move": move}
    answer = wire.say(request).answer(request["id"])
    assert answer["message"] == "accepted" or (answer["code"] not in ("failed", "store-failed") and answer["code"])


@settings(max_examples=40)
@given(first=values.map(json.dumps) | nearly_valid().map(json.dumps) | st.sampled_from(NASTY))
def test_whatever_comes_before_hello_ends_the_connection(wires: Wires, first: str) -> None:
    with Wire(wires.server, wires.table, wires.key) as wire:
        wire.text(first[:LARGEST])
        message = wire.read()
        if message is not None:
            assert message["message"] == "snapshot", "so it was a hello"
        else:
            assert wire.code in (4400, 4401), (first, wire.code)


def test_the_others_and_the_table_go_on(wires: Wires) -> None:
    """After all that; and with a log that shows no fault."""
    with calm(wires.server):
        for text in NASTY:
            wires.attacker().text(text)
        assert wires.attacker().alive()
    assert wires.bystander.alive()
    with seated(wires.server, wires.table, wires.key) as wire:
        for seat in (0, 1):
            wire.say({"message": "return", "id": f"back-{seat}", "seat": seat}).answer(f"back-{seat}")
        request = move_request(log_of(wires.server, wires.table, wires.key), "after-all")
        assert wire.say(request).answer("after-all")["message"] == "accepted"
    assert wires.bystander.until("update")


# ── out of order ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "first", [message for message in VALID if message is not HELLO], ids=lambda each: each["message"]
)
def test_anything_before_hello(server: Server, table: str, key: str, first: dict[str, Any]) -> None:
    with Wire(server, table, key) as wire:
        assert wire.say(first).hello().ending() == 4400


def test_a_second_hello_changes_nothing(server: Server, table: str, key: str) -> None:
    with seated(server, table, None) as wire:
        wire.hello(tokens=(key,))
        assert wire.until("refused")["code"] == "bad-message"
        assert wire.alive()
        seat = {"message": "say", "id": "who", "seat": 0, "phrase": "hello"}
        assert wire.say(seat).answer("who")["code"] == "not-your-seat"


def test_a_table_that_is_not_there(server: Server) -> None:
    with calm(server):
        for name in (
            "A" * 11,
            "a",
            "x" * 2000,
            "%00" * 11,
            "%ff" * 11,
            "..%2f..%2fetc",
            "%F0%9F%9A%82" * 11,
            "'OR'1'='1'",
        ):
            with Wire(server, name) as wire:
                if wire.status == 101:
                    assert wire.hello().ending() == 4404
                else:
                    assert wire.status in (403, 404)


def test_after_the_table_was_closed(server: Server, key: str) -> None:
    table = started(server, "me me", key)["id"]
    with seated(server, table, key) as wire:
        request = move_request(log_of(server, table, key), "late")
        assert server.call("POST", f"/api/tables/{table}/end", {}, key)[0] == 200
        assert wire.say(request).answer("late")["code"] == "ended"
        for number, message in enumerate(VALID[2:6]):
            assert wire.say({**message, "id": f"late-{number}", "seat": 0}).answer(f"late-{number}")["code"] in (
                *("ended", "practice-only", "not-away", "stale"),
            )
        assert wire.alive()


@pytest.fixture(scope="module")
def finished(server: Server, key: str) -> str:
    """A game that was played to its end."""
    table = server.open("new-york", "me me", key)["id"]
    person = Person(server, table, key)
    together(person.play())
    assert person.over
    return str(table)


def test_after_the_end_of_the_game(server: Server, key: str, finished: str) -> None:
    end = log_of(server, finished, key)
    assert end["table"]["status"] == "over"
    with calm(server), seated(server, finished, key) as wire:
        for seat in (0, 1):
            for move in ("draw", "tickets", "pass", "keep x"):
                request = {"message": "move", "id": f"{move[:3]}{seat}", "seq": end["seq"], "seat": seat, "move": move}
                answer = wire.say(request).answer(request["id"])
                assert answer["message"] == "refused"
                assert answer["code"] in ("game-over", "unreadable-move", "no-such-ticket")
        late = {"message": "hint", "id": "hint", "seat": 0}
        assert wire.say(late).answer("hint")["code"] in ("practice-only", "nothing-to-decide", "game-over")
        assert wire.alive()
    assert log_of(server, finished, key)["table"]["result"] == end["table"]["result"]


def test_no_autopilot_after_the_end(server: Server, key: str, finished: str) -> None:
    with seated(server, finished, key) as wire:
        assert wire.say({"message": "autopilot", "id": "pilot", "seat": 0}).answer("pilot")["code"] == "game-over"


# ── frames ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_message_in_pieces(server: Server, table: str, key: str) -> None:
    with Wire(server, table, key) as wire:
        text = json.dumps(HELLO).encode()
        wire.raw(frame(TEXT, text[:5], final=False)).raw(frame(CONTINUED, b"", final=False))
        wire.raw(frame(PING, b"between")).raw(frame(CONTINUED, text[5:]))
        assert wire.until("snapshot")
        for byte in json.dumps({"message": "ping"}).encode()[:1]:
            wire.raw(frame(TEXT, bytes([byte]), final=False))
        for byte in json.dumps({"message": "ping"}).encode()[1:]:
            wire.raw(frame(CONTINUED, bytes([byte]), final=False))
        assert wire.raw(frame(CONTINUED, b"")).until("pong")


BROKEN = {
    "not masked": frame(TEXT, b'{"message":"ping"}', masked=False),
    "an unknown kind": frame(0x3, b"x"),
    "reserved bits": bytes([0x70 | 0x81]) + frame(TEXT, b"x")[1:],
    "a continuation of nothing": frame(CONTINUED, b"x"),
    "a message inside a message": frame(TEXT, b"{", final=False) + frame(TEXT, b"{}"),
    "a control frame in pieces": frame(PING, b"x", final=False),
    "a long control frame": frame(PING, b"x" * 126),
    "a close without a code": frame(CLOSE, b"x"),
    "a close with an unknown code": frame(CLOSE, struct.pack("!H", 999)),
    "a request instead of a frame": b"GET / HTTP/1.1\r\nhost: x\r\n\r\n",
    "noise": bytes(range(256)) * 8,
}


@pytest.mark.parametrize("how", BROKEN)
@pytest.mark.parametrize("early", [True, False], ids=["before hello", "after hello"])
def test_broken_frames(server: Server, wires: Wires, how: str, early: bool) -> None:
    with calm(server), Wire(server, wires.table, wires.key) as wire:
        if not early:
            wire.hello().until("snapshot")
        assert wire.raw(BROKEN[how]).ending() in (1002, 1007, 1009)
    assert wires.bystander.alive()


@pytest.mark.parametrize("early", [True, False], ids=["before hello", "after hello"])
def test_text_that_is_not_utf8(server: Server, table: str, key: str, early: bool) -> None:
    with calm(server), Wire(server, table, key) as wire:
        if not early:
            wire.hello().until("snapshot")
        assert wire.text(b'{"message":"\xff\xfe"}').ending() == 1007


@pytest.mark.parametrize("early", [True, False], ids=["before hello", "after hello"])
def test_binary_frames(server: Server, table: str, key: str, early: bool) -> None:
    with calm(server), Wire(server, table, key) as wire:
        if not early:
            wire.hello().until("snapshot")
        assert wire.raw(frame(BINARY, b'{"message":"ping"}')).ending() in (1003, 4400)


@pytest.mark.parametrize("size", [LARGEST + 1, LARGEST * 4, LARGEST * 4 + 1, 1 << 20])
@pytest.mark.parametrize("early", [True, False], ids=["before hello", "after hello"])
def test_a_message_that_is_too_large(server: Server, table: str, key: str, size: int, early: bool) -> None:
    with calm(server), Wire(server, table, key) as wire:
        if not early:
            wire.hello().until("snapshot")
        assert wire.text(b'"' + b"a" * (size - 2) + b'"').ending() == 1009


def test_the_largest_message(server: Server, table: str, key: str) -> None:
    with seated(server, table, key) as wire:
        wire.text(b'"' + b"a" * (LARGEST - 2) + b'"')
        assert wire.until("refused")["code"] == "bad-message"
        assert wire.alive()


def test_a_frame_that_says_it_is_enormous(server: Server, table: str, key: str) -> None:
    """Nobody waits for what was announced, and no memory is set aside for it."""
    for size in (1 << 20, 1 << 40, (1 << 63) - 1):
        with seated(server, table, key) as wire:
            assert wire.raw(bytes([0x81, 0xFF]) + struct.pack("!Q", size) + bytes(4) + b"x").ending(5) == 1009


def test_a_message_of_endless_pieces(server: Server, table: str, key: str) -> None:
    with seated(server, table, key) as wire:
        wire.raw(frame(TEXT, b"[", final=False))
        for _ in range(LARGEST * 4 // 100 + 2):
            wire.raw(frame(CONTINUED, b"1," * 50, final=False))
        assert wire.ending() == 1009


def test_the_limit_is_in_bytes(server: Server, table: str, key: str) -> None:
    with seated(server, table, key) as wire:
        assert wire.say("x").until("refused")
        assert wire.text(f'"{chr(0x1F682) * (LARGEST - 10)}"').ending(3) == 1009


# ── clocks, and the size of what is sent ──────────────────────────────────────────────────────────────────────────────


def test_nobody_gains_time_by_going_and_coming_back(server: Server, key: str) -> None:
    table = started(server, "me me", key, clock={"kind": "fischer", "start": 5, "gain": 0})["id"]
    with seated(server, table, key) as wire:
        wire.say({"message": "autopilot", "id": "go", "seat": 0}).say({"message": "return", "id": "come", "seat": 0})
        wire.answer("come")
        assert log_of(server, table, key)["table"]["seats"][0]["clock"] <= 5


def test_a_player_whose_clock_ran_out_does_not_stop_the_table(server: Server, key: str) -> None:
    table = started(server, "me me", key, clock={"kind": "fischer", "start": 5, "gain": 0})["id"]
    with seated(server, table, key):
        assert wait_for(lambda: any(seat["away"] for seat in log_of(server, table, key)["table"]["seats"]), 20)
