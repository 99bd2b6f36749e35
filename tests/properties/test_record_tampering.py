"""A record that was cut, garbled or forged is refused, and the error says where."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.errors import FerroviaError, RecordError
from ferrovia.game.game import Game
from ferrovia.game.text.record import record_game
from ferrovia.game.text.record_parser import parse_record
from ferrovia.rules.files.loading import load_rules
from tests.properties.sample_tables import Table


def text_of(name: str, players: int, seed: int, moves: int | None = None) -> str:
    """The record of a game, to its end or to a number of moves."""
    table = Table(load_rules(name), players)
    game = Game(table.rules, players, seed)
    number = seed
    while not game.over and (moves is None or len(game.history) < moves):
        number = (number * 1103515245 + 12345) % 2**31
        legal = game.legal_moves()
        game.play(legal[number % len(legal)])
    return str(record_game(game, {0: "Ada", 1: "Bo"}))


@cache
def text() -> str:
    """The record that is tampered with."""
    return text_of("switzerland", 2, 3)


@cache
def lines() -> tuple[str, ...]:
    return tuple(text().splitlines())


def number_of(start: str) -> int:
    """The line, counted from 1, that begins so."""
    return next(number for number, line in enumerate(lines(), 1) if line.startswith(start))


def line_with(part: str) -> int:
    """The first line of a move that holds this."""
    return next(number for number, line in enumerate(lines(), 1) if line[0].isdigit() and part in line)


def tampered(number: int, line: str) -> str:
    assert lines()[number - 1] != line
    return "\n".join([*lines()[: number - 1], line, *lines()[number:], ""])


def refused_at(forged: str) -> int | None:
    """The line that a record is refused for."""
    with pytest.raises(RecordError) as caught:
        parse_record(forged).replay()
    if caught.value.line is not None:
        assert f"line {caught.value.line}" in str(caught.value)
    return caught.value.line


def test_the_text_is_in_order():
    assert parse_record(text()).replay().over


HEAD = {
    "the header": ("ferrovia record", "ferrovia record 2"),
    "the rules' id": ("rules ", f"rules nowhere {load_rules('switzerland').hash}"),
    "the rules' hash": ("rules ", "rules switzerland 00ff"),
    "the rules' folder": ("rules ", f"rules . {load_rules('switzerland').hash}"),
    "the rules' words": ("rules ", "rules switzerland"),
    "the players": ("players ", "players two"),
    "too many players": ("players ", "players 3"),
    "far too many players": ("players ", "players 99"),
    "the seed": ("seed ", "seed x"),
    "another seed": ("seed ", "seed 4"),
    "an enormous seed": ("seed ", "seed 99999999999999999999"),
    "a seat": ("seat 1", "seat one Bo"),
    "a seat that is not there": ("seat 1", "seat 4 Bo"),
    "a seat named twice": ("seat 1", "seat 0 Bo"),
    "a name": ("seat 1", "seat 1  "),
    "the setup": ("setup", "set up | "),
    "an empty setup": ("setup", "setup | "),
    "the result": ("end ", "end last-round 0:1:1 1:0:2"),
    "the ending": ("end ", "end all-passed RESULT"),
    "an unfinished game": ("end ", "stop 183"),
    "a number of moves": ("end ", "stop 999"),
}


@pytest.mark.parametrize("what", HEAD)
def test_a_forged_line_is_named(what):
    """Every kind of line but the moves."""
    start, line = HEAD[what]
    number = number_of(start)
    named = refused_at(tampered(number, line.replace("RESULT", lines()[-1].removeprefix("end last-round "))))
    if what in ("another seed", "too many players"):  # it is the deal that does not fit
        assert named in (number, number_of("setup"))
    else:
        assert named == number


@pytest.mark.parametrize("label", ["dealt", "market", "ticket"])
def test_a_forged_deal_is_named(label):
    number = number_of("setup")
    line = lines()[number - 1]
    words = line.split()
    place = next(place for place, word in enumerate(words) if word.startswith(f"{label}:"))
    for other in (f"{label}:nothing", "drew:red", f"{label}:", label, ""):
        changed = " ".join([*words[:place], other, *words[place + 1 :]])
        assert refused_at(tampered(number, changed)) == number


@pytest.mark.parametrize("part", ["keep ", " draw |", " take ", " claim ", " tickets |", "turned:", "ticket:", "drew:"])
def test_a_forged_move_is_named(part):
    """Another seat, another number, another verb, other outcomes, one too many, one too few."""
    number = line_with(part)
    line = lines()[number - 1]
    count, seat, *words = line.split()
    said, _, brought = line.partition(" |")
    forged = [
        " ".join([str(int(count) + 1), seat, *words]),
        " ".join([count, str(1 - int(seat)), *words]),
        " ".join([count, "9", *words]),
        " ".join([count, "x", *words]),
        " ".join([count, seat, "dance |"]),
        " ".join([count, seat, "refuse |"]),
        said,
        f"{said} |{brought} market:red market:red market:red market:red",
        f"{said} |{brought} turned:nothing",
    ]
    forged += [f"{said} |"] if brought.strip() else []
    forged += [f"{said} |{brought.replace(':', ';', 1)}"] if brought.strip() else []
    for each in forged:
        assert refused_at(tampered(number, each)) == number, each


def test_an_outcome_by_another_name_is_named():
    """Right cards under a wrong label."""
    number = line_with("drew:")
    assert refused_at(tampered(number, lines()[number - 1].replace("drew:", "dealt:"))) == number


def test_an_outcome_the_seed_does_not_bring_is_named():
    """Possible, so that only the seed tells."""
    number = line_with("drew:")
    line = lines()[number - 1]
    card = line.partition("drew:")[2].split()[0]
    other = "red" if card != "red" else "blue"
    at = refused_at(tampered(number, line.replace(f"drew:{card}", f"drew:{other}")))
    assert at is not None
    assert at >= number


def test_a_record_cut_short_anywhere_is_refused():
    """Cut after any line: the line that is missing is named."""
    for count in range(len(lines())):
        with pytest.raises(RecordError) as caught:
            parse_record("\n".join(lines()[:count]))
        assert caught.value.line == count + 1


def test_a_line_lost_anywhere_is_noticed():
    """Every line matters, but for names."""
    for number in range(1, len(lines()) + 1, 3):
        lost = "\n".join([*lines()[: number - 1], *lines()[number:]])
        if lines()[number - 1].startswith(("seat", "seed")):
            parse_record(lost).replay()
        else:
            with pytest.raises(RecordError):
                parse_record(lost).replay()


def test_lines_in_another_order_are_noticed():
    for number in range(8, len(lines()) - 1, 5):
        swapped = list(lines())
        swapped[number - 1], swapped[number] = swapped[number], swapped[number - 1]
        with pytest.raises(RecordError):
            parse_record("\n".join(swapped)).replay()


def test_something_after_the_end_is_named():
    assert refused_at(text() + "\nand more\n") is not None
    assert refused_at(text() + "\n") == len(lines()) + 1


def test_a_move_after_the_end_of_the_game_is_named():
    """A move that the game does not allow any more."""
    *moves, last = lines()
    count = int(moves[-1].split()[0]) + 1
    assert refused_at("\n".join([*moves, f"{count} 0 draw | drew:red", last])) == len(lines())


@given(st.floats(0, 1, exclude_max=True), st.sampled_from(list(" |:\n019xé\t-\u2028\x00")))
def test_one_wrong_letter_is_refused_or_harmless(where, letter):
    """Whatever letter is changed: it is refused, or it is the same game (a name, a space)."""
    place = int(where * len(text()))
    try:
        record = parse_record(text()[:place] + letter + text()[place + 1 :])
        game = record.replay()
    except RecordError:
        return
    except FerroviaError as error:  # it should say where
        pytest.fail(f"{type(error).__name__} instead of a RecordError: {error}")
    assert record.lines == parse_record(text()).lines
    assert game.over
