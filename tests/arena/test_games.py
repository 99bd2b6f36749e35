"""The games of the arena: independent of who plays them where, and recorded exactly."""

from hashlib import sha256

import numpy as np
import pytest

from ferrovia.arena.job_player import play_by_move, play_job
from ferrovia.arena.jobs import Job, Signals
from ferrovia.arena.outcome import OUTCOME, Outcome, SeatOutcome, without_times
from ferrovia.arena.records import record_text
from ferrovia.core.compile import INTERPRETED
from ferrovia.core.fields import fields_of
from ferrovia.game.text.record import ENDINGS
from ferrovia.game.text.record_parser import parse_record
from ferrovia.game.translate import members

TABLES = [
    ("new-york", "random,greedy,planner,random", 12),
    ("switzerland", "greedy,planner,random", 3),
    ("north-america-classic", "planner,greedy", 4),
]


def played(plan, first, last):
    """Some games of the first table, compiled."""
    return play_job(Job(plan.tables[0], plan.seed, first, last), Signals())


@pytest.mark.parametrize(("rules", "bots", "games"), TABLES)
def test_compiled_and_by_move_are_the_same_games(one_table, rules, bots, games):
    plan = one_table(bots, rules=rules)
    job = Job(plan.tables[0], plan.seed, 0, games)
    compiled, by_move = play_job(job, Signals()), play_by_move(job, Signals())
    assert compiled.actions.tolist() == by_move.actions.tolist()
    assert without_times(compiled.outcomes).tobytes() == without_times(by_move.outcomes).tobytes()
    assert compiled.troubles == by_move.troubles == ()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_number_of_threads_changes_nothing(pairs, play, threads):
    plan = pairs("random,greedy,planner", games=40)
    run = play(plan, threads)
    assert run.finished
    for number, result in enumerate(run.results):
        alone = play_job(Job(plan.tables[number], plan.seed, 0, 40), Signals())
        assert without_times(result.outcomes).tobytes() == without_times(alone.outcomes).tobytes()
        assert result.actions.tolist() == alone.actions.tolist()


def test_another_seed_is_another_run(pairs, play):
    one, other = (play(pairs("random,greedy", seed=seed)).results[0] for seed in (1, 2))
    assert one.actions.tolist() != other.actions.tolist()


@pytest.mark.parametrize(("rules", "bots", "games"), TABLES)
def test_an_outcome_says_what_a_record_says(one_table, rules, bots, games):
    """The record is replayed by the engine, move by move; every number must agree with it."""
    plan = one_table(bots, rules=rules)
    chunk, table = played(plan, 0, games), plan.tables[0]
    for outcome, actions in zip(chunk.outcomes, chunk.actions, strict=True):
        record = parse_record(record_text(table, outcome, actions.tolist()))
        game = record.replay()
        assert dict(record.names) == {seat: table.bots[outcome["bot"][seat]].name for seat in range(table.players)}
        assert record.result.split()[1] == ENDINGS[outcome["ending"]]
        assert outcome["turns"] == game.states[0].public.turns
        assert outcome["decisions"] == np.count_nonzero(actions >= 0) == outcome["seats"]["decisions"].sum()
        for seat, score in enumerate(game.scores()):
            check_seat(game, record, seat, score, outcome["seats"][seat])


def check_seat(game, record, seat, score, own):
    ids, sheet = game.rules.ticket_ids, own["score"]
    for name in ("routes", "tickets", "longest_path", "attractions", "total", "completed", "place"):
        assert sheet[name] == getattr(score, name), name
    assert sheet["trail"] == score.trail_length
    assert {ids[ticket] for ticket in members(own["tickets"])} == {each.ticket for each in score.ticket_scores}
    done = {each.ticket for each in score.ticket_scores if each.completed}
    assert {ids[ticket] for ticket in members(own["completed"])} == done
    view = game.view(seat)
    assert {game.rules.route_ids[route] for route in members(own["routes"])} == set(view.routes(seat))
    assert (own["trains"], own["cards"]) == (view.trains(seat), view.hand_size(seat))
    assert own["moves"] == sum(line.seat == seat for line in record.lines)
    offers = [event.ticket for event in game.events(seat) if event.kind.startswith("offered") and event.seat == seat]
    opening = [ids[ticket] for ticket in members(own["opening"])]
    later = [ids[ticket] for ticket in members(own["later"])]
    assert set(offers) == set(opening) | set(later)
    assert set(opening) == set(offers[: len(opening)])
    points = own["points"][: own["turns"]].tolist()
    assert points == sorted(points)
    assert points[-1] == sheet["routes"]
    assert set(own["points"][own["turns"] :].tolist()) <= {-1}


def test_time_is_divided_among_the_seats(one_table):
    chunk = played(one_table("random,planner", rules="north-america-classic"), 0, 20)
    times = chunk.outcomes["seats"]["nanoseconds"]
    assert (times[:, :2] > 0).all()
    assert (times[:, 2:] == 0).all()
    assert times.sum() / 1e9 <= chunk.seconds
    by_bot = [times[chunk.outcomes["bot"] == bot].sum() for bot in (0, 1)]
    assert by_bot[1] > by_bot[0]


def test_a_chunk_stops_when_it_is_told_to(one_table):
    plan = one_table("random,greedy")
    signals = Signals()
    signals.stop[0] = 1
    chunk = play_job(Job(plan.tables[0], plan.seed, 0, 10), signals)
    assert (len(chunk.outcomes), chunk.actions.shape) == (0, (0, 0))


def test_every_field_is_explained():
    """Here and in the documentation, which others build upon."""
    from pathlib import Path

    text = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8")
    for record in (Outcome, SeatOutcome):
        for name, field in fields_of(record).items():
            assert len(field.meaning) > 5, name
            assert f"`{name}`" in text, name


def test_an_outcome_is_small():
    assert OUTCOME.itemsize <= 1536


@pytest.mark.skipif(INTERPRETED, reason="there is nothing to compare with")
@pytest.mark.thorough
def test_interpreted_play_is_the_same(one_table):
    """One short game with the kernels as plain Python, in a process of its own."""
    import os
    import subprocess
    import sys

    code = (
        "from ferrovia.arena.job_player import *; from ferrovia.arena.plan import *;"
        "from ferrovia.arena.outcome import without_times; from ferrovia.bots.specs import parse_specs;"
        "from ferrovia.rules.files.loading import load_rules; from hashlib import sha256;"
        "table = ArenaTable(load_rules('new-york'), tuple(parse_specs('random,greedy')));"
        "print(sha256(without_times(play_job(Job(table, 1, 0, 2), Signals()).outcomes).tobytes()).hexdigest())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"FERROVIA_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    table = one_table("random,greedy").tables[0]
    compiled = without_times(play_job(Job(table, 1, 0, 2), Signals()).outcomes)
    assert done.stdout.strip() == sha256(compiled.tobytes()).hexdigest()
