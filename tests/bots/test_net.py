"""`net`: the trained networks in the package play every rule set with every number of players."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import ferrovia
from ferrovia.bots.net.library import built_in, card_for, cards, load_trained
from ferrovia.bots.net.weights import WeightsError
from ferrovia.bots.specs import parse_spec
from ferrovia.core.compile import INTERPRETED
from ferrovia.errors import BotError
from ferrovia.rules.files.loading import built_in_rules, load_rules

TABLES = [
    (rules, players)
    for rules in built_in_rules()
    for players in range(load_rules(rules).rule_set.players_min, load_rules(rules).rule_set.players_max + 1)
]
MEGABYTES = 20
ISLAND = Path(__file__).resolve().parents[2] / "examples" / "custom_map" / "island.toml"


def play(rules: str, players: int, spec: str, seed: int, most: int = 10_000) -> ferrovia.Game:
    """A game, or its first moves, between copies of a bot."""
    found = load_rules(rules)
    game = ferrovia.Game(found, players=players, seed=seed)
    bots = [parse_spec(spec).make(found, players, seat, seed) for seat in range(players)]
    while not game.over and len(game.history) < most:
        game.play(bots[game.seat].choose(game.view(game.seat), game.legal_moves()))
    return game


@pytest.mark.skipif(INTERPRETED, reason="whole games")
@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_it_plays_to_the_end(rules: str, players: int) -> None:
    assert play(rules, players, "net", 5).over


@pytest.mark.skipif(INTERPRETED, reason="hundreds of moves")
@pytest.mark.parametrize("spec", ["net", "net:temperature=1"])
def test_the_same_seed_brings_the_same_moves(spec: str) -> None:
    first, again = (play("new-york", 3, spec, 8, 60).history for _ in range(2))
    assert [str(turn.move) for turn in first] == [str(turn.move) for turn in again]


@pytest.mark.skipif(INTERPRETED, reason="whole games")
def test_it_beats_greedy() -> None:
    """Twelve deals of New York from both seats; chance alone would win as many in one run of ten thousand."""
    rules = load_rules("new-york")
    won = 0.0
    for seed in range(12):
        for seat in range(2):
            game = ferrovia.Game(rules, players=2, seed=1_000_000 + seed)
            bots = [parse_spec("net" if each == seat else "greedy").make(rules, 2, each, seed) for each in range(2)]
            while not game.over:
                game.play(bots[game.seat].choose(game.view(game.seat), game.legal_moves()))
            won += (seat in game.winners) / len(game.winners)
    assert won >= 21


def test_every_rule_set_has_a_card_and_all_fit_the_wheel() -> None:
    assert {card.rules for card in cards()} == set(built_in_rules())
    size = sum(path.stat().st_size for path in Path(str(built_in())).iterdir())
    assert size <= MEGABYTES * 1_000_000
    for card in cards():
        assert {"decisions", "seconds", "commit", "players"} <= set(card.content["training"])
        assert card.content["limits"]


def test_the_critic_has_a_value_for_every_seat() -> None:
    net = load_trained(load_rules("new-york"))
    critic = net.critic()
    assert critic.head[1].shape == (load_rules("new-york").rule_set.players_max,)
    assert np.isfinite(critic.input[0]).all()


def test_a_map_without_weights_says_so_and_what_helps() -> None:
    rules = load_rules(str(ISLAND))
    assert card_for(rules) is None
    with pytest.raises(WeightsError, match="ferrovia train") as raised:
        parse_spec("net").make(rules, 2, 0, 1)
    assert "new-york" in str(raised.value)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The weights of New York in a folder of one's own."""
    for path in Path(str(built_in())).glob("new-york*"):
        shutil.copy(path, tmp_path)
    return tmp_path


def test_weights_of_ones_own(copied: Path) -> None:
    bot = parse_spec(f"net:weights={copied}")
    assert parse_spec(bot.text) == bot
    assert bot.make(load_rules("new-york"), 2, 0, 1)
    with pytest.raises(WeightsError, match="no weights for switzerland"):
        bot.make(load_rules("switzerland"), 2, 0, 1)


def test_damaged_weights_are_refused(copied: Path) -> None:
    with np.load(copied / "new-york-policy.npz") as saved:
        arrays = {name: saved[name] for name in saved}
    arrays["head.bias"] = arrays["head.bias"] + 1
    np.savez_compressed(copied / "new-york-policy.npz", **arrays)
    with pytest.raises(WeightsError, match="damaged"):
        load_trained(load_rules("new-york"), copied)
    (copied / "new-york-policy.npz").write_bytes(b"nothing")
    with pytest.raises(WeightsError, match="cannot be read"):
        load_trained(load_rules("new-york"), copied)


def test_weights_for_another_observation_are_refused(copied: Path) -> None:
    card = json.loads((copied / "new-york.json").read_text("utf-8"))
    card["observation"]["hash"] = "0" * 64
    (copied / "new-york.json").write_text(json.dumps(card), "utf-8")
    with pytest.raises(WeightsError, match="another observation"):
        load_trained(load_rules("new-york"), copied)


@pytest.mark.parametrize("text", ["net:speed=3", "net:temperature=hot", "net:temperature=-1", "net:temperature=11"])
def test_bad_options_are_named(text: str) -> None:
    with pytest.raises(BotError, match="temperature"):
        parse_spec(text)
