"""The kernels' entry points from Python, at both speeds: many games, single decisions, views, re-deals, progress."""

import numpy as np
import pytest

from ferrovia import Game, Games, TableError
from ferrovia.core.compile import INTERPRETED
from ferrovia.engine import batch
from ferrovia.engine.actions import ACTIONS, MASK_WORDS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.scoring import score_sheet, score_space
from ferrovia.engine.state import OVER, STATE
from ferrovia.engine.trail import parts
from ferrovia.engine.trail.longest import trail_table
from ferrovia.engine.trail.route import trail_lengths
from ferrovia.game.invariants.state import broken_invariants
from ferrovia.game.translate import members
from ferrovia.rules.files.loading import built_in_rules, load_rules


def test_many_games_step_by_step():
    """Legal actions are taken, others flagged and without effect, and all games end."""
    games = Games("new-york", 3, range(5), threads=2)
    while not games.over.all():
        legal = games.legal_mask()
        assert (legal.sum(axis=1) > 0).tolist() == (~games.over).tolist()
        before = games.states.copy()
        wrong = (~legal).argmax(axis=1)
        assert games.step(wrong).refused.all()
        assert before.tobytes() == games.states.tobytes()
        ended = games.over
        assert games.step(legal.argmax(axis=1)).refused.tolist() == ended.tolist()  # a finished game refuses everything
    assert (games.movers() == -1).all()
    assert not games.legal(0).any()


def test_many_views_are_single_views():
    """An array of views holds what each game shows."""
    games = Games("switzerland", 2, range(3))
    for seat in (-1, 0, 1):
        views = games.views(seat)
        for index in range(3):
            assert views[index : index + 1].tobytes() == games.game(index).view(seat).array.tobytes()
    with pytest.raises(TableError):
        games.views(2)


@pytest.mark.parametrize("threads", [1, 3])
def test_playouts_score_every_game(threads):
    """Places are given, totals add up, and the number of threads changes nothing."""
    results = Games("new-york", 2, range(4), threads=threads).play_out(seed=5)
    scores = results.scores[:, :2]
    assert (scores["place"].min(axis=1) == 1).all()
    assert (scores["total"] == scores["routes"] + scores["tickets"] + scores["attractions"]).all()
    assert results.decisions.tolist() == Games("new-york", 2, range(4), threads=2).play_out(seed=5).decisions.tolist()


def test_one_decision_at_a_time():
    """The low-level loop of the documentation: actions, choose, advance."""
    rules, states, journal = load_rules("new-york"), np.zeros(1, STATE), no_journal()
    mask, actions = np.zeros(MASK_WORDS, np.uint64), np.zeros(ACTIONS, np.int64)
    batch.new_at(rules.board, states, 0, 2, np.uint64(3), journal)
    seat = 0
    while seat >= 0:
        count = batch.actions_at(rules.board, states, 0, mask, actions)
        assert actions[:count].tolist() == list(members(mask))
        seat = batch.advance_at(rules.board, states, 0, int(actions[count // 2]), journal)
    assert int(states[0].public.phase) == OVER


def test_benchmark_loops_run():
    """What `ferrovia bench` measures is real play."""
    rules, states, work = load_rules("new-york"), np.zeros(2, STATE), np.zeros(4 + MASK_WORDS, np.uint64)
    decisions = batch.play_games(
        rules.board, states, 2, 0, 2, score_sheet(), score_space(), trail_table(), work, no_journal()
    )
    assert decisions > 20
    assert batch.generate(work, 3) != batch.generate(work, 3)
    assert batch.copy_many(states, 5) == 4
    assert states[0].tobytes() == states[1].tobytes()


@pytest.mark.parametrize("name", built_in_rules())
def test_progress_and_redeal_along_a_game(name):
    """A ticket is joined when its way takes no trains, as scoring says; a re-deal shows the same view."""
    game = Game(name, 2, seed=4)
    number = 0
    while not game.over:
        moves = game.legal_moves()
        game.play(moves[number * 7 % len(moves)])
        number += 1
        if number % 12:
            continue
        for seat in (0, 1, -1):
            view = game.view(seat)
            dealt = view.redeal(number)
            assert dealt.view(seat).array.tobytes() == view.array.tobytes()
            assert broken_invariants(game.rules, dealt.states[0]) == []
        done = {ticket.ticket: ticket.completed for ticket in game.scores()[0].ticket_scores}
        for way in game.tickets(0):
            assert way.joined == done[way.ticket] == (way.trains == 0 and not way.impossible)
            assert way.cards <= way.trains
    for seat in (0, 1, -1):
        assert game.view(seat).redeal(1).view(seat).array.tobytes() == game.view(seat).array.tobytes()


def test_offered_tickets_have_progress_too():
    """Before choosing, a player sees how far each ticket would be."""
    view = Game("north-america", 2, seed=1).view(0)
    assert [way.ticket for way in view.offer_progress()] == list(view.offer)
    assert not any(way.joined or way.impossible for way in view.offer_progress())


@pytest.mark.skipif(not INTERPRETED, reason="patience is compiled in; the subprocess in test_trail covers that speed")
def test_an_impatient_search_agrees(monkeypatch):
    """RULES 6.3: with the table from the start, or with the quick search first, the longest path is the same."""
    board = load_rules("switzerland").board
    chance = np.random.default_rng(3)
    networks = []
    for _ in range(6):
        routes = chance.choice(int(board[0].routes), 26, replace=False).tolist()
        networks.append(sum(1 << route for route in routes))
    patient = trail_lengths(board, networks)
    monkeypatch.setattr(parts, "PATIENCE", 1)
    assert trail_lengths(board, networks) == patient
