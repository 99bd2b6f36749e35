"""The encoder turns games or views into rows of numbers.

>>> import numpy as np
>>> from ferrovia.engine.state import VIEW
>>> encoder = Encoder("new-york")
>>> encoder.encode_views(np.zeros(0, VIEW)).shape == (0, encoder.size)
True
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from ferrovia.core.aligned import aligned_zeros
from ferrovia.engine.state import STATE, VIEW
from ferrovia.engine.trail.longest import trail_table
from ferrovia.observation import kernels, plain
from ferrovia.observation.actions import action_count
from ferrovia.observation.declare import VERSION, RowLayout, ordinary_layout, plain_layout, rival_layout
from ferrovia.observation.fitting import misfit_of_states, misfit_of_views
from ferrovia.observation.space import OBSERVATION_SPACE
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.resolved import Rules

Features = Literal["full", "plain"]


class Encoder:
    """Encodes what a seat may know (and, for critics, what its rivals hide) into rows of signed bytes.

    Multiply a row by `scales` before a network reads it. A row has `size` numbers; `places` names them. With the
    features "full" a row includes how far tickets are and which routes lead there; "plain" has only what lies on the
    table.
    """

    version = VERSION

    def __init__(
        self, rules: str | os.PathLike[str] | Rules, threads: int | None = None, features: Features = "full"
    ) -> None:
        rules = rules if isinstance(rules, Rules) else load_rules(rules)
        if features not in ("full", "plain"):
            raise ValueError(f"features: 'full' or 'plain', not {features!r}")
        if threads is not None and threads < 1:
            raise ValueError(f"threads: at least 1, not {threads!r}")
        self.rules = rules
        self.threads = threads or os.cpu_count() or 1
        self.features = features
        self.layout: RowLayout = ordinary_layout(rules) if features == "full" else plain_layout(rules)
        self.rival_layout: RowLayout = rival_layout(rules)
        self.rivals = rules.rule_set.players_max - 1
        self.size = self.layout.size
        self.block = self.rival_layout.size
        self.privileged_size = self.block * self.rivals
        self.actions = action_count(rules)
        self.hash = self.layout.hash()
        self.privileged_hash = self.rival_layout.hash()
        self.offsets = self.layout.offsets()
        self.rival_offsets = self.rival_layout.offsets()
        self.scales = self.layout.scales()
        self.privileged_scales = np.tile(self.rival_layout.scales(), self.rivals)

    def __repr__(self) -> str:
        return f"<Encoder {self.rules.id}, {self.features} features, {self.size} numbers, {self.actions} actions>"

    @property
    def places(self) -> dict[str, tuple[int, tuple[int, ...]]]:
        """The offset and the shape of each part of an ordinary row."""
        return self.layout.places

    def encode_states(self, states: Any, seats: Any, out: Any = None) -> Any:
        """What a seat may know in each game: (games, size) signed bytes."""
        rows, asked = self._rows(states, STATE, self.size, out), check_seats(seats, len(states))
        refuse(misfit_of_states(self.rules, states))
        self.write_states(states, asked, rows)
        return rows

    def write_states(self, states: Any, asked: Any, rows: Any) -> None:
        """The same for states, seats and rows that are known to fit: they are not checked."""

        def work(part: slice, space: Any, table: Any) -> None:
            inputs = (self.rules.board, states[part], asked[part], self.offsets)
            if self.features == "plain":
                plain.observe_plain_states(*inputs, rows[part])
            else:
                kernels.observe_states(*inputs, space, table, rows[part])

        self._spread(len(states), work)

    def encode_views(self, views: Any, out: Any = None) -> Any:
        """What each view shows: (views, size) signed bytes."""
        rows = self._rows(views, VIEW, self.size, out)
        refuse(misfit_of_views(self.rules, views))

        def work(part: slice, space: Any, table: Any) -> None:
            if self.features == "plain":
                plain.observe_plain_views(self.rules.board, views[part], self.offsets, rows[part])
            else:
                kernels.observe_views(self.rules.board, views[part], self.offsets, space, table, rows[part])

        self._spread(len(views), work)
        return rows

    def encode_privileged(self, states: Any, seats: Any, out: Any = None) -> Any:
        """What the rivals of a seat hide in each game: (games, privileged_size) signed bytes."""
        rows, asked = self._rows(states, STATE, self.privileged_size, out), check_seats(seats, len(states))
        refuse(misfit_of_states(self.rules, states))
        self.write_privileged(states, asked, rows)
        return rows

    def write_privileged(self, states: Any, asked: Any, rows: Any) -> None:
        """The same for states, seats and rows that are known to fit: they are not checked."""

        def work(part: slice, space: Any, table: Any) -> None:
            inputs = (self.rules.board, states[part], asked[part], self.rival_offsets, self.block, space, rows[part])
            kernels.observe_privileged_states(*inputs)

        self._spread(len(states), work)

    def describe(self) -> str:
        """A table of all numbers: offset, name, shape, scale and meaning."""
        lines = [f"{self.rules.id}: {self.size} numbers, {self.privileged_size} privileged, {self.actions} actions"]
        for title, layout in (("", self.layout), (f"of each of {self.rivals} rivals, privileged:", self.rival_layout)):
            lines += [title] if title else []
            for part in layout.parts:
                offset, shape = layout.places[part.name]
                lines.append(f"{offset:5} {part.name:20} {shape!s:12} {part.scale:<6.4g} {part.meaning}")
        return "\n".join(lines)

    def _rows(self, records: Any, kind: Any, size: int, out: Any) -> Any:
        """The array to write to, checked."""
        if getattr(records, "dtype", None) != kind or records.ndim != 1:
            raise ValueError("an encoder takes an array of states or of views in one dimension")
        if out is None:
            return aligned_zeros((len(records), size), np.int8)
        shape = (len(records), size)
        if not isinstance(out, np.ndarray) or out.dtype != np.int8 or out.shape != shape or not out.flags.carray:
            raise ValueError(f"out: a contiguous, writable array of int8 and shape {shape} is wanted")
        return out

    def _spread(self, count: int, work: Callable[[slice, Any, Any], None]) -> None:
        """Run a kernel on slices of the games, one thread each: compiled kernels release the GIL."""
        parts = max(1, min(self.threads, count // 64))
        cuts = np.linspace(0, count, parts + 1).astype(int).tolist()
        slices = [slice(first, last) for first, last in pairwise(cuts)]

        def run(part: slice) -> None:
            work(part, np.zeros(1, OBSERVATION_SPACE), trail_table())

        if parts == 1:
            run(slices[0])
            return
        with ThreadPoolExecutor(parts) as pool:
            list(pool.map(run, slices))


def refuse(misfit: str | None) -> None:
    """ValueError with this sentence, if there is one."""
    if misfit:
        raise ValueError(misfit)


def check_seats(seats: Any, count: int) -> Any:
    """One seat for each game, as kernels take them; a single number stands for all. Nobody sits at a seat that is not
    at the table: its row is all 0."""
    array = np.asarray(seats)
    if array.dtype.kind not in "iu" or array.shape not in ((), (count,)):
        raise ValueError(f"seats: one whole number is wanted, or one for each of the {count} states")
    return np.require(np.broadcast_to(array, count), np.int64, ("C", "W"))
