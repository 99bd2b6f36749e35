"""A table whose map has changed since its game began: clients are told so, and told not to retry."""

import asyncio
import shutil
from pathlib import Path

import pytest
import websockets

from ferrovia.server.sockets.close_codes import OTHER_RULES
from tests.server.server_process import Server
from tests.server.websocket_players import Person

ISLAND = Path(__file__).resolve().parents[2] / "examples" / "custom_map"


def test_a_map_that_was_changed(tmp_path: Path) -> None:
    shutil.copytree(ISLAND, tmp_path / "map")
    island = tmp_path / "map" / "island.toml"
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path / "log.txt", "--map", str(island)).start()
    try:
        key = server.key()
        table = server.open("island", "me driver", key)["id"]
        server.kill()
        text = island.read_text(encoding="utf-8")
        island.write_text(text.replace("length = 5", "length = 4", 1), encoding="utf-8")
        assert island.read_text(encoding="utf-8") != text
        server.start()
        assert asyncio.run(ending(server, table, key)) == OTHER_RULES
        status, answer = server.call("GET", f"/api/tables/{table}", key=key)
        assert (status, answer["code"]) == (409, "other-rules")
    finally:
        server.kill()


async def ending(server: Server, table: str, key: str) -> int:
    """The code with which a connection ends."""
    socket = await Person(server, table, key).connect()
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await socket.recv()
    assert closed.value.rcvd is not None
    return int(closed.value.rcvd.code)
