"""What people do at tables: playing, leaving, clocks, practice, spectators."""

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
import websockets

from tests.server.server_process import Server
from tests.server.websocket_players import Person, refused, together

GRACE = 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that is not patient."""
    folder = tmp_path_factory.mktemp("tables")
    found = Server(str(folder / "tables.sqlite"), folder / "log.txt", "--grace", str(GRACE)).start()
    yield found
    found.kill()


class Seat(Person):
    """A person whose moves the test chooses."""

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

    async def reach(self, condition: Any) -> None:
        """Until something holds of the table, which it may do already."""
        while not (self.last and condition(self.last)):
            await self.until(lambda message: message["message"] in ("update", "snapshot"))

    async def ready(self, seat: int) -> None:
        """Until a seat is asked."""
        await self.reach(lambda last: last["table"]["status"] == "playing" and seat in last["table"]["asked"])

    async def begins(self) -> None:
        """Until the game is played."""
        while self.status() != "playing":
            await self.until(lambda message: message["message"] == "update")

    def status(self) -> str:
        assert self.last
        return str(self.last["table"]["status"])


def run(work: Any) -> None:
    asyncio.run(asyncio.wait_for(work, 120))


# ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_opening_tickets_are_chosen_at_the_same_time(server):
    """RULES 1.5: in any order, even by a player who has not seen what the others did."""
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
            await stays.reach(lambda last: 1 not in last["table"]["asked"])  # the bot has chosen its tickets
            assert (await stays.move(seat=0))["message"] == "accepted"
            await stays.reach(lambda last: last["sights"][0]["view"]["phase"] == "turn")
            async with Seat(server, table, keys[1]) as back:
                await stays.until(
                    lambda found: not found.get("table", {}).get("seats", [{}, {"away": True}])[1]["away"]
                )
                assert back.last

    run(play())


def test_nobody_plays_for_a_player_nobody_waits_for(server):
    """Alone against bots: the game waits for its player."""
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
