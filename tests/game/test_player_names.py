"""What players may be called."""

import pytest

import ferrovia
from ferrovia.errors import RecordError
from ferrovia.game.player_names import can_be_seen, can_be_shown

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
DOCTOR = "\U0001f469\U0001f3fd\u200d\u2695\ufe0f"
SHAKING = "\U0001f642\u200d\u2194\ufe0f"
PERSIAN = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"
SINHALA = "\u0dc1\u0dca\u200d\u0dbb\u0dd3"
BENGALI = "\u09b0\u200d\u09cd\u09af\u09be"
HEBREW = "\u05e9\u05dc\u05d5\u05dd"

SHOWN = [
    *("Ana", "Bia Rosa", "\u00c9milie", "-", "{name}", "<b>", "\U0001f682\U0001f683"),
    *(FAMILY, f"{FAMILY}{RAINBOW}", DOCTOR, SHAKING, f"Ana {RAINBOW}", PERSIAN, SINHALA, BENGALI, HEBREW),
]
NOT_SHOWN = {
    "a control character": "a\x07b",
    "a line": "a\nb",
    "the direction turned": f"{HEBREW} \u202eevil",
    "an isolate": "\u2066a\u2069",
    "a mark of direction": "a\u200f",
    "a space without width": "a\u200bb",
    "a joiner alone": "\u200d",
    "joiners alone": "\u200c\u200d\u200c",
    "a joiner that does nothing": "An\u200dna",
    "a joiner that does nothing between accents": "\u00e9\u200c\u00e9",
    "a joiner at the beginning": f"\u200d{FAMILY}",
    "a joiner at the end": f"{FAMILY}\u200d",
    "a joiner before a space": f"{PERSIAN}\u200c {PERSIAN}",
    "two joiners": PERSIAN.replace("\u200c", "\u200c\u200c"),
    "a joiner of letters between emoji": FAMILY.replace("\u200d", "\u200c"),
    "a joiner between signs of the keyboard": "+\u200d+",
    "half a character": "a\ud800",
}


@pytest.mark.parametrize("name", SHOWN)
def test_these_are_names(name):
    assert can_be_shown(name)
    assert can_be_seen(name)


@pytest.mark.parametrize("what", NOT_SHOWN)
def test_these_are_none(what):
    assert not can_be_shown(NOT_SHOWN[what])


@pytest.mark.parametrize("name", ["", " ", "\u3164", "\u2800\u2800", "\u0301", "\ufe0f", "\u200d"])
def test_these_cannot_be_seen(name):
    assert not can_be_seen(name)


def test_a_record_keeps_names_with_joiners():
    game = ferrovia.Game("new-york", players=3, seed=1)
    record = ferrovia.record_game(game, {0: FAMILY, 1: PERSIAN, 2: SINHALA})
    assert ferrovia.parse_record(str(record)) == record
    with pytest.raises(RecordError, match="name"):
        ferrovia.record_game(game, {0: "An\u200dna"})
