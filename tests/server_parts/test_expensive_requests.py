"""No request holds the event loop: what takes long runs beside it, at the expense of the address that asked."""

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from ferrovia.game.game import Game
from ferrovia.protocol.requests import ClientMessage
from ferrovia.server.app import make_app
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.table_log import TableRow
from ferrovia.server.http import links
from ferrovia.server.live import player_views, referee
from ferrovia.server.store import rows, statements
from ferrovia.server.warming import load_compiled
from tests.server_parts.stored_games import played, write_games

KEY = "a-key-of-a-program-that-asks-for-everything"
HEADERS = {"authorization": f"Bearer {KEY}"}
MOST_CALLS = 10_000
"""Python calls between two turns of the event loop: about 5 ms on the slowest machine this was tried on."""
ENTRIES = 10
"""Log entries that may be handled on the event loop one after another."""


class LoopWatch:
    """Counts, for each step of the event loop, all Python calls and those of some functions."""

    def __init__(self, *functions: Callable[..., Any]) -> None:
        self.codes = {function.__code__: function.__name__ for function in functions}
        self.worst: dict[str, int] = {}
        self.now: dict[str, int] = {}

    def clear(self) -> None:
        self.worst = {}

    def step(self, run: Callable[..., None]) -> Callable[..., None]:
        """A handle's `_run`, watched."""

        def watched(handle: asyncio.Handle) -> None:
            self.now = {}
            before = sys.getprofile()
            sys.setprofile(self.count)
            try:
                run(handle)
            finally:
                sys.setprofile(before)
            for name, calls in self.now.items():
                self.worst[name] = max(calls, self.worst.get(name, 0))

        return watched

    def count(self, frame: Any, event: str, _: Any) -> None:
        if event == "call":
            for name in ("calls", self.codes.get(frame.f_code)):
                if name:
                    self.now[name] = self.now.get(name, 0) + 1


class House:
    """A server in this process, with a finished and two unfinished games, and the watch over its event loop."""

    def __init__(self, client: TestClient, watch: LoopWatch, done: TableRow, going: TableRow, busy: TableRow) -> None:
        self.client, self.watch, self.done, self.going, self.busy = client, watch, done, going, busy


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    store = tmp_path_factory.mktemp("expensive") / "tables.sqlite"
    games = [
        played(KEY, "north-america"),
        *(played(KEY, moves=40) for _ in range(8)),
        *(played(KEY, moves=150) for _ in range(2)),
    ]
    done, *_, going, busy = write_games(store, *games)
    assert (done.status, going.status) == ("over", "playing")
    load_compiled()
    watch = LoopWatch(player_views.happening, referee.line_of, Game.scores, links.qr_code, rows.read_entry)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(asyncio.Handle, "_run", watch.step(asyncio.Handle._run))
        with TestClient(make_app(Settings(store=str(store), expensive_seconds=1000.0))) as client:
            yield House(client, watch, done, going, busy)


PATHS = (
    *("/healthz", "/metrics", "/api/openapi.json", "/", "/api/rules", "/api/bots", "/api/lessons", "/api/network"),
    *("/api/rules/north-america", "/api/rules/north-america/drawing", "/api/rules/north-america/summary"),
    *("/api/rules/north-america/differences?from=switzerland", "/api/push", "/api/warm-up", "/api/tables"),
    *("/api/tables/{done}/log", "/api/tables/{going}/log", "/api/tables/{going}/log?since=60"),
    *("/api/tables/{done}", "/api/tables/{done}/record", "/api/bot/tables/{done}/stream?seat=0"),
)


def asked(house: House, path: str) -> tuple[int, dict[str, int]]:
    """The status of a request, and the worst it did to the event loop."""
    house.watch.clear()
    found = house.client.get(path.format(done=house.done.id, going=house.going.id), headers=HEADERS)
    return found.status_code, house.watch.worst


@pytest.mark.thorough
def test_no_request_holds_the_event_loop(house: House) -> None:
    worst = {path: asked(house, path) for path in PATHS}
    assert {status for status, _ in worst.values()} == {200}
    slow = {path: found for path, (_, found) in worst.items() if found["calls"] > MOST_CALLS}
    assert not slow
    here = {path: found for path, (_, found) in worst.items() if "line_of" in found or "scores" in found}
    assert set(here) <= {"/api/bot/tables/{done}/stream?seat=0"}, "scored or recorded on the event loop"
    assert all(found.get("happening", 0) <= ENTRIES for _, found in worst.values())
    assert all(found.get("read_entry", 0) <= ENTRIES for _, found in worst.values())


TICKETS = ("keep " + "denver--el-paso " * 99)[:1000]
DEAREST: tuple[dict[str, Any], ...] = (
    {"message": "typed", "line": ("claim " + "a " * 97)[:200]},
    {"message": "typed", "line": "moves"},
    {"message": "typed", "line": "routes"},
    {"message": "explain", "move": TICKETS},
    {"message": "explain", "move": "claim baden--basel"},
    {"message": "say", "phrase": "well-played"},
    {"message": "autopilot"},
    {"message": "return"},
    {"message": "hint"},
    {"message": "ping"},
    {"message": "hello"},
    {"message": "move", "move": TICKETS},
)
"""Messages with what makes them cost most, for a seat that does not have to decide, so that no bot begins to think.
The test itself makes a move and takes it back."""
ANSWERS = {"accepted", "refused", "explained", "typed", "hint", "pong"}


def test_every_message_is_tried() -> None:
    kinds = {kind.__dataclass_fields__["message"].type.__args__[0] for kind in get_args(get_args(ClientMessage)[0])}
    assert {message["message"] for message in DEAREST} | {"take-back"} == kinds


def test_no_message_holds_the_event_loop(house: House) -> None:
    """Each by itself: what it costs could hide in the first snapshot."""
    house.watch.clear()
    with house.client.websocket_connect(f"/ws/{house.busy.id}", headers=HEADERS) as socket:
        socket.send_json({"message": "hello"})
        snapshot = socket.receive_json()
        worst = {"snapshot": house.watch.worst}
        seat, seq = snapshot["table"]["asked"][0], house.busy.seq
        other, legal = 1 - seat, snapshot["sights"][seat]["legal"]["moves"][0]
        move = {"message": "move", "seat": seat, "move": legal}
        for number, message in enumerate((*DEAREST, move, {"message": "take-back", "seat": seat})):
            house.watch.clear()
            named = {"id": str(number), "seat": other} if message["message"] not in ("ping", "hello") else {}
            seen = {"seq": seq} if message["message"] in ("move", "take-back") else {}
            socket.send_json(named | seen | message)
            while (answer := socket.receive_json())["message"] not in ANSWERS:
                pass
            seq = answer.get("seq", seq)
            worst[f"{number} {message}"] = house.watch.worst
    assert answer["message"] == "accepted", "the move was legal, and is taken back"
    assert [each["seq"] for each in snapshot["sights"][0]["happenings"]] == list(range(1, house.busy.seq + 1))
    assert not {message: found for message, found in worst.items() if found["calls"] > MOST_CALLS}
    assert not {message: found for message, found in worst.items() if found.get("happening", 0) > ENTRIES}
    assert not {message: found for message, found in worst.items() if found.get("read_entry", 0) > ENTRIES}


def test_an_address_in_debt_is_told_so_by_every_way(house: House) -> None:
    budget = house.client.app.state.services.offload.budget  # type: ignore[attr-defined]
    budget.charge("testclient", 1e6)
    try:
        for path in (f"/api/tables/{house.going.id}/log", f"/api/tables/{house.done.id}/record"):
            answer = house.client.get(path, headers=HEADERS)
            assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
        (seat,) = house.client.get(f"/api/tables/{house.going.id}", headers=HEADERS).json()["asked"]
        stream = house.client.get(f"/api/bot/tables/{house.going.id}/stream?seat={seat}", headers=HEADERS)
        assert json.loads(stream.text.splitlines()[-1]) == {"message": "bye", "why": "restart"}
        with house.client.websocket_connect(f"/ws/{house.going.id}", headers=HEADERS) as socket:
            socket.send_json({"message": "hello"})
            with pytest.raises(WebSocketDisconnect) as ended:
                socket.receive_json()
        assert ended.value.code == 4503
        with house.client.websocket_connect(f"/ws/{house.going.id}", headers=HEADERS) as socket:
            socket.send_json({"message": "hello", "since": house.going.seq})
            assert socket.receive_json()["message"] == "snapshot", "who has most of the log already may go on"
    finally:
        budget.buckets.clear()


def test_links_are_drawn_beside_the_event_loop(house: House) -> None:
    house.watch.clear()
    wish = {"rules": "new-york", "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = house.client.post("/api/tables", json=wish, headers=HEADERS).json()["table"]["id"]
    assert house.client.post(f"/api/tables/{table}/seats/1/link", headers=HEADERS).json()["qr"].startswith("<svg")
    assert "qr_code" not in house.watch.worst


def test_a_log_is_whole_whatever_happens_while_it_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that is written after the log was read, but before the answer is made, is part of both or of neither."""
    client, table, state = house.client, house.going.id, house.client.app.state  # type: ignore[attr-defined]
    loop = client.portal.call(lambda: asyncio.get_running_loop()) if client.portal else None
    assert loop is not None
    read, spoken = statements.entries, threading.Event()

    async def leave() -> None:
        live = await state.hub.find(table)
        await live.set_away(Caller(), live.asked[0])

    class Caller:
        """The host, who holds every seat."""

        def check_seat(self, *_: Any) -> None:
            pass

    def entries(*arguments: Any, **named: Any) -> Any:
        found = read(*arguments, **named)
        if not spoken.is_set():
            spoken.set()
            asyncio.run_coroutine_threadsafe(leave(), loop).result()
        return found

    monkeypatch.setattr(statements, "entries", entries)
    told = client.get(f"/api/tables/{table}/log", headers=HEADERS).json()
    assert spoken.is_set()
    assert [each["seq"] for each in told["sights"][0]["happenings"]][-1] == told["seq"]
