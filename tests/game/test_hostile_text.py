"""Malicious positions and records: one canonical form, and nothing impossible is accepted."""

import re
from functools import cache

import pytest

from ferrovia import (
    Game,
    PositionError,
    RecordError,
    load_rules,
    parse_position,
    parse_record,
    position_text,
    record_game,
)
from ferrovia.game.checks import QUOTED


def play_on(game: Game, moves: int) -> Game:
    """A game that has gone on for some moves, or to its end."""
    while not game.over and len(game.history) < moves:
        legal = game.legal_moves()
        game.play(legal[len(game.history) * 7 % len(legal)])
    return game


@cache
def position(moves: int, name: str = "new-york") -> str:
    return position_text(play_on(Game(name, 2, seed=1), moves))


def put(text: str, path: str, value: str) -> str:
    """A position with one field changed, or put in where its place is."""
    words = text.split(" ")
    places = [place for place, word in enumerate(words) if word.startswith(f"{path}=")]
    if places:
        words[places[0]] = f"{path}={value}"
        return " ".join(words)
    order = full_order()
    after = [place for place, word in enumerate(words) if order.index(word.partition("=")[0]) < order.index(path)]
    return " ".join([*words[: after[-1] + 1], f"{path}={value}", *words[after[-1] + 1 :]])


@cache
def full_order() -> list[str]:
    from ferrovia.game.text.position import _blank, _slots

    return ["ferrovia-position", "1", "rules", "hash", *(path for path, _, _ in _slots(_blank()))]


OPENED, OPENING, OVER = 8, 0, 10_000

IMPOSSIBLE = {
    "cards at a seat that is not there": (OPENED, "private.4.hand", "red:1"),
    "cards drawn at a seat that is not there": (OPENED, "private.2.drawn", "red:1"),
    "a ticket at a seat that is not there": (OPENED, "private.3.tickets", "times-square--soho"),
    "a ticket returned at a seat that is not there": (OPENED, "private.3.returned", "times-square--soho"),
    "a choice at a seat that is not there": (OPENING, "private.2.choice", "0"),
    "a route chosen at a seat that is not there": (OPENED, "private.2.route", "0"),
    "trains at a seat that is not there": (OPENED, "public.trains", "15,15,15,0,0"),
    "points at a seat that is not there": (OPENED, "public.score", "0,0,0,0,7"),
    "known cards at a seat that is not there": (OPENED, "public.known", "//red:1//"),
    "routes open to a seat that is not there": (OPENING, "public.open", None),
    "a negative number of cards drawn": (OPENED, "private.0.drawn", "red:-1"),
    "more cards drawn than there are": (OPENED, "private.0.drawn", "red:100"),
    "a bound beyond all cards": (OPENED, "public.bound", "red:100"),
    "a bound of nothing": (OPENED, "public.bound", "red:1"),
    "as many passes as players": (OPENED, "public.passes", "2"),
    "a pass with cards to be drawn": (OPENED, "public.passes", "1"),
    "too many turns without gain": (OPENED, "public.idle", "40"),
    "tickets offered in a turn": (OPENED, "public.offered", "2"),
    "another number of opening tickets": (OPENING, "public.offered", "1"),
    "a last round without a reason": (OPENED, "public.last_turns", "1"),
    "a last round in the opening": (OPENING, "public.last_turns", "2"),
    "turns in the opening": (OPENING, "public.turns", "2"),
    "passes in the opening": (OPENING, "public.passes", "1"),
    "more mixed tickets than were returned": (OVER, "public.mixed", "9"),
    "another ending": (OVER, "public.ending", "3"),
    "tickets offered after the end": (OVER, "public.offered", "1"),
    "a tunnel after the end": (OVER, "public.surcharge", "1"),
    "cards played for no tunnel": (OPENED, "public.spent", "1"),
    "a seat to move after the end": (OVER, "public.seat", "0"),
    "a hand that is not shown at the end": (OVER, "public.known", "////"),
    "too many players": (OPENED, "public.players", "9"),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused_by_the_name_of_its_field(what):
    moves, path, value = IMPOSSIBLE[what]
    text = position(moves)
    assert parse_position(text).players == 2
    wrong = put(text, path, value) if value else text.replace("/// ", "//lincoln-center--central-park/ ", 1)
    assert wrong != text
    with pytest.raises(PositionError) as caught:
        parse_position(wrong)
    assert path.rpartition(".")[2] in str(caught.value)


def test_an_opening_in_which_all_have_chosen_is_over():
    wrong = put(put(position(OPENING), "private.0.choice", "0"), "private.1.choice", "0")
    with pytest.raises(PositionError, match="choice"):
        parse_position(wrong)


@pytest.mark.parametrize(
    ("read", "written"),
    [
        ("public.players=2", "public.players=+2"),
        ("public.players=2", "public.players=02"),
        ("public.players=2", "public.players=٢"),
        ("public.players=2", "public.players=2 "),
        ("public.players=2", "public.players=2\n"),
        ("public.players=2", "public.players=2\tpublic.idle=0"),
        ("public.players=2", "public.players=2 public.idle=0"),
        ("public.players=2", "public.players=2 public.players=2"),
        (" public.players=2", "\u2003public.players=2"),
        (" public.players=2", "\npublic.players=2"),
        ("rules=new-york", "rules=new-york rules=new-york"),
        ("rules=new-york", "rules=switzerland rules=new-york"),
        ("rules=new-york", "rules=other"),
        ("public.market=", "public.market=orange:0,"),
        ("public.market=", "public.market=,"),
        ("public.market=blue:1,green:1", "public.market=green:1,blue:1"),
        ("public.market=blue:1", "public.market=blue:01"),
        ("public.market=blue:1", "public.market=blue:1,:1"),
        ("private.0.offer=central-park--chelsea", "private.0.offer=chelsea--central-park"),
        ("public.hand_size=2,2,0,0,0", "public.hand_size=2,2,0,0,0,0"),
        ("public.hand_size=2,2,0,0,0", "public.hand_size=2,2"),
        ("ferrovia-position 1 ", "ferrovia-position  1 "),
        ("ferrovia-position 1 ", " ferrovia-position 1 "),
    ],
)
def test_a_position_is_written_in_one_way_only(read, written):
    text = position(OPENING)
    assert text.count(read) == 1
    with pytest.raises(PositionError) as caught:
        parse_position(text.replace(read, written))
    assert str(caught.value).isprintable()


def test_the_first_difference_is_pointed_at():
    with pytest.raises(PositionError, match=re.escape("'public.players=02' stands where 'public.players=2' should")):
        parse_position(position(OPENING).replace("public.players=2", "public.players=02"))
    with pytest.raises(PositionError, match=re.escape("public.players: '+2' is not a number")):
        parse_position(position(OPENING).replace("public.players=2", "public.players=+2"))
    with pytest.raises(PositionError, match=re.escape("'public.players' is given twice")):
        parse_position(position(OPENING) + " public.players=2")


# --- records ---------------------------------------------------------------------------------------------------------


@cache
def record(moves: int = 12) -> str:
    return str(record_game(play_on(Game("new-york", 2, seed=1), moves), {0: "Ada", 1: "Bo"}))


def test_a_record_is_what_it_was_read_from():
    assert str(parse_record(record())) == record()


def test_the_newline_at_the_end_may_be_missing():
    assert parse_record(record().removesuffix("\n")) == parse_record(record())


CLUMSY = {
    "lines that end as on other systems": ("\n", "\r\n", 1),
    "a line that ends in a space": ("players 2\n", "players 2 \n", 3),
    "a line that begins with a space": ("players 2\n", " players 2\n", 3),
    "a leading zero": ("players 2\n", "players 02\n", 3),
    "a seed with a leading zero": ("seed 1\n", "seed 01\n", 4),
    "a seat with a leading zero": ("seat 0 Ada", "seat 00 Ada", 5),
    "a move's seat with a leading zero": ("\n1 0 keep", "\n1 00 keep", 8),
    "two spaces": ("\n1 0 keep", "\n1 0  keep", 8),
    "a tab": ("\n1 0 keep", "\n1 0\tkeep", 8),
    "a wide space": ("\n1 0 keep", "\n1 0\u2003keep", 8),
    "a line separator": ("setup | ", "setup |\u2028", 7),
    "names in another order": ("seat 0 Ada\nseat 1 Bo", "seat 1 Bo\nseat 0 Ada", 5),
    "an empty line at the end": ("stop 12\n", "stop 12\n\n", 21),
    "spaces in the last line": ("stop 12\n", "stop 12  \n", 20),
    "a mark before the first line": ("ferrovia record", "\ufeffferrovia record", 1),
}


@pytest.mark.parametrize("what", CLUMSY)
def test_a_record_is_written_in_one_way_only(what):
    read, written, line = CLUMSY[what]
    wrong = record().replace(read, written)
    assert wrong != record()
    with pytest.raises(RecordError) as caught:
        parse_record(wrong)
    assert caught.value.line == line
    assert str(caught.value).isprintable()


def test_embedded_rules_are_not_endless():
    """Whatever is in them, the sentence about it is short."""
    rules = load_rules("new-york")
    head = f"ferrovia record 1\nrules x {rules.hash}\nrules-json "
    with pytest.raises(RecordError, match="longer than") as caught:
        parse_record(head + "[" + "1," * 2_000_000)
    assert caught.value.line == 3
    wild = rules.to_json().replace('"id":"new-york"', '"id":"x"').replace('"name":', '"odd":1,"name":')
    for text in (wild, "{" + ",".join(f'"{"k" * 100}{n}":1' for n in range(1000)) + "}", '{"' + "k" * 90_000 + '":1}'):
        with pytest.raises(RecordError) as caught:
            parse_record(head + text)
        assert len(str(caught.value)) < 400


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        f"ferrovia record 1\nrules {LONG} {LONG}\n",
        f"ferrovia record 1\nrules new-york {LONG}\n",
        record().replace("players 2", f"players {LONG}"),
        record().replace("seed 1\n", f"{LONG}\n"),
        record().replace("seat 0 Ada", f"seat 0 {LONG}"),
        record().replace("seat 0 Ada", f"seat {LONG} Ada"),
        record().replace("setup | ", f"setup | {LONG} "),
        record().replace("1 0 keep", f"1 {LONG} keep"),
        record().replace("1 0 keep", f"1 0 {LONG}"),
        record().replace("1 0 keep", f"1 0 keep {LONG}"),
        record().replace("stop 12", f"stop {LONG}"),
        record().replace("stop 12", f"{LONG}"),
        record().replace("seat 0 Ada", "seat 0 \ud800"),
    ],
    ids=range(14),
)
def test_no_sentence_about_a_record_repeats_all_of_it(text):
    with pytest.raises(RecordError) as caught:
        parse_record(text).replay()
    assert len(str(caught.value)) < 5 * QUOTED
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        f"ferrovia-position 1 {LONG}",
        f"ferrovia-position 1 rules={LONG} hash={LONG}",
        f"ferrovia-position 1 rules=new-york hash={LONG}",
        position(OPENING) + f" {LONG}=1",
        position(OPENING).replace("public.players=2", f"public.players={LONG}"),
        position(OPENING).replace("public.players=2", f"public.players={'9' * 100_000}"),
        position(OPENING).replace("public.market=", f"public.market={LONG}:1,"),
        position(OPENING).replace("public.market=", f"public.market=red:{LONG},"),
        position(OPENING).replace("secret.fresh=", f"secret.fresh={LONG},"),
        position(OPENING).replace("public.open=", f"public.open={LONG},"),
        position(OPENING).replace("private.0.offer=", "private.0.offer=\ud800,"),
    ],
    ids=range(12),
)
def test_no_sentence_about_a_position_repeats_all_of_it(text):
    with pytest.raises(PositionError) as caught:
        parse_position(text)
    assert len(str(caught.value)) < 5 * QUOTED
    assert str(caught.value).isprintable()


def test_a_game_under_way_has_points_but_no_places():
    """The JSON of a record: who leads is not who has won."""
    import json

    running = json.loads(parse_record(record()).to_json())
    over = json.loads(parse_record(record(10_000)).to_json())
    assert [score["place"] for score in running["scores"]] == [None, None]
    assert (running["over"], running["winners"], running["ending"]) == (False, [], "unfinished")
    assert 1 in [score["place"] for score in over["scores"]]
