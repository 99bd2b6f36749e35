"""The switch that lets others in: a real listener, in this process; 127.0.0.2 stands for the address in the network."""

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ferrovia.server.app import make_app
from ferrovia.server.base.settings import Settings
from ferrovia.server.sockets import lan_listener
from ferrovia.server.sockets.lan_listener import LanListener, ListeningServer
from ferrovia.server.sockets.transports import make_server

LAN = "127.0.0.2"


async def ask(place: str, port: int, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    """One request; by default from a page at the same address."""
    reader, writer = await asyncio.open_connection(place, port)
    content = b"" if body is None else json.dumps(body).encode()
    heads = {
        "host": f"{place}:{port}",
        "origin": f"http://{headers.get('host', f'{place}:{port}')}",
        "content-type": "application/json",
        "content-length": str(len(content)),
        "connection": "close",
        **headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in heads.items() if value)
    writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + content)
    answer = await reader.read()
    writer.close()
    return int(answer.split()[1]), json.loads(answer.partition(b"\r\n\r\n")[2] or b"null")


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="other systems have one loopback address only")
def test_only_the_person_at_the_computer_lets_others_in_and_shuts_them_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lan_listener, "local_address", lambda: LAN)
    asyncio.run(visit(Settings(store=str(tmp_path / "tables.sqlite"))))


async def visit(settings: Settings) -> None:
    app = make_app(settings)
    server = make_server(app, settings, lambda: None)
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    assert isinstance(server, ListeningServer)
    app.state.listener = LanListener(server, port)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.02)
    try:
        await check(port)
    finally:
        server.should_exit = True
        await serving


async def check(port: int) -> None:
    opening = ("PUT", "/api/network", {"open": True})
    assert (await ask("127.0.0.1", port, "GET", "/api/network"))[1] == {"offered": True, "address": None, "qr": None}
    with pytest.raises(ConnectionRefusedError):
        await ask(LAN, port, "GET", "/api/network")
    foreign = await ask("127.0.0.1", port, *opening, host=f"evil.example:{port}")
    assert (foreign[0], foreign[1]["code"]) == (403, "wrong-origin"), "a site whose name points here"
    assert (await ask("127.0.0.1", port, *opening, origin="http://evil.example"))[0] == 403
    program = await ask("127.0.0.1", port, *opening, origin="")
    assert (program[0], program[1]["code"]) == (403, "not-at-the-computer"), "a program is no person"

    status, told = await ask("127.0.0.1", port, *opening)
    assert (status, told["address"]) == (200, f"http://{LAN}:{port}")
    assert told["qr"].startswith("<svg")
    assert (await ask(LAN, port, "GET", "/api/network"))[1]["offered"] is False
    assert (await ask(LAN, port, "PUT", "/api/network", {"open": False}))[0] == 403
    assert (await ask(LAN, port, "POST", "/api/tables", {}, origin="http://evil.example"))[0] == 403

    status, made = await ask("127.0.0.1", port, "POST", "/api/profile/give", {"profile": ""})
    assert made["link"].startswith(f"http://{LAN}:{port}/games#"), "links lead to where others come in"

    people = {"rules": "new-york", "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = (await ask("127.0.0.1", port, "POST", "/api/tables", people))[1]["table"]["id"]
    async with connect(f"ws://{LAN}:{port}/ws/{table}") as friend:
        await friend.send('{"message": "hello"}')
        assert json.loads(await friend.recv())["message"] == "snapshot"
        assert (await ask("127.0.0.1", port, "PUT", "/api/network", {"open": False}))[1]["address"] is None
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(friend.recv(), 30)
    with pytest.raises(ConnectionRefusedError):
        await ask(LAN, port, "GET", "/healthz")
    assert (await ask("127.0.0.1", port, *opening))[0] == 200, "and opened again"
