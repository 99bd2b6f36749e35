"""What goes into the log of a bot that failed: what happened and where, never what it said, which may name its hand."""

import asyncio
import base64
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from ferrovia.game.game import Game
from ferrovia.processes.line_server import in_time
from ferrovia.rules.files.loading import load_rules
from ferrovia.server.base.address_limits import AddressLimits
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.table_log import LogEntry
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.referee import BrokenLog, play_again
from ferrovia.server.sockets.connection import SocketConnection
from ferrovia.server.workers import bot_child, replay_child
from tests.server.store.store_harness import a_row

BOT = """
from ferrovia import Bot

class Talker(Bot):
    def choose(self, view, moves):
        {}
"""
SECRET = "zurich--lugano"


def failed(folder: Path, line: str) -> str:
    """What the server hears of a bot that does this."""
    file = folder / "talker.py"
    file.write_text(BOT.format(line))
    view = Game("switzerland", 2, seed=1).view(0)
    content = base64.b64encode(view.array.tobytes()).decode()
    values = {"bot": f"{file}:Talker", "rules": "switzerland", "view": content, "seed": 1, "memory": "", "seconds": 20}
    return str(bot_child.answer(RulesLibrary(), values)["failed"])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"raise ValueError('I hold {SECRET}')", "ValueError at talker.py:6"),
        (f"return 'keep {SECRET}'", "the rules refuse its move"),
        (f"return 'I hold {SECRET}'", "its answer is no move"),
    ],
)
def test_nothing_that_a_bot_says_gets_into_the_log(tmp_path: Path, line: str, said: str) -> None:
    found = failed(tmp_path, line)
    assert SECRET not in found
    assert found == said


def test_nothing_of_a_record_gets_into_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Any) -> None:
        raise RuntimeError(f"what is {SECRET}?")

    monkeypatch.setattr(replay_child, "compressed_replay", broken)
    assert in_time(replay_child.answer, {"seconds": 1}) == {"failed": "RuntimeError"}


def test_of_a_broken_log_the_table_the_entry_and_a_code_are_logged() -> None:
    rules = load_rules("new-york")
    game = Game(rules, 2, secret=bytes(32))
    keep = next(str(move) for move in game.legal_moves() if str(move).startswith("keep"))
    row = replace(a_row(seq=2), secret=bytes(32), setup=game.setup_events.tobytes())
    with pytest.raises(BrokenLog) as broken:
        play_again(rules, row, [LogEntry(2, "move", 0, keep.replace("keep ", "keep no-such-ticket "), 1, 0.0)])
    assert "no-such-ticket" in str(broken.value), "the operator who verifies the store wants to know"
    assert broken.value.details == {"table": row.id, "entry": 2, "code": "move"}


def test_a_client_that_left_during_a_send_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    """The writer notices first; the listener returns from a request, and must not fail."""

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        if message["type"] != "websocket.accept":
            raise OSError

    services: Any = SimpleNamespace(settings=Settings())

    async def leave() -> None:
        websocket = WebSocket({"type": "websocket", "headers": [], "client": ("127.0.0.1", 1)}, receive, send)
        await websocket.accept()
        socket = SocketConnection(services, Hub(services), websocket, AddressLimits(Settings()))
        socket.send(b"{}")
        for ended in await asyncio.gather(socket.write(), return_exceptions=True):
            socket.check_end(ended)
        for ended in await asyncio.gather(socket.listen(), return_exceptions=True):
            assert isinstance(ended, WebSocketDisconnect)
            socket.check_end(ended)

    asyncio.run(leave())
    assert not caplog.records
