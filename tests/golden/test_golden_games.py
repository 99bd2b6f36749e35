"""Finished games are replayed to the exact result, playthroughs line by line, and sequences of moves are counted.

A difference is a change of the rules, of the order of chance or of what a seat sees. If it is intended, run `python -m
tests.golden.regenerate` and read what it changed.
"""

import json

import pytest

from ferrovia.game.text.record import record_game
from ferrovia.game.text.record_parser import parse_record
from ferrovia.rules.files.loading import built_in_rules, load_rules
from tests.golden import regenerate
from tests.golden.regenerate import (
    HERE,
    PERFT,
    golden_files,
    perft_counts,
    playthrough_name,
    playthrough_text,
    record_name,
    tables,
)

RECORDS = [(rules, players, number) for rules, players in tables() for number in range(1, regenerate.GAMES + 1)]
every_record = pytest.mark.parametrize("game", RECORDS, ids=lambda game: record_name(*game))
every_table = pytest.mark.parametrize("table", list(tables()), ids=lambda table: f"{table[0].id}-{table[1]}")


def read(name: str) -> str:
    """A golden file; a missing one is a failure."""
    assert (HERE / name).is_file(), f"{name} is missing; run `python -m tests.golden.regenerate`"
    return (HERE / name).read_text(encoding="utf-8")


def test_no_golden_file_is_missing_and_none_is_nobodys():
    wanted = {name for name, _ in golden_files()}
    found = {file.name for kind in ("*.record", "*.playthrough", PERFT) for file in HERE.glob(kind)}
    assert found == wanted


@every_record
def test_a_finished_game_is_replayed_to_its_result(game):
    """Every move is legal, every outcome possible, the last line right; and its seed brings the same."""
    text = read(record_name(*game))
    record = parse_record(text)
    assert record.seed is not None
    replayed = record.replay()
    assert replayed.over
    assert str(record_game(replayed)) == text


@every_record
def test_a_finished_game_is_replayed_without_its_seed(game):
    """From its outcomes alone, as if the generator had changed since."""
    text = "\n".join(line for line in read(record_name(*game)).splitlines() if not line.startswith("seed ")) + "\n"
    record = parse_record(text)
    assert record.seed is None
    replayed = record.replay()
    assert replayed.over
    assert str(record_game(replayed)) == text


@every_record
def test_a_finished_game_is_played_again(game):
    """The same player with the same dice makes the same moves: legal moves come in the same order."""
    assert regenerate.record_text(*game) == read(record_name(*game))


@pytest.mark.parametrize("name", built_in_rules())
def test_everybody_sees_what_they_saw(name):
    """What each seat and a spectator are shown of each step, and their views after it."""
    rules = load_rules(name)
    said, expected = playthrough_text(rules).splitlines(), read(playthrough_name(rules)).splitlines()
    for number, (line, golden) in enumerate(zip(said, expected, strict=False), 1):
        assert line == golden, f"{playthrough_name(rules)}, line {number}"
    assert len(said) == len(expected)


@every_table
def test_there_are_as_many_ways_to_go_on(table):
    """Perft: the number of sequences of one, two and three actions."""
    rules, players = table
    assert perft_counts(rules, players) == json.loads(read(PERFT))[f"{rules.id}-{players}"]
