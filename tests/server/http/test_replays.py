"""Written games over HTTP: finished tables, records of anybody's, and what must not get in."""

import gzip
import json
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import ferrovia
from ferrovia.drawing import draw_board
from ferrovia.protocol.replays import replay_of
from tests.server.http.test_library import check, fetch
from tests.server.server_process import Server
from tests.server.websocket_players import Person, together

PROJECT = Path(__file__).resolve().parents[3]
GOLDEN = PROJECT / "tests" / "golden"


def finished(server: Server, rules: str, **options: Any) -> tuple[str, str]:
    """The id of a table whose game is over, and a key that holds its seats."""
    key = server.key()
    table = server.open(rules, "me me", key, **options)
    together(Person(server, table["id"], key, 5).play())
    return table["id"], key


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    return finished(server, "new-york")[0]


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.record").read_text(encoding="utf-8")


def test_a_finished_table_can_be_looked_at(server: Server, table: str) -> None:
    status, found = server.call("GET", f"/api/tables/{table}/replay")
    assert status == 200
    check("GameReplay", found)
    record = ferrovia.parse_record(server.call("GET", f"/api/tables/{table}/record")[1])
    told = json.loads(json.dumps(replay_of(record)))
    assert found["frames"] == told["frames"]
    assert found["result"] == told["result"]
    assert found["board"] is None, "the server offers these rules"
    times = [move["at"] for move in found["moves"]]
    assert times == sorted(times)
    assert found["statistics"]["seconds"] is not None


def test_what_one_seat_knew(server: Server, table: str) -> None:
    found = server.call("GET", f"/api/tables/{table}/replay?seat=1")[1]
    check("GameReplay", found)
    assert found["seat"] == 1
    assert "hand" not in found["frames"][0]["seats"]["0"]
    assert server.call("GET", f"/api/tables/{table}/replay?seat=4")[1]["code"] == "no-such-seat"
    assert server.call("GET", f"/api/tables/{table}/replay?seat=7")[1]["code"] == "bad-message"


def test_it_is_sent_packed_and_once(server: Server, table: str) -> None:
    headers, body = fetch(server, f"/api/tables/{table}/replay", accept_encoding="gzip")
    assert json.loads(gzip.decompress(body))["players"] == 2
    assert len(body) < 30_000
    assert headers["cache-control"].startswith("private")
    with pytest.raises(urllib.error.HTTPError) as same:
        fetch(server, f"/api/tables/{table}/replay", if_none_match=headers["etag"])
    assert same.value.code == 304
    same.value.close()


def test_a_game_that_goes_on_is_not_shown(server: Server) -> None:
    key = server.key()
    table = server.open("new-york", "me me", key)
    assert server.call("GET", f"/api/tables/{table['id']}/replay", key=key)[1]["code"] == "not-over"
    assert server.call("GET", "/api/tables/nowhere/replay")[1]["code"] == "no-such-table"


def test_a_table_without_spectators_is_shown_to_its_players_alone(server: Server) -> None:
    table, key = finished(server, "new-york", spectators=False)
    assert server.call("GET", f"/api/tables/{table}/replay")[1]["code"] == "no-spectators"
    assert server.call("GET", f"/api/tables/{table}/replay", key=key)[0] == 200


@pytest.mark.parametrize("name", ["north-america-5-1", "switzerland-3-1", "new-york-4-2"])
def test_any_record_can_be_looked_at(server: Server, name: str) -> None:
    status, found = server.call("POST", "/api/replays", {"record": golden(name)})
    assert status == 200
    check("GameReplay", found)
    expected = json.loads(json.dumps(replay_of(ferrovia.parse_record(golden(name)))))
    assert {key: found[key] for key in expected} == expected
    assert found["board"] is None


def test_a_record_of_rules_that_are_not_offered_brings_its_board(server: Server) -> None:
    rules = ferrovia.load_rules(str(PROJECT / "examples" / "custom_map" / "island.toml"))
    game = ferrovia.Game(rules, players=2, seed=4)
    while not game.over:
        game.play(game.legal_moves()[0])
    status, found = server.call("POST", "/api/replays", {"record": str(ferrovia.record_game(game)), "seat": 0})
    assert status == 200
    check("GameReplay", found)
    assert [route["id"] for route in found["board"]["routes"]] == list(rules.route_ids)
    assert found["drawing"] == draw_board(rules)


BROKEN = {
    "nothing of the kind": ("hello", 1),
    "another result": (golden("new-york-2-1").replace("end last-round 0:", "end last-round 0:1"), None),
    "cut short": (golden("new-york-2-1").rsplit("\n", 3)[0], None),
    "a file of the host's": (golden("new-york-2-1").replace("rules new-york", "rules /etc/passwd"), 2),
    "other rules": (golden("new-york-2-1").replace("rules new-york ", "rules new-york 0", 1), 2),
    "broken embedded rules": ('ferrovia record 1\nrules a b\nrules-json {"format":1}\nplayers 2\n', None),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_records_are_refused(server: Server, name: str) -> None:
    text, line = BROKEN[name]
    status, found = server.call("POST", "/api/replays", {"record": text})
    assert (status, found["code"]) == (422, "bad-record")
    assert line in (None, found["parameters"]["line"])


def test_a_record_of_a_newer_format_is_called_so(server: Server) -> None:
    for header in ("ferrovia record 2", "ferrovia record 17"):
        text = golden("new-york-2-1").replace("ferrovia record 1", header, 1)
        status, found = server.call("POST", "/api/replays", {"record": text})
        assert (status, found["code"]) == (422, "newer-record")
    for header in ("ferrovia record 0", "ferrovia record two", "ferrovia record 1x", "ferrovia record"):
        text = golden("new-york-2-1").replace("ferrovia record 1", header, 1)
        assert server.call("POST", "/api/replays", {"record": text})[1]["code"] == "bad-record"


def test_what_is_no_record_at_all(server: Server) -> None:
    bodies: list[Any] = [{}, {"record": 1}, {"record": ""}, {"record": "x", "more": 1}, {"record": "x" * 60_001}, []]
    for body in bodies:
        assert server.call("POST", "/api/replays", body)[1]["code"] == "bad-message"
    assert server.call("POST", "/api/replays", {"record": "x" * 70_000})[1]["code"] == "too-large"
    other = server.call("POST", "/api/replays", {"record": "x"}, None, origin="http://elsewhere.example")
    assert other[1]["code"] == "wrong-origin"


def test_nobody_can_keep_the_readers_busy(server: Server) -> None:
    """Many records in a row are refused; those that were read before are not."""
    known = golden("new-york-3-1")
    assert server.call("POST", "/api/replays", {"record": known})[0] == 200
    codes = [server.call("POST", "/api/replays", {"record": f"x{number}"})[1]["code"] for number in range(60)]
    assert set(codes) == {"bad-record", "too-fast"}
    assert server.call("POST", "/api/replays", {"record": known})[0] == 200


def test_readers_end_with_the_server(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path / "log.txt", "--bots", "1").start()
    try:
        assert server.call("POST", "/api/replays", {"record": golden("new-york-2-1")})[0] == 200
        assert server.process is not None
        group = server.process.pid
        assert readers_of(group)
        assert server.stop() == 0
        assert not readers_of(group)
    finally:
        server.kill()
    assert "Traceback" not in (tmp_path / "log.txt").read_text(encoding="utf-8")


def readers_of(group: int) -> list[str]:
    """The processes of a server that read records."""
    listed = subprocess.run(["ps", "-wweo", "pgid,args"], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if line.split()[0] == str(group) and "replay_child" in line]
