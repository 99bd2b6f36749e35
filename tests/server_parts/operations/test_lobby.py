"""The public lobby: off by default; open tables, quick match by rating, games to watch, ratings of finished ones."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, insert, update
from starlette.testclient import TestClient

from ferrovia.server.app import make_app
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.table_log import Seat, SeatHolder, StoredTable
from ferrovia.server.base.tokens import digest
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.public_games import SHOWN, PublicGames, has_one_twice, keys_of
from ferrovia.server.live.services import open_services
from ferrovia.server.store import listings, statements
from ferrovia.server.store.listings import RatingKey
from ferrovia.server.store.schema import ratings, tables
from tests.server.store.store_harness import opened
from tests.server_parts.operations.test_moderation import OPERATOR, TOKEN
from tests.server_parts.operations.test_seat_links import new_key
from tests.server_parts.stored_games import played
from tests.server_parts.test_http_routes import PEOPLE

QUICK = {"rules": "new-york", "players": 2}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr("ferrovia.server.live.public_games.FRESH_SECONDS", 0.0)
    settings = Settings(store=str(tmp_path / "tables.sqlite"), lobby=True, tries_per_minute=1000, admin_token=TOKEN)
    with TestClient(make_app(settings)) as found:
        yield found


def lobby(client: TestClient, key: dict[str, str] | None = None) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/lobby", headers=key or {}).json()
    return found


def match(client: TestClient, key: dict[str, str], **wish: Any) -> dict[str, Any]:
    answer = client.post("/api/lobby/match", json={**QUICK, **wish}, headers=key)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def wait_until_playing(client: TestClient, table: str) -> None:
    """A game starts in the background, once all seats are taken."""
    end = time.monotonic() + 20
    while table not in {each["id"] for each in lobby(client)["playing"]}:
        assert time.monotonic() < end
        time.sleep(0.1)


def test_there_is_none_unless_it_is_opened(tmp_path: Path) -> None:
    with TestClient(make_app(Settings(store=str(tmp_path / "t.sqlite")))) as plain:
        assert lobby(plain) == {"offered": False, "open": [], "playing": [], "ratings": []}
        key = new_key(plain)
        for path in ("match", "Table234567/join"):
            body = QUICK if path == "match" else {}
            assert plain.post(f"/api/lobby/{path}", json=body, headers=key).json()["code"] == "no-lobby"


def test_two_players_are_matched(client: TestClient) -> None:
    ada, bo = new_key(client), new_key(client)
    first = match(client, ada, name="Ada")
    assert (first["table"]["status"], first["seat"]) == ("lobby", 0)
    shown = lobby(client)["open"]
    assert [(table["id"], [seat["name"] for seat in table["seats"]]) for table in shown] == [
        (first["table"]["id"], ["Ada", ""])
    ]
    again = match(client, ada)
    assert (again["table"]["status"], again["seat"]) == ("lobby", 0), "not with oneself"
    other = match(client, bo, name="Bo", clock={"kind": "fischer"})
    assert other["table"]["id"] != first["table"]["id"], "another clock is another game"
    second = match(client, bo, name="Bo")
    assert (second["table"]["id"], second["seat"]) == (first["table"]["id"], 1)
    wait_until_playing(client, first["table"]["id"])
    assert first["table"]["id"] not in {table["id"] for table in lobby(client)["open"]}


def test_nobody_fills_the_lobby_alone(client: TestClient) -> None:
    """Tables with days to think are shown for two weeks without their players: one browser, or a request that is sent
    again because its answer was lost, must not open one after the other."""
    ada, days = new_key(client), {"kind": "days", "days": 30}
    first = match(client, ada, clock=days)
    again = [match(client, ada, clock=days, name=f"Ada {number}") for number in range(5)]
    assert {(each["table"]["id"], each["seat"]) for each in again} == {(first["table"]["id"], 0)}
    assert match(client, ada)["table"]["id"] != first["table"]["id"], "another game is another wish"
    assert len(lobby(client)["open"]) == 2


def test_a_player_who_asks_twice_at_once_waits_once(client: TestClient) -> None:
    ada = new_key(client)
    with ThreadPoolExecutor(8) as tabs:
        found = list(tabs.map(lambda _: match(client, ada), range(8)))
    assert len({each["table"]["id"] for each in found}) == 1
    assert len(lobby(client)["open"]) == 1


def test_a_public_table_is_joined_and_others_are_not(client: TestClient) -> None:
    ada, bo, cy = new_key(client), new_key(client), new_key(client)
    public = match(client, ada)["table"]["id"]
    private = client.post("/api/tables", json=PEOPLE, headers=ada).json()["table"]["id"]
    assert private not in {table["id"] for table in lobby(client)["open"]}
    answers = [client.post(f"/api/lobby/{name}/join", json={"name": "Bo"}, headers=bo) for name in (private, public)]
    assert [answer.status_code for answer in answers] == [404, 200]
    assert client.post(f"/api/lobby/{public}/join", json={}, headers=bo).json()["seat"] == 1, "the same request again"
    late = client.post(f"/api/lobby/{public}/join", json={}, headers=cy).json()["code"]
    assert late in ("already-started", "seat-taken")


def test_tables_whose_players_are_gone_are_not_shown(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    key = new_key(client)
    table = match(client, key)["table"]["id"]
    monkeypatch.setattr("ferrovia.server.live.public_games.ARRIVING_SECONDS", -1.0)
    assert lobby(client)["open"] == []
    with client.websocket_connect(f"/ws/{table}", headers=dict(key)) as socket:
        socket.send_json({"message": "hello"})
        socket.receive_json()
        assert [each["id"] for each in lobby(client)["open"]] == [table]


@pytest.mark.parametrize("age", [1000.0, -1000.0], ids=["older", "newer"])
def test_abandoned_tables_do_not_hide_others(client: TestClient, monkeypatch: pytest.MonkeyPatch, age: float) -> None:
    """More of them than are shown."""
    monkeypatch.setattr("ferrovia.server.live.public_games.ARRIVING_SECONDS", -2000.0)
    app: Any = client.app
    key = new_key(client)
    waiting = match(client, key)["table"]["id"]
    engine = app.state.services.store.store.engine
    with engine.begin() as connection:
        created = server_time() - age
        for number in range(SHOWN + 10):
            step = opened(f"Table{number:06}", seats=(Seat("person", "Ada"), Seat("open")), created_at=created)
            listings.create_listed(connection, replace(step, row=replace(step.row, changed_at=server_time())))
    with client.websocket_connect(f"/ws/{waiting}", headers=key) as socket:
        socket.send_json({"message": "hello"})
        socket.receive_json()
        assert [table["id"] for table in lobby(client)["open"]] == [waiting]


def test_games_with_days_to_think_wait_without_their_players(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ferrovia.server.live.public_games.ARRIVING_SECONDS", -1.0)
    days = {"clock": {"kind": "days", "days": 1}}
    table = match(client, new_key(client), **days)["table"]["id"]
    match(client, new_key(client))
    assert [each["id"] for each in lobby(client)["open"]] == [table]
    assert match(client, new_key(client), **days)["table"]["id"] == table


def test_players_of_like_strength_are_matched(client: TestClient) -> None:
    """A weak player waits; a strong one does not get that table at once, an even one does."""
    strong, weak, even = (new_key(client) for _ in range(3))
    for key, value in ((strong, 2500.0), (weak, 1000.0), (even, 1100.0)):
        give_rating(client, key, value)
    table = match(client, weak)["table"]["id"]
    assert match(client, strong)["table"]["id"] != table
    assert match(client, even)["table"]["id"] == table
    own = lobby(client, strong)["ratings"]
    assert own == [{"rules": "new-york", "players": 2, "rating": 2500, "deviation": 60, "games": 20}]


def give_rating(client: TestClient, key: dict[str, str], value: float) -> None:
    """As if a player had played before."""
    owner = digest(key["authorization"].removeprefix("Bearer "))
    values = {"value": value, "deviation": 60.0, "volatility": 0.06, "games": 20}
    app: Any = client.app
    with app.state.services.store.store.engine.begin() as connection:
        connection.execute(insert(ratings), {"client": owner, "rules": "new-york", "players": 2, **values})


def test_a_finished_public_game_is_rated(tmp_path: Path) -> None:
    async def run() -> None:
        services = open_services(Settings(store=str(tmp_path / "tables.sqlite"), lobby=True))
        try:
            games = PublicGames(services, Hub(services))
            first, *others = played("unused", "new-york", asked_by=(0, 1))
            holders = (SeatHolder("ada", 0), SeatHolder("bo", 1))
            await services.store.write(partial(listings.create_listed, step=replace(first, holders=holders)))
            for number, step in enumerate(others):
                assert await services.store.write(partial(statements.append, step=step))
                if number == 2:
                    await games.rate()
            assert others[-1].row.status == "over"
            await games.rate()
            await games.rate()
            keys = [RatingKey(name, "new-york", 2) for name in ("ada", "bo")]
            found = await services.store.read(partial(listings.ratings_of, keys=keys))
            result = (await games.hub.find(first.row.id)).broadcaster.result
            assert result is not None
            better = result["winners"][0]
            assert found[keys[better]].value > 1500 > found[keys[1 - better]].value
            assert [rating.games for rating in found.values()] == [1, 1]
        finally:
            await services.close()

    asyncio.run(run())


ADA, BO = SeatHolder("ada", 0), SeatHolder("bo", 1)


@pytest.mark.parametrize(
    ("holders", "asked_by", "rated"),
    [
        ((ADA, BO), (0, 1), {"ada", "bo"}),
        ((ADA, BO), (0,), set()),
        ((ADA, BO, SeatHolder("ada-phone", 0), SeatHolder("ada-phone", 1)), (0, 1), set()),
        ((ADA, BO, SeatHolder("bo", 0)), (0, 1), set()),
        ((ADA, BO, SeatHolder("bo", 0, own=False)), (0, 1), {"ada", "bo"}),
    ],
    ids=[
        "two players",
        "one never moved",
        "one by a second key",
        "one by a profile's link",
        "one showed the other a link",
    ],
)
def test_only_games_that_two_people_played_are_rated(
    tmp_path: Path, holders: tuple[SeatHolder, ...], asked_by: tuple[int, ...], rated: set[str]
) -> None:
    async def run() -> set[str]:
        services = open_services(Settings(store=str(tmp_path / "tables.sqlite"), lobby=True))
        try:
            first, *others = played("unused", "new-york", asked_by=asked_by)
            await services.store.write(partial(listings.create_listed, step=replace(first, holders=holders)))
            for step in others:
                assert await services.store.write(partial(statements.append, step=step))
            await PublicGames(services, Hub(services)).rate()
            names = sorted({holder.client for holder in holders})
            known = await services.store.read(partial(listings.ratings_of_client, clients=names))
            return {key.client for key, _ in known}
        finally:
            await services.close()

    assert asyncio.run(run()) == rated


def test_a_seat_that_changed_hands_by_signing_in_is_still_the_same_player() -> None:
    """Ada plays against a guest; the guest's browser is signed in to her account in the middle of the game."""
    row = played("unused", "new-york", moves=0)[0].row
    entrants = {0: "ada", 1: "guest"}
    assert has_one_twice(entrants, StoredTable(row, (ADA, SeatHolder("ada", 1))))
    assert not has_one_twice(entrants, StoredTable(row, (ADA, SeatHolder("bo", 1))))


def test_ratings_at_a_table_are_those_of_who_sat_down() -> None:
    row = played("unused", "new-york", moves=0)[0].row
    holders = (SeatHolder("ada", 0), SeatHolder("zoe", 0, own=False), SeatHolder("bo", 1))
    assert {seat: key.client for seat, key in keys_of(StoredTable(row, holders)).items()} == {0: "ada", 1: "bo"}


def test_quick_match_passes_over_a_table_that_cannot_be_read(client: TestClient) -> None:
    app: Any = client.app
    broken = match(client, new_key(client))["table"]["id"]
    with app.state.services.store.store.engine.begin() as connection:
        connection.execute(update(tables).where(tables.c.id == broken).values(rules_hash="of an older map"))
    app.state.hub.drop(broken)
    opened = match(client, new_key(client))["table"]["id"]
    assert opened != broken
    assert match(client, new_key(client))["table"]["id"] == opened


def test_a_full_table_does_not_wait_for_players(tmp_path: Path) -> None:
    """Its game has not started, for instance because the server is overloaded."""

    async def run() -> None:
        services = open_services(Settings(store=str(tmp_path / "tables.sqlite"), lobby=True))
        try:
            full = played("unused", "new-york", moves=0)[0]
            await services.store.write(partial(listings.create_listed, step=full))
            assert full.row.status == "lobby"
            assert await PublicGames(services, Hub(services)).tables("lobby") == []
        finally:
            await services.close()

    asyncio.run(run())


def test_a_game_that_cannot_be_read_does_not_hold_up_ratings(tmp_path: Path) -> None:
    async def run() -> None:
        services = open_services(Settings(store=str(tmp_path / "tables.sqlite"), lobby=True))
        try:
            for rules in ("new-york", "no-longer-here"):
                over = replace(played("unused", "new-york", moves=0)[0].row, status="over", rules=rules, rules_hash="?")
                step = replace(played("unused", "new-york", moves=0)[0], row=over)
                await services.store.write(partial(listings.create_listed, step=step))
            await PublicGames(services, Hub(services)).rate()
            assert await services.store.read(listings.to_be_rated) == []
        finally:
            await services.close()

    asyncio.run(run())


def test_ratings_are_read_with_one_query(client: TestClient) -> None:
    ada, bo = new_key(client), new_key(client)
    give_rating(client, ada, 1700.0)
    give_rating(client, bo, 1300.0)
    owners = [digest(key["authorization"].removeprefix("Bearer ")) for key in (ada, bo)]
    keys = [RatingKey(owner, "new-york", players) for owner in owners for players in (2, 3)]
    queries: list[str] = []
    app: Any = client.app
    engine = app.state.services.store.store.engine
    with engine.connect() as connection:
        event.listen(connection, "before_cursor_execute", lambda *given: queries.append(given[2]))
        found = listings.ratings_of(connection, [*keys, *keys], lock=True)
        assert listings.ratings_of(connection, []) == {}
    assert {key: rating.value for key, rating in found.items()} == {keys[0]: 1700.0, keys[2]: 1300.0}
    assert sum(query.startswith("SELECT") for query in queries) == 1


def test_a_public_game_is_played_to_its_end(client: TestClient) -> None:
    ada = new_key(client)
    waiting = match(client, ada, clock={"kind": "fischer"})["table"]["id"]
    assert client.post(f"/api/tables/{waiting}/end", headers=ada).json()["table"]["status"] == "ended"
    table = match(client, ada)["table"]["id"]
    match(client, new_key(client))
    wait_until_playing(client, table)
    answer = client.post(f"/api/tables/{table}/end", headers=ada)
    assert (answer.status_code, answer.json()["code"]) == (409, "public-game")
    app: Any = client.app
    assert client.get(f"/api/tables/{table}", headers=ada).json()["public"], "so that the page does not offer it"
    app.state.hub.drop(table)
    assert client.get(f"/api/tables/{table}", headers=ada).json()["public"], "read from the store again"
    own = client.post("/api/tables", json=PEOPLE, headers=ada).json()["table"]
    assert not own["public"]
    assert client.post(f"/api/admin/tables/{table}/close", headers=OPERATOR).json()["status"] == "ended"
