"""The OpenSpiel game: OpenSpiel's own random simulations, histories, observers and an algorithm of its own."""

import copy
from random import Random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from ferrovia import built_in_rules, load_rules  # noqa: E402
from ferrovia.envs import openspiel  # noqa: E402


def tables() -> list[object]:
    """Every rule set and number of players; the longest games in the nightly run."""
    found: list[object] = []
    for name in built_in_rules():
        each = load_rules(name).rule_set
        for players in range(each.players_min, each.players_max + 1):
            marks = [pytest.mark.slow] if players > 2 and name.startswith("north-america") else []
            found.append(pytest.param(name, players, marks=marks))
    return found


@pytest.mark.parametrize(("rules", "players"), tables())
def test_openspiels_own_simulations_pass(rules, players, capfd):
    """On every rule set and number of players; it wants returns that add up to zero within 1e-9."""
    game = pyspiel.load_game(f"ferrovia(rules={rules},players={players},deals=16,recall=64)")
    pyspiel.random_sim_test(
        game, num_sims=1, serialize=rules == "new-york", verbose=False
    )  # it replays again and again


def played(steps: int = 60, text: str = "ferrovia(players=3,deals=8)"):
    state, chance = pyspiel.load_game(text).new_initial_state(), Random(2)
    state.apply_action(5)
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    return state


def test_histories_and_copies_are_exact():
    state = played()
    again = state.get_game().deserialize_state(state.serialize())
    for other in (again, state.clone(), copy.deepcopy(state)):
        assert other.array.tobytes() == state.array.tobytes()
        assert other.history() == state.history()
        for player in range(3):
            assert other.information_state_string(player) == state.information_state_string(player)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert twin.array.tobytes() != state.array.tobytes()


def test_a_long_game_is_serialised():
    """Every decision is remembered: more of them than a recursion through all may be deep."""
    state = played(330, "ferrovia(rules=north-america,players=5,deals=8)")
    again = state.get_game().deserialize_state(state.serialize())
    assert again.array.tobytes() == state.array.tobytes()
    for player in range(5):
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.information_state_tensor(player) == state.information_state_tensor(player)


@pytest.mark.parametrize("reward", ["win", "margin", "points"])
def test_returns_are_the_rewards_of_the_core(reward):
    state, chance = played(20, f"ferrovia(players=3,deals=8,reward={reward})"), Random(3)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert np.allclose(state.returns(), state.games.rewards(reward)[0], atol=1e-5)


def test_a_shared_win_is_shared():
    assert openspiel.utilities("win", [9, 9, 2], [1, 1, 3]) == [0.25, 0.25, -0.5]
    assert openspiel.utilities("win", [5, 5, 5, 5], [1, 1, 1, 1]) == [0.0] * 4
    assert openspiel.utilities("margin", [5, 7, 3], [2, 1, 3]) == [0.0, 3.0, -3.0]


def test_observations_have_named_parts():
    state = played()
    observer = make_observation(state.get_game())
    for player in range(3):
        observer.set_from(state, player)
        games = state.games
        assert np.allclose(observer.tensor, games.observe(player)[0] * games.encoder.scales)
        assert observer.dict["hand_count"].sum() * 8 == games.states["private"]["hand"][0, player].sum()


def test_an_information_state_tells_what_was_seen_and_no_more():
    """Own actions as they were, rivals' as far as they were seen, claims when they were paid."""
    state, chance = pyspiel.load_game("ferrovia(players=3,deals=8,recall=300)").new_initial_state(), Random(2)
    state.apply_action(5)
    observer = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    made, hands = [], []
    for _ in range(80):
        seat, action = state.current_player(), chance.choice(state.legal_actions())
        state.apply_action(action)
        made.append((seat, action))
        hands.append(state.array["private"]["hand"][0, 1].copy())
    observer.set_from(state, 1)
    seats, actions = observer.dict["past_seat"][:80, 0][::-1] - 1, observer.dict["past_action"][:80, 0][::-1] - 1
    assert (seats == [seat for seat, _ in made]).all()
    assert (observer.dict["past_hand"][:80][::-1] == hands).all()
    for (seat, action), seen in zip(made, actions, strict=True):
        hidden = seat != 1 and (action < 128 or action >= 256)
        assert seen == (-1 if hidden else action)
    assert set(observer.dict["past_route"][:, 0].astype(int)) > {0}
    assert not observer.dict["past_seat"][80:].any()
    assert np.allclose(state.information_state_tensor(1), observer.tensor)


def test_what_is_hidden_changes_no_information_state():
    state = played()
    observer = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 1)
    before = observer.tensor.copy()
    observer.set_from(openspiel.resample(state, 1, Random(1)), 1)
    assert (observer.tensor == before).all()


def test_another_deal_looks_the_same_to_its_player():
    state = played()
    other = openspiel.resample(state, 1, Random(1))
    assert other.observation_string(1) == state.observation_string(1)
    assert other.information_state_string(1) == state.information_state_string(1)
    assert other.observation_string(0) != state.observation_string(0)


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_another_deal_has_the_same_player_to_move_in_the_opening(steps):
    """Who has answered the opening offer is no secret, only the answer is."""
    state = played(steps)
    for player in range(3):
        other = openspiel.resample(state, player, Random(steps))
        assert other.current_player() == state.current_player() == steps
        assert other.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("player", [0, 1])
def test_where_nobody_is_to_move_nothing_is_dealt_again(player):
    """At the root, and when the game is over."""
    state, chance = pyspiel.load_game("ferrovia(deals=8)").new_initial_state(), Random(3)
    assert openspiel.resample(state, player, Random(1)).is_chance_node()
    state.apply_action(5)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    other = openspiel.resample(state, player, Random(1))
    assert other is not state
    assert other.is_terminal()
    assert other.returns() == state.returns()


def test_actions_have_names():
    state = played()
    names = [state.action_to_string(action) for action in state.legal_actions()]
    assert len(set(names)) == len(names)


def test_an_algorithm_of_openspiel_plays():
    """Information-set Monte Carlo tree search, which sees no more than its seat."""
    state = played(40, "ferrovia(deals=8)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        state.get_game(), evaluator, uct_c=1.0, max_simulations=3, random_state=np.random.RandomState(1)
    )
    bot.set_resampler(openspiel.resample)
    assert bot.step(state) in state.legal_actions()


SIGHTS = ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor")


@pytest.mark.parametrize("sight", SIGHTS)
def test_only_players_see_as_openspiels_own_tests_of_games_want_it(sight, capfd):
    """Its `api_test`: a player that is not there is a RuntimeError that says so, and so is nobody to move."""
    state = played(330, "ferrovia(players=3,deals=8)")
    assert state.is_terminal()
    for here in (played(), state):
        for player, told in ((-1, "player >= 0"), (3, "player <"), (4, "player <")):
            with pytest.raises(RuntimeError, match=told):
                getattr(here, sight)(player)
        assert len(getattr(here, sight)(2))
    for nobody in (state, state.get_game().new_initial_state()):
        with pytest.raises(RuntimeError, match="player >= 0"):
            getattr(nobody, sight)()


def test_legal_actions_are_those_of_the_player_to_move():
    state, chance = played(0), Random(3)
    while not state.is_terminal():
        assert state.legal_actions() == sorted(state.legal_actions(state.current_player())) != []
        assert not any(state.legal_actions(player) for player in range(3) if player != state.current_player())
        state.apply_action(chance.choice(state.legal_actions()))
    assert not any(map(state.legal_actions, range(3)))
    assert state.legal_actions() == []


def test_players_never_share_an_information_state():
    """Nor does one that a player had before come back: it remembers everything."""
    seen, state, chance = set(), played(0), Random(3)
    while not state.is_terminal():
        text = state.information_state_string()
        assert text not in seen
        seen.add(text)
        state.apply_action(chance.choice(state.legal_actions()))


def test_what_is_not_there_is_refused():
    state = played()
    root = state.get_game().new_initial_state()
    with pytest.raises(ValueError, match="no deal 100000000"):
        root.apply_action(100_000_000)
    for action in (0, state.get_game().num_distinct_actions()):
        assert action not in state.legal_actions()
        with pytest.raises(ValueError, match="not legal"):
            state.apply_action(action)
    with pytest.raises(ValueError, match="no action"):
        state.action_to_string(state.get_game().num_distinct_actions())


@pytest.mark.parametrize(
    ("parameter", "told"),
    [
        ("players=9", "for 2 to 4 players, not for 9"),
        ("reward=glory", "reward must be one of win, margin, points, not 'glory'"),
        ("rules=nowhere", "'nowhere'"),
        ("deals=0", "deals must be at least 1, not 0"),
        ("recall=-3", "recall must be at least 1, not -3"),
    ],
)
def test_impossible_parameters_are_refused(parameter, told):
    with pytest.raises(Exception, match=told):
        pyspiel.load_game(f"ferrovia({parameter})")
