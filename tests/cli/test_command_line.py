"""Whatever happens to a command and its streams ends in an exit code and at most one sentence."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ferrovia.cli import main
from tests.cli.in_process import ferrovia

RECORD = Path(__file__).parents[1] / "golden" / "new-york-2-1.record"
COMMAND = f"{sys.executable} -m ferrovia"


def shell(line: str, typed: bytes = b"", **variables: str) -> tuple[int, str, str]:
    """A line for the shell, where `ferrovia` stands for this one: exit code, output, errors."""
    left_out = {"PYTHONUNBUFFERED", "LC_ALL", "PYTHONIOENCODING"}
    environment = {name: value for name, value in os.environ.items() if name not in left_out} | variables
    words = ["bash", "-o", "pipefail", "-c", line.replace("ferrovia", COMMAND, 1)]
    done = subprocess.run(words, input=typed, capture_output=True, env=environment, check=False)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    assert b"Exception ignored" not in done.stderr, done.stderr.decode()
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ferrovia play --terminal <&-", 0),
        ("ferrovia play --terminal <&- >&- 2>&-", 0),
        ("ferrovia replay - <&-", 2),
        ("ferrovia rules >&-", 0),
        ("ferrovia --help >&-", 0),
        ("ferrovia check nowhere.toml >&-", 2),
        ("ferrovia rules nowhere 2>&-", 2),
        ("ferrovia rules nowhere 2>/dev/full", 2),
        ("ferrovia nothing 2>/dev/full", 2),
        ("ferrovia rules | true", 0),
        ("(sleep 0.2; exec ferrovia rules switzerland) | true", 0),
    ],
)
def test_closed_and_broken_streams(line, code):
    assert shell(line)[0] == code


@pytest.mark.parametrize(("arguments", "unbuffered"), [("check", ""), ("rules switzerland", "1")])
def test_a_full_disk_is_one_sentence(arguments, unbuffered):
    code, _, errors = shell(f"ferrovia {arguments} >/dev/full", PYTHONUNBUFFERED=unbuffered)
    assert (code, errors) == (1, "ferrovia: cannot go on: No space left on device\n")
    assert shell(f"ferrovia {arguments} >/dev/full 2>&1", PYTHONUNBUFFERED=unbuffered)[0] == 1


def test_bytes_that_are_no_text():
    strict = {"PYTHONIOENCODING": "utf-8:strict"}
    assert shell("ferrovia play --terminal", b"\xff\xfe\nquit\n", **strict)[0] == 0
    code, _, errors = shell("ferrovia replay -", b"ferrovia record 1\n\xff", **strict)
    assert (code, errors) == (2, "ferrovia: -: is not text: byte 18 is not UTF-8\n")


def test_letters_the_terminal_does_not_have(tmp_path):
    assert shell("ferrovia play --terminal", b"help\nquit\n", PYTHONIOENCODING="ascii")[0] == 0
    (tmp_path / "lake.toml").write_text('extends = "switzerland"\nname = "Zürich · Lac"\n', encoding="utf-8")
    code, printed, _ = shell(f"ferrovia rules {tmp_path}/lake.toml", PYTHONIOENCODING="ascii")
    assert code == 0
    assert printed.startswith("Z?rich ? Lac (lake)\n")


def test_file_names_that_are_no_text(tmp_path):
    name = os.fsencode(tmp_path) + b"/a\xff\n.toml"
    Path(os.fsdecode(name)).write_text("trains = 9\n", "utf-8")
    for verb, code in (("check", 1), ("rules", 2), ("replay", 2)):
        words = [sys.executable, "-m", "ferrovia", verb, name]
        done = subprocess.run(words, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"})
        assert done.returncode == code, done.stderr
        assert rb"a\udcff\n.toml'" in done.stdout + done.stderr


def test_a_record_from_a_file_and_from_a_pipe(tmp_path):
    marked = tmp_path / "record"
    marked.write_bytes(b"\xef\xbb\xbf" + RECORD.read_bytes())
    piped = shell("ferrovia replay -", RECORD.read_bytes())
    assert ferrovia("replay", str(RECORD)) == ferrovia("replay", str(marked)) == piped


def test_json_is_plain_whatever_the_terminal(tmp_path):
    text = RECORD.read_text("utf-8").replace("\nsetup", "\nseat 0 Zoë\nsetup")
    (tmp_path / "record").write_text(text, "utf-8")
    code, printed, errors = ferrovia("replay", "--json", f"{tmp_path}/record")
    assert code == 0, errors
    assert printed.isascii()
    assert r"Zo\u00eb" in printed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["replay", ""], "ferrovia: '': the name of the record is empty; - reads standard input\n"),
        (["replay", "/dev/zero"], "ferrovia: /dev/zero: is larger than 4000000 bytes; no game is that long\n"),
        (["bench", "--players", "9"], "ferrovia: the built-in rule sets are for 2 to 5 players, not for 9\n"),
        (["bench", "--rules", "new-york", "--players", "5"], "ferrovia: new-york is for 2 to 4 players, not for 5\n"),
        (["bench", "--seconds", "nan"], "must be 0.01 to 3600 seconds, not nan\n"),
        (["bench", "--seconds", "inf"], "must be 0.01 to 3600 seconds, not inf\n"),
        (["bench", "--seconds=-5"], "must be 0.01 to 3600 seconds, not -5\n"),
        (["train", "new-york", "--players", "2-5"], "ferrovia: new-york is for 2 to 4 players, not for 5\n"),
        (["train", "new-york", "--players", "many"], "must be written like 2-4, 3 or 2,5, not many\n"),
        (["train", "new-york", "--players", "4-2"], "must be written like 2-4, 3 or 2,5, not 4-2\n"),
        (["train", "new-york", "--minutes", "x"], "must be more than 0 and at most 10080 minutes, not x\n"),
        (["train", "new-york", "--strength-games", "-1"], "from 0 to 100,000 games, not -1\n"),
        (["train", "new-york", "--minutes", "nan"], "must be more than 0 and at most 10080 minutes, not nan\n"),
        (["rules", "switzerland", "--against", ""], "no file is called ''."),
        (["play", "--seats", "3"], "ferrovia: unrecognized arguments: --seats 3; see ferrovia play --help\n"),
        (["--colour", "arena", "greedy,random", "--out", "x"], "--out x; see ferrovia arena --help\n"),
    ],
)
def test_bad_arguments(arguments, sentence, capsys):
    assert main(arguments) == 2
    printed, errors = capsys.readouterr()
    assert printed == ""
    assert sentence in errors


INTERRUPTED = """
import os, signal, sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
sys.argv = ["ferrovia", "play", "--terminal"]
from ferrovia.cli import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    "module", ["argparse", "ferrovia.cli.verbs", "ferrovia.game.game", "numba", "numba.core.types"]
)
def test_ctrl_c_in_the_middle_of_an_import(module):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(module=module)], stdin=subprocess.DEVNULL, capture_output=True
    )
    assert (done.returncode, done.stderr) == (130, b"\nferrovia: stopped\n")


def test_ctrl_c_at_the_prompt():
    words = [sys.executable, "-u", "-m", "ferrovia", "play", "--terminal"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
        assert game.stdout
        assert game.stderr
        while not os.read(game.stdout.fileno(), 1 << 16).endswith(b"> "):
            pass
        while game.poll() is None:  # one that comes just before it begins to read is seen with the next
            game.send_signal(signal.SIGINT)
            time.sleep(0.2)
        assert game.returncode in (130, -signal.SIGINT)  # which is 130 to a shell
        assert b"Traceback" not in game.stderr.read()
