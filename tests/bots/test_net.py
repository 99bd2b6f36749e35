"""`net`: the trained networks in the package play every rule set with every number of players."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ferrovia.arena.job_player import play_by_move, play_job
from ferrovia.arena.jobs import Job, PlayedGames, Signals
from ferrovia.arena.plan import ArenaTable
from ferrovia.bots.net.inference import answers
from ferrovia.bots.net.library import built_in, card_for, load_trained, model_cards
from ferrovia.bots.net.weights import WeightsError, read_parameters
from ferrovia.bots.specs import parse_spec, parse_specs
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


def played_by(rules: str, bots: str, games: int, play: Callable[[Job, Signals], PlayedGames] = play_job) -> Any:
    """The outcomes of some games at a table, thinking times apart."""
    table = ArenaTable(load_rules(rules), tuple(parse_specs(bots)))
    played = play(Job(table, 1_000_000, 0, games), Signals())
    assert not played.troubles
    played.outcomes["seats"]["nanoseconds"] = 0
    return played.outcomes


@pytest.mark.skipif(INTERPRETED, reason="whole games")
@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_it_plays_to_the_end(rules: str, players: int) -> None:
    played = played_by(rules, ",".join(["net"] * players), 1)
    assert len(played) == 1
    assert (played["turns"] > 10).all()


@pytest.mark.skipif(INTERPRETED, reason="whole games")
@pytest.mark.parametrize("bot", ["net", "net:temperature=1", "net+look:worlds=10", "net+look:worlds=10,tilt=1.5"])
def test_move_by_move_is_the_same_game_as_compiled(bot: str) -> None:
    table = f"{bot},net,random"
    assert (played_by("new-york", table, 2) == played_by("new-york", table, 2, play_by_move)).all()


@pytest.mark.skipif(INTERPRETED, reason="whole games")
def test_it_beats_greedy() -> None:
    """Fifty deals of New York from both seats; even players would win as many once in a million runs."""
    played = played_by("new-york", "net,greedy", 100)
    first = played["seats"]["score"]["place"][:, :2] == 1
    own = played["bot"][:, :2] == 0
    assert (first & own).sum() >= 75


@pytest.mark.skipif(INTERPRETED, reason="millions of products")
def test_the_kernel_answers_as_the_network_written_out() -> None:
    net, chance = load_trained(load_rules("new-york")), np.random.default_rng(1)
    filled = chance.random((20, net.encoder.size)) < 0.2
    rows = (chance.integers(-3, 9, filled.shape) * filled).astype(np.int8)
    expected = net.in_numpy()(rows)
    answered = answers(net.policy, 0, rows)
    np.testing.assert_allclose(answered, expected, atol=1e-4 * np.abs(expected).max())
    assert (answered.argmax(1) == expected.argmax(1)).all()


def test_every_rule_set_has_a_card_and_all_fit_the_wheel() -> None:
    assert {card.rules for card in model_cards()} == set(built_in_rules())
    data = Path(str(built_in())).parent
    size = sum(path.stat().st_size for room in ("nets", "suites") for path in (data / room).rglob("*"))
    assert size <= MEGABYTES * 1_000_000
    for card in model_cards():
        assert {"decisions", "seconds", "commit", "players"} <= set(card.content["training"])
        assert card.content["limits"]


def test_the_critic_has_a_value_for_every_seat() -> None:
    critic = read_parameters(load_trained(load_rules("new-york")).card.file("critic"))
    assert critic["head.bias"].shape == (load_rules("new-york").rule_set.players_max,)
    assert np.isfinite(critic["input.weight"]).all()


def test_a_map_without_weights_says_so_and_what_helps() -> None:
    rules = load_rules(str(ISLAND))
    assert card_for(rules) is None
    with pytest.raises(WeightsError, match="ferrovia train FILE --out DIR") as raised:
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


@pytest.mark.parametrize("name", built_in_rules())
def test_a_small_network_for_every_rule_set(name: str) -> None:
    rules, bot = load_rules(name), parse_spec("net:weights=small")
    assert bot.text == "net:weights=small"
    assert parse_spec("driver").on(rules).text == bot.text
    assert bot.make(rules, rules.rule_set.players_max, 0, 1)
    small, large = (load_trained(rules, folder).card.file("policy").stat().st_size for folder in (bot.weights, None))
    assert small < large / 5
    teacher = load_trained(rules).card
    assert load_trained(rules, bot.weights).card.content["training"]["teacher"] == teacher.hash("policy")


def test_small_networks_do_not_look_ahead() -> None:
    with pytest.raises(WeightsError, match="small have no critic"):
        parse_spec("net+look:weights=small").make(load_rules("new-york"), 2, 0, 1)


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
