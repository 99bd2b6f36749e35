"""Bots as people write them, and the compiled ones among them."""

import ast
from pathlib import Path

import numpy as np
import pytest

import ferrovia
from ferrovia.bots.base.compiled_bot import CompiledBot
from ferrovia.bots.base.reason import Reason
from ferrovia.bots.bot_table import BotTable
from ferrovia.bots.guard import GuardedBot
from ferrovia.bots.kernels.choose import begin_in, choose_in
from ferrovia.bots.kernels.reason_codes import REASON_NAMES
from ferrovia.bots.kernels.registry import BOT_NAMES, OPTIONS_OF
from ferrovia.bots.kernels.scratch import new_scratch
from ferrovia.engine import batch
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.state import STATE, VIEW
from ferrovia.language.catalogue import catalogue

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_first_bot.py"
SMALL = {"search": {"worlds": 2, "rollouts": 1}}
"""Options that make slow bots quick."""


def quick(name: str) -> ferrovia.BotSpec:
    """A built-in bot, set so that a game takes no time."""
    chosen = ",".join(f"{key}={value}" for key, value in SMALL.get(name, {}).items() if key in OPTIONS_OF[name])
    return ferrovia.parse_spec(f"{name}:{chosen}" if chosen else name)


def play(specs: list[ferrovia.BotSpec], rules: str, seed: int) -> ferrovia.Game:
    """A whole game, move by move."""
    game = ferrovia.Game(rules, len(specs), seed)
    bots = {seat: GuardedBot(spec, game.rules, len(specs), seat, seed) for seat, spec in enumerate(specs)}
    table = BotTable(game, bots)
    table.play()
    table.close()
    assert not [str(fault) for bot in bots.values() for fault in bot.faults]
    return game


def play_by_actions(specs: list[ferrovia.BotSpec], rules: str, seed: int) -> np.ndarray:
    """The same, as the compiled loop does it: one small decision after the other, on the state itself."""
    loaded = ferrovia.load_rules(rules)
    board = loaded.board
    states, views, journal = np.zeros(1, STATE), np.zeros(1, VIEW), no_journal()
    memories = np.concatenate([spec.memory(loaded, len(specs)) for spec in specs])
    generators, mask = np.zeros((len(specs), 4), np.uint64), np.zeros(MASK_WORDS, np.uint64)
    rooms = new_scratch()
    for seat in range(len(specs)):
        begin_in(memories, seat, np.uint64(seed), seat, generators)
    batch.new_at(board, states, 0, len(specs), np.uint64(seed), journal)
    while (seat := batch.mover_at(states, 0)) >= 0:
        batch.look_at(states, 0, seat, views, 0)
        batch.advance_at(board, states, 0, choose_in(board, views, memories, seat, mask, generators, rooms), journal)
    return states


@pytest.mark.parametrize("name", BOT_NAMES)
@pytest.mark.parametrize("rules", ["switzerland", "new-york"])
@pytest.mark.thorough
def test_move_by_move_is_the_same_game_as_compiled(name, rules):
    specs = [quick(name), quick("random"), quick(name)]
    game = play(specs, rules, 11)
    assert game.over
    assert game.states.tobytes() == play_by_actions(specs, rules, 11).tobytes()


def test_the_example_is_short_and_beats_random():
    tree = ast.parse(EXAMPLE.read_text("utf-8"))
    choose = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "choose")
    assert len(ast.unparse(choose).splitlines()) <= 20
    specs = [ferrovia.parse_spec(str(EXAMPLE)), ferrovia.parse_spec("random")]
    for rules in ferrovia.built_in_rules():
        for seed in range(3):
            assert play(specs, rules, seed).winners == (0,)


def test_the_same_seed_brings_the_same_game():
    specs = [ferrovia.parse_spec(str(EXAMPLE)), ferrovia.parse_spec("random")]
    one, two, other = (play(specs, "new-york", seed).states.tobytes() for seed in (5, 5, 6))
    assert one == two != other


class Curious(ferrovia.Bot):
    """Records the events it receives."""

    def begin(self) -> None:
        self.heard: list[ferrovia.Event] = []
        self.scores: list[ferrovia.Score] = []

    def choose(self, view, moves):
        self.reason = "the first that came to memory"
        return moves[0]

    def watch(self, events):
        self.heard += events

    def over(self, scores):
        self.scores = list(scores)


def test_a_bot_is_told_what_its_seat_may_know():
    game = ferrovia.Game("new-york", 2, 3)
    bot = Curious(game.rules, 2, 1, 3)
    table = BotTable(game, {0: ferrovia.parse_spec("random").make(game.rules, 2, 0, 3), 1: bot})
    table.play()
    told = game.events(1)
    assert bot.heard == told[: len(bot.heard)]
    assert len(bot.heard) > len(told) // 2
    assert [score.total for score in bot.scores] == [score.total for score in game.scores()]
    assert (bot.rules, bot.players, bot.seat) == (game.rules, 2, 1)


def test_a_compiled_bot_thinks_on_from_a_snapshot():
    game = ferrovia.Game("new-york", 2, 3)
    bot = ferrovia.parse_spec("random").make(game.rules, 2, 0, 3)
    assert isinstance(bot, CompiledBot)
    view = game.view(0)
    before = bot.snapshot()
    first = [bot.choose(view, view.legal_moves()) for _ in range(20)]
    bot.restore(before)
    assert [bot.choose(view, view.legal_moves()) for _ in range(20)] == first


# --- reasons ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", REASON_NAMES)
def test_a_sentence_names_what_it_is_about(code):
    rules = ferrovia.load_rules("switzerland")
    bare = Reason(code).sentence(rules)
    ticket, route = "bern--austria+france+germany+italy", rules.route_ids[0]
    full = Reason(code, route, "red", ticket, 12).sentence(rules)
    for sentence in (bare, full):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert "None" not in sentence
    message = catalogue("en").texts[f"reasons.{code}"]
    assert ("12" in full) == ("{points" in message)
    assert ("Bern – Austria / France / Germany / Italy" in full) == ("{ticket}" in message)


def test_reasons_are_told_in_three_languages():
    rules = ferrovia.load_rules("switzerland")
    reason = Reason("on-the-way", rules.route_ids[0], ticket="bern--austria+france+germany+italy", points=1)
    assert "Bern – Áustria / França / Alemanha / Itália (cerca de 1 ponto)." in reason.sentence(rules, "pt")
    assert "Bern – Austria / Francia / Germania / Italia (circa 1 punto)." in reason.sentence(rules, "it")


def test_what_did_best_is_named():
    rules = ferrovia.load_rules("north-america")
    best = "best-in-playouts"
    ending = "did best when the game was played out from here many times"
    assert Reason(best, "denver--omaha").sentence(rules) == f"Claiming Denver – Omaha {ending}."
    secret = Reason("joins-ticket", "denver--omaha", ticket="denver--el-paso", points=4).without_ticket()
    assert secret.sentence(rules) == "Denver – Omaha completes a ticket (about 4 points)."
    assert Reason(best, card="red").sentence(rules) == f"Taking a red card {ending}."
    more = "about 3 more wins in 100 games than with the obvious move"
    assert Reason(best, points=3).sentence(rules) == f"This {ending}: {more}."


def test_a_reason_can_be_sent():
    assert Reason("by-chance", points=3).to_json() == (
        '{"code": "by-chance", "route": null, "card": null, "ticket": null, "points": 3}'
    )


@pytest.mark.parametrize("name", BOT_NAMES)
def test_every_built_in_bot_gives_its_reasons(name):
    game = ferrovia.Game("new-york", 2, 4)
    spec = quick(name)
    bots = {seat: spec.make(game.rules, 2, seat, 4) for seat in range(2)}
    table = BotTable(game, bots)
    for _ in range(20):
        seat = game.seat
        if seat is None or not table.step():
            break
        reason = bots[seat].reason
        assert isinstance(reason, Reason)
        assert reason.code != "nothing"
        assert reason.sentence(game.rules)
