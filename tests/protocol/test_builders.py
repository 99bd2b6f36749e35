"""Every builder against the published schema, over real games of every rule set; and what needs no pydantic."""

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ferrovia.game.game import SPECTATOR, Game
from ferrovia.game.scores import Score, score_game
from ferrovia.game.text.record import record_game
from ferrovia.protocol import boards, bot_lines, drawings, replays, views
from ferrovia.protocol.messages import explain_values
from ferrovia.protocol.results import result_values
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.server.base.table_log import MOVE, START, LogEntry
from ferrovia.server.live.player_views import happening, sight
from tests.protocol.published_schema import check

TABLES = [(rules, players) for rules in built_in_rules() for players in (2, 3)]


def sent(value: Any) -> Any:
    """What a value is for its reader."""
    return json.loads(json.dumps(value))


def played(rules: str, players: int, seed: int = 5) -> Game:
    """A game played at random to its end."""
    game, chance = Game(rules, players, seed=seed), Random(seed)
    while not game.over:
        seat = views.asked_seats(game)[0]
        game.play(chance.choice(game.view(seat).legal_moves()), seat)
    return game


def positions(game: Game) -> Iterator[Game]:
    """Some positions of a game, its last one among them."""
    for turn in game.history[::7]:
        yield Game.from_state(game.rules, turn.before)
    yield game


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_what_seats_and_spectators_get(rules: str, players: int) -> None:
    game = played(rules, players)
    for position in positions(game):
        for seat in (*range(players), SPECTATOR):
            check("Sight", json.loads(sight(position, seat)))


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_what_is_told_of_the_log(rules: str, players: int) -> None:
    game = played(rules, players)
    setup = game.setup_events.tobytes()
    entries = [LogEntry(1, START, None, "{}", 0, 0.5)]
    for number, turn in enumerate(game.history, 1):
        entries.append(LogEntry(number + 1, MOVE, turn.seat, str(turn.move), number, 1.0, turn.events.tobytes()))
    for entry in entries:
        for seat in (*range(players), SPECTATOR):
            check("Happening", json.loads(happening(game.rules, entry, seat, setup)))


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_the_lines_of_bots(rules: str, players: int) -> None:
    game = played(rules, players)
    check("BotLine", sent(bot_lines.hello_message(game.rules)))
    check("BotLine", sent(bot_lines.game_message(players, 0, 1)))
    check("BotLine", sent(bot_lines.over_message(game.scores())))
    for position in positions(game):
        view = position.view(0)
        check("BotLine", sent(bot_lines.choose_message(view, view.legal_moves(), game.events(0))))


@pytest.mark.parametrize("rules", built_in_rules())
def test_rules_boards_and_drawings(rules: str) -> None:
    found = load_rules(rules)
    check("RulesOffer", sent(boards.rules_offer(found)))
    check("RulesShown", sent(boards.rules_shown(found)))
    check("Drawing", sent(drawings.drawing_of(found)))


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_replays(rules: str, players: int) -> None:
    record = record_game(played(rules, players))
    for seat in (None, 0):
        check("GameReplay", sent(replays.replay_of(record, seat)))


@pytest.mark.parametrize("rules", built_in_rules())
@pytest.mark.thorough
def test_explanations(rules: str) -> None:
    game = played(rules, 2)
    for position in positions(game):
        for seat in (0, SPECTATOR):
            for route in game.rules.route_ids:
                found = explain_values(position.view(seat), f"claim {route}")
                check("Explanation", sent({"seq": 1, "refusal": found}))


# ── ties ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def in_order(scores: list[Score]) -> list[Score]:
    return sorted(scores, key=lambda score: (score.place, score.seat))


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_results_say_what_decided(rules: str, players: int) -> None:
    """Over positions of many games, in which ties are not rare."""
    decided = set()
    for seed in range(6):
        game = played(rules, players, seed)
        for position in positions(game):
            first, *others = in_order(score_game(game.rules, position.states))
            assert first.decided_by is None
            for ahead, behind in pairwise([first, *others]):
                decided.add(behind.decided_by)
                check_decision(ahead, behind)
    assert {"points", "shared"} <= decided


def check_decision(ahead: Score, behind: Score) -> None:
    """What is said to have decided did, and nothing that comes before it."""
    shared, level = ahead.place == behind.place, ahead.total == behind.total
    assert (behind.decided_by == "shared") == shared
    assert (behind.decided_by == "points") == (not level)
    if behind.decided_by == "tickets":
        assert ahead.completed > behind.completed
    if behind.decided_by == "longest_path":
        assert ahead.completed == behind.completed
        assert ahead.longest_path > behind.longest_path


def test_each_tie_break_is_named() -> None:
    """Scores made level by hand: routes are worth what the state says they are."""
    found = set()
    for seed in range(40):
        game = played("north-america", 2, seed)
        scores = game.scores()
        game.states["public"]["score"][0, 0] += scores[1].total - scores[0].total
        level = score_game(game.rules, game.states)
        assert level[0].total == level[1].total
        found.add(in_order(level)[1].decided_by)
        check_decision(*in_order(level))
    assert {"tickets", "longest_path"} <= found


def test_a_result_is_as_declared() -> None:
    assert result_values(Game("new-york", 2, seed=1)) is None
    check("Result", sent(result_values(played("new-york", 2))))


# ── the base install ──────────────────────────────────────────────────────────────────────────────────────────────────

WITHOUT = """
import sys
for name in ("pydantic", "pydantic_core", "typing_extensions", "fastapi", "orjson"):
    sys.modules[name] = None
import ferrovia.bots.hosting.external
from ferrovia.protocol import answers, boards, bot_lines, drawings, events, messages, replays, results, statistics
from ferrovia.protocol import tables, views
print(len(bot_lines.line_of(bot_lines.hello_message(__import__("ferrovia").load_rules("switzerland")))))
"""


def test_bots_and_replays_need_no_pydantic() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1000
