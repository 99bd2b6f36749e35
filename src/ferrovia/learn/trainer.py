"""The training loop: collect, learn, snapshot the policy, report, save."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ferrovia.bots.net.weights import read_parameters
from ferrovia.errors import FerroviaError
from ferrovia.learn.collect import Collector, Experience, Seating, StepTensors
from ferrovia.learn.export import net_shape, parameters_of, set_parameters
from ferrovia.learn.net import ResidualNet
from ferrovia.learn.options import TrainingOptions
from ferrovia.learn.page import training_page
from ferrovia.learn.ppo import Learner, TrainingBatch
from ferrovia.learn.publish import write_net
from ferrovia.learn.rivals import open_rivals
from ferrovia.learn.schedule import entropy_weight, learning_rate
from ferrovia.learn.shapes import Shapes
from ferrovia.learn.table_groups import Group, player_groups, slots_of
from ferrovia.learn.transfer import transferred
from ferrovia.learn.worlds import open_games
from ferrovia.observation.encoder import Encoder
from ferrovia.rollout import game
from ferrovia.rules.files.loading import load_rules

GPU_GAMES = 65536
CPU_GAMES = 256
GPU_WIDTH = 512
CPU_WIDTH = 128
VETERANS = 0.5
"""How often a round's older version is a veteran, if there are any."""
SEED_STRIDE = 1 << 40
"""Distance between the seeds of different runs."""


class Trainer:
    """One training run: `rounds` works through its plan."""

    def __init__(self, options: TrainingOptions, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.device = device_for(options)
        self.options = options = replace(options, width=width_for(options, self.device))
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        torch.manual_seed(options.seed)
        self.encoder = Encoder(load_rules(options.rules))
        self.rules = self.encoder.rules
        self.shapes = Shapes(self.encoder)
        self._set_tables()
        self._set_nets()
        self.elapsed, self.decisions, self.iterations = 0.0, 0, 0
        self.pool: list[dict[str, Any]] = []
        self.veterans = [self._veteran(Path(folder)) for folder in options.veterans]
        self.remembered = 0
        self.chance = np.random.default_rng(options.seed)
        self.log: list[dict[str, Any]] = []

    def _set_tables(self) -> None:
        """The slots, and the games in them."""
        options, rules = self.options, self.rules.rule_set
        count = options.games or (GPU_GAMES if self.device.type == "cuda" else CPU_GAMES)
        players = options.players or tuple(range(rules.players_min, rules.players_max + 1))
        shares = (1.0, 0.0) if options.against else (options.pool_share, options.scripted_share)
        self.groups = player_groups(count, players, *shares)
        slots = slots_of(self.groups, options.seed * SEED_STRIDE)
        self.games = open_games(self.encoder, slots, self.device)
        scripted = [np.arange(group.scripted_slots.start, group.scripted_slots.stop) for group in self.groups]
        self.rivals = open_rivals(self.games, np.concatenate(scripted))
        self.seating = Seating(slots, self.groups, rules.players_max, self.device)
        self.tensors = StepTensors(self.shapes, count, self.device)
        self.experience = Experience(self.tensors, options.steps)

    def _set_nets(self) -> None:
        """Policy, critic, and a network for earlier versions."""
        width, blocks = self.options.width, self.options.blocks
        self.policy = self.shapes.policy(width, blocks).to(self.device)
        self.critic = self.shapes.critic(width, blocks).to(self.device)
        against = self.options.against
        self.older = self._frozen(Path(against)) if against else self.shapes.policy(width, blocks)
        self.older.to(self.device)
        nets = (self.policy, self.critic, self.older)
        temperature = self.options.against_temperature if against else 1.0
        self.collector = Collector(self.games, nets, self.seating, self.tensors, self.kind, self.rivals, temperature)
        self.material = TrainingBatch(self.experience, self.seating)
        self.learner = Learner(self.policy, self.critic, self.material, self.options, self.kind)

    def _frozen(self, folder: Path) -> ResidualNet:
        """A policy of a folder, as it is; it may have another shape."""
        parameters = read_parameters(folder / f"{self.rules.id}-policy.npz")
        net = self.shapes.policy(*net_shape(parameters))
        set_parameters(net, self.shapes, False, parameters)
        return net

    def _veteran(self, folder: Path) -> dict[str, Any]:
        """A policy of a folder that stays in the pool; it must have the shape of the learner."""
        net = self.shapes.policy(self.options.width, self.options.blocks).to(self.device)
        set_parameters(net, self.shapes, False, read_parameters(folder / f"{self.rules.id}-policy.npz"))
        state: dict[str, Any] = net.state_dict()
        return state

    def begin_from(self, folder: Path, rules: str) -> None:
        """Start from the weights of a rule set, this one or another."""
        theirs = Encoder(load_rules(rules))
        for net, critic, part in ((self.policy, False, "policy"), (self.critic, True, "critic")):
            parameters = read_parameters(folder / f"{theirs.rules.id}-{part}.npz")
            if theirs.hash != self.encoder.hash:
                parameters = transferred(self.encoder, theirs, critic, parameters)
            set_parameters(net, self.shapes, critic, parameters)

    @property
    def progress(self) -> float:
        """The completed share of the plan."""
        return self.elapsed / (60 * self.options.minutes)

    def rounds(self, every: float = 10.0) -> Iterator[dict[str, Any] | None]:
        """Work through the plan round by round; every few seconds, and at the end, a round yields a line of the log."""
        reported, decisions = self.elapsed, self.decisions
        while self.progress < 1:
            before = self.clock()  # what the caller does between two rounds is no part of the plan
            watched = self._iterate()
            self.elapsed += self.clock() - before
            line = None
            if self.elapsed - reported > every or self.progress >= 1:
                line = self._line(watched, (self.decisions - decisions) / (self.elapsed - reported))
                self.log.append(line)
                reported, decisions = self.elapsed, self.decisions
            yield line

    def warm_up(self) -> None:
        """Compile on the CPU what the rounds need, by a round of a small run that is thrown away: in the first round
        it would use up a minute of the plan."""
        if self.device.type == "cpu":
            chance = torch.get_rng_state()
            few = replace(self.options, games=64, steps=1, epochs=1, width=8, blocks=1, against="", veterans=())
            Trainer(few)._iterate()
            torch.set_rng_state(chance)

    def _iterate(self) -> dict[str, float]:
        """One round of collecting and learning."""
        self._remember()
        self.collector.collect(self.experience)
        self.material.prepare(self.experience, self.seating, self.groups, self.options.smoothing)
        rate, entropy = learning_rate(self.options, self.progress), entropy_weight(self.options, self.progress)
        watched = self.learner.learn(rate, entropy)
        self.iterations += 1
        self.decisions += len(self.material.actions)
        return {"rate": rate, **watched}

    def _remember(self) -> None:
        """The current policy joins the pool from time to time (a full pool drops one of its older half); then choose an
        earlier version for this round. An exploiter always meets the same weights."""
        if self.options.against:
            return
        if self.progress >= self.options.pool_every * self.remembered:
            self.remembered += 1
            self.pool.append({name: value.detach().clone() for name, value in self.policy.state_dict().items()})
            if len(self.pool) > self.options.pool_size:
                self.pool.pop(int(self.chance.integers(0, self.options.pool_size // 2)))
        met = self.veterans if self.veterans and self.chance.random() < VETERANS else self.pool
        self.older.load_state_dict(met[int(self.chance.integers(0, len(met)))])

    def _line(self, watched: dict[str, float], speed: float) -> dict[str, Any]:
        """The current line of the log."""
        counts = self.games.counts()
        tables = {group.players: table_line(counts, group) for group in self.groups}
        numbers = {name: round(value, 5) for name, value in watched.items()}
        seconds = round(self.elapsed, 1)
        return {"seconds": seconds, "decisions": self.decisions, "speed": round(speed), **numbers, "tables": tables}

    def save(self, folder: Path) -> None:
        """Write the weights, their model card, the log and the page."""
        parameters = {
            part: parameters_of(net, self.shapes, critic)
            for net, critic, part in ((self.policy, False, "policy"), (self.critic, True, "critic"))
        }
        training = {
            "players": [group.players for group in self.groups],
            "decisions": self.decisions,
            "seconds": round(self.elapsed, 1),
            "seed": self.options.seed,
            "device": torch.cuda.get_device_name() if self.device.type == "cuda" else "CPU",
        }
        write_net(folder, self.encoder, parameters, training)
        (folder / f"{self.rules.id}.html").write_text(training_page(self.rules.name, self.log), encoding="utf-8")
        (folder / f"{self.rules.id}-log.json").write_text(json.dumps(self.log), encoding="utf-8")


def device_for(options: TrainingOptions) -> torch.device:
    """The device that is asked for, or a GPU if there is one."""
    there = torch.cuda.is_available()
    if options.device == "cuda" and not there:
        raise FerroviaError("torch finds no GPU on this computer; leave --device out to train on the CPU")
    return torch.device(options.device or ("cuda" if there else "cpu"))


def width_for(options: TrainingOptions, device: torch.device) -> int:
    """The width of the networks that is asked for, or one that suits the device."""
    return options.width or (GPU_WIDTH if device.type == "cuda" else CPU_WIDTH)


def table_line(counts: Any, group: Group) -> dict[str, float]:
    """Means over the finished games of a group, and the learner's wins among its rivals."""
    total = counts[group.slots].sum(0)
    games = max(1.0, float(total[game.GAMES]))
    names = {
        "points": game.MEAN_POINTS,
        "best": game.BEST_POINTS,
        "completed": game.COMPLETED,
        "kept": game.KEPT,
        "rounds": game.ROUNDS,
        "trail": game.LONGEST,
    }
    line = {name: round(float(total[column]) / games, 2) for name, column in names.items()}
    line["games"] = int(total[game.GAMES])
    line["wins"] = learner_wins(counts[group.pool_slots].sum(0))
    line["scripted_wins"] = learner_wins(counts[group.scripted_slots].sum(0))
    return line


def learner_wins(total: Any) -> float:
    """The share of games the learner won."""
    return round(float(total[game.LEARNER_WINS]) / max(1.0, float(total[game.GAMES])), 4)
