"""The examples for researchers run, shortened; what needs a package is skipped where it is missing."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from ferrovia import Claim, Game

FOLDER = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_random_rollout(capsys):
    example("random_rollout").main("new-york", "3", "20", "100")
    said = capsys.readouterr().out
    assert "decisions a second" in said
    assert said.count("mean reward") == 3


def test_the_search_plays_legal_moves(monkeypatch):
    """The first moves of a game, claims among them: a claim is searched twice."""
    ismcts, game = example("ismcts"), Game("new-york", 2, 4)
    monkeypatch.setattr(ismcts.search, "__defaults__", (2, 8))
    bot = ismcts.IsmctsBot(game.rules, 2, 0, 1)
    for _ in range(30):
        view = game.view(game.seat)
        claims = [move for move in view.legal_moves() if isinstance(move, Claim)]
        if game.seat == 0:
            game.play(bot.choose(view, claims or view.legal_moves()))
        else:
            game.play(view.legal_moves()[0])
    assert any(isinstance(turn.move, Claim) for turn in game.history)


def test_the_algorithm_of_openspiel(capsys):
    pytest.importorskip("pyspiel")
    example("openspiel_search").main("2", "2")  # the search in either seat
    assert "mean reward of the search" in capsys.readouterr().out


def test_the_search_answers_the_opening_offer_in_every_seat(monkeypatch):
    ismcts, game = example("ismcts"), Game("new-york", 3, 4)
    monkeypatch.setattr(ismcts.search, "__defaults__", (2, 8))
    for seat in range(3):
        assert game.seat == seat
        view = game.view(seat)
        game.play(ismcts.IsmctsBot(game.rules, 3, seat, 1).choose(view, view.legal_moves()))


@pytest.mark.parametrize("name", ["masked_ppo", "behaviour_cloning"])
def test_what_is_trained_can_play(name, tmp_path, monkeypatch):
    """A moment of training, and a game by its weights."""
    pytest.importorskip("torch")
    pytest.importorskip("gymnasium")
    monkeypatch.chdir(tmp_path)
    ppo = example("masked_ppo")
    if name == "masked_ppo":
        monkeypatch.setattr(ppo, "ENVS", 8)
        monkeypatch.setattr(ppo, "STEPS", 8)
        curve = ppo.train(0.001)
        ppo.draw(curve, tmp_path / "curve.svg")
        assert (tmp_path / "curve.svg").read_text("utf-8").startswith("<svg")
    else:
        example("behaviour_cloning").main("10", "1")
    game = Game("new-york", 2, 1)
    bots = [ppo.PpoBot(game.rules, 2, seat, 1) for seat in range(2)]
    while not game.over:
        assert game.seat is not None
        view = game.view(game.seat)
        game.play(bots[game.seat].choose(view, view.legal_moves()))
    assert np.isfinite([score.total for score in game.scores()]).all()
