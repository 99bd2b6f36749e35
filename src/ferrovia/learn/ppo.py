"""The update: proximal policy optimization (PPO) for the policy, regression for the critic."""

from typing import Any, Final

import torch
from torch import nn

from ferrovia.learn.collect import IMPOSSIBLE, Experience, LegalBits, Seating
from ferrovia.learn.graphs import Replayed
from ferrovia.learn.net import ResidualNet
from ferrovia.learn.options import TrainingOptions
from ferrovia.learn.table_groups import Group

GPU_BATCH: Final = 32768
CPU_BATCH: Final = 1024


class TrainingBatch:
    """Training targets from some experience, one row per decision. Every round reuses the same tensors."""

    def __init__(self, experience: Experience, seating: Seating) -> None:
        steps, slots = experience.actions.shape
        seats = experience.values.shape[-1]
        self.both = experience.both.flatten(0, 1)
        self.legal = experience.legal.flatten(0, 1)
        self.actions = experience.actions.flatten()
        self.chances = experience.chances.flatten()
        self.advantages = torch.zeros_like(self.chances)
        self.weights = torch.zeros_like(self.chances)
        self.returns = experience.values.new_zeros((steps * slots, seats))
        self.here = seating.here.expand(steps, -1, -1).reshape(steps * slots, seats).clone()

    def prepare(self, experience: Experience, seating: Seating, groups: list[Group], smoothing: float) -> None:
        """Compute advantages and returns of the experience."""
        movers = experience.movers
        advantages = estimate_advantages(experience, smoothing)
        own = advantages.gather(-1, movers[..., None])[..., 0]
        self.advantages.copy_(normalise(own, groups).flatten())
        returns = seating.in_turn_order(advantages + experience.values, movers)
        self.returns.copy_(returns.flatten(0, 1))
        self.weights.copy_(((seating.learner < 0) | (seating.learner == movers)).flatten())


def estimate_advantages(experience: Experience, smoothing: float) -> Any:
    """Generalized advantage estimates of every seat. One chain per game: the values of all seats run through all
    moves."""
    advantages = torch.zeros_like(experience.rewards)
    running, after = torch.zeros_like(experience.last_values), experience.last_values
    for step in reversed(range(len(advantages))):
        goes_on = (~experience.over[step])[:, None].float()
        surprise = experience.rewards[step] + goes_on * after - experience.values[step]
        running = surprise + smoothing * goes_on * running
        advantages[step] = running
        after = experience.values[step]
    return advantages


def normalise(advantages: Any, groups: list[Group]) -> Any:
    """Mean 0 and standard deviation 1, separately for each number of players."""
    for group in groups:
        part = advantages[:, group.slots]
        advantages[:, group.slots] = (part - part.mean()) / (part.std() + 1e-6)
    return advantages


class Learner:
    """Policy and critic with their optimizer, learning from the tensors of one batch."""

    def __init__(
        self,
        policy: ResidualNet,
        critic: ResidualNet,
        material: TrainingBatch,
        options: TrainingOptions,
        kind: torch.dtype,
    ) -> None:
        self.policy, self.critic, self.material, self.options, self.kind = policy, critic, material, options, kind
        device = material.actions.device
        on_gpu = device.type == "cuda"
        self.parameters = [*policy.parameters(), *critic.parameters()]
        self.rate, self.entropy = torch.zeros((), device=device), torch.zeros((), device=device)
        self.optimizer = torch.optim.Adam(
            self.parameters,
            lr=self.rate if on_gpu else options.rate,
            betas=(0.9, 0.98),
            eps=1e-6,
            fused=on_gpu,
            capturable=on_gpu,
        )
        self.bits = LegalBits(policy.head.out_features, device)
        size = options.batch or (GPU_BATCH if on_gpu else CPU_BATCH)
        self.picked = torch.arange(min(size, len(material.actions)), device=device)
        self.watched = torch.zeros(5, device=device)
        self.descend = Replayed(self._descend, device)

    def learn(self, rate: float, entropy: float) -> dict[str, float]:
        """Some epochs of mini-batches; returns the means of the monitored quantities."""
        self._record()
        self.rate.fill_(rate)
        self.entropy.fill_(entropy)
        if self.picked.device.type != "cuda":
            self.optimizer.param_groups[0]["lr"] = rate
        self.watched.zero_()
        count, size, updates = len(self.material.actions), len(self.picked), 0
        for _ in range(self.options.epochs):
            order = torch.randperm(count, device=self.picked.device)
            for first in range(0, count - size + 1, size):
                self.picked.copy_(order[first : first + size])
                self.descend()
                updates += 1
        means = (self.watched / updates).tolist()
        return dict(zip(("policy", "value", "entropy", "divergence", "clipped"), means, strict=True))

    def load_optimizer(self, saved: dict[str, Any]) -> None:
        """Continue with the moments of a checkpoint; the learning rate stays a tensor of this run."""
        self.optimizer.load_state_dict(saved)
        if self.picked.device.type == "cuda":
            self.optimizer.param_groups[0]["lr"] = self.rate

    def _record(self) -> None:
        """Record the descent with a rate of 0, so that the warm-up calls change nothing."""
        if self.descend.recorded and self.descend.graph is None:
            self.rate.zero_()
            self.descend.record()

    def _descend(self) -> None:
        """One gradient step."""
        material, picked = self.material, self.picked
        rows = material.both[picked].to(self.kind)
        policy, spread, divergence, clipped = self._policy_loss(rows[:, : self.policy.input.in_features])
        value = self._value_loss(rows)
        self.optimizer.zero_grad(set_to_none=True)
        (policy - self.entropy * spread + 0.5 * value).backward()
        nn.utils.clip_grad_norm_(self.parameters, 1.0, foreach=True)
        self.optimizer.step()
        self.watched += torch.stack([policy, value, spread, divergence, clipped]).detach()

    def _policy_loss(self, rows: Any) -> tuple[Any, Any, Any, Any]:
        """The clipped objective and the entropy, over the decisions of the learner."""
        material, picked = self.material, self.picked
        legal = self.bits(material.legal[picked])
        logs = torch.log_softmax(self.policy(rows).masked_fill(~legal, IMPOSSIBLE), -1)
        change = logs.gather(-1, material.actions[picked][:, None])[:, 0] - material.chances[picked]
        weights = material.weights[picked] / material.weights[picked].sum()
        ratio, advantage, clip = change.exp(), material.advantages[picked], self.options.clip
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage)
        spread = -(logs.exp() * logs.masked_fill(~legal, 0)).sum(-1)
        beyond = ((ratio - 1).abs() > clip).float()
        return -(gain * weights).sum(), (spread * weights).sum(), -(change * weights).sum(), (beyond * weights).sum()

    def _value_loss(self, rows: Any) -> Any:
        """The squared error of the values of the seats at the table."""
        here, returns = self.material.here[self.picked], self.material.returns[self.picked]
        error = (self.critic(rows)[:, : here.shape[1]] - returns) * here
        return error.pow(2).sum() / here.sum()
