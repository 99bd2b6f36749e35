"""Attacks by saying it again: twice, after a reconnection, with another move, from two screens at once, too late."""

import asyncio
from typing import Any

import pytest

from ferrovia.errors import IllegalMove, MoveError
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.live import referee
from ferrovia.server.store import statements
from ferrovia.server.store.opening import open_engine
from tests.server.attack_tools import Wire, calm, log_of, move_request, seated, started
from tests.server.server_process import Server

Message = dict[str, Any]


@pytest.fixture(scope="module")
def key(server: Server) -> str:
    return server.key()


@pytest.fixture
def table(server: Server, key: str) -> str:
    """A game of two seats on one screen, past the opening."""
    found = str(started(server, "me me", key)["id"])
    with seated(server, found, key) as wire:
        for number in range(2):
            play(server, wire, found, key, f"opening-{number}")
    return found


def play(server: Server, wire: Wire, table: str, key: str, request: str) -> Message:
    """Make some legal move."""
    answer = wire.say(move_request(log_of(server, table, key), request)).answer(request)
    assert answer["message"] == "accepted", answer
    return answer


def entries(server: Server, table: str, key: str) -> list[Message]:
    """The log as its players know it."""
    return list(log_of(server, table, key)["sights"][0]["happenings"])


def test_the_same_request_twice(server: Server, table: str, key: str) -> None:
    request = move_request(log_of(server, table, key), "twice")
    with seated(server, table, key) as wire:
        first = wire.say(request).answer("twice")
        play(server, wire, table, key, "between")
        before = len(entries(server, table, key))
        assert wire.say(request).answer("twice") == first
        assert wire.say({**request, "seq": 0}).answer("twice") == first
    assert len(entries(server, table, key)) == before


def test_the_same_request_after_a_reconnection(server: Server, table: str, key: str) -> None:
    request = move_request(log_of(server, table, key), "again")
    with seated(server, table, key) as wire:
        wire.say(request).hang_up()
    with seated(server, table, key) as wire:
        first = wire.say(request).answer("again")
        assert first["message"] == "accepted"
    with seated(server, table, key) as wire:
        assert wire.say(request).answer("again") == first
    posted = {name: request[name] for name in ("id", "seq", "seat", "move")}
    status, answer = server.call("POST", f"/api/bot/tables/{table}/moves", posted, key)
    assert (status, answer) == (200, {"seq": first["seq"]})
    assert len([entry for entry in entries(server, table, key) if entry["seq"] == first["seq"]]) == 1


def test_the_same_request_with_another_move_is_the_first_one(server: Server, table: str, key: str) -> None:
    request = move_request(log_of(server, table, key), "other")
    with calm(server), seated(server, table, key) as wire:
        first = wire.say(request).answer("other")
        assert first["message"] == "accepted"
        before = log_of(server, table, key)
        for move in ("tickets", "no such move", "claim basel--olten red:1"):
            assert wire.say({**request, "move": move}).answer("other") == first
        after = log_of(server, table, key)
    assert (after["seq"], after["sights"]) == (before["seq"], before["sights"])


@pytest.mark.parametrize("move", ["draw", "tickets", "no such move"])
def test_the_same_request_with_a_newer_seq_is_the_first_one(server: Server, table: str, key: str, move: str) -> None:
    """Mid-turn: the same seat draws its second card."""
    with calm(server), seated(server, table, key) as wire:
        state = log_of(server, table, key)
        request = {**move_request(state, "newer"), "move": "draw"}
        first = wire.say(request).answer("newer")
        assert first["message"] == "accepted"
        assert wire.say({**request, "seq": first["seq"], "move": move}).answer("newer") == first
    assert log_of(server, table, key)["seq"] == first["seq"]


def test_the_name_of_a_request_belongs_to_its_seat(server: Server, table: str, key: str) -> None:
    with seated(server, table, key) as wire:
        answers = []
        for seat in (0, 1):
            request = {"message": "say", "id": "shared", "seat": seat, "phrase": "hello"}
            answers.append(wire.say(request).answer("shared"))
    assert answers[0]["seq"] != answers[1]["seq"]


@pytest.mark.parametrize("kind", ["move", "say"])
def test_the_same_request_from_two_screens_at_once(server: Server, table: str, key: str, kind: str) -> None:
    with calm(server), seated(server, table, key) as one, seated(server, table, key) as other:
        for number in range(3):  # twice each: a seat may say six things at once
            name = f"race-{number}"
            say = {"message": "say", "id": name, "seat": 0, "phrase": "hurry"}
            request = move_request(log_of(server, table, key), name) if kind == "move" else say
            one.say(request)
            other.say(request)
            first, second = one.answer(name), other.answer(name)
            assert first["message"] == "accepted", first
            assert first == second


def test_different_moves_from_two_screens_at_once(server: Server, table: str, key: str) -> None:
    """One of them is made; the log has no gap and nothing twice."""
    with calm(server), seated(server, table, key) as one, seated(server, table, key) as other:
        for number in range(5):
            state = log_of(server, table, key)
            names = f"one-{number}", f"other-{number}"
            one.say(move_request(state, names[0]))
            other.say(move_request(state, names[1]))
            answers = one.answer(names[0]), other.answer(names[1])
            assert sorted(answer["message"] for answer in answers) == ["accepted", "refused"]
            assert next(answer["code"] for answer in answers if answer["message"] == "refused") == "stale"
    numbers = [entry["seq"] for entry in entries(server, table, key)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_seat_held_from_many_screens_at_once(server: Server, key: str) -> None:
    """The same link, taken by the same browser many times at once."""
    table = server.open("switzerland", "me open", key)["id"]
    token = server.call("POST", f"/api/tables/{table}/seats/0/link", {}, key)[1]["token"]

    async def rush(other: str) -> list[int]:
        take = (f"/api/tables/{table}/seats/take", {"token": token}, other)
        found = await asyncio.gather(*(asyncio.to_thread(server.call, "POST", *take) for _ in range(8)))
        return [status for status, _ in found]

    with calm(server):
        for _ in range(3):
            assert set(asyncio.run(rush(server.key()))) == {200}


def test_a_move_that_has_not_seen_the_last_one_is_stale(server: Server, table: str, key: str) -> None:
    with seated(server, table, key) as wire:
        before = log_of(server, table, key)
        play(server, wire, table, key, "news")
        now = log_of(server, table, key)
        for name, seq in (("past", before["seq"]), ("first", 0), ("future", now["seq"] + 1), ("far", 2**31 - 1)):
            answer = wire.say({**move_request(now, name), "seq": seq}).answer(name)
            assert (answer["message"], answer["code"], answer["parameters"]["seq"]) == ("refused", "stale", now["seq"])
    assert log_of(server, table, key)["seq"] == now["seq"]


def test_a_refused_request_may_be_made_again(server: Server, table: str, key: str) -> None:
    """A refusal is no result: the same name can be used once the move is right."""
    with seated(server, table, key) as wire:
        request = move_request(log_of(server, table, key), "retry")
        assert wire.say({**request, "seq": 0}).answer("retry")["code"] == "stale"
        assert wire.say(request).answer("retry")["message"] == "accepted"


ILLEGAL = [
    "claim basel--olten red:2",
    "claim zurich--winterthur locomotive:1",
    "claim nowhere--elsewhere red:1",
    "take pink",
    "take red",
    "take locomotive",
    "take plaid",
    "keep",
    "keep nothing",
    "refuse",
    "surcharge red:1",
    "pass",
]


def test_illegal_moves_are_refused_with_the_engines_code_and_rule(server: Server, table: str, key: str) -> None:
    engine = open_engine(f"sqlite:///{server.store}")
    with engine.connect() as connection:
        stored = statements.load(connection, table)
    engine.dispose()
    assert stored is not None
    game = referee.game_of(RulesLibrary().of(stored.row), stored.row)
    refused = 0
    with calm(server), seated(server, table, key) as wire:
        for seat in (0, 1):
            for number, move in enumerate(ILLEGAL):
                expected: tuple[str, str | None]
                try:
                    game.copy().play(move, seat)
                    continue
                except IllegalMove as error:
                    expected = error.refusal.code, error.refusal.rule
                except MoveError:
                    expected = "unreadable-move", None
                name = f"illegal-{seat}-{number}"
                request = {"message": "move", "id": name, "seq": stored.row.seq, "seat": seat, "move": move}
                answer = wire.say(request).answer(name)
                assert (answer["code"], answer["rule"]) == expected, move
                refused += bool(answer["rule"])
    assert refused > len(ILLEGAL), "the rules of the game were hardly asked"
    assert log_of(server, table, key)["seq"] == stored.row.seq
