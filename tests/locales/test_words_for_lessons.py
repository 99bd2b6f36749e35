"""Every step of every lesson has its words, and no words are left over."""

import pytest

from ferrovia.server.base.lessons import lesson_values, lessons
from tests.locales.catalogues import LANGUAGES, catalogue, check_parity, places


def test_all_languages_teach_the_same() -> None:
    check_parity("lessons")


def test_every_step_has_its_words_and_no_words_are_left_over() -> None:
    wanted = {f"lessons.{name}.{word}" for name in lessons() for word in ("title", "words")}
    for lesson in map(lesson_values, lessons().values()):
        wanted |= {step["text"] for step in lesson["steps"]}
        others = [text for step in lesson["steps"] for text in (step["otherwise"], step["begun"])]
        wanted |= {text for text in others if text}
    assert set(catalogue("en", "lessons")) == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_name_what_the_step_names(language: str) -> None:
    words = catalogue(language, "lessons")
    for lesson in map(lesson_values, lessons().values()):
        for step in lesson["steps"]:
            assert places(words[step["text"]]) <= set(step["names"]), step["text"]
            assert not step["otherwise"] or not places(words[step["otherwise"]])
            assert not step["begun"] or not places(words[step["begun"]])
            assert len(words[step["text"]]) < 330, "short"
