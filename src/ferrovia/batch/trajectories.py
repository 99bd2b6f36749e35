"""Trajectories for offline learning: every decision of recorded games with its observation and return."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ferrovia.batch.games import Games
from ferrovia.batch.rewards import RewardName
from ferrovia.engine import batch
from ferrovia.engine.actions import TAKE
from ferrovia.engine.state import VIEW
from ferrovia.errors import RecordError
from ferrovia.game.game import Game
from ferrovia.game.text.record import Record
from ferrovia.game.view import View
from ferrovia.observation.encoder import Encoder, Features


@dataclass(frozen=True, slots=True)
class Trajectory:
    """The decisions of one game, in order. All arrays have one row for each decision."""

    observation: NDArray[np.int8]
    mask: NDArray[np.bool_]
    action: NDArray[np.int16]
    seat: NDArray[np.int8]
    reward: NDArray[np.float32]
    """The reward of the seat at the end of the game: the undiscounted return of each of its decisions."""

    def __len__(self) -> int:
        return len(self.action)


def decisions(game: Game) -> Iterator[tuple[Any, int, int]]:
    """State, seat and action of every decision of a game; a claim is two, the route and then its payment."""
    for turn in game.history:
        view = np.zeros(1, VIEW)
        batch.look_at(turn.before, 0, turn.seat, view, 0)
        states = turn.before.copy()
        for action in View(game.rules, view).actions(turn.move):
            yield states.copy(), turn.seat, action
            if action < TAKE:
                states["private"]["route"][0, turn.seat] = action


def trajectory(record: Record, features: Features = "full", reward: RewardName = "win") -> Trajectory:
    """The decisions of a recorded game. The record is checked too."""
    game = record.replay()
    if not game.over or not game.history:
        raise RecordError("the game is not finished, so its decisions have no return")
    states, seats, actions = zip(*decisions(game), strict=True)
    games = Games.from_states(record.rules, np.concatenate(states), threads=1, features=features)
    asked = np.array(seats, np.int64)
    earned = Games.from_states(record.rules, game.states, threads=1).rewards(reward)[0]
    return Trajectory(
        games.observe(asked),
        games.legal_mask(asked),
        np.array(actions, np.int16),
        asked.astype(np.int8),
        earned[asked].astype(np.float32),
    )


def parquet_schema(encoder: Encoder, reward: str) -> Any:
    """The columns, and in their metadata all it takes to read them: rules, layout, reward."""
    import pyarrow as pa

    metadata = {
        "ferrovia.rules": encoder.rules.id,
        "ferrovia.rules_hash": encoder.rules.hash,
        "ferrovia.features": encoder.features,
        "ferrovia.layout_hash": encoder.hash,
        "ferrovia.reward": reward,
    }
    fields = [
        ("game", pa.int32()),
        ("decision", pa.int16()),
        ("seat", pa.int8()),
        ("observation", pa.list_(pa.int8(), encoder.size)),
        ("mask", pa.list_(pa.bool_(), encoder.actions)),
        ("action", pa.int16()),
        ("return", pa.float32()),
    ]
    return pa.schema(fields, metadata=metadata)


def parquet_columns(rows: Trajectory, number: int) -> list[Any]:
    """One game in columns, in the order of the schema."""
    import pyarrow as pa

    return [
        pa.array(np.full(len(rows), number, np.int32)),
        pa.array(np.arange(len(rows), dtype=np.int16)),
        pa.array(rows.seat),
        pa.FixedSizeListArray.from_arrays(pa.array(rows.observation.ravel()), rows.observation.shape[1]),
        pa.FixedSizeListArray.from_arrays(pa.array(rows.mask.ravel()), rows.mask.shape[1]),
        pa.array(rows.action),
        pa.array(rows.reward),
    ]


def write_parquet(records: Iterable[Record], path: str, features: Features = "full", reward: RewardName = "win") -> int:
    """Write the decisions of records, all by the same rules, to a Parquet file; returns their number."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    waiting, total = iter(records), 0
    first = next(waiting)
    schema = parquet_schema(Encoder(first.rules, threads=1, features=features), reward)
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for number, record in enumerate(chain([first], waiting)):
            if record.rules.hash != first.rules.hash:
                raise RecordError(f"games of {first.rules.id} and {record.rules.id} cannot share a file")
            rows = trajectory(record, features, reward)
            writer.write_table(pa.Table.from_arrays(parquet_columns(rows, number), schema=schema))
            total += len(rows)
    return total
