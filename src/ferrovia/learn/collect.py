"""Collection of experience: every slot plays some decisions, sampled from the policy."""

from typing import Any, Final

import torch

from ferrovia.engine.actions import MASK_WORDS
from ferrovia.learn.graphs import Replayed
from ferrovia.learn.net import ResidualNet
from ferrovia.learn.rivals import CpuRivals, GpuRivals, NoRivals
from ferrovia.learn.shapes import Shapes
from ferrovia.learn.table_groups import Group
from ferrovia.learn.worlds import CpuTensorGames, GpuTensorGames

IMPOSSIBLE: Final = -1e9
"""The logit of an illegal action."""
GREEDY: Final = 1e6
"""A factor that makes the largest logit certain, yet keeps every legal one above `IMPOSSIBLE`."""


class StepTensors:
    """One decision of every slot. A step uses only these tensors, so that it can be recorded as a CUDA graph."""

    def __init__(self, shapes: Shapes, slots: int, device: torch.device) -> None:
        def zeros(*shape: int, kind: torch.dtype) -> Any:
            return torch.zeros(slots, *shape, dtype=kind, device=device)

        self.row = zeros(shapes.row, kind=torch.int8)
        self.hidden = zeros(shapes.hidden, kind=torch.int8)
        self.both = zeros(shapes.row + shapes.hidden, kind=torch.int8)
        self.legal = zeros(MASK_WORDS, kind=torch.int64)
        self.movers = zeros(kind=torch.int64)
        self.values = zeros(shapes.seats, kind=torch.float32)
        self.actions = zeros(kind=torch.int64)
        self.chances = zeros(kind=torch.float32)
        self.rewards = zeros(shapes.seats, kind=torch.float32)
        self.over = zeros(kind=torch.bool)


class Experience:
    """Observations and actions of some decisions of every slot: the first axis is time, the second the slot."""

    KEPT: Final = ("both", "legal", "movers", "values", "actions", "chances", "rewards", "over")

    both: Any
    legal: Any
    movers: Any
    values: Any
    actions: Any
    chances: Any
    rewards: Any
    over: Any

    def __init__(self, tensors: StepTensors, steps: int) -> None:
        for name in self.KEPT:
            one = getattr(tensors, name)
            setattr(self, name, one.new_zeros((steps, *one.shape)))
        self.last_values = torch.zeros_like(tensors.values)

    def keep(self, tensors: StepTensors, step: int) -> None:
        for name in self.KEPT:
            getattr(self, name)[step] = getattr(tensors, name)


class Seating:
    """The correspondence of seats and relative seats of all slots, as tensors."""

    def __init__(self, slots: Any, groups: list[Group], seats: int, device: torch.device) -> None:
        self.players = torch.as_tensor(slots["players"].astype("int64"), device=device)
        self.learner = torch.as_tensor(slots["learner"].astype("int64"), device=device)
        pool = [torch.arange(group.pool_slots.start, group.pool_slots.stop) for group in groups]
        self.pool = torch.cat(pool).to(device)
        self.places = torch.arange(seats, device=device)
        self.here = self.places < self.players[:, None]

    def by_seat(self, values: Any, movers: Any) -> Any:
        """Reorder values from turn order, mover first, to seat order; 0 for seats that are not at the table."""
        relative = (self.places - movers[..., None]) % self.players[:, None]
        return values.gather(-1, torch.where(self.here, relative, self.places)) * self.here

    def in_turn_order(self, values: Any, movers: Any) -> Any:
        """The inverse; any number of axes may come before the slots."""
        seat = (self.places + movers[..., None]) % self.players[:, None]
        return values.gather(-1, torch.where(self.here, seat, self.places))


class LegalBits:
    """Unpacks the words of a mask of legal actions into booleans."""

    def __init__(self, actions: int, device: torch.device) -> None:
        numbers = torch.arange(actions, device=device)
        self.byte = numbers // 8
        self.shift = (numbers % 8).to(torch.uint8)

    def __call__(self, words: Any) -> Any:
        """One boolean per action."""
        return (words.view(torch.uint8)[..., self.byte] >> self.shift & 1).bool()


class Collector:
    """Plays the slots with the policy; in some seats of some slots, with an earlier version of it or a scripted bot."""

    def __init__(
        self,
        games: CpuTensorGames | GpuTensorGames,
        nets: tuple[ResidualNet, ResidualNet, ResidualNet],
        seating: Seating,
        tensors: StepTensors,
        kind: torch.dtype,
        rivals: CpuRivals | GpuRivals | NoRivals,
        older_temperature: float = 1.0,
    ) -> None:
        self.games, self.seating, self.tensors, self.kind, self.rivals = games, seating, tensors, kind, rivals
        self.policy, self.critic, self.older = nets
        self.sharpness = 1 / max(older_temperature, 1 / GREEDY)
        self.bits = LegalBits(self.policy.head.out_features, tensors.row.device)
        self.decide = Replayed(self._decide, tensors.row.device)

    def collect(self, into: Experience) -> None:
        """Fill the experience with decisions."""
        tensors = self.tensors
        for step in range(len(into.actions)):
            self.games.observe(tensors.row, tensors.hidden, tensors.legal, tensors.movers)
            self.decide()
            self.rivals.answer(tensors.actions)
            self.games.step(tensors.actions, tensors.rewards, tensors.over)
            into.keep(tensors, step)
        self.games.observe(tensors.row, tensors.hidden, tensors.legal, tensors.movers)
        self.decide()
        into.last_values.copy_(tensors.values)

    @torch.no_grad()
    def _decide(self) -> None:
        """Values of all seats, an action in every slot (sampled with the Gumbel trick) and its log probability."""
        tensors, seats = self.tensors, len(self.seating.places)
        torch.cat([tensors.row, tensors.hidden], -1, out=tensors.both)
        rows = tensors.both.to(self.kind)
        values = self.critic(rows)[:, :seats]
        tensors.values.copy_(self.seating.by_seat(values, tensors.movers))
        logits = self._logits(rows[:, : tensors.row.shape[1]])
        noise = -torch.log(-torch.log(torch.rand_like(logits).clamp_(1e-20, 1 - 1e-7)))
        chosen = (logits + noise).argmax(-1)
        tensors.actions.copy_(chosen)
        tensors.chances.copy_(torch.log_softmax(logits, -1).gather(-1, chosen[:, None])[:, 0])

    def _logits(self, rows: Any) -> Any:
        """The policy's logits, or the earlier version's where that is to move; illegal actions are masked."""
        logits, pool = self.policy(rows), self.seating.pool
        if len(pool):
            theirs = self.tensors.movers[pool] != self.seating.learner[pool]
            logits[pool] = torch.where(theirs[:, None], self.older(rows[pool]) * self.sharpness, logits[pool])
        return logits.masked_fill(~self.bits(self.tensors.legal), IMPOSSIBLE)
