"""The catalogues and the client's source agree: no sentence is missing, none is left over, in any language."""

import re
from pathlib import Path

import pytest

from ferrovia.game.typed.vocabulary import FILTERS, PRECEDENCE
from tests.locales.catalogues import LANGUAGES, catalogue, check_parity

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
LOCALES = ROOT / "src/ferrovia/data/locales"
ROOMS = sorted(path.stem for path in (LOCALES / "en").glob("*.json"))
SOURCES = [
    path for path in sorted((WEB / "src").rglob("*.ts*")) if ".test." not in path.name and path.name != "wire.ts"
]
TERMINAL = [*(ROOT / "src/ferrovia/terminal").glob("*.py"), *(ROOT / "src/ferrovia/cli").glob("*.py")]
PUT_TOGETHER = re.compile(r"terminal\.(example|help|prompt)\.[a-z-]+")
"""Keys of the terminal that its sources put together: of verbs, which other tests type, and of phases."""
KEY = r"[a-z-]+(?:\.[A-Za-z0-9_-]+)+"


def keys() -> set[str]:
    return {key for room in ROOMS for key in catalogue("en", room)}


def source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)


def templates() -> list[re.Pattern[str]]:
    """Keys that are put together, like `start.mode.${mode}.words`."""
    found = re.findall(r"`([a-z-]+\.[^`\s]*\$\{[^`]*)`", source())
    return [re.compile("[^.]+(?:[.][^.]+)*".join(map(re.escape, re.split(r"\$\{[^}]*\}", text)))) for text in found]


@pytest.mark.parametrize("room", ROOMS)
def test_all_languages_say_the_same(room):
    check_parity(room)


def test_no_key_is_in_two_rooms():
    assert len(keys()) == sum(len(catalogue("en", room)) for room in ROOMS)


def test_every_language_has_every_room():
    for language in LANGUAGES:
        assert sorted(path.stem for path in (LOCALES / language).glob("*.json")) == ROOMS


def test_every_sentence_that_is_said_is_there():
    said = set(re.findall(rf'\b(?:t|rich)\(\s*"({KEY})"', source()))
    assert len(said) > 50
    assert said - keys() == set()


def test_no_sentence_is_left_over():
    literal = set(re.findall(rf'"({KEY})"', source()))
    patterns = templates()
    elsewhere = {key for room in ("lessons", "reasons", "terminal", "typed") for key in catalogue("en", room)}
    unused = {key for key in keys() - literal - elsewhere if not any(pattern.fullmatch(key) for pattern in patterns)}
    assert unused == set()


def test_the_words_to_type_are_those_the_parser_knows():
    verbs, filters = (
        {f"typed.{kind}.{name}" for name in names} for kind, names in (("verb", PRECEDENCE), ("filter", FILTERS))
    )
    assert set(catalogue("en", "typed")) == verbs | filters | {"typed.links", "typed.all", "typed.return"}


def test_no_sentence_of_the_terminal_is_missing_or_left_over():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in TERMINAL)
    said = set(re.findall(rf"[\"']({KEY})[\"']", sources))
    room = set(catalogue("en", "terminal"))
    assert {key for key in said if key.startswith("terminal.")} <= room
    assert {key for key in said if key.startswith(("text.", "final.", "play.", "refusals.", "reasons."))} <= keys()
    assert {key for key in room - said if not PUT_TOGETHER.fullmatch(key)} == set()


def test_notes_for_translators_are_in_english_and_about_something():
    for language in LANGUAGES:
        for path in (LOCALES / language).glob("*.json"):
            notes = re.findall(r'"([^"]+)#":', path.read_text(encoding="utf-8"))
            assert language == "en" or not notes
            assert set(notes) <= keys()


def test_portuguese_is_that_of_the_rule_book():
    """European: nobody may mix Brazilian words into it. `typed` understands some, so it is left out."""
    brazilian = re.compile(
        r"\b(você|vagão|vagões|trem|trens|baralho|embaralh\w+|rodada|compr(?:ar|e|a|am)|tela|telas|arquivos?|celular|"
        r"registros?|salv(?:ar|e)|baixar|deletar|excluir|compartilh\w+|configurações|bônus|cinzas?|em andamento)\b",
        re.IGNORECASE,
    )
    said = {key: text for room in ROOMS if room != "typed" for key, text in catalogue("pt", room).items()}
    assert {key: found[0] for key, text in said.items() if (found := brazilian.search(text))} == {}
