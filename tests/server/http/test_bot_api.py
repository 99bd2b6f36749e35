"""Programs at the table: the examples, and every promise about the stream, against a real server."""

import asyncio
import http.client
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import websockets

import ferrovia
from ferrovia.server.base.tokens import new_token
from tests.protocol.published_schema import check
from tests.server.server_process import Server

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
PYTHON = [sys.executable, str(EXAMPLES / "server_bot.py")]
PERL = ["perl", str(EXAMPLES / "other_language" / "server_bot.pl")]
QUICK = "new-york"
NUMBERS = count()
LONGEST = 300.0


def languages() -> list[Any]:
    """The examples that can be run here."""
    here = (
        subprocess.run(["perl", "-MHTTP::Tiny", "-MJSON::PP", "-e", "1"], check=False) if shutil.which("perl") else None
    )
    missing = pytest.mark.skipif(here is None or here.returncode != 0, reason="no Perl here")
    return [pytest.param(PYTHON, id="python"), pytest.param(PERL, id="perl", marks=missing)]


class Stream:
    """A program's stream, line by line; every line is what the schema says."""

    def __init__(self, server: Server, table: str, key: str, seat: int | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        wanted = "" if seat is None else f"?seat={seat}"
        headers = {"authorization": f"Bearer {key}"}
        self.connection.request("GET", f"/api/bot/tables/{table}/stream{wanted}", headers=headers)
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200, self.answer.read()
        assert self.answer.headers["content-type"] == "application/x-ndjson"
        self.empty_lines = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        while line := self.answer.readline():
            if line == b"\n":
                self.empty_lines += 1
                continue
            message = json.loads(line)
            check("BotLine", message)
            yield message

    def next(self, kind: str) -> dict[str, Any]:
        """The next message, which is of that kind."""
        message = next(iter(self))
        assert message["message"] == kind, message
        return message

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


class Program:
    """Plays a seat by hand, so that a test can stop anywhere."""

    def __init__(self, server: Server, table: str, key: str, seat: int | None = None) -> None:
        self.server, self.table, self.key, self.seat = server, table, key, seat
        self.stream = Stream(server, table, key, seat)
        self.stream.next("hello")

    def post(self, question: dict[str, Any], move: str, name: str | None = None) -> tuple[int, Any]:
        wish = {"id": name or f"move-{next(NUMBERS)}", "seq": question["seq"], "move": move, "seat": self.seat}
        return self.server.call("POST", f"/api/bot/tables/{self.table}/moves", wish, self.key)

    def answer(self, question: dict[str, Any], move: str = "") -> None:
        """Make a move; without a name the first one, which is a claim if there is any."""
        status, answer = self.post(question, move or question["moves"][0])
        assert status == 200, answer
        check("Moved", answer)

    def close(self) -> None:
        self.stream.close()


Sit = Callable[..., Program]


@pytest.fixture
def sit(server: Server) -> Iterator[Sit]:
    """Opens streams, and closes them however a test ends."""
    with ExitStack() as stack:
        yield lambda *seat: stack.enter_context(closing(Program(server, *seat)))


def open_link(server: Server, table: dict[str, Any], seat: int, key: str) -> str:
    status, link = server.call("POST", f"/api/tables/{table['id']}/seats/{seat}/link", None, key)
    assert status == 200
    return str(link["link"])


def check_finished(server: Server, table: dict[str, Any]) -> dict[str, Any]:
    """The game is over and its record holds."""
    found: dict[str, Any] = server.call("GET", f"/api/tables/{table['id']}")[1]
    assert found["status"] == "over"
    status, text = server.call("GET", f"/api/tables/{table['id']}/record")
    assert status == 200
    assert ferrovia.parse_record(text).replay().over
    return found


# ── the examples ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("program", languages())
def test_a_program_plays_a_whole_game_against_a_bot(server: Server, program: list[str]) -> None:
    """Invited by the link of a seat."""
    key = server.key()
    table = server.open(QUICK, "open driver", key)
    command = [*program, open_link(server, table, 0, key)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert done.returncode == 0, done.stderr
    found = check_finished(server, table)
    totals = [score["total"] for score in found["result"]["scores"]]
    assert done.stdout == f"points: {totals[0]} {totals[1]}\n"
    assert [seat["kind"] for seat in found["seats"]] == ["program", "bot"]


def test_program_against_program(server: Server, sit: Sit) -> None:
    """By the code of a table, in whatever languages there are. Meanwhile a stream of a table that does not begin is
    kept alive with empty lines."""
    key = server.key()
    waiting = sit(server.open(QUICK, "me open", key)["id"], key)
    table = server.open(QUICK, "open open", key)
    commands = [each.values[0] for each in languages() if not any(mark.args[0] for mark in each.marks)]
    programs = [
        subprocess.Popen([*command, server.address, table["code"]], stdout=subprocess.PIPE, text=True)
        for command in (commands * 2)[:2]
    ]
    said = [program.communicate(timeout=LONGEST)[0] for program in programs]
    assert said[0] == said[1] != ""
    assert [seat["kind"] for seat in check_finished(server, table)["seats"]] == ["program", "program"]
    assert waiting.stream.answer.readline() == b"\n"


def test_a_program_survives_the_server(tmp_path: Path) -> None:
    """The server is killed in the middle of a game and started again: the examples go on by themselves."""
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path / "log.txt").start()
    try:
        key = server.key()
        table = server.open(QUICK, "open open", key)
        command = [*PYTHON, server.address, table["code"]]
        programs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        wait_for(lambda: server.call("GET", f"/api/tables/{table['id']}/log")[1]["seq"] > 20)
        server.kill()
        time.sleep(1)
        server.start()
        said = [program.communicate(timeout=LONGEST)[0] for program in programs]
        assert said[0] == said[1] != ""
        check_finished(server, table)
    finally:
        server.kill()


def test_the_examples_end_when_they_are_refused(server: Server) -> None:
    for command in ([*PYTHON, server.address, "AAAAAA"], [*PYTHON, f"{server.address}/t/aaaaaaaaaaa#{new_token()}"]):
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 1
        assert "no-such-" in done.stderr


def wait_for(happened: Callable[[], bool]) -> None:
    """Until something is so."""
    end = time.monotonic() + LONGEST
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.1)


# ── the stream ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_stream_from_the_lobby_to_the_end(server: Server, sit: Sit) -> None:
    """It starts while seats are free, breaks off in the middle, continues from there, and ends with the game."""
    key, other = server.key(), server.key()
    table = server.open(QUICK, "me open", key)
    program = sit(table["id"], key)
    assert server.call("POST", "/api/join", {"code": table["code"], "program": True}, other)[0] == 200
    rival = sit(table["id"], other)
    assert program.stream.next("game") == {"message": "game", "players": 2, "seat": 0, "seed": 0}
    rival.stream.next("game")
    play_on(program, rival, 12)
    program.close()
    program = sit(table["id"], key)
    assert program.stream.next("game")["seat"] == 0
    play_on(program, rival, 10_000)
    over = [each.stream.next("over") for each in (program, rival)]
    assert over[0] == over[1]
    assert program.stream.answer.readline() == b"", "nothing comes after the end"
    assert check_finished(server, table)["result"]["winners"]


def play_on(program: Program, rival: Program, moves: int) -> None:
    """Both play until the game is over, or for this many moves."""
    for _ in range(moves):
        asked = program.server.call("GET", f"/api/tables/{program.table}")[1]["asked"]
        if not asked:
            return
        player = program if asked[0] == 0 else rival
        question = player.stream.next("choose")
        while player.post(question, question["moves"][0])[0] == 409:  # something happened meanwhile
            question = player.stream.next("choose")


def test_a_stream_that_is_opened_again_asks_the_same_again(server: Server, sit: Sit) -> None:
    """With everything that the seat may know from the beginning, since `game` says that nothing is remembered."""
    key = server.key()
    table = server.open(QUICK, "me me", key)
    programs = [sit(table["id"], key, seat) for seat in (0, 1)]
    heard: list[dict[str, Any]] = []
    for number, program in enumerate(programs):
        assert program.stream.next("game")["seat"] == number
        question = program.stream.next("choose")
        heard += question["events"] if number == 0 else []
        program.answer(question)
    first = programs[0].stream.next("choose")
    heard += first["events"]
    again = sit(table["id"], key, 0)
    assert again.stream.next("game")["seat"] == 0
    assert again.stream.next("choose") == {**first, "events": heard}


def test_moves_are_made_once_and_in_time(server: Server, sit: Sit) -> None:
    key = server.key()
    table = server.open(QUICK, "me me", key)
    one, two = opened(sit, table["id"], key)
    question = one.stream.next("choose")
    assert one.post(question, "draw", "a-draw") == one.post(question, "draw", "a-draw"), "the same id is the same move"
    assert failure(one.post(question, "draw")) == (409, "stale")
    question = one.stream.next("choose")
    assert question["view"]["phase"] == "second-card"
    assert failure(one.post(question, "tickets")) == (409, "second-card-pending")
    assert failure(one.post(question, "claim nowhere red:1")) == (422, "unreadable-move")
    assert failure(two.post(question, "draw")) == (409, "not-your-turn")
    one.answer(question, "draw")
    two.stream.next("choose")


def opened(sit: Sit, table: str, key: str) -> tuple[Program, Program]:
    """A program for each of two seats, the opening behind them."""
    one, two = sit(table, key, 0), sit(table, key, 1)
    for program in (one, two):
        program.stream.next("game")
        program.answer(program.stream.next("choose"))
    return one, two


def failure(answer: tuple[int, Any]) -> tuple[int, str]:
    check("RefusalValues", answer[1])
    return answer[0], answer[1]["code"]


def test_a_stream_is_for_the_holder_of_the_seat(server: Server) -> None:
    key = server.key()
    table = server.open(QUICK, "me open", key)
    path = f"/api/bot/tables/{table['id']}/stream"
    assert failure(server.call("GET", path)) == (401, "no-key")
    assert failure(server.call("GET", path, key=server.key())) == (403, "not-your-seat")
    assert failure(server.call("GET", f"{path}?seat=1", key=key)) == (403, "not-your-seat")
    assert failure(server.call("GET", "/api/bot/tables/aaaaaaaaaaa/stream", key=key)) == (404, "no-such-table")
    wish = {"id": "1", "seq": 1, "move": "draw"}
    moves = f"/api/bot/tables/{table['id']}/moves"
    assert failure(server.call("POST", moves, wish)) == (401, "no-key")
    assert failure(server.call("POST", moves, wish, server.key())) == (403, "not-your-seat")
    assert failure(server.call("POST", moves, wish, key)) == (409, "not-started")


def test_the_secret_of_a_link_is_a_key_too(server: Server) -> None:
    """A link that the player made. After an invitation a player has a key of their own, because the host knows the
    invitation too."""
    key = server.key()
    table = server.open(QUICK, "me open", key)
    invitation = open_link(server, table, 1, key).rpartition("#")[2]
    wish = {"token": invitation, "program": True}
    assert failure(server.call("POST", f"/api/tables/{table['id']}/seats/take", wish, invitation)) == (401, "no-key")
    secret = open_link(server, table, 0, key).rpartition("#")[2]
    with closing(Stream(server, table["id"], secret)) as stream:
        stream.next("hello")


def test_a_stream_ends_when_the_table_is_closed(server: Server, sit: Sit) -> None:
    key = server.key()
    table = server.open(QUICK, "me open", key)
    program = sit(table["id"], key)
    assert server.call("POST", f"/api/tables/{table['id']}/end", None, key)[0] == 200
    for stream in (program.stream, sit(table["id"], key).stream):
        assert stream.next("bye")["why"] == "ended"
        assert stream.answer.readline() == b""


def test_a_stream_ends_when_another_player_has_the_seat(server: Server, sit: Sit) -> None:
    key, other = server.key(), server.key()
    table = server.open(QUICK, "me open", key)
    assert server.call("POST", "/api/join", {"code": table["code"], "program": True}, other)[0] == 200
    program = sit(table["id"], other)
    assert server.call("DELETE", f"/api/tables/{table['id']}/seats/1", None, other)[0] == 200
    assert [line for line in program.stream if line["message"] == "bye"] == [{"message": "bye", "why": "seat-lost"}]


def test_a_stream_ends_at_once_when_the_server_stops(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path / "log.txt").start()
    try:
        key = server.key()
        table = server.open(QUICK, "me open", key)
        with closing(Program(server, table["id"], key)) as program:
            assert server.stop() == 0  # which waits half a minute at most
            assert program.stream.next("bye")["why"] == "restart"
            assert program.stream.answer.readline() == b""
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()


@pytest.mark.parametrize("program", languages())
def test_the_examples_end_with_the_table(server: Server, program: list[str]) -> None:
    key = server.key()
    table = server.open(QUICK, "open open", key)
    playing = subprocess.Popen([*program, server.address, table["code"]], stderr=subprocess.PIPE, text=True)
    wait_for(lambda: server.call("GET", f"/api/tables/{table['id']}")[1]["seats"][0]["present"])
    assert server.call("POST", f"/api/tables/{table['id']}/end", None, key)[0] == 200
    said = playing.communicate(timeout=60)[1]
    assert (playing.returncode, "ended" in said) == (1, True), said


def test_a_stream_opened_on_the_others_turn_tells_everything(server: Server, sit: Sit) -> None:
    key = server.key()
    table = server.open(QUICK, "me me", key)
    one, _ = opened(sit, table["id"], key)
    again = sit(table["id"], key, 1)
    again.stream.next("game")
    for _ in range(2):
        one.answer(one.stream.next("choose"), "draw")
    assert again.stream.next("choose")["events"][0]["kind"] == "dealt"


def test_a_program_is_asked_once_for_a_decision(server: Server, sit: Sit) -> None:
    key = server.key()
    table = server.open("switzerland", "me me me", key)
    programs = [sit(table["id"], key, seat) for seat in (0, 1, 2)]
    for program in programs:
        program.stream.next("game")
    question = programs[0].stream.next("choose")
    for program in programs[1:]:
        program.answer(program.stream.next("choose"))
    programs[0].answer(question)
    assert programs[0].stream.next("choose")["view"]["phase"] == "turn"


def test_a_stream_outlasts_a_player_who_joins(server: Server, sit: Sit) -> None:
    key = server.key()
    table = server.open("switzerland", "me me open", key)
    program = sit(table["id"], key, 0)
    assert server.call("POST", "/api/join", {"code": table["code"]}, server.key())[0] == 200
    assert program.stream.answer.readline() != b""


def test_others_hear_that_a_program_is_gone(server: Server) -> None:
    key, other = server.key(), server.key()
    table = server.open(QUICK, "me open", key)
    assert server.call("POST", "/api/join", {"code": table["code"], "program": True}, other)[0] == 200
    assert not asyncio.run(presence_after_leaving(server, table["id"], other))


async def presence_after_leaving(server: Server, table: str, key: str) -> bool:
    """What a spectator heard last of a program's presence, a moment after its stream was closed."""
    async with websockets.connect(f"{server.socket_address}/ws/{table}") as socket:
        await socket.send('{"message":"hello"}')
        program = await asyncio.to_thread(Program, server, table, key)
        await asyncio.sleep(1)
        program.close()
        present = True
        try:
            while True:
                info = json.loads(await asyncio.wait_for(socket.recv(), 3))["table"]
                present = info["seats"][1]["present"]
        except TimeoutError:
            return present


def test_undone_counts_events(server: Server, sit: Sit) -> None:
    """docs/bots.md: this many of the earlier events are forgotten; then come those that stand."""
    key = server.key()
    table = server.open(QUICK, "me me", key, practice=True)
    one, _ = opened(sit, table["id"], key)
    one.answer(one.stream.next("choose"), "draw")
    question = one.stream.next("choose")
    status, moved = one.post(question, "draw")
    assert status == 200
    asyncio.run(take_back(server, table["id"], key, moved["seq"]))
    again = one.stream.next("choose")
    assert again["view"] == question["view"]
    assert (again["undone"], again["events"]) == (0, []), "the second draw was never told, and is no more"


async def take_back(server: Server, table: str, key: str, seq: int) -> None:
    """The last move of seat 0."""
    headers = {"authorization": f"Bearer {key}"}
    async with websockets.connect(f"{server.socket_address}/ws/{table}", additional_headers=headers) as socket:
        await socket.send('{"message":"hello"}')
        await socket.send(json.dumps({"message": "take-back", "id": "back", "seq": seq, "seat": 0}))
        while json.loads(await asyncio.wait_for(socket.recv(), 30))["message"] != "accepted":
            pass


def test_a_program_that_opens_its_stream_is_back(server: Server, sit: Sit) -> None:
    key, other = server.key(), server.key()
    table = server.open(QUICK, "me open", key)
    assert server.call("POST", "/api/join", {"code": table["code"], "program": True}, other)[0] == 200
    asyncio.run(hand_over(server, table["id"], other))
    sit(table["id"], other).stream.next("game")
    time.sleep(1)
    assert not server.call("GET", f"/api/tables/{table['id']}")[1]["seats"][1]["away"]


async def hand_over(server: Server, table: str, key: str) -> None:
    """Seat 1 to the autopilot."""
    headers = {"authorization": f"Bearer {key}"}
    async with websockets.connect(f"{server.socket_address}/ws/{table}", additional_headers=headers) as socket:
        await socket.send('{"message":"hello"}')
        await socket.send(json.dumps({"message": "autopilot", "id": "away", "seat": 1}))
        while json.loads(await asyncio.wait_for(socket.recv(), 30))["message"] != "accepted":
            pass
