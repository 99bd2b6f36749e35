"""A program for `test_games`: the calls of `GpuGames` in Numba's simulator of a GPU, compared with those of `Games`.

It simulates threads one by one in Python, so a few games are played, with interpreted kernels: run it with
NUMBA_ENABLE_CUDASIM=1 and FERROVIA_INTERPRETED=1.
"""

import copy
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from ferrovia import Games, StepResult, TableError, load_rules
from ferrovia.engine.scoring import SCORE, SCORE_SPACE
from ferrovia.engine.state import VIEW
from ferrovia.gpu import batch_kernels, kernels
from ferrovia.gpu.compile import cuda
from ferrovia.gpu.games import GpuGames
from ferrovia.observation.space import OBSERVATION_SPACE

RECORDS = {
    "SCORE_TYPE": SCORE,
    "SCORE_SPACE_TYPE": SCORE_SPACE,
    "OBSERVATION_SPACE_TYPE": OBSERVATION_SPACE,
    "VIEW_TYPE": VIEW,
}
"""The simulator would turn Numba's types into records whose fields are no attributes."""
GAMES = 3


def same(ours: Any, theirs: Any, what: str) -> None:
    """Check that an array on the GPU has the bytes of one on the CPU."""
    assert ours.copy_to_host().tobytes() == np.ascontiguousarray(theirs).tobytes(), what


def compare_sight(ours: GpuGames, theirs: Games) -> None:
    """Check everything that is read from games."""
    same(ours.states, theirs.states, "states")
    same(ours.movers(), theirs.movers(), "movers")
    same(ours.over, theirs.over, "over")
    for seats in (None, 1, -1):
        same(ours.legal(seats), theirs.legal(seats), "legal")
        same(ours.legal_mask(seats), theirs.legal_mask(seats), "legal_mask")
        same(ours.observe(seats), theirs.observe(seats), "observe")
        same(ours.observe(seats, privileged=True), theirs.observe(seats, privileged=True), "privileged")
        same(ours.views(seats), theirs.views(seats), "views")
    for reward in ("win", "margin", "points", "shaped"):
        same(ours.rewards(reward), theirs.rewards(reward), reward)
    assert ours.seeds.tolist() == theirs.seeds.tolist()


def compare_step(ours: GpuGames, theirs: Games, seed: int, **options: Any) -> None:
    """Check one decision, sampled by logits and on the device, or uniformly."""
    logits = np.random.default_rng(seed).normal(size=(len(theirs), theirs.actions)).astype(np.float32)
    actions = ours.sample(cuda.to_device(logits) if seed % 2 else None, seed)
    same(actions, theirs.sample(logits if seed % 2 else None, seed), "sample")
    mine, wanted = ours.step(actions, **options), theirs.step(actions.copy_to_host(), **options)
    for name in ("refused", "over", "rewards"):
        same(getattr(mine, name), getattr(wanted, name), name)
    ended = np.flatnonzero(wanted.over)
    assert (mine.scores.copy_to_host()[ended] == wanted.scores[ended]).all()


def play(rules: str, players: int, features: Any) -> None:
    """Steps with refusals, resets and all rewards, from the opening and from the end of games."""
    ours, theirs = GpuGames(rules, players, range(GAMES), features), Games(rules, players, range(GAMES), 1, features)
    compare_sight(ours, theirs)
    for seed in range(8):
        compare_step(ours, theirs, seed, reward=("win", "shaped")[seed % 2])
    same(ours.step(0).refused, theirs.step(0).refused, "refused")
    theirs.act("random", 0)
    ours.act("random", 0)
    compare_sight(ours, theirs)
    same(ours.redeal(0, worlds=2, seed=5).states, theirs.redeal(0, worlds=2, seed=5).states, "redeal")
    finish(ours, theirs)


def finish(ours: GpuGames, theirs: Games) -> None:
    """The last decisions of games, and those dealt after them."""
    branch, other = ours.copy([2, 0, 0, 1]), theirs.copy([2, 0, 0, 1])
    mine, wanted = branch.play_out(3), other.play_out(3)
    same(mine.decisions, wanted.decisions, "decisions")
    same(branch.over, np.ones(4, np.bool_), "over")
    compare_sight(branch, other)
    branch.reset([3, 1], [70, 80])
    other.reset([3, 1], [70, 80])
    branch.reset(branch.over)
    other.reset(other.over)
    compare_sight(branch, other)


def check_bots() -> None:
    """A bot keeps its memory and its random stream, in copies too, and begins again with each deal."""
    ours, theirs = GpuGames("new-york", 2, range(GAMES), "plain"), Games("new-york", 2, range(GAMES), 1, "plain")
    for _ in range(2):
        for seat in (0, 1, 0, 1):
            same(ours.act("random", seat), theirs.act("random", seat), "act")
            same(ours.states, theirs.states, "act")
        branch, other = ours.copy(), theirs.copy()
        flags = np.array([[True, False]] * GAMES)
        same(branch.act("random", flags), other.act("random", flags), "act in a copy")
        same(branch.states, other.states, "act in a copy")
        same(ours.choose("random"), theirs.choose("random"), "choose")
        compare_step(ours, theirs, 1, reset=True)
        ours.reset()
        theirs.reset()


def check_files() -> None:
    """Files go both ways, and so do games."""
    games = GpuGames("new-york", 2, range(GAMES), "plain")
    games.step(games.sample())
    with TemporaryDirectory() as folder:
        games.save(Path(folder) / "games")
        same(GpuGames.load(Path(folder) / "games").states, Games.load(Path(folder) / "games").states, "load")
    same(GpuGames.from_games(games.to_games()).states, games.to_games().states, "from_games")
    same(GpuGames.from_states("new-york", games.states).states, games.to_games().states, "from_states")
    assert games.game(1).states.tobytes() == games.to_games().game(1).states.tobytes()
    assert len(GpuGames("new-york", 2, ())) == 0


def check_arrays() -> None:
    """Results go to the caller's arrays, and what does not fit is refused before a kernel sees it."""
    games = GpuGames(load_rules("new-york"), 2, range(GAMES), "plain")
    rows, result = games.observe(), games.step(games.sample())
    assert games.observe(out=rows) is rows
    assert games.step(games.sample(), out=result) is result
    wrong: list[Any] = [
        lambda: games.observe(out=np.zeros(rows.shape, np.int8)),
        lambda: games.observe(out=games.legal_mask()),
        lambda: games.observe(2),
        lambda: games.observe(games.legal_mask()),
        lambda: games.sample(cuda.to_device(np.zeros((GAMES, 1), np.float32))),
        lambda: games.sample(seed=-1),
        lambda: games.step(1.5),
        lambda: games.step(cuda.to_device(np.zeros(GAMES + 1, np.int64))),
        lambda: games.step(0, reward="luck"),
        lambda: games.step(0, out=StepResult(rows, rows, rows, rows)),
        lambda: games.reset(9),
        lambda: games.reset([0], [1, 2]),
        lambda: games.redeal(worlds=0),
    ]
    before = copy.copy(games.states.copy_to_host())
    for call in wrong:
        with pytest.raises(TableError):
            call()
    same(games.states, before, "a refused call changes nothing")


def main() -> None:
    """Run the check that is named."""
    for module in (kernels, batch_kernels):
        for name in RECORDS.keys() & vars(module).keys():
            setattr(module, name, RECORDS[name])
    match sys.argv[1:]:
        case ["bots"]:
            check_bots()
        case ["calls"]:
            check_files()
            check_arrays()
        case [rules, players, features]:
            play(rules, int(players), features)


if __name__ == "__main__":
    main()
