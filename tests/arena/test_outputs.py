"""Where results are written: whatever is there already stays what it is, and what cannot be written is known before."""

import json
import os
import subprocess
import sys
import threading

import pytest

from ferrovia.arena.outputs import check_different, check_file, check_folder, write_json
from ferrovia.arena.plan import ArenaTable
from ferrovia.arena.records import table_name
from ferrovia.bots.specs import parse_spec
from ferrovia.errors import ArenaError
from ferrovia.rules.files.loading import load_rules

BOT = "import ferrovia\nclass Mine(ferrovia.Bot):\n    def choose(self, view, moves):\n        return moves[0]\n"


def test_a_link_stays_and_its_file_is_written(tmp_path):
    (tmp_path / "results").mkdir()
    target, link = tmp_path / "results" / "real.json", tmp_path / "link.json"
    link.symlink_to(target)
    for value in (1, 2):  # first it leads to nothing yet
        write_json(check_file(str(link)), {"value": value})
        assert link.is_symlink()
        assert json.loads(target.read_text()) == {"value": value}
    assert [path.name for path in target.parent.iterdir()] == ["real.json"]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    write_json(check_file(str(pipe)), {"value": 1})
    reader.join(30)
    assert json.loads(read[0]) == {"value": 1}
    assert pipe.is_fifo()
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.parametrize("through", ["pipe", "file"])
def test_our_own_output_can_be_named(tmp_path, through):
    code = (
        "from ferrovia.arena.outputs import *\n"
        "print('before'); write_json(check_file('/dev/stdout'), {'value': 1}); print('after')"
    )
    with (tmp_path / "out").open("w") as file:
        to = {"stdout": file} if through == "file" else {"stdout": subprocess.PIPE}
        done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, check=True, **to)
    said = (tmp_path / "out").read_text() if through == "file" else done.stdout
    assert said == 'before\n{\n  "value": 1\n}\nafter\n'


def test_nothing_is_no_trouble():
    write_json(check_file(os.devnull), {})
    assert not os.path.isfile(os.devnull)  # noqa: PTH113


def test_what_will_really_be_done_is_tried_before(tmp_path):
    """The name beside the file may be too long, or taken, where the file's own name is not."""
    with pytest.raises(ArenaError, match="cannot be written: File name too long"):
        check_file(str(tmp_path / ("x" * 253)))
    (tmp_path / "a.json.part").mkdir()
    with pytest.raises(ArenaError, match="cannot be written: Is a directory"):
        check_file(str(tmp_path / "a.json"))
    check_file(str(tmp_path / "b.json"))
    assert [path.name for path in tmp_path.iterdir()] == ["a.json.part"]


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ArenaError, match="is not a folder"):
        check_folder(str(tmp_path / "file"))


def test_a_link_that_leads_to_itself_is_no_place(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(ArenaError, match="cannot be written: Too many levels"):
        check_file(str(tmp_path / "loop"))
    assert [path.name for path in tmp_path.iterdir()] == ["loop"]


@pytest.mark.parametrize("names", [("",), (None, ""), ("a", "a"), ("a", None, "./a")])
def test_names_that_cannot_be_meant(names):
    with pytest.raises(ArenaError, match=r"must not be empty|at the same time"):
        check_different(*names)
    check_different("a", "b", "b", None)


@pytest.mark.parametrize("reader", ["is full", pytest.param("leaves", marks=pytest.mark.slow)])
def test_files_are_written_with_any_reader_of_the_table(tmp_path, reader):
    command = [sys.executable, "-m", "ferrovia", "arena", "random", "greedy", "--games", "2", "--rules", "new-york"]
    command += ["--json", "a.json", "--records", "records", "--report", "report"]
    if reader == "is full":
        with open("/dev/full", "w") as full:  # noqa: PTH123
            done = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False)
    else:
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(command, cwd=tmp_path, stdout=write, stderr=subprocess.PIPE, check=False)
        os.close(write)
    assert done.returncode == (1 if reader == "is full" else 0), done.stderr
    assert json.loads((tmp_path / "a.json").read_text())["games"] == 2
    assert len(list((tmp_path / "records").rglob("*.record"))) == 2
    assert (tmp_path / "report" / "index.html").exists()


def test_tables_of_bots_with_the_same_name_have_folders_of_their_own(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bot.py").write_text(BOT)
    rules, random = load_rules("new-york"), parse_spec("random")
    tables = [ArenaTable(rules, (parse_spec(f"{tmp_path}/{folder}/bot.py"), random)) for folder in ("a", "b")]
    assert [table_name(number, table) for number, table in enumerate(tables)] == ["000-bot-random", "001-bot-random"]
