"""Training: runs on the CPU, resumes exactly, writes weights that play, and refuses in one sentence."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (pip install 'ferrovia[train]')")

from ferrovia.bots.net.numpy_network import NumpyNetwork  # noqa: E402
from ferrovia.bots.net.weights import WeightsError, load_card, read_checked, read_parameters  # noqa: E402
from ferrovia.core.compile import INTERPRETED  # noqa: E402
from ferrovia.errors import FerroviaError  # noqa: E402
from ferrovia.learn import session  # noqa: E402
from ferrovia.learn.checkpoint import CheckpointError, load_checkpoint, save_checkpoint  # noqa: E402
from ferrovia.learn.export import parameters_of, set_parameters  # noqa: E402
from ferrovia.learn.options import TrainingOptions  # noqa: E402
from ferrovia.learn.session import RunObserver, open_run, train_in  # noqa: E402
from ferrovia.learn.table_groups import player_groups, slots_of  # noqa: E402
from ferrovia.learn.trainer import Trainer  # noqa: E402
from ferrovia.learn.transfer import transferred  # noqa: E402
from ferrovia.observation.encoder import Encoder  # noqa: E402
from ferrovia.rules.files.loading import load_rules  # noqa: E402

pytestmark = pytest.mark.skipif(INTERPRETED, reason="whole batches of games")
SMALL: dict[str, Any] = {"device": "cpu", "games": 64, "steps": 8, "batch": 128, "width": 16, "blocks": 1, "epochs": 1}


def small_trainer(minutes: float = 0.1) -> Trainer:
    """A trainer whose clock ticks a second a round: its plan is a number of rounds."""
    ticks = itertools.count()
    return Trainer(TrainingOptions("new-york", minutes=minutes, **SMALL), clock=lambda: float(next(ticks)))


def weights(trainer: Trainer) -> Any:
    return torch.cat([each.detach().flatten() for each in trainer.learner.parameters])


def test_a_resumed_run_is_the_run_that_was_not_interrupted(tmp_path: Path) -> None:
    whole = small_trainer()
    for number, _ in enumerate(whole.rounds()):
        if number == 2:
            save_checkpoint(whole, tmp_path / "whole.pt")
    assert whole.iterations == 6
    first = small_trainer()
    for _ in itertools.islice(first.rounds(), 3):
        pass
    save_checkpoint(first, tmp_path / "run.pt")
    second = small_trainer()
    load_checkpoint(second, tmp_path / "run.pt")
    assert len(list(second.rounds())) == 3
    assert torch.equal(weights(whole), weights(second))
    assert whole.decisions == second.decisions == 6 * 64 * 8


def test_training_changes_both_networks_and_counts_games() -> None:
    trainer = small_trainer(minutes=0.5)
    before = weights(trainer).clone()
    lines = [line for line in trainer.rounds() if line]
    assert not torch.equal(before, weights(trainer))
    assert torch.isfinite(weights(trainer)).all()
    assert lines[-1]["decisions"] == 30 * 64 * 8
    assert sum(table["games"] for line in lines for table in line["tables"].values()) > 0


def test_a_run_leaves_weights_that_play(tmp_path: Path) -> None:
    options = TrainingOptions("new-york", minutes=1e-4, **SMALL)
    trainer = open_run(options, tmp_path)
    lines: list[dict[str, Any]] = []
    train_in(trainer, tmp_path, RunObserver(lines.append, print))
    encoder, card = Encoder(load_rules("new-york")), load_card(tmp_path / "new-york.json")
    file = tmp_path / "new-york-policy.npz"
    assert read_checked(file, encoder.size, card["weights"]["policy"]["sha256"])
    rows = np.random.default_rng(1).integers(0, 2, (6, encoder.size)).astype(np.int8)
    padded = torch.zeros(6, trainer.shapes.row)
    padded[:, : encoder.size] = torch.from_numpy(rows)
    with torch.no_grad():
        expected = trainer.policy(padded)[:, : encoder.actions].numpy()
    outputs = NumpyNetwork(read_parameters(file), encoder.scales)(rows)
    np.testing.assert_allclose(outputs, expected, atol=0.02)
    assert json.loads((tmp_path / "new-york-log.json").read_text("utf-8")) == json.loads(json.dumps(lines))


def test_strength_is_measured_with_the_weights_just_saved(tmp_path: Path) -> None:
    options, said = TrainingOptions("new-york", minutes=1e-4, **SMALL), list[str]()
    trainer = open_run(options, tmp_path)
    train_in(trainer, tmp_path, RunObserver(lambda line: None, said.append, strength_games=4))
    found = json.loads((tmp_path / "new-york-log.json").read_text("utf-8"))[-1]["strength"]
    assert set(found) == {"greedy", "planner"}
    assert all(0 <= share <= 1 for share in found.values())
    assert said == [
        f"wins {100 * found['greedy']:.0f} % against greedy, {100 * found['planner']:.0f} % against planner"
    ]


def test_a_folder_with_a_run_is_not_overwritten(tmp_path: Path) -> None:
    options = TrainingOptions("new-york", minutes=1e-4, **SMALL)
    with pytest.raises(CheckpointError, match="no checkpoint"):
        open_run(options, tmp_path, resume=True)
    train_in(open_run(options, tmp_path), tmp_path, RunObserver(lambda line: None, print))
    with pytest.raises(CheckpointError, match="already: go on with --resume"):
        open_run(options, tmp_path)
    with pytest.raises(CheckpointError, match="made with seed 1, not 2"):
        open_run(TrainingOptions("new-york", seed=2, **SMALL), tmp_path, resume=True)
    assert open_run(options, tmp_path, resume=True).decisions == 64 * 8
    (tmp_path / "new-york-checkpoint.pt").write_bytes(b"nothing")
    with pytest.raises(CheckpointError, match="cannot be read"):
        open_run(options, tmp_path, resume=True)


def test_stopping_keeps_what_was_learned(tmp_path: Path) -> None:
    options = TrainingOptions("new-york", minutes=100, **SMALL)
    train_in(open_run(options, tmp_path), tmp_path, RunObserver(lambda line: None, print, stop=lambda: True))
    assert open_run(options, tmp_path, resume=True).iterations == 1


def test_time_between_rounds_is_no_part_of_the_plan() -> None:
    ticks = itertools.count()
    trainer = Trainer(TrainingOptions("new-york", minutes=0.1, **SMALL), clock=lambda: float(next(ticks)))
    for _ in trainer.rounds():
        next(itertools.islice(ticks, 50, None))
    assert trainer.iterations == trainer.elapsed == 6


def test_a_warm_up_changes_nothing() -> None:
    cold = small_trainer(0.02)
    list(cold.rounds())
    warm = small_trainer(0.02)
    warm.warm_up()
    list(warm.rounds())
    assert torch.equal(weights(cold), weights(warm))


def fail_to_save(monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    """Let the next checkpoints fail half-way, as on a full disk; returns a list of the attempts."""
    attempts: list[int] = []

    def save(trainer: Trainer, file: Path) -> None:
        attempts.append(1)
        if len(attempts) <= times:
            file.write_bytes(b"half")
            raise RuntimeError("unexpected pos 64 vs 0")
        save_checkpoint(trainer, file)

    monkeypatch.setattr(session, "save_checkpoint", save)
    return attempts


def test_a_full_disk_leaves_the_last_save_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = TrainingOptions("new-york", minutes=1e-4, **SMALL)
    trainer = open_run(options, tmp_path)
    session.save_run(trainer, tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert len(before) == 6
    list(trainer.rounds())
    fail_to_save(monkeypatch, 1)
    monkeypatch.setattr(session, "FULL", 1 << 62)
    with pytest.raises(CheckpointError, match=r"cannot be written to .*: the disk is full$"):
        session.save_run(trainer, tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    session.save_run(trainer, tmp_path)
    assert open_run(options, tmp_path, resume=True).iterations == 1


def test_the_result_of_a_run_waits_for_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = TrainingOptions("new-york", minutes=1e-4, **SMALL)
    trainer, said, waits = open_run(options, tmp_path), list[str](), list[float]()
    monkeypatch.setattr("time.sleep", waits.append)
    attempts = fail_to_save(monkeypatch, 3)
    session.save_patiently(trainer, tmp_path, RunObserver(print, said.append))
    assert (len(attempts), len(waits), len(said)) == (4, 3, 1)
    assert "make room" in said[0]
    fail_to_save(monkeypatch, session.RETRIES + 1)
    with pytest.raises(CheckpointError):
        session.save_patiently(trainer, tmp_path, RunObserver(print, said.append))


def test_a_folder_without_room_is_found_out_before_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = open_run(TrainingOptions("new-york", minutes=100, **SMALL), tmp_path)
    fail_to_save(monkeypatch, 1)
    with pytest.raises(CheckpointError, match="cannot be written"):
        train_in(trainer, tmp_path, RunObserver(print, print))
    assert trainer.iterations == 0


def test_a_run_goes_on_with_the_width_it_was_begun_with(tmp_path: Path) -> None:
    options = TrainingOptions("new-york", minutes=1e-4, **SMALL)
    train_in(open_run(options, tmp_path), tmp_path, RunObserver(lambda line: None, print))
    usual = TrainingOptions("new-york", minutes=1e-4, **{**SMALL, "width": 0})
    assert Trainer(usual).options.width == 128
    assert open_run(usual, tmp_path, resume=True).options.width == SMALL["width"]


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"seed": 1 << 23}, {"width": -1}, {"steps": 0}, {"minutes": 0}])
def test_options_out_of_range_are_refused_in_one_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(FerroviaError, match=f"not {next(iter(wrong.values()))}$"):
        TrainingOptions("new-york", **wrong)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_said_in_one_sentence() -> None:
    with pytest.raises(FerroviaError, match="no GPU on this computer"):
        Trainer(TrainingOptions("new-york", **{**SMALL, "device": "cuda"}))


def test_parameters_survive_padding() -> None:
    trainer = small_trainer()
    for critic, net in ((False, trainer.policy), (True, trainer.critic)):
        given = parameters_of(net, trainer.shapes, critic)
        changed = {name: value + 1 for name, value in given.items()}
        set_parameters(net, trainer.shapes, critic, changed)
        again = parameters_of(net, trainer.shapes, critic)
        assert all((again[name] == changed[name]).all() for name in given)


def test_weights_of_another_rule_set_keep_their_meaning() -> None:
    """A ticket that both decks have is read by the same weights; one that only the new deck has, by none."""
    mine, theirs = Encoder(load_rules("north-america")), Encoder(load_rules("north-america-classic"))
    width = 4
    given = {
        "input.weight": np.arange(width * theirs.size, dtype=np.float32).reshape(width, -1) + 1,
        "head.weight": np.ones((theirs.actions, width), np.float32),
        "head.bias": np.arange(theirs.actions, dtype=np.float32),
    }
    moved = transferred(mine, theirs, False, given)
    assert moved["input.weight"].shape == (width, mine.size)
    for number, ticket in enumerate(mine.rules.ticket_ids):
        column = moved["input.weight"][:, mine.places["ticket_open"][0] + number]
        other = theirs.rules.ticket_index.get(ticket)
        expected = 0 if other is None else given["input.weight"][:, theirs.places["ticket_open"][0] + other]
        assert (column == expected).all()
    assert (moved["head.bias"][:256] == np.arange(256)).all()


def test_groups_cover_all_slots() -> None:
    groups = player_groups(1024, (2, 3, 4, 5), 0.125)
    slots = slots_of(groups, 7)
    assert [group.slots.start for group in groups[1:]] == [group.slots.stop for group in groups[:-1]]
    assert (slots["players"] == 2).sum() == 512
    assert set(slots["players"].tolist()) == {2, 3, 4, 5}
    assert (slots["learner"] < slots["players"]).all()
    assert 0.1 < (slots["learner"] >= 0).mean() <= 0.125


def test_weights_of_the_package_can_be_trained_on(tmp_path: Path) -> None:
    nets = Path(__file__).resolve().parents[2] / "src" / "ferrovia" / "data" / "nets"
    options = TrainingOptions("new-york", minutes=1e-4, **{**SMALL, "width": 256, "blocks": 3})
    trainer = open_run(options, tmp_path, begin=(nets, "new-york"))
    stored = read_parameters(nets / "new-york-policy.npz")
    mine = parameters_of(trainer.policy, trainer.shapes, False)
    assert all((mine[name] == value).all() for name, value in stored.items())


def test_weights_of_another_shape_say_which_options_fit(tmp_path: Path) -> None:
    nets = Path(__file__).resolve().parents[2] / "src" / "ferrovia" / "data" / "nets"
    for given in ({"begin": (nets, "new-york")}, {}):
        veterans = () if given else (str(nets),)
        options = TrainingOptions("new-york", minutes=1e-4, veterans=veterans, **SMALL)
        with pytest.raises(WeightsError, match="add --width 256 --blocks 3"):
            open_run(options, tmp_path, **given)


def test_veterans_are_half_of_the_older_versions_met(tmp_path: Path) -> None:
    trainer = small_trainer()
    trainer.save(tmp_path)
    options = TrainingOptions("new-york", veterans=(str(tmp_path),), **SMALL)
    newer = Trainer(options)
    newer.pool = [{name: value + 1 for name, value in newer.policy.state_dict().items()}]
    newer.remembered = 1
    veteran = newer.veterans[0]["input.bias"]
    met = 0
    for _ in range(200):
        newer._remember()
        met += int(torch.equal(newer.older.state_dict()["input.bias"], veteran))
    assert 60 < met < 140


@pytest.mark.parametrize(("temperature", "greedy"), [(0.0, True), (1.0, False)])
def test_an_exploiter_meets_the_net_as_the_bot_plays_it(tmp_path: Path, temperature: float, greedy: bool) -> None:
    """At temperature 0 the frozen network plays its most probable move; at 1 it samples."""
    train_in(
        open_run(TrainingOptions("new-york", minutes=1e-4, **SMALL), tmp_path), tmp_path, RunObserver(print, print)
    )
    options = TrainingOptions("new-york", against=str(tmp_path), against_temperature=temperature, **SMALL)
    trainer = Trainer(options)
    trainer.collector.collect(trainer.experience)
    experience, seating = trainer.experience, trainer.seating
    rivals = (experience.movers != seating.learner).flatten()
    assert rivals.any()
    with torch.no_grad():
        logits = trainer.older(experience.both.flatten(0, 1)[:, : trainer.shapes.row].float())
    legal = trainer.collector.bits(experience.legal.flatten(0, 1))
    best = logits.masked_fill(~legal, -torch.inf).argmax(-1)
    assert torch.equal(experience.actions.flatten()[rivals], best[rivals]) is greedy
