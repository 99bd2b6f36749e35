"""Files that were written to be expensive are refused within the memory and the time of a shopping list."""

import resource
import subprocess
import sys
from collections.abc import Callable

import pytest

from ferrovia.rules.files.complaint import MOST
from ferrovia.rules.files.document import DEEPEST_KEY, LARGEST_FILE

MEMORY, SECONDS = 500_000_000, 30  # a few of them on an idle machine
TWO_CITIES = 'cities = [{ id = "a" }, { id = "b" }]\n'
ONE_ROUTE = 'routes = [{ from = "a", to = "b", length = 1 }]\n'


def many(entry: Callable[[int], str], share: float = 0.99) -> str:
    """As many entries as fit into a share of the largest file."""
    return "".join(entry(number) for number in range(int(LARGEST_FILE * share / len(entry(10_000)))))


HOSTILE = {
    "a deep key": ".".join("a" * 20_000) + " = 1",
    "a deep header": f"[{'.'.join('a' * 20_000)}]",
    "a deep key in quotes": " . ".join(['"a"'] * 20_000) + " = 1",
    "quotes": '"' + '\\"' * 120_000 + '" = 1',
    "many keys as deep as may be": many(lambda n: f"k{n}{'.a' * (DEEPEST_KEY - 1)} = 1\n"),
    "many headers": many(lambda n: f"[k{n}]\n"),
    "many unknown keys": many(lambda n: f"k{n} = 1\n"),
    "many unknown rules": "[rules]\n" + many(lambda n: f"train{n} = 1\n"),
    "many unknown cities": TWO_CITIES + "tickets = []\nroutes = [" + many(lambda n: f'{{ from = "x{n}" }},') + "]",
    "many cities and routes": "tickets = []\ncities = ["
    + many(lambda n: f'{{ id = "c{n}" }},', 0.4)
    + "]\nroutes = ["
    + many(lambda n: f'{{ from = "c{n}", to = "c{n + 1}", length = 1 }},', 0.5)
    + "]",
    "many places on a ticket": TWO_CITIES
    + ONE_ROUTE
    + f"tickets = [{{ from = 'a', to = {{ {many(lambda n: f'X{n} = 1, ', 0.9)} a = 1 }} }}]",
    "many decks": TWO_CITIES
    + ONE_ROUTE
    + f"tickets = []\n[totals.decks]\n{many(lambda n: f'd{n} = 0{chr(10)}', 0.4)}"
    + f"[rules]\nticket_decks = [{many(lambda n: f'{chr(34)}d{n}{chr(34)},', 0.5)}]",
    "many colours": 'map = "new-york"\n[cards]\n' + many(lambda n: f"c{n} = 1\n"),
    "a long name": f"cities = [{{ id = '{'x' * 100_000}', {many(lambda n: f'k{n} = 1, ', 0.5)} a = 1 }}]",
    "an array of arrays": f"a = {'[' * 200}{'1,' * 120_000}{']' * 200}",
}


def limits() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_cheap(case, tmp_path):
    file = tmp_path / "hostile.toml"
    file.write_text(HOSTILE[case], encoding="utf-8")
    assert file.stat().st_size <= LARGEST_FILE
    words = [sys.executable, "-m", "ferrovia", "check", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, preexec_fn=limits)
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert 2 <= len(lines) <= MOST + 1
    assert max(map(len, lines)) < 1000


def test_the_last_of_too_many_complaints_says_so(tmp_path):
    file = tmp_path / "hostile.toml"
    file.write_text(HOSTILE["many unknown keys"], encoding="utf-8")
    words = [sys.executable, "-m", "ferrovia", "check", str(file)]
    *_, last, summary = subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()
    assert last == f"{file}: there are more complaints; fix these, then check again"
    assert summary == f"1 file checked: {MOST} complaints"
