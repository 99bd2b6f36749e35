"""The compiled cache: keyed by what the code does, filled once by many processes, plain where Numba is unknown."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ferrovia.core.code_key import code_key, syntax_key
from ferrovia.core.compile import INTERPRETED

KERNELS = '''
"""Two kernels."""
from ferrovia.core.compile import entry, kernel

FACTOR = 3

@kernel
def tripled(number):
    """Three times as much."""
    return number * FACTOR

@entry
def total(numbers):
    """The sum of all, each three times."""
    found = 0
    for place in range(len(numbers)):
        found += tripled(int(numbers[place]))
    return found
'''

PROGRAM = """
import sys
import numpy as np
sys.path.insert(0, sys.argv[1])
import sample
print(sample.total(np.arange(4)), sum(sample.total.stats.cache_misses.values()))
"""

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def key_of(source: str, module: str = "sample") -> str:
    """The content key of `total` in a module with this source."""
    names: dict[str, Any] = {"__name__": module}
    exec(compile(source, "sample.py", "exec"), names)
    return code_key(names["total"].py_func)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Three times as much.", "Thrice."),
        ("The sum of all, each three times.", "Adds up."),
        ("    found = 0\n", "    # starts at nothing\n\n    found = 0\n"),
        ('"""Two kernels."""', '"""Two kernels,\nand a longer text above them."""'),
    ],
)
def test_words_do_not_count(old: str, new: str) -> None:
    assert old in KERNELS
    assert key_of(KERNELS.replace(old, new)) == key_of(KERNELS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("found = 0\n", "found = 1\n"),
        ("number * FACTOR", "number * FACTOR + 1"),
        ("FACTOR = 3", "FACTOR = 4"),
        ("@kernel", "@inlined"),
    ],
)
def test_what_the_code_does_counts(old: str, new: str) -> None:
    """Of the function itself, of those it calls, and of their constants."""
    source = KERNELS.replace("import entry, kernel", "import entry, inlined, kernel")
    assert old in source
    assert key_of(source.replace(old, new)) != key_of(source)


def test_the_module_counts() -> None:
    """Compiled code imports the modules it was made from: after a move the old code would look for the old one."""
    assert key_of(KERNELS, module="moved") != key_of(KERNELS)


def test_the_key_of_a_file_is_that_of_its_syntax(tmp_path: Path) -> None:
    first, second, other = (tmp_path / name for name in ("first.py", "second.py", "other.py"))
    first.write_text('"""Text."""\ndef f(x):\n    """More."""\n    return x + 1\n')
    second.write_text("def f(x):  # no text\n    return (x\n            + 1)\n")
    other.write_text("def f(x):\n    return x + 2\n")
    assert syntax_key(first) == syntax_key(second) != syntax_key(other)


def start(tmp_path: Path, folder: str = "a", **settings: str) -> subprocess.Popen[str]:
    """A process that calls the sample, with a cache of its own that all processes of a test share."""
    place = tmp_path / folder
    place.mkdir(exist_ok=True)
    (place / "sample.py").write_text(KERNELS)
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")} | settings
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(place)], env=environment, stdout=subprocess.PIPE, text=True
    )


def test_many_processes_compile_once(tmp_path: Path) -> None:
    """In different folders, too: where a file lies is not what it does."""
    processes = [start(tmp_path, folder) for folder in ("a", "b", "c")]
    answers = [process.communicate()[0].split() for process in processes]
    assert [answer[0] for answer in answers] == ["18"] * 3
    assert len(list((tmp_path / "cache" / "ferrovia" / "kernels").glob("sample.total-*.nbc"))) == 1


def test_an_unknown_numba_is_used_the_plain_way(tmp_path: Path) -> None:
    """Slower to start, with the same results, and never from a cache that belongs to other sources."""
    answers = [start(tmp_path, FERROVIA_PLAIN_NUMBA="1").communicate()[0].split() for _ in range(2)]
    assert answers == [["18", "1"], ["18", "0"]]
    assert not (tmp_path / "cache" / "ferrovia" / "kernels").exists()
