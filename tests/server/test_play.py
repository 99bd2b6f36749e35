"""Whole games over real WebSockets."""

import pytest

import ferrovia
from ferrovia.game.shuffle import commitment
from ferrovia.rules.files.loading import built_in_rules
from tests.server.server_process import Server
from tests.server.websocket_players import Person, together


@pytest.mark.parametrize("rules", built_in_rules())
def test_a_game_against_bots(server: Server, rules: str) -> None:
    key = server.key()
    table = server.open(rules, "me driver", key)
    person = Person(server, table["id"], key)
    together(person.play())
    assert person.last is not None
    info = person.last["table"]
    assert info["status"] == "over"
    assert not person.refused
    assert commitment(bytes.fromhex(info["secret"])) == table["commitment"]
    status, text = server.call("GET", f"/api/tables/{table['id']}/record", key=key)
    assert status == 200
    record = ferrovia.parse_record(text)
    game = record.replay()
    assert game.over
    assert list(game.winners) == info["result"]["winners"]
    assert str(ferrovia.record_game(game, dict(record.names))) == text, "the record is the engine's own"


@pytest.mark.parametrize(("rules", "players"), [("new-york", 4), ("north-america", 5), ("switzerland", 3)])
def test_friends_by_link_and_code(server: Server, rules: str, players: int) -> None:
    keys = [server.key() for _ in range(players)]
    table = server.open(rules, "me" + " open" * (players - 1), keys[0])
    assert table["status"] == "lobby"
    assert len(table["code"]) == 6
    status, link = server.call("POST", f"/api/tables/{table['id']}/seats/1/link", {}, keys[0])
    assert status == 200
    assert link["link"].endswith(f"/t/{table['id']}#{link['token']}")
    assert link["qr"].startswith("<svg")
    taken = server.call(
        "POST", f"/api/tables/{table['id']}/seats/take", {"token": link["token"], "name": "Bia"}, keys[1]
    )
    assert (taken[0], taken[1]["seat"]) == (200, 1)
    for key in keys[2:]:
        assert server.call("POST", "/api/join", {"code": table["code"].lower()}, key)[0] == 200
    people = [Person(server, table["id"], key, seed) for seed, key in enumerate(keys)]
    watcher = Person(server, table["id"], None)
    together(*(person.play() for person in [*people, watcher]))
    assert all(person.over and not person.refused for person in people)
    assert watcher.last is not None
    assert watcher.last["sights"][0]["seat"] == -1


def test_hot_seat(server: Server) -> None:
    """One client holds all seats and sees each of them."""
    key = server.key()
    table = server.open("switzerland", "me me me", key)
    person = Person(server, table["id"], key)
    together(person.play())
    assert person.last is not None
    assert [sight["seat"] for sight in person.last["sights"]] == [0, 1, 2]
    assert person.over
