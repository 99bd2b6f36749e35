"""The game in the terminal in Italian and Portuguese."""

import re

import pytest

from ferrovia.terminal.commands import obey
from ferrovia.terminal.loop import play_session
from tests.terminal.terminal_sessions import heard, new_session, script


@pytest.mark.parametrize(
    ("language", "keep", "lines", "answers"),
    [
        (
            "it",
            "tieni tutti",
            ["linee libere 5+ rosso", "prendi mauve", "controlla denver", "aiuto", "pesca", "mano"],
            ["linee", "Quale carta?", "Controlla Denver", "pesca", "Peschi una carta", "vagoni"],
        ),
        (
            "pt",
            "guardar todos",
            ["rotas livres 5+ vermelho", "tirar mauve", "conquistar denver", "ajuda", "biscar", "mão"],
            ["rotas", "Que carta?", "Conquist", "biscar", "Biscas uma carta", "comboios"],
        ),
    ],
)
def test_the_game_speaks_and_understands(language, keep, lines, answers):
    session = new_session(bots="conductor", seed=5, language=language)
    obey(session, keep)
    session.let_bots_play()
    assert len(session.view.tickets) == 4
    for line, answer in zip(lines, answers, strict=True):
        assert answer in heard(session, line), line


@pytest.mark.parametrize("language", ["it", "pt"])
@pytest.mark.parametrize("rules", ["switzerland", "new-york"])
def test_a_whole_game_in_other_languages(language, rules):
    """English commands are understood in every language, and nothing English is answered."""
    session = new_session(rules, "random,greedy", language=language)
    play_session(session, script(session))
    said = "\n".join(session.said)
    assert session.game.over
    assert not re.search(r"\b(You|cards?|trains?|points?|draws?|claims|keeps|tickets?|deck|wins)\b", said)
    assert "{" not in said
