"""Whatever the code base can say as a code, the client can say in every language; and nothing is left over."""

import ast
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import ferrovia
from ferrovia.bots.kernels.reason_codes import REASON_NAMES
from ferrovia.engine.journal import EVENT_NAMES
from ferrovia.game.events import Event
from ferrovia.game.explain import REFUSALS
from ferrovia.game.hints.fact import FACT_CODES
from ferrovia.game.text.record import ENDINGS
from ferrovia.protocol.events import event_values
from ferrovia.protocol.messages import FactValues, ReasonValues
from ferrovia.protocol.tables import Emote, EntryKind, EntryValues, Phrase
from ferrovia.server.base.refusals import CODES
from tests.locales.catalogues import GIVEN, LANGUAGES, catalogue, check_parity, places

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
TOGETHER = {"claimed": {"cards", "points"}, "attempted": {"cards", "turned"}, "tickets-offered": {"count"}}
"""What a client puts together from several events, or looks up on the board."""

UNTOLD = {"open", "link", "move"}
"""Entries of a table's log without words of their own: the lobby's business, and moves, which their events tell."""


@pytest.mark.parametrize("room", ["refusals", "reasons", "hints", "events"])
def test_all_languages_say_the_same(room: str) -> None:
    check_parity(room)


def keys(*parts: tuple[str, tuple[str, ...]]) -> set[str]:
    return {f"{prefix}.{code}" for prefix, codes in parts for code in codes}


def test_every_code_has_its_words_and_no_words_are_left_over() -> None:
    rules = tuple(kind.code for kind in REFUSALS.values())
    assert set(catalogue("en", "refusals")) == keys(("refusals", (*CODES, *rules)))
    assert set(catalogue("en", "reasons")) == keys(("reasons", (*REASON_NAMES, "said")))
    assert set(catalogue("en", "hints")) == keys(("hints", FACT_CODES))
    assert set(catalogue("en", "events")) == keys(
        ("events", (*EVENT_NAMES, "tickets-offered")),
        ("entries", tuple(kind for kind in get_args(EntryKind) if kind not in UNTOLD)),
        ("phrases", (*get_args(Phrase), *get_args(Emote))),
        ("endings", ENDINGS),
    )


@cache
def told_with_refusals() -> dict[str, set[str]]:
    """For each code of the server, the parameters that always come with it, read from the sources."""
    found: dict[str, set[str]] = {}
    for source in (Path(ferrovia.__file__).parent / "server").rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RequestRefused":
                told = {each.arg for each in node.keywords if each.arg}
                for code in (str(each.value) for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)):
                    found[code] = found.get(code, told) & told
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_for_refusals_name_what_is_told(language: str) -> None:
    told = told_with_refusals() | {kind.code: set(kind.parameters) for kind in REFUSALS.values()}
    for key, text in catalogue(language, "refusals").items():
        assert places(text) <= told.get(key.removeprefix("refusals."), set()) | GIVEN, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_for_reasons_name_what_is_told(language: str) -> None:
    for key, text in catalogue(language, "reasons").items():
        assert places(text) <= {*ReasonValues.__annotations__, *GIVEN} - {"code"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_for_hints_name_what_is_told(language: str) -> None:
    for key, text in catalogue(language, "hints").items():
        assert places(text) <= {*FactValues.__annotations__, *GIVEN} - {"code"}, key


@cache
def told_with_events() -> dict[str, set[str]]:
    """The fields of each kind of event, in the golden games; any may have a `count`."""
    found: dict[str, set[str]] = {}
    for path in sorted(GOLDEN.glob("*.record")):
        for event in ferrovia.parse_record(path.read_text(encoding="utf-8")).replay().events():
            found.setdefault(event.kind, {"count"}).update(event_values(event))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_for_events_name_what_is_told(language: str) -> None:
    told = told_with_events()
    assert set(told) >= set(EVENT_NAMES) - {"passed", "offered-again"}, "the golden games show nearly all of them"
    alone = {"passed": {"seat"}, "offered-again": {"seat", "ticket"}, "tickets-offered": {"seat"}}
    for key, text in catalogue(language, "events").items():
        room, _, code = key.partition(".")
        if room == "events":
            known = told.get(code, alone.get(code, set())) | TOGETHER.get(code, set())
            assert places(text) <= known | GIVEN, key
        elif room == "entries":
            assert places(text) <= set(EntryValues.__annotations__) | GIVEN, key
        else:
            assert not places(text), key


def test_hidden_things_have_words_too() -> None:
    """What a seat may not know has no name: the sentence says so."""
    for kind in ("dealt", "drew", "offered", "offered-again"):
        for language in LANGUAGES:
            assert " hidden {" in catalogue(language, "events")[f"events.{kind}"], kind
    assert set(Event.__dataclass_fields__) == {"kind", "seat", "card", "ticket", "route", "count"}


@pytest.mark.parametrize(
    "text", ["{", "}", "{a", "{a, plural, one {b}}", "{a, other {b}}", "{a, select, other {b}", "{a b}", "{}"]
)
def test_broken_sentences_are_noticed(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        places(text)


def test_places_are_found_wherever_they_stand() -> None:
    text = "{a} {b, plural, =0 {} one {# {c}} other {{d, select, x {{e}} other {f}}}}"
    assert places(text) == {"a", "b", "c", "d", "e"}
