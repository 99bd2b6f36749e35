"""Attacks by asking for too much, against the limits a host gets without asking for any.

The server takes the word of a proxy on its own machine for where a request comes from; so each test has an address.
"""

import http.client
import itertools
import json
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ferrovia.server.base.address_limits import MESSAGE_BURST, REQUEST_BURST
from ferrovia.server.base.settings import Settings
from ferrovia.server.live.table import TALK_BURST
from tests.server.attack_tools import (
    CONTINUED,
    PING,
    TEXT,
    Wire,
    dial,
    frame,
    log_of,
    metric,
    request_text,
    seated,
    serving,
    wait_for,
)
from tests.server.server_process import Server

NEW = {"rules": "switzerland", "seats": [{"kind": "me"}, {"kind": "open"}]}
USUAL = Settings()
HINTS = 8
KEY = "a-key-of-a-program-that-asks-for-everything"
numbers = itertools.count(1)


@pytest.fixture
def address() -> dict[str, str]:
    """An address that no test has used yet."""
    return {"x-forwarded-for": f"10.1.{next(numbers)}.1"}


def opened(server: Server, key: str, address: dict[str, str], new: Any = NEW) -> str:
    """A table."""
    status, answer = server.call("POST", "/api/tables", new, key, **address)
    assert status == 201, answer
    return str(answer["table"]["id"])


def statuses(server: Server, count: int, method: str, path: str, body: Any, address: dict[str, str]) -> list[int]:
    """The statuses of many requests on one connection, as fast as they go."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    headers = {"content-type": "application/json", "authorization": f"Bearer {KEY}", **address}
    found = []
    for _ in range(count):
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        answer.read()
        found.append(answer.status)
    connection.close()
    return found


# ── rates ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ['{"message":"ping"}', "nonsense"])
def test_messages_that_come_too_fast(strict: Server, address: dict[str, str], text: str) -> None:
    key = strict.key()
    table = opened(strict, key, address)
    with seated(strict, table, key) as bystander, seated(strict, table, key) as wire:
        wire.raw(frame(TEXT, text.encode()) * 300)
        assert wire.ending() == 4429
        answers = [message for message in wire.heard if message["message"] in ("pong", "refused")]
        assert len(answers) <= USUAL.messages_per_second * (MESSAGE_BURST + 3)
        assert bystander.alive()


@pytest.mark.parametrize("content", [frame(PING, b"x"), frame(CONTINUED, b"", final=False)], ids=["pings", "pieces"])
def test_frames_that_are_no_messages_are_counted_too(strict: Server, address: dict[str, str], content: bytes) -> None:
    """Nothing of them reaches those who count messages; and pieces may be empty, so that no size limits them."""
    key = strict.key()
    table = opened(strict, key, address)
    with seated(strict, table, key) as bystander, seated(strict, table, key) as wire:
        wire.raw(frame(TEXT, b"{", final=False))
        for _ in range(20):
            wire.raw(content * 1000)
        assert wire.ending() is not None
        assert bystander.alive()


def test_phrases_and_absences_at_a_human_pace(strict: Server, address: dict[str, str]) -> None:
    """They stay in the log, which is sent to everybody who comes back."""
    key = strict.key()
    table = opened(strict, key, address)
    found = []
    with seated(strict, table, key) as wire:
        for number in range(50):
            request = {"message": "say", "id": f"{number}", "seat": 0, "phrase": "hurry"}
            found.append(wire.say(request).answer(f"{number}").get("code", ""))
        assert wire.say({**request, "id": "0"}).answer("0")["message"] == "accepted", "it has been said already"
    assert found[: int(TALK_BURST)] == [""] * int(TALK_BURST)
    assert found[-1] == "too-fast"


def test_messages_at_a_human_pace(strict: Server, address: dict[str, str]) -> None:
    key = strict.key()
    with seated(strict, opened(strict, key, address), key) as wire:
        for _ in range(40):
            assert wire.alive()
            time.sleep(0.02)


def test_requests_that_come_too_fast(strict: Server, address: dict[str, str]) -> None:
    burst = USUAL.requests_per_second * REQUEST_BURST
    began = time.monotonic()
    found = statuses(strict, burst * 3, "GET", "/api/rules", None, address)
    seconds = time.monotonic() - began
    assert found[: burst // 2] == [200] * (burst // 2)
    assert found.count(200) <= burst + USUAL.requests_per_second * (seconds + 1)
    if seconds < 5:
        assert 429 in found
    status, answer = strict.call("GET", "/api/rules", **{"x-forwarded-for": "10.2.0.1"})
    assert (status, len(answer)) == (200, len(answer))


def test_handshakes_that_come_too_fast(strict: Server, address: dict[str, str]) -> None:
    found: Counter[int] = Counter()
    for _ in range(USUAL.requests_per_second * REQUEST_BURST + 60):
        with Wire(strict, "A" * 11, **address) as wire:
            found[wire.status] += 1
    assert found[429]


def test_guessing_codes(strict: Server, address: dict[str, str]) -> None:
    key = strict.key()
    code = strict.call("POST", "/api/tables", NEW, key)[1]["table"]["code"]
    found = [strict.call("POST", "/api/join", {"code": guess}, key, **address) for guess in ["AAAAAA"] * 30]
    assert [answer["code"] for _, answer in found[:20]] == ["no-such-code"] * 20
    assert (found[-1][0], found[-1][1]["code"]) == (429, "too-fast")
    assert strict.call("POST", "/api/join", {"code": code}, key, **address)[0] == 429, "a lucky one comes too late"
    assert strict.call("POST", "/api/join", {"code": code}, strict.key())[0] == 200, "others are not held up"


def test_guessing_codes_by_looking(strict: Server, address: dict[str, str]) -> None:
    """To look at the table of a code is a try as well: both ways together are no more than one."""
    key = strict.key()
    looked = [strict.call("GET", "/api/join/AAAAAA", key=key, **address)[0] for _ in range(15)]
    joined = [strict.call("POST", "/api/join", {"code": "AAAAAA"}, key, **address)[0] for _ in range(15)]
    assert looked == [404] * 15
    assert (joined[0], joined[-1]) == (404, 429)
    assert strict.call("GET", "/api/join/AAAAAA", key=key, **address)[0] == 429


def test_guessing_tokens(strict: Server, address: dict[str, str]) -> None:
    table = opened(strict, strict.key(), address)
    found = statuses(strict, 130, "POST", f"/api/tables/{table}/seats/take", {"token": "A" * 43}, address)
    assert found[0] == 403
    assert found[-1] == 429


# ── numbers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_too_many_tables(strict: Server, address: dict[str, str]) -> None:
    key = strict.key()
    found: list[tuple[int, Any]] = []
    while len(found) < USUAL.tables_per_client + 10 and (not found or found[-1][0] != 429):
        found.append(strict.call("POST", "/api/tables", NEW, key, **address))
        time.sleep(0.02)
    made = sum(status == 201 for status, _ in found)
    assert USUAL.tables_per_client <= made <= USUAL.tables_per_client + 3
    assert found[-1][1]["code"] in ("too-many-tables", "too-fast")
    opened(strict, key, {"x-forwarded-for": "10.2.0.2"})


@pytest.fixture(scope="module")
def scarce(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which an address may open three tables an hour, hold ten connections, and ask for few hints."""
    limits = ("--tables-per-client", "3", "--sockets-per-client", "10", "--hints-per-minute", str(HINTS))
    with serving(tmp_path_factory.mktemp("scarce"), "--bots", "1", *limits) as found:
        yield found


def test_rematches_are_tables_too(scarce: Server, address: dict[str, str]) -> None:
    key = scarce.key()
    table, made = opened(scarce, key, address), 1
    for _ in range(6):
        assert scarce.call("POST", f"/api/tables/{table}/end", {}, key, **address)[0] == 200
        status, answer = scarce.call("POST", f"/api/tables/{table}/rematch", {}, key, **address)
        if status == 429:
            break
        table, made = answer["table"]["id"], made + 1
    assert made <= 3


def test_a_whole_network_is_one_address(scarce: Server) -> None:
    key, found = scarce.key(), []
    for number in range(6):
        address = {"x-forwarded-for": f"2001:db8:1:2::{number + 1:x}"}
        found.append(scarce.call("POST", "/api/tables", NEW, key, **address)[0])
    assert 429 in found


def test_too_many_sockets(scarce: Server, address: dict[str, str]) -> None:
    key = scarce.key()
    table = opened(scarce, key, address)
    before = metric(scarce, "ferrovia_sockets")
    wires = [Wire(scarce, table, key, **address) for _ in range(12)]
    assert [wire.status for wire in wires] == [101] * 10 + [429] * 2
    assert wires[-1].denial()["code"] == "too-many-sockets"
    path = f"/api/bot/tables/{table}/stream?seat=0"
    assert scarce.call("GET", path, key=key, **address)[1]["code"] == "too-many-sockets"
    with Wire(scarce, table, key, **{"x-forwarded-for": "10.2.0.3"}) as other:
        assert other.status == 101
    for wire in wires:
        wire.hang_up()
    end = time.monotonic() + 10
    while metric(scarce, "ferrovia_sockets") > before and time.monotonic() < end:
        time.sleep(0.05)
    with seated(scarce, table, key, **address) as again:
        assert again.alive()


def test_a_stream_that_is_left_at_once_gives_its_place_back(scarce: Server, address: dict[str, str]) -> None:
    key = scarce.key()
    table = opened(scarce, key, address)
    head = request_text("GET", f"/api/bot/tables/{table}/stream?seat=0", authorization=f"Bearer {key}", **address)
    for number in range(40):
        line = dial(scarce)
        line.sendall(head)
        if number % 2:
            line.recv(10)
        line.close()
        time.sleep(0.02)
    time.sleep(1)
    wires = [Wire(scarce, table, key, **address) for _ in range(10)]
    assert [wire.status for wire in wires] == [101] * 10
    for wire in wires:
        wire.hang_up()


def practice(server: Server, key: str, address: dict[str, str]) -> str:
    """A table at which hints can be asked for, and the game has begun."""
    new = {"rules": "switzerland", "seats": [{"kind": "me"}, {"kind": "me"}], "options": {"practice": True}}
    table = opened(server, key, address, new)
    assert wait_for(lambda: log_of(server, table, key)["table"]["status"] == "playing", 20)
    return table


def test_hints_have_a_budget(scarce: Server, address: dict[str, str]) -> None:
    key = scarce.key()
    table = practice(scarce, key, address)
    with seated(scarce, table, key, **address) as wire:
        for number in range(HINTS + 5):
            wire.say({"message": "hint", "id": f"hint-{number}", "seat": 0})
        late = [wire.answer(f"hint-{HINTS + number}") for number in range(2, 5)]
        assert {answer["code"] for answer in late} == {"too-fast"}
        assert wire.alive()


def test_hints_of_one_do_not_hold_up_another(scarce: Server, address: dict[str, str]) -> None:
    key = scarce.key()
    table = practice(scarce, key, address)
    with seated(scarce, table, key, **address) as greedy, seated(scarce, table, key) as other:
        first = greedy.say({"message": "hint", "id": "first", "seat": 0}).answer("first", seconds=120)
        assert first["message"] == "hint"
        for number in range(HINTS - 1):
            greedy.say({"message": "hint", "id": f"hint-{number}", "seat": 0})
        answer = other.say({"message": "hint", "id": "other", "seat": 1}).answer("other", seconds=60)
        assert answer["message"] == "hint"
        assert greedy.alive()
        served = [message for message in greedy.heard if message["message"] == "hint"]
        assert len(served) < HINTS - 2, "the other one was served last"
