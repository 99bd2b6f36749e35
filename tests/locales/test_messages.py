"""Messages in Python: the test vectors of the client, catalogues, and names in three languages."""

import json
from pathlib import Path

import pytest

import ferrovia
from ferrovia.language.catalogue import LANGUAGES, catalogue, environment_language
from ferrovia.language.formats import listed
from ferrovia.language.messages import MessageError, Value, fill_message, parse_message
from ferrovia.language.names import card_words, cards_words, colour_name, place_name, route_name, ticket_name

VECTORS = json.loads(
    (Path(__file__).resolve().parents[2] / "web/src/i18n/messageVectors.json").read_text(encoding="utf-8")
)
FILLED = [
    (vector["message"], vector["values"], language, vector[language])
    for vector in VECTORS["filled"]
    for language in LANGUAGES
    if language in vector
]


@pytest.mark.parametrize(("message", "values", "language", "text"), FILLED)
def test_messages_are_filled_as_the_client_does(
    message: str, values: dict[str, Value], language: str, text: str
) -> None:
    assert fill_message(parse_message(message), values, language) == text


@pytest.mark.parametrize("message", VECTORS["refused"])
def test_malformed_messages_are_refused(message: str) -> None:
    with pytest.raises(MessageError):
        parse_message(message)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_of_every_language_is_well_formed(language: str) -> None:
    texts = catalogue(language)
    for key in texts.texts:
        assert texts.say(key)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "it_IT.UTF-8", "FERROVIA_LANGUAGE": "pt"}, "pt"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="choose one of en, it, pt"):
        catalogue("de")


def test_lists() -> None:
    assert listed([], "en") == ""
    assert listed(["Ana"], "it") == "Ana"
    assert listed(["Ana", "Bia"], "en", "or") == "Ana or Bia"
    assert listed(["Ana", "Bia", "Carlo"], "en") == "Ana, Bia, and Carlo"
    assert listed(["Ana", "Bia", "Carlo"], "pt", "or") == "Ana, Bia ou Carlo"


def test_names() -> None:
    swiss = ferrovia.load_rules("switzerland")
    assert place_name(swiss, "zurich") == "Zürich"
    assert place_name(swiss, "germany", "it") == "Germania"
    assert ticket_name(swiss, "bern--austria+france+germany+italy", "pt") == (
        "Bern – Áustria / França / Alemanha / Itália"
    )
    assert route_name(ferrovia.load_rules("north-america"), "kansas-city--omaha:2") == "Kansas City – Omaha"
    assert colour_name("red", "it") == "rosso"
    assert colour_name("mauve", "it") == "mauve"
    assert card_words("locomotive", 2, "taxi") == "2 taxis"
    assert card_words("mauve", 2, "train") == "2 cards (mauve)"
    cards = [("red", 1), ("locomotive", 1), ("red", 1)]
    assert cards_words(cards, "train") == "2 red cards and a locomotive"
    assert cards_words(cards, "train", "it") == "2 carte rosse e una locomotiva"
