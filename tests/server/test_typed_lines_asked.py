"""Typed lines over a real WebSocket: they are read for one's own seat, and nothing is played."""

import asyncio
import json
from typing import Any

from tests.server.server_process import Server
from tests.server.websocket_players import Person


async def answers(person: Person, *requests: dict[str, Any]) -> list[dict[str, Any]]:
    """What is answered to some requests."""
    socket = await person.connect()
    try:
        found = []
        for request in requests:
            await socket.send(json.dumps(request))
            while (message := json.loads(await socket.recv())).get("id") != request["id"]:
                pass
            found.append(message)
        return found
    finally:
        await socket.close()


def line(number: int, text: str, seat: int | None = 0, language: str = "en") -> dict[str, Any]:
    return {"message": "typed", "id": f"t{number}", "seat": seat, "line": text, "language": language}


def test_typed_lines_are_read_and_never_played(server: Server) -> None:
    key = server.key()
    table = server.open("new-york", "me open", key)
    assert server.call("POST", "/api/join", {"code": table["code"]}, server.key())[0] == 200
    person = Person(server, table["id"], key)
    keep, italian, routes, unknown, pick, other = asyncio.run(
        answers(
            person,
            line(1, "keep all"),
            line(2, "tieni tutti", language="it"),
            line(3, "routes 3+"),
            line(4, "abracadabra"),
            line(5, "17"),
            line(6, "hand", seat=1),
        )
    )
    assert keep["verb"] == italian["verb"] == "keep"
    assert keep["moves"] == italian["moves"]
    assert keep["certain"]
    assert keep["moves"][0].startswith("keep ")
    assert routes["routes"]
    assert (unknown["problem"], unknown["about"]) == ("unknown", "abracadabra")
    assert pick["number"] == 17
    assert (other["message"], other["code"]) == ("refused", "not-your-seat")
    assert {each["seq"] for each in (keep, italian, routes, unknown, pick)} == {keep["seq"]}, "nothing happened"


def test_a_spectator_may_ask_about_the_board_only(server: Server) -> None:
    key = server.key()
    table = server.open("new-york", "me passenger", key)
    watcher = Person(server, table["id"], None)
    routes, moves, mine = asyncio.run(
        answers(watcher, line(1, "routes", seat=None), line(2, "moves", seat=None), line(3, "moves", seat=0))
    )
    assert len(routes["routes"]) > 30
    assert moves["moves"] == []
    assert mine["code"] == "not-your-seat"
