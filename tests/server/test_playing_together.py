"""What people do at tables: seats, hosts, clocks, leavers, practice, rematches, spectators."""

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
import websockets
from people import Person, together
from serving import Server

GRACE = 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that is not patient."""
    folder = tmp_path_factory.mktemp("tables")
    found = Server(str(folder / "tables.sqlite"), folder / "log.txt", "--grace", str(GRACE)).start()
    yield found
    found.kill()


def refused(answer: tuple[int, Any]) -> tuple[int, str]:
    """Status and code of a request that was not carried out."""
    assert set(answer[1]) == {"code", "rule", "parameters"}, answer
    return answer[0], answer[1]["code"]


class Seat(Person):
    """A person who is told what to do."""

    async def __aenter__(self) -> "Seat":
        self.socket = await self.connect()
        await self.until(lambda message: message["message"] == "snapshot")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def until(self, condition: Any, seconds: float = 60) -> dict[str, Any]:
        """The next message for which something holds."""
        end = time.monotonic() + seconds
        while True:
            frame = await asyncio.wait_for(self.socket.recv(), max(end - time.monotonic(), 0.01))
            message: dict[str, Any] = json.loads(frame)
            self.frames.append(frame)
            if message["message"] in ("snapshot", "update"):
                self.last, self.seq = message, message["seq"]
            if condition(message):
                return message

    async def ask(self, message: str, **values: Any) -> dict[str, Any]:
        """Send a request; its answer."""
        name = values.pop("id", f"{self.random.getrandbits(60):x}")
        request = {"message": message, "id": name, **values}
        await self.socket.send(json.dumps(request))
        return await self.until(lambda found: found.get("id") == name)

    async def move(self, text: str | None = None, seat: int = 0, **values: Any) -> dict[str, Any]:
        """A move, by default the first legal one."""
        assert self.last
        sight = next(each for each in self.last["sights"] if each["seat"] == seat)
        found = text or [*sight["legal"]["moves"], *self.claims(sight["legal"]["claims"])][0]
        return await self.ask("move", seq=values.pop("seq", self.seq), seat=seat, move=found, **values)

    async def ready(self, seat: int) -> None:
        """Until a seat is asked."""
        while not (self.last and self.last["table"]["status"] == "playing" and seat in self.last["table"]["asked"]):
            await self.until(lambda message: message["message"] in ("update", "snapshot"))

    async def begins(self) -> None:
        """Until the game is played."""
        while self.status() != "playing":
            await self.until(lambda message: message["message"] == "update")

    def status(self) -> str:
        assert self.last
        return str(self.last["table"]["status"])


def run(work: Any) -> None:
    asyncio.run(asyncio.wait_for(work, 120))


# ── seats and hosts ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_impossible_tables_are_refused(server):
    key = server.key()

    def open_table(**values):
        body = {"rules": "switzerland", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "driver"}]} | values
        return refused(server.call("POST", "/api/tables", body, key))

    assert open_table(rules="atlantis") == (422, "no-such-rules")
    assert open_table(rules="../etc/passwd") == (422, "bad-message")
    assert open_table(seats=[{"kind": "me"}] * 4) == (422, "wrong-players")
    assert open_table(seats=[{"kind": "me"}]) == (422, "bad-message")
    assert open_table(seats=[{"kind": "me"}, {"kind": "bot", "bot": "deep-blue"}]) == (422, "no-such-bot")
    assert open_table(seats=[{"kind": "me", "name": "\u202e"}, {"kind": "me"}]) == (422, "bad-name")
    assert open_table(seats=[{"kind": "me", "name": "\u3164"}, {"kind": "me"}]) == (422, "bad-name")
    assert open_table(extra=1) == (422, "bad-message")
    assert open_table(options={"practice": 1}) == (422, "bad-message")
    practice = {"options": {"practice": True}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert open_table(**practice) == (422, "practice-is-private")
    assert refused(server.call("POST", "/api/tables", {}))[0] == 401


def test_names_may_need_joiners(server):
    names = ["\U0001f3f3\ufe0f\u200d\U0001f308", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"]
    body = {"rules": "switzerland", "seats": [{"kind": "me", "name": name} for name in names]}
    status, opened = server.call("POST", "/api/tables", body, server.key())
    assert status == 201
    assert [seat["name"] for seat in opened["table"]["seats"]] == names


def test_a_link_opens_one_seat_and_can_be_renewed(server):
    host, friend, stranger = server.key(), server.key(), server.key()
    table = server.open("switzerland", "me open open", host)
    path = f"/api/tables/{table['id']}/seats"
    assert refused(server.call("POST", f"{path}/1/link", {}, stranger)) == (403, "not-your-seat")
    assert refused(server.call("POST", f"{path}/4/link", {}, host)) == (404, "no-such-seat")
    old = server.call("POST", f"{path}/1/link", {}, host)[1]["token"]
    new = server.call("POST", f"{path}/1/link", {}, host)[1]["token"]
    assert refused(server.call("POST", f"{path}/take", {"token": old}, friend)) == (403, "wrong-token")
    assert server.call("POST", f"{path}/take", {"token": new, "name": "  Bia  Rosa "}, friend)[1]["seat"] == 1
    info = server.call("GET", f"/api/tables/{table['id']}", key=friend)[1]
    assert info["seats"][1]["name"] == "Bia Rosa"
    assert info["mine"] == [1]
    assert not info["host"]
    again = server.call("POST", f"{path}/take", {"token": new}, friend)
    assert again[1]["seat"] == 1, "the answer may have been lost"
    for other in (host, stranger):
        assert refused(server.call("POST", f"{path}/take", {"token": new}, other)) == (403, "wrong-token")
    assert refused(server.call("POST", f"{path}/1/link", {}, host)) == (403, "not-your-seat")
    own = server.call("POST", f"{path}/1/link", {}, friend)[1]["token"]
    screen = server.call("POST", f"{path}/take", {"token": own}, stranger)
    assert screen[1]["seat"] == 1, "a player's own link is for another screen of the same player"
    seen = server.call("GET", f"/api/tables/{table['id']}")[1]
    assert (seen["code"], seen["mine"]) == (None, [])


def test_a_code_opens_free_seats_only(server):
    host = server.key()
    table = server.open("new-york", "me open", host)
    code = {"code": table["code"]}
    assert server.call("POST", "/api/join", code, server.key())[1]["seat"] == 1
    assert refused(server.call("POST", "/api/join", code, server.key())) == (404, "no-such-code")


def test_a_code_shows_its_table_before_anybody_sits_down(server):
    host, friend = server.key(), server.key()
    table = server.open("new-york", "open me open", host, clock={"kind": "fischer", "start": 300, "gain": 10})
    path = f"/api/join/{table['code'].lower()}"
    status, seen = server.call("GET", path, key=friend)
    assert (status, seen["id"], seen["mine"], seen["code"]) == (200, table["id"], [], None)
    assert [seat["kind"] for seat in seen["seats"]] == ["open", "person", "open"], "nobody has sat down"
    assert (seen["hosted_by"], seen["options"]["clock"]["start"]) == (1, 300)
    server.call("POST", "/api/join", {"code": table["code"]}, friend)
    assert server.call("GET", path, key=friend)[1]["mine"] == [0]
    server.call("POST", f"/api/tables/{table['id']}/seats/2/bot", {"bot": "driver"}, host)
    assert refused(server.call("GET", path, key=friend)) == (404, "no-such-code")
    assert refused(server.call("GET", "/api/join/ABC", key=friend)) == (422, "bad-message")


def test_the_host_fills_removes_and_ends(server):
    host, friend = server.key(), server.key()
    table = server.open("switzerland", "me open open", host)
    path = f"/api/tables/{table['id']}"
    server.call("POST", "/api/join", {"code": table["code"]}, friend)
    assert refused(server.call("DELETE", f"{path}/seats/1", key=server.key())) == (403, "not-the-host")
    assert server.call("DELETE", f"{path}/seats/1", key=host)[1]["table"]["seats"][1]["kind"] == "open"
    assert refused(server.call("POST", f"{path}/seats/1/bot", {"bot": "porter"}, friend)) == (403, "not-the-host")
    assert refused(server.call("POST", f"{path}/seats/0/bot", {"bot": "porter"}, host)) == (409, "seat-taken")
    for seat in (1, 2):
        assert server.call("POST", f"{path}/seats/{seat}/bot", {"bot": "porter"}, host)[0] == 200
    assert refused(server.call("POST", f"{path}/end", {}, friend)) == (403, "not-the-host")
    assert server.call("POST", f"{path}/end", {}, host)[1]["table"]["status"] == "ended"
    assert refused(server.call("POST", f"{path}/end", {}, host)) == (409, "ended")
    assert refused(server.call("GET", f"{path}/record", key=host)) == (409, "not-over")


def test_the_browsers_own_tables(server):
    key = server.key()
    ids = [server.open("new-york", "me driver", key)["id"] for _ in range(3)]
    found = server.call("GET", "/api/tables", key=key)[1]
    assert {table["id"] for table in found} == set(ids)
    assert server.call("GET", "/api/tables")[1] == []


def test_a_rematch_moves_the_seats_on(server):
    keys = [server.key() for _ in range(2)]
    table = server.open("new-york", "me open conductor", keys[0])
    server.call("POST", "/api/join", {"code": table["code"], "name": "Bia"}, keys[1])
    path = f"/api/tables/{table['id']}"
    assert refused(server.call("POST", f"{path}/rematch", {}, keys[0])) == (409, "not-over")
    server.call("POST", f"{path}/end", {}, keys[0])
    assert refused(server.call("POST", f"{path}/rematch", {}, server.key())) == (403, "not-your-seat")
    one, two = (server.call("POST", f"{path}/rematch", {}, key)[1] for key in keys)
    assert one["table"]["id"] == two["table"]["id"] != table["id"]
    assert (one["seat"], two["seat"]) == (2, 0)
    assert [seat["kind"] for seat in one["table"]["seats"]] == ["person", "bot", "person"]
    assert one["table"]["seats"][0]["name"] == "Bia"


def test_a_rematch_that_was_closed_is_no_rematch(server):
    key = server.key()
    table = server.open("new-york", "me open", key)["id"]
    server.call("POST", f"/api/tables/{table}/end", {}, key)
    first, again = (server.call("POST", f"/api/tables/{table}/rematch", {}, key)[1]["table"]["id"] for _ in range(2))
    assert again == first
    server.call("POST", f"/api/tables/{first}/end", {}, key)
    second = server.call("POST", f"/api/tables/{table}/rematch", {}, key)[1]["table"]
    assert second["id"] not in (table, first)
    assert second["status"] == "lobby"
    assert server.call("GET", f"/api/tables/{table}", key=key)[1]["rematch"] == second["id"]


# ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_opening_tickets_are_chosen_at_the_same_time(server):
    """RULES 1.5: in any order, also by somebody who has not seen what the others did."""
    key = server.key()
    table = server.open("north-america", "me me me", key)

    async def play() -> None:
        async with Seat(server, table["id"], key) as all_three:
            await all_three.ready(0)
            assert all_three.last
            assert all_three.last["table"]["asked"] == [0, 1, 2]
            seen = all_three.seq
            for seat in (2, 0, 1):
                answer = await all_three.move(seat=seat, seq=seen)
                assert answer["message"] == "accepted", answer
            if all_three.last["table"]["asked"] != [0]:
                await all_three.until(lambda message: message.get("table", {}).get("asked") == [0])

    run(play())


def test_moves_are_idempotent_and_stale_ones_refused(server):
    key = server.key()
    table = server.open("new-york", "me me", key)

    async def play() -> None:
        async with Seat(server, table["id"], key) as both:
            await both.begins()
            first = await both.move(seat=0, id="one")
            again = await both.move("keep nonsense", seat=0, id="one", seq=0)
            assert (again["message"], again["seq"]) == ("accepted", first["seq"])
            await both.move(seat=1)
            stale = both.seq
            assert (await both.move("draw"))["message"] == "accepted"
            late = await both.move("draw", seq=stale)
            assert (late["code"], late["rule"]) == ("stale", None)
            wrong = await both.move("claim nowhere--land red:1")
            assert wrong["code"] == "unreadable-move"
            illegal = await both.move("tickets")
            assert (illegal["code"], illegal["rule"]) == ("second-card-pending", "2.1")
            foreign = await both.ask("move", seq=both.seq, seat=3, move="draw")
            assert foreign["code"] == "no-such-seat"

    run(play())


def test_practice_takes_back_and_gives_hints(server):
    key = server.key()
    table = server.open("switzerland", "me driver", key, practice=True)

    async def play() -> None:
        async with Seat(server, table["id"], key) as person:
            await person.ready(0)
            hint = await person.ask("hint", seat=0)
            assert hint["message"] == "hint", hint
            assert hint["reason"]["code"]
            before = await person.ask("take-back", seat=0, seq=person.seq)
            assert before["code"] == "nothing-to-take-back"
            assert (await person.move(hint["move"]))["message"] == "accepted"
            await person.ready(0)
            assert person.last
            hand = person.last["sights"][0]["view"]["hand"]
            await person.move("draw")
            assert (await person.ask("take-back", seat=0, seq=person.seq))["message"] == "accepted"
            assert person.last["sights"][0]["view"]["hand"] == hand
            taken = person.last["sights"][0]["happenings"][-1]
            assert taken["kind"] == "take-back"
            await person.move("draw")
            assert sum(person.last["sights"][0]["view"]["hand"].values()) == sum(hand.values()) + 1

    run(play())
    again = Person(server, table["id"], key)
    together(again.play())
    assert again.over


def test_hints_and_take_backs_are_for_practice(server):
    key = server.key()
    table = server.open("switzerland", "me driver", key)

    async def play() -> None:
        async with Seat(server, table["id"], key) as person:
            await person.begins()
            assert (await person.ask("hint", seat=0))["code"] == "practice-only"
            assert (await person.ask("take-back", seat=0, seq=person.seq))["code"] == "practice-only"

    run(play())


# ── leavers, clocks, spectators ───────────────────────────────────────────────────────────────────────────────────────


def two_friends(server: Server, **options: Any) -> tuple[str, list[str]]:
    keys = [server.key() for _ in range(2)]
    table = server.open("new-york", "me open", keys[0], **options)
    server.call("POST", "/api/join", {"code": table["code"]}, keys[1])
    return table["id"], keys


def test_a_bot_plays_for_who_is_gone_and_hands_the_seat_back(server):
    table, keys = two_friends(server)

    async def play() -> None:
        async with Seat(server, table, keys[0]) as stays:
            async with Seat(server, table, keys[1]):
                pass
            await stays.begins()
            gone = await stays.until(lambda found: "sights" in found and found["table"]["seats"][1]["away"])
            away = gone["sights"][0]["happenings"][-1]
            assert (away["kind"], away["values"]) == ("away", {"why": "gone"})
            started = next(json.loads(frame) for frame in stays.frames if '"kind":"start"' in frame)
            begun = next(each for each in started["sights"][0]["happenings"] if each["kind"] == "start")
            assert away["at"] - begun["at"] >= GRACE - 0.1
            await stays.move(seat=0)
            await stays.until(lambda found: "sights" in found and found["sights"][0]["view"]["phase"] == "turn")
            async with Seat(server, table, keys[1]) as back:
                await stays.until(
                    lambda found: not found.get("table", {}).get("seats", [{}, {"away": True}])[1]["away"]
                )
                assert back.last

    run(play())


def test_nobody_plays_for_somebody_nobody_waits_for(server):
    """Alone against bots: the game is where one left it."""
    key = server.key()
    table = server.open("new-york", "me driver", key)

    async def look() -> None:
        async with Seat(server, table["id"], key) as person:
            await person.begins()
        await asyncio.sleep(GRACE + 3)

    run(look())
    info = server.call("GET", f"/api/tables/{table['id']}", key=key)[1]
    assert not info["seats"][0]["away"]
    assert 0 in info["asked"]


def test_with_bots_alone_a_clock_is_for_oneself(server):
    """Bots would be at the end of the game before anybody could take the seat back."""
    key = server.key()
    table = server.open("new-york", "me driver", key, clock={"kind": "fischer", "start": 5, "gain": 0})

    async def look() -> None:
        async with Seat(server, table["id"], key) as person:
            await person.begins()
            await person.ready(0)
            await asyncio.sleep(7)
            info = server.call("GET", f"/api/tables/{table['id']}", key=key)[1]
            assert (info["asked"], info["seats"][0]["away"], info["seats"][0]["clock"]) == ([0], False, 0)
            assert (await person.move())["message"] == "accepted"

    run(look())


def test_a_clock_that_runs_out_never_loses_the_game(server):
    table, keys = two_friends(server, clock={"kind": "fischer", "start": 5, "gain": 1})

    async def play() -> None:
        async with Seat(server, table, keys[0]) as first, Seat(server, table, keys[1]):
            await first.begins()
            assert first.last
            assert 0 < first.last["table"]["seats"][0]["clock"] <= 5
            gone = await first.until(lambda found: "sights" in found and found["table"]["seats"][0]["away"])
            assert gone["sights"][0]["happenings"][-1]["values"] == {"why": "clock"}
            await first.until(
                lambda found: any(
                    each["kind"] == "move" and each["seat"] == 0
                    for each in found.get("sights", [{"happenings": []}])[0]["happenings"]
                )
            )
            assert (await first.ask("return", seat=0))["message"] == "accepted"
            assert not first.last["table"]["seats"][0]["away"]
            assert first.last["table"]["seats"][0]["clock"] > 4, "there is time again, since a bot has moved"

    run(play())


def test_spectators_see_what_is_public_or_nothing(server):
    table, keys = two_friends(server, spectators=False)
    assert server.call("GET", f"/api/tables/{table}/log", key=keys[0])[0] == 200
    assert refused(server.call("GET", f"/api/tables/{table}/log")) == (403, "no-spectators")

    async def look() -> None:
        person = Person(server, table, None)
        socket = await person.connect()
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401

    run(look())


def test_phrases_reach_everybody_once(server):
    table, keys = two_friends(server)

    async def talk() -> None:
        async with Seat(server, table, keys[0]) as one, Seat(server, table, keys[1]) as other:
            said = await one.ask("say", seat=0, phrase="good-luck", id="greeting")
            again = await one.ask("say", seat=0, phrase="good-luck", id="greeting")
            assert said["seq"] == again["seq"]
            heard = await other.until(
                lambda found: any(
                    each["kind"] == "say" for each in found.get("sights", [{"happenings": []}])[0]["happenings"]
                )
            )
            assert heard["sights"][0]["happenings"][-1]["values"] == {"phrase": "good-luck"}

    run(talk())


def test_a_player_lets_a_bot_finish(server):
    key = server.key()
    table = server.open("new-york", "me conductor", key)

    async def play() -> None:
        async with Seat(server, table["id"], key) as person:
            await person.begins()
            assert (await person.ask("autopilot", seat=0))["message"] == "accepted"
            await person.until(lambda found: found.get("table", {}).get("status") == "over", 100)

    run(play())


def test_a_server_stops_in_good_order_and_goes_on(server, tmp_path):
    own = Server(str(tmp_path / "t.sqlite"), tmp_path / "log.txt").start()
    key = own.key()
    table = own.open("switzerland", "me conductor", key)
    person = Person(own, table["id"], key)
    together(person.play(moves=5))
    assert own.stop() == 0
    assert "closed" in (tmp_path / "log.txt").read_text()
    own.start()
    together(person.play())
    assert person.over
    own.kill()
