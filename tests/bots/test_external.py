"""Programs that play: two that do it well, and all the ways to do it badly. None may hang, leak or leave a process."""

import json
import os
import shlex
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import ferrovia
from ferrovia.bots.bot_table import BotTable
from ferrovia.bots.guard import GuardedBot
from ferrovia.bots.hosting import external
from ferrovia.bots.hosting.external import ExternalBot, dismiss_idle
from ferrovia.bots.specs import seed_for_others
from ferrovia.protocol.boards import board_values
from ferrovia.protocol.bot_lines import hello_message, line_of
from ferrovia.protocol.events import events_values
from ferrovia.protocol.views import view_values

EXAMPLES = Path(__file__).parents[2] / "examples" / "other_language"

LOOP = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["message"] == "choose":
"""
ANSWER = "        print(json.dumps({'move': message['moves'][0]}), flush=True)\n"

BROKEN = {
    "exits at once": ("raise SystemExit(3)", "crash", "its program ended with exit code 3"),
    "is killed": ("import os; os.kill(os.getpid(), 9)", "crash", "its program was ended by SIGKILL"),
    "is killed in real time": ("import os; os.kill(os.getpid(), 35)", "crash", "its program was ended by signal 35"),
    "complains": ("import sys; sys.exit('no licence')", "crash", "exit code 1"),
    "prints garbage": (LOOP + "        print('hello there', flush=True)", "unreadable", "'hello there' is no JSON"),
    "prints bytes": (LOOP + "        sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "unreadable", "JSON"),
    "prints depths": (LOOP + "        print('[' * 60000, flush=True)", "unreadable", "is no JSON"),
    "prints a list": (LOOP + "        print('[1]', flush=True)", "unreadable", "'[1]' has no text 'move'"),
    "prints a number": (LOOP + "        print('{\"move\": 3}', flush=True)", "unreadable", "has no text 'move'"),
    "invents a move": (LOOP + "        print('{\"move\": \"fly\"}', flush=True)", "unreadable", "'fly' is not a move"),
    "breaks a rule": (LOOP + "        print('{\"move\": \"draw\"}', flush=True)", "illegal", "'draw' is refused."),
    "never answers": ("import time; time.sleep(60)", "stall", "it did not answer within 0.4 s"),
    "answers late": ("import time" + LOOP + "        time.sleep(5)\n" + ANSWER, "stall", "did not answer within"),
    "floods": ("while True: print('x' * 100000, end='')", "unreadable", "more than 65536 bytes without ending"),
    "floods lines": ("while True: print('x' * 100)", "unreadable", "'xxx"),
    "floods stderr": ("import sys\nwhile True: print('x' * 100000, file=sys.stderr)", "stall", "did not answer"),
    "closes input": ("import sys, os, time; os.close(0); time.sleep(60)", "crash", "closed its input"),
    "closes output": ("import os, time; os.close(1); time.sleep(60)", "crash", "closed its output"),
    "dies in the middle": (
        "n = 0" + LOOP + "        n += 1\n        if n == 5: sys.exit(9)\n" + ANSWER, "crash", "ended with exit code 9",
    ),
    "answers twice": (LOOP + ANSWER + ANSWER, "unreadable", "it wrote a line that nobody had asked for"),
    "answers half": (LOOP + "        print('{\"move\"', end='', flush=True)", "stall", "did not answer within"),
}  # fmt: skip


def command(code: str) -> str:
    """A program made of Python code."""
    return "exec:" + shlex.join([sys.executable, "-c", code])


def seat(text: str, limit: float, rules: str = "new-york") -> tuple[BotTable, GuardedBot]:
    """A program opposite a random bot."""
    game = ferrovia.Game(rules, 2, 1)
    bot = GuardedBot(ferrovia.parse_spec(text), game.rules, 2, 0, 1, limit)
    return BotTable(game, {0: bot, 1: ferrovia.parse_spec("random").make(game.rules, 2, 1, 1)}), bot


def children() -> set[str]:
    """The processes we started, zombies included."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch):
    """Every process that a test started is gone at its end."""
    monkeypatch.setattr(external, "START", 5.0)
    before = children()
    yield
    dismiss_idle()
    assert children() == before


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_program_is_reported_and_replaced(case, monkeypatch):
    code, kind, words = BROKEN[case]
    if kind == "stall" or case.startswith("floods"):
        monkeypatch.setattr(external, "START", 0.0 if kind == "stall" else 5.0)
    table, bot = seat(command(code), 0.4 if kind == "stall" else 20)
    if case == "answers twice":
        wait_for_answers(bot)
    table.play()
    table.close()
    assert table.game.over
    (fault,) = bot.faults
    assert (fault.kind, fault.seat) == (kind, 0)
    assert words in fault.sentence
    assert "\n" not in str(fault)
    assert len(fault.tail) <= 2000


def external_bot(bot: GuardedBot) -> ExternalBot:
    assert isinstance(bot.bot, ExternalBot)
    return bot.bot


def wait_for_answers(bot: GuardedBot) -> None:
    """Give the second of two answers time to arrive."""
    program = external_bot(bot).program
    assert program
    ask = program.ask

    def ask_slowly(line: bytes, limit: float) -> Any:
        answer = ask(line, limit)
        time.sleep(0.2)
        program._pump(0)
        return answer

    program.ask = ask_slowly  # type: ignore[method-assign]


def test_a_program_that_is_not_there():
    table, bot = seat("exec:./no-such-program --fast", 1)
    table.play()
    assert str(bot.faults[0]) == (
        "no-such-program (seat 0) failed before its first move:"
        " the program './no-such-program' cannot be started: No such file or directory"
    )


def test_what_it_wrote_to_stderr_is_kept():
    table, bot = seat(command("import sys; print('x' * 9000, file=sys.stderr); sys.exit('the cat ate it')"), 20)
    table.play()
    assert bot.faults[0].tail.endswith("the cat ate it\n")


def test_what_it_started_ends_with_it(tmp_path):
    """A shell that waits for a child of its own."""
    mark = tmp_path / "mark"
    table, bot = seat("exec:" + shlex.join(["sh", "-c", f"(sleep 3; touch {mark}) & cat > /dev/null; wait"]), 0.3)
    external_bot(bot).patience = 0.0
    table.play()
    assert bot.faults[0].kind == "stall"
    time.sleep(0.1)
    assert not mark.exists()


LOGGED = """
import json, sys
log = open(sys.argv[1], "w")
print("started", file=log)
for line in sys.stdin:
    message = json.loads(line)
    print(message["message"], message.get("seed", ""), file=log, flush=True)
    if message["message"] == "choose":
"""


def test_a_program_plays_several_games_in_a_row(tmp_path):
    """It is started once, because that may take long, and receives everything in order."""
    log = tmp_path / "log"
    for _ in range(3):
        table, bot = seat(f"{command(LOGGED + ANSWER)} {log}", 20)
        table.play()
        table.close()
        assert not bot.faults
    dismiss_idle()
    said = [line.strip() for line in log.read_text().splitlines() if not line.startswith("choose")]
    assert said == ["started", "hello", *[f"game {seed_for_others(1, 0)}", "over"] * 3, "bye"]


@pytest.mark.parametrize("move", ["draw", "fly"])
def test_a_program_that_was_replaced_is_told_the_end_before_the_next_game(move, tmp_path):
    log = tmp_path / "log"
    fails = f"        print(json.dumps({{'move': '{move}'}}), flush=True)\n"
    for _ in range(2):
        table, bot = seat(f"{command(LOGGED + fails)} {log}", 20)
        table.play()
        table.close()
        assert len(bot.faults) == 1
    dismiss_idle()
    said = [line.split()[0] for line in log.read_text().splitlines()]
    assert said == ["started", "hello", *["game", "choose", "over"] * 2, "bye"]


def test_a_program_may_end_after_every_game(tmp_path):
    """It is restarted: it was still ending when the next game began, which is not its fault."""
    ends = LOOP + ANSWER + "    elif message['message'] == 'over': sys.exit(0)\n"
    rules = ferrovia.load_rules("new-york")
    for seed in range(6):
        bot = GuardedBot(ferrovia.parse_spec(command(ends)), rules, 2, 0, seed)
        other = ferrovia.parse_spec("random").make(rules, 2, 1, seed)
        BotTable(ferrovia.Game(rules, 2, seed), {0: bot, 1: other}).play()
        bot.close()
        assert bot.faults == []
    dismiss_idle()


def test_a_program_that_never_stops_complaining_is_stopped_in_time(monkeypatch):
    """Something to read on stderr is no sign of an answer."""
    floods = "import os\nwhile True: os.write(2, b'x' * 4096)"
    monkeypatch.setattr(external, "START", 0.0)
    bot = GuardedBot(ferrovia.parse_spec(command(floods)), ferrovia.load_rules("new-york"), 2, 0, 1, limit=0.5)
    game = ferrovia.Game("new-york", 2, 1)
    bot.choose(game.view(0), game.legal_moves())
    assert [fault.kind for fault in bot.faults] == ["stall"]
    bot.close()


def test_a_program_cannot_deal_the_game_again(tmp_path):
    """The seed on the wire is not the one of the deal."""
    log = tmp_path / "log"
    table, _ = seat(f"{command(LOGGED + ANSWER)} {log}", 20)
    table.step()
    table.close()
    told = int(next(line.split()[1] for line in log.read_text().splitlines() if line.startswith("game")))
    assert ferrovia.Game("new-york", 2, told).view(1).hand != ferrovia.Game("new-york", 2, 1).view(1).hand


REMEMBERS = """
import json, sys
heard = []
for line in sys.stdin:
    message = json.loads(line)
    if message["message"] == "choose":
        heard = heard[: len(heard) - message["undone"]] + message["events"]
        open(sys.argv[1], "w").write(json.dumps(heard))
"""


def test_a_program_hears_how_much_was_taken_back(tmp_path):
    log = tmp_path / "log"
    game = ferrovia.Game("new-york", 2, 1)
    bot = GuardedBot(ferrovia.parse_spec(f"{command(REMEMBERS + ANSWER)} {log}"), game.rules, 2, 1, 1)
    table = BotTable(game, {1: bot})

    def person(number: int) -> None:
        """One turn of the person, and those of the program after it."""
        while game.seat == 0:
            game.play(game.legal_moves()[number])
        table.play()

    person(0)
    first = table.save_point()
    person(0)
    second = table.save_point()
    person(0)
    table.go_back(second)
    table.go_back(first)
    person(-1)
    person(0)
    told = json.loads(log.read_text())
    table.close()
    assert not bot.faults
    known = events_values(game.events(1))
    assert len(told) > len(known) // 2
    assert told == known[: len(told)]


LANGUAGES = {"perl": "bot.pl", "node": "bot.js"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["north-america", "switzerland"])
def test_a_bot_in_another_language_beats_random(language, rules):
    if not shutil.which(language):
        pytest.skip(f"there is no {language} here")
    table, bot = seat(f"exec:{language} {EXAMPLES / LANGUAGES[language]}", 20, rules)
    table.play()
    table.close()
    assert not bot.faults
    assert table.game.winners == (0,)
    assert bot.reason


def test_a_view_in_json_holds_what_the_seat_may_know_and_no_more():
    game = ferrovia.Game("north-america", 3, 5)
    while len(game.history) < 40:
        game.play(game.legal_moves()[-1 if len(game.history) % 3 else 0])
    told = json.loads(json.dumps(view_values(game.view(1))))
    assert told["hand"] == game.view(1).hand
    assert [ticket["ticket"] for ticket in told["tickets"]] == list(game.view(1).tickets)
    others = {ticket for seat in (0, 2) for ticket in game.view(seat).tickets} - set(game.view(1).tickets)
    assert others
    assert not [ticket for ticket in others if ticket in json.dumps(told)]
    assert all("hand" not in each for each in told["seats"])


@pytest.mark.parametrize("rules", ferrovia.built_in_rules())
def test_the_board_in_json_has_the_names_of_the_moves(rules):
    board = board_values(ferrovia.load_rules(rules))
    found = ferrovia.load_rules(rules)
    assert [route["id"] for route in board["routes"]] == list(found.route_ids)
    assert [ticket["id"] for ticket in board["tickets"]] == list(found.ticket_ids)
    assert all(route["points"] > 0 for route in board["routes"])
    assert len(line_of(hello_message(found))) < 60_000  # it should fit into a pipe
