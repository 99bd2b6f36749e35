"""The page before the kernels: what needs no game is answered at once, what needs one waits for the warm-up."""

import asyncio
import threading

import pytest
from starlette.testclient import TestClient

from ferrovia.core.compile import INTERPRETED
from ferrovia.server.app import make_app
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.warm_up import WarmUp
from ferrovia.server.warm_child import CompileProgress, kernels

TABLE = {"rules": "new-york", "seats": [{"kind": "me"}, {"kind": "open"}]}


def test_games_wait_and_pages_do_not(tmp_path):
    warmed = threading.Event()

    async def warm(warm_up: WarmUp) -> None:
        warm_up.advance(30, 120)
        await asyncio.to_thread(warmed.wait)

    opened: list[int] = []
    with TestClient(make_app(Settings(store=str(tmp_path / "t.sqlite")), warm=warm)) as client:
        key = {"authorization": f"Bearer {client.post('/api/keys').json()['key']}"}

        def ask() -> None:
            opened.append(client.post("/api/tables", json=TABLE, headers=key).status_code)

        asking = threading.Thread(target=ask)
        asking.start()
        told = client.get("/api/warm-up").json()
        assert told["ready"] is False
        assert 0.25 <= told["share"] < 1
        for path in ("/", "/api/rules", "/api/rules/new-york", "/api/bots", "/api/lessons", "/healthz"):
            assert client.get(path).status_code == 200, path
        assert not opened
        warmed.set()
        asking.join(60)
        assert opened == [201]
        assert client.get("/api/warm-up").json() == {"ready": True, "share": 1.0}


def test_progress_goes_on_between_reports_and_never_back():
    now = 0.0
    progress = WarmUp(ready=False, clock=lambda: now)
    assert progress.share == 0
    now = 10.0
    progress.advance(20, 100)
    assert progress.share == 0.2
    now = 15.0
    assert progress.share == 0.3
    progress.advance(22, 100)
    assert progress.share == 0.3
    now = 1000.0
    assert progress.share == 0.99
    progress.ready.set()
    assert progress.share == 1


def test_a_start_that_fails_ends_the_server(tmp_path, monkeypatch):
    signals: list[int] = []
    monkeypatch.setattr("ferrovia.server.app.signal.raise_signal", signals.append)

    async def warm(warm_up: WarmUp) -> None:
        raise OSError("no space left")

    with TestClient(make_app(Settings(store=str(tmp_path / "t.sqlite")), warm=warm)) as client:
        assert client.get("/api/warm-up").json()["ready"] is False
    assert signals


def test_the_child_counts_our_kernels_only(capsys):
    progress = CompileProgress(2)
    for module in ("ferrovia.engine.turn", "numba.np.arrayobj", "ferrovia.engine.market", "ferrovia.core.bits"):
        progress.begin(module)
    assert capsys.readouterr().out.split("\n") == ["[1, 2]", "[2, 2]", "[2, 2]", ""]


@pytest.mark.skipif(INTERPRETED, reason="plain functions")
def test_the_child_knows_how_many_there_are():
    assert kernels() > 200
