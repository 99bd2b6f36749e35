"""Trajectories: every decision of a record, as the engine would replay it."""

import numpy as np
import pytest

from ferrovia import Game, Games, RecordError, parse_record, parse_spec, record_game
from ferrovia.batch.trajectories import trajectory
from ferrovia.bots.bot_table import BotTable
from ferrovia.cli import main


def played(seed: int, rules: str = "new-york"):
    game = Game(rules, 2, seed)
    BotTable(game, {seat: parse_spec("planner").make(game.rules, 2, seat, seed) for seat in range(2)}).play()
    return game


@pytest.mark.parametrize("rules", ["new-york", "switzerland"])
def test_the_actions_of_a_record_lead_to_its_end(rules):
    game = played(3, rules)
    rows = trajectory(parse_record(str(record_game(game))), reward="margin")
    games = Games(rules, 2, [3])
    for index in range(len(rows)):
        seat = int(rows.seat[index])
        assert (rows.observation[index] == games.observe(seat)[0]).all()
        assert (rows.mask[index] == games.legal_mask(seat)[0]).all()
        assert not games.step(int(rows.action[index]), seat).refused[0]
    assert games.states.tobytes() == game.states.tobytes()
    assert (rows.reward == games.rewards("margin")[0, rows.seat]).all()


def test_unfinished_games_are_refused():
    with pytest.raises(RecordError, match="not finished"):
        trajectory(record_game(Game("new-york", 2, 1)))


def test_a_folder_of_records_becomes_a_table(tmp_path, capsys):
    parquet = pytest.importorskip("pyarrow.parquet")
    for seed in (1, 2):
        (tmp_path / f"{seed}.record").write_text(str(record_game(played(seed))), "utf-8")
    target = tmp_path / "games.parquet"
    assert main(["export", str(tmp_path), "--parquet", str(target), "--features", "plain"]) == 0
    table = parquet.read_table(target)
    assert f"{len(table):,} decisions of 2 games" in capsys.readouterr().out
    metadata = table.schema.metadata
    assert metadata[b"ferrovia.rules"] == b"new-york"
    actions, masks = table["action"].to_numpy(), np.array(table["mask"].to_pylist())
    assert masks[np.arange(len(actions)), actions].all()
    assert set(table["return"].to_numpy().tolist()) <= {-1.0, 0.0, 1.0}
    (tmp_path / "3.record").write_text(str(record_game(played(1, "switzerland"))), "utf-8")
    assert main(["export", str(tmp_path), "--parquet", str(target)]) == 2
    assert "cannot share a file" in capsys.readouterr().err
    assert parquet.read_table(target).equals(table), "what was there before stays"
    assert main(["export", str(tmp_path / "nothing"), "--parquet", str(target)]) in (1, 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.record", "2.record", "3.record", "games.parquet"]


@pytest.mark.parametrize(("name", "said"), [("no/such.parquet", "cannot be written"), (".", "is a folder")])
def test_a_place_that_cannot_be_written_is_told_before_any_work(tmp_path, capsys, name, said):
    pytest.importorskip("pyarrow")
    (tmp_path / "1.record").write_text("no record", "utf-8")
    assert main(["export", str(tmp_path), "--parquet", str(tmp_path / name)]) == 2
    assert said in capsys.readouterr().err
