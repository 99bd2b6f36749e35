"""`ferrovia arena` from outside."""

import json
import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext

import pytest

from ferrovia.arena import driver
from ferrovia.cli import main

BOT_KEYS = {
    *("bot", "spec", "repeatable", "games", "win_share", "interval", "mean_score", "score_interval"),
    *("score_deviation", "margin", "margin_interval", "route_points", "ticket_points", "tickets_made", "tickets_lost"),
    *("longest_path_share", "trail", "turns", "moves", "decisions", "ms_per_move", "trains_left", "cards_left"),
    *("faults", "elo", "elo_interval"),
}
TOP_KEYS = {
    *("format", "version", "rules", "seed", "games", "finished", "repeatable", "bots", "pairs", "cycle_share"),
    "tables",
}


def arena(*arguments):
    return main(["arena", "--rules", "new-york", "--games", "8", *map(str, arguments)])


def test_a_match(capsys, tmp_path):
    assert arena("random", "planner", "--json", tmp_path / "a.json", "--seed", "5") == 0
    said = capsys.readouterr()
    assert said.out.startswith("New York, 2 players, 8 games, seed 5\n")
    assert "Elo" not in said.out
    found = json.loads((tmp_path / "a.json").read_text())
    assert set(found) == TOP_KEYS
    assert [bot["bot"] for bot in found["bots"]] == ["random", "planner"]
    for bot in found["bots"]:
        assert set(bot) == BOT_KEYS
        assert bot["games"] == 8
        assert 0 <= bot["interval"][0] <= bot["win_share"] <= bot["interval"][1] <= 1
        assert bot["elo"] is None
    assert sum(bot["win_share"] for bot in found["bots"]) == pytest.approx(1)
    assert found["pairs"][0]["share"] == found["bots"][0]["win_share"]
    assert (found["seed"], found["games"], found["finished"], found["repeatable"]) == (5, 8, True, True)
    (table,) = found["tables"]
    assert table["bots"] == ["random", "planner"]
    assert sum(table["endings"].values()) == 8
    assert sum(seat["win_share"] for seat in table["seats"]) == pytest.approx(1)


def test_more_than_two_have_elo(capsys, tmp_path):
    assert arena("random", "greedy", "planner", "--json", tmp_path / "a.json") == 0
    assert "Elo: #1 random is 0" in capsys.readouterr().out
    found = json.loads((tmp_path / "a.json").read_text())
    assert found["bots"][0]["elo"] == 0
    assert len(found["pairs"]) == len(found["tables"]) == 3
    assert found["games"] == 24


def test_one_table(capsys):
    assert arena("--table", "planner,random,random") == 0
    assert capsys.readouterr().out.startswith("New York, 3 players, 9 games, seed 1\n")


def test_the_same_seed_gives_the_same_numbers(tmp_path):
    files = [tmp_path / f"{processes}.json" for processes in (1, 2, 3)]
    for processes, file in zip((1, 2, 3), files, strict=True):
        assert arena("random", "planner", "--processes", processes, "--json", file) == 0
    found = [json.loads(file.read_text()) for file in files]
    for each in found:
        for bot in each["bots"]:
            del bot["ms_per_move"]
    assert found[0] == found[1] == found[2]


def test_records_can_be_replayed(tmp_path, capsys):
    assert arena("random", "planner", "--records", tmp_path) == 0
    records = sorted(tmp_path.rglob("*.record"))
    assert [path.relative_to(tmp_path).as_posix() for path in records] == [
        f"000-random-planner/{number:07}.record" for number in range(8)
    ]
    capsys.readouterr()
    for path in records[:3]:
        assert main(["replay", str(path)]) == 0
    assert "outcomes and seed agree" in capsys.readouterr().out


def test_a_python_bot_plays_and_a_broken_one_is_replaced(tmp_path, capsys):
    (tmp_path / "mine.py").write_text(
        "import ferrovia\n"
        "class First(ferrovia.Bot):\n    def choose(self, view, moves):\n        return moves[0]\n"
        "class Broken(ferrovia.Bot):\n    def choose(self, view, moves):\n        return 1 / 0\n"
    )
    answer = tmp_path / "a.json"
    command = ["--games", "2", "--json", answer]
    assert arena(f"{tmp_path}/mine.py:First", f"{tmp_path}/mine.py:Broken", "--processes", "1", *command) == 1
    said = capsys.readouterr()
    assert "division by zero" in said.out
    assert "Broken failed in every game" in said.err
    found = json.loads(answer.read_text())
    assert [bot["faults"] for bot in found["bots"]] == [0, 2]
    assert len(found["tables"][0]["troubles"]) == 2


def test_what_a_bot_prints_is_none_of_our_output(tmp_path, capfd):
    (tmp_path / "loud.py").write_text(
        "import ferrovia\nprint('loaded')\nclass Loud(ferrovia.Bot):\n"
        "    def begin(self):\n        print('begins')\n"
        "    def choose(self, view, moves):\n        print('thinks')\n        return moves[0]\n"
    )
    assert arena("random", f"{tmp_path}/loud.py", "--games", "2", "--processes", "1") == 0
    said = capfd.readouterr()
    assert not {"loaded", "begins", "thinks"} & set(said.out.split())
    assert {"loaded", "begins", "thinks"} <= set(said.err.split())


def test_all_is_compiled_before_the_first_game(monkeypatch, pairs):
    """In one go: games, what records and reports need, and nothing in between that could be counted as speed."""
    happened: list[str] = []

    def together() -> AbstractContextManager[None]:
        happened.append("go")
        return nullcontext()

    monkeypatch.setattr("ferrovia.arena.driver.announcer.together", together)
    monkeypatch.setattr(driver, "play_job", lambda job, _: happened.append("games"))
    monkeypatch.setattr(driver, "play_by_move", lambda job, _: happened.append("by move"))
    monkeypatch.setattr(driver, "warm_up", lambda board: happened.append("engine"))
    monkeypatch.setattr(driver, "start_workers", lambda *_: (_ for _ in ()).throw(InterruptedError))
    with pytest.raises(InterruptedError):
        driver.play_plan(pairs("random,greedy"))
    assert happened == ["go", "games", "engine"]


def test_bots_that_look_at_the_clock_are_marked(tmp_path, capsys):
    (tmp_path / "clock.py").write_text(
        "import ferrovia\nclass Clock(ferrovia.Bot):\n    repeatable = False\n"
        "    def choose(self, view, moves):\n        return moves[-1]\n"
    )
    answer = tmp_path / "a.json"
    assert arena("random", f"{tmp_path}/clock.py", "--games", "2", "--processes", "1", "--json", answer) == 0
    said = capsys.readouterr().out
    assert "clock*" in said
    assert "* not repeatable" in said
    found = json.loads(answer.read_text())
    assert [bot["repeatable"] for bot in found["bots"]] == [True, False]
    assert found["repeatable"] is False


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "at least two bots"),
        (["random"], "at least two bots"),
        (["random", "random"], "named twice"),
        (["random", "nobody"], "no bot is called 'nobody'"),
        (["random", "greedy", "--table", "random,greedy"], "either bots"),
        (["--table", "random,random,random,random,random"], "for 2 to 4 players, not for 5"),
        (["--table", "random,,random"], "names no bot"),
        (["random", "greedy", "--games", "0"], "not 0"),
        (["random", "greedy", "--games", "-3"], "not -3"),
        (["random", "greedy", "--games", "many"], "--games: a whole number, not 'many'"),
        (["random", "greedy", "--seed", "x"], "--seed: a whole number, not 'x'"),
        (["random", "greedy", "--seed", "-1"], "a seed must be a whole number"),
        (["random", "greedy", "--processes", "0"], "from 1 to 1024, not 0"),
        (["random", "greedy", "--rules", "nowhere"], "no built-in rule set"),
        (["random", "greedy", "--json", "/nowhere/at/all.json"], "cannot be written: No such file"),
        (["random", "greedy", "--json", "/"], "is a folder"),
        (["random", "greedy", "--records", "/dev/null/x"], "cannot be written: Not a directory"),
        (["random", "greedy", "--report", "/dev/null/x"], ""),
        (["random", "exec:no-such-program-anywhere"], "no-such-program-anywhere"),
        (["random", "no-such-file.py"], "no file 'no-such-file.py'"),
    ],
)
def test_bad_input_is_one_sentence_before_any_game(capsys, own_data, arguments, sentence):
    assert arena(*arguments) == 2
    said = capsys.readouterr()
    lines = [line for line in said.err.splitlines() if "compiling for this machine" not in line]
    assert said.out == ""
    assert len(lines) == 1
    assert lines[0].startswith("ferrovia: ")
    assert sentence in lines[0]
    assert not list(own_data.rglob("*.npz"))


def test_help_is_light():
    code = (
        "import sys; from ferrovia.cli import main\n"
        "main(['arena', '--help'])\n"
        "assert not {'numpy', 'numba'} & set(sys.modules), 'heavy'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "--cluster" in done.stdout


def test_progress_is_quiet_where_nobody_looks(capsys):
    assert arena("random", "greedy") == 0
    assert not [line for line in capsys.readouterr().err.splitlines() if "compiling" not in line]


def test_with_bots_of_others_the_seed_is_left_to_chance(tmp_path, capsys):
    """One that can be guessed lets them deal the games themselves."""
    (tmp_path / "mine.py").write_text(
        "import ferrovia\nclass Mine(ferrovia.Bot):\n    def choose(self, view, moves):\n        return moves[0]\n"
    )
    from ferrovia.cli.arena import plan_of
    from ferrovia.cli.verbs import parser

    def seed(*words):
        return plan_of(parser().parse_args(["arena", "random", *words, "--rules", "new-york"])).seed

    assert seed("greedy") == 1
    assert seed(f"{tmp_path}/mine.py") != seed(f"{tmp_path}/mine.py")
    assert seed(f"{tmp_path}/mine.py", "--seed", "7") == 7
    assert main(["arena", "random", f"{tmp_path}/mine.py", "--resume"]) == 2
    assert "--resume needs the --seed of the run" in capsys.readouterr().err
