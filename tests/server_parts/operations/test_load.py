"""Admission control: beyond its capacity a server refuses new tables and spectators, and nobody else."""

import asyncio
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from ferrovia.server.app import make_app, watched_load
from ferrovia.server.base import load as load_module
from ferrovia.server.base.address_limits import AddressLimits
from ferrovia.server.base.load import FEW_TABLES, LIMITS, LoadMonitor, Reason, used_memory
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.tokens import new_token
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.services import open_services
from ferrovia.server.store.access import StorePort
from ferrovia.server.store.opening import open_store

PEOPLE = {"rules": "new-york", "seats": [{"kind": "me"}, {"kind": "me"}]}
LAG = 0.25


class Machine:
    """What a monitor measures, as a test sets it."""

    def __init__(self, tables: int = 100) -> None:
        self.values: dict[Reason, float] = {"store": 0.0, "descriptors": 0.0, "bots": 0.0}
        self.tables = tables
        self.writing = 0.0
        gauges = {reason: (lambda reason=reason: self.values[reason]) for reason in self.values}
        self.load = LoadMonitor(gauges, lambda: self.tables, LAG, writing=lambda: self.writing)

    def play(self, move: float, beats: int = 100) -> None:
        """Moves that take so long."""
        for _ in range(beats):
            self.load.note_move(move)
            self.load.beat(0.0)

    def refused(self, bots: bool = True) -> list[str]:
        try:
            self.load.check(bots)
        except RequestRefused as refusal:
            return [*refusal.parameters["why"]] if refusal.code == "overloaded" else [refusal.code]
        return []


def test_a_hiccup_is_no_overload_and_a_late_event_loop_is() -> None:
    machine = Machine()
    machine.load.beat(2.0)
    assert not machine.refused()
    for _ in range(60):
        machine.load.beat(LAG * 1.5)
    assert machine.refused() == ["event-loop", "moves"]
    for _ in range(3):
        machine.load.beat(LAG * 0.9)
    assert machine.refused(), "just below the limit is no relief"
    for _ in range(100):
        machine.load.beat(0.0)
    assert not machine.refused()


def test_moves_that_take_long_are_an_overload_also_where_the_event_loop_is_not_late() -> None:
    """A disk that has become busy, or a machine that is shared: nothing else need show it."""
    machine = Machine()
    for _ in range(60):
        for _ in range(10):
            machine.load.note_move(LAG * 1.2)
        machine.load.beat(0.0)
    assert machine.refused() == ["moves"]
    for _ in range(60):
        machine.load.note_move(LAG * 0.1)
        machine.load.beat(0.0)
    assert not machine.refused()


def test_a_move_also_waits_for_the_event_loop() -> None:
    machine = Machine()
    for _ in range(100):
        machine.load.note_move(LAG * 0.6)
        machine.load.beat(LAG * 0.6)
    assert machine.refused() == ["moves"]


@pytest.mark.parametrize("few", [True, False])
def test_slow_storage_alone_is_no_overload(few: bool) -> None:
    """Each commit takes longer than a move may wait; also after a restart, when many tables are back at once."""
    machine = Machine(FEW_TABLES if few else 100)
    machine.play(0.0, beats=1)
    machine.writing = LAG * 2
    machine.play(LAG * 2.2)
    machine.tables = 100
    machine.play(LAG * 2.2)
    assert not machine.refused()
    machine.writing = LAG * 3.3
    machine.play(LAG * 3.5)
    assert machine.refused() == ["moves"], "writes wait for each other"
    machine.writing = LAG * 2
    machine.play(LAG * 2.2)
    assert not machine.refused()


def test_storage_that_has_become_slower_is_got_used_to(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    for machine.writing in (LAG * 0.1, LAG * 2):
        machine.play(machine.writing)
    assert machine.refused() == ["moves"]
    monkeypatch.setattr(load_module, "ADOPTED", 0.05)
    machine.play(machine.writing, beats=200)
    assert not machine.refused()
    machine.writing = LAG * 0.1
    machine.play(LAG * 2)
    assert machine.refused() == ["moves"], "a faster one at once"


def test_the_first_writes_say_what_is_usual(tmp_path: Path) -> None:
    async def story() -> None:
        port = StorePort(open_store(Settings(store=str(tmp_path / "tables.sqlite")).url))
        try:
            await port.write(lambda connection: time.sleep(0.2))
            assert port.usual >= 0.2
            await port.write(lambda connection: None)
            assert port.usual >= 0.1
        finally:
            port.close()

    asyncio.run(story())


def test_a_core_that_is_used_up_is_an_overload_before_anybody_waits() -> None:
    machine = Machine()
    for _ in range(100):
        machine.load.beat(0.0, busy=0.95)
    assert machine.refused() == ["processor"]
    for _ in range(100):
        machine.load.beat(0.0, busy=0.5)
    assert not machine.refused()


def test_work_in_the_background_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The audit after a restart, and archiving, use a core for a while though nobody plays."""
    monkeypatch.setattr(load_module, "BEAT_SECONDS", 0.02)
    beats: list[float] = []

    class Watched(LoadMonitor):
        def beat(self, late: float, busy: float = 0.0) -> None:
            beats.append(busy)

    async def story() -> float:
        load, done = Watched({}, lambda: 100, LAG), threading.Event()

        def work() -> None:
            while not done.is_set():
                hashlib.pbkdf2_hmac("sha256", b"word", b"salt", 10_000)

        began, used = time.monotonic(), time.process_time()
        watching, working = asyncio.create_task(load.watch()), threading.Thread(target=work)
        working.start()
        while len(beats) < 50:
            await asyncio.sleep(0.02)
        watching.cancel()
        done.set()
        working.join()
        return (time.process_time() - used) / (time.monotonic() - began)

    process = asyncio.run(story())
    assert sum(beats) / len(beats) < process / 2


@pytest.mark.parametrize("reason", ["store", "descriptors", "bots"])
def test_whatever_runs_short_is_named(reason: Reason) -> None:
    machine = Machine()
    machine.values[reason] = LIMITS[reason] * 1.1
    machine.load.beat(0.0)
    assert machine.refused() == [reason]
    assert machine.refused(bots=False) == ([] if reason == "bots" else [reason])


def test_a_few_tables_are_always_carried() -> None:
    machine = Machine(FEW_TABLES)
    machine.values["store"] = 100.0
    machine.load.beat(100.0)
    assert not machine.refused()
    machine.tables += 1
    machine.load.beat(100.0)
    assert "store" in machine.refused()
    machine.tables -= 1
    machine.load.beat(100.0)
    assert not machine.refused()


def test_memory_of_the_machine_and_of_a_container(tmp_path: Path) -> None:
    assert used_memory(tmp_path / "elsewhere") == 0.0
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/statm").write_text("90000 25600 1 1 0 1 0\n")  # 100 MiB where a page has 4 KiB
    (tmp_path / "proc/meminfo").write_text("MemTotal: 999999 kB\nMemAvailable: 307200 kB\n")
    assert used_memory(tmp_path) == pytest.approx(0.25)
    group = tmp_path / "sys/fs/cgroup"
    group.mkdir(parents=True)
    (group / "memory.max").write_text("max\n")
    assert used_memory(tmp_path) == pytest.approx(0.25)
    (group / "memory.max").write_text(f"{200 << 20}\n")
    (group / "memory.current").write_text(f"{150 << 20}\n")
    (group / "memory.stat").write_text(f"anon 5\ninactive_file {50 << 20}\n")
    assert used_memory(tmp_path) == pytest.approx(0.5)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Settings(store=str(tmp_path / "tables.sqlite")))) as found:
        yield found


def test_games_that_go_on_are_not_touched(client: TestClient) -> None:
    player, guest = ({"authorization": f"Bearer {new_token()}"} for _ in range(2))
    table = client.post("/api/tables", json=PEOPLE, headers=player).json()["table"]["id"]
    load: LoadMonitor = client.app.state.load  # type: ignore[attr-defined]
    load.overloaded.add("memory")
    load.limits |= dict.fromkeys(load.limits, inf) | {"memory": -1.0}  # however busy the machine of the tests is
    load.tables = lambda: 1000
    answer = client.post("/api/tables", json=PEOPLE, headers=player)
    assert (answer.status_code, answer.json()["code"], answer.json()["parameters"]) == (
        *(503, "overloaded"),
        {"why": ["memory"]},
    )
    lesson = client.get("/api/lessons").json()[0]["id"]
    assert client.post(f"/api/lessons/{lesson}/table", json={}, headers=player).json()["code"] == "overloaded"
    with client.websocket_connect(f"/ws/{table}", headers=player) as socket:
        socket.send_text(json.dumps({"message": "hello"}))
        assert socket.receive_json()["table"]["mine"] == [0, 1]
    with client.websocket_connect(f"/ws/{table}", headers=guest) as socket:
        socket.send_text(json.dumps({"message": "hello"}))
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_json()
    assert ended.value.code == 4504
    assert client.post(f"/api/tables/{table}/end", headers=player).status_code == 200
    assert client.post(f"/api/tables/{table}/rematch", headers=player).status_code == 200


def test_what_admission_looks_at_is_in_the_metrics(tmp_path: Path) -> None:
    settings = Settings(store=str(tmp_path / "tables.sqlite"), overload_lag=0.2, overload_processor=0.8)
    services = open_services(settings)
    load = watched_load(services, Hub(services), AddressLimits(settings))
    load.moves, load.processor, load.lag, load.memory = 0.3, 0.4, 0.05, 0.45

    def shown(name: str, **labels: str) -> float | None:
        return services.metrics.registry.get_sample_value(name, labels)

    assert shown("ferrovia_move_delay_seconds") == 0.3
    assert shown("ferrovia_loop_processor_ratio") == 0.4
    found = {reason: shown("ferrovia_load_ratio", why=reason) for reason in LIMITS}
    wanted = {"moves": 1.5, "processor": 0.5, "event-loop": 0.25, "memory": 0.5, "store": 0.0, "descriptors": 0.0}
    assert found == pytest.approx({**wanted, "bots": 0.0})
    asyncio.run(services.close())
