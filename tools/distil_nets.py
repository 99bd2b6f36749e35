"""Distils the small networks of the level `driver`: each learns from what `net` would do, with far fewer numbers to
remember it by (extra `train`).

    python -m tools.distil_nets                          all rule sets, into src/ferrovia/data/nets/small
    python -m tools.distil_nets --rules new-york --width 32 --out DIR
    python -m tools.distil_nets --rules new-york --further     goes on with the weights there are

Games are played on the CPU: in one half of them the teacher samples the moves, in the other the student, so that it
also learns what to do after its own mistakes. It learns the teacher's odds of every legal action.
"""

import argparse
import time
from pathlib import Path
from typing import Any, Final

import torch
from torch.nn import functional

from ferrovia.bots.net.library import load_trained
from ferrovia.bots.net.weights import read_parameters
from ferrovia.learn.collect import IMPOSSIBLE, LegalBits
from ferrovia.learn.export import net_shape, parameters_of, set_parameters
from ferrovia.learn.publish import write_net
from ferrovia.learn.shapes import Shapes
from ferrovia.learn.table_groups import player_groups, slots_of
from ferrovia.learn.worlds import CpuTensorGames
from ferrovia.observation.encoder import Encoder
from ferrovia.rules.files.loading import built_in_rules, load_rules

TARGET: Final = Path(__file__).resolve().parent.parent / "src" / "ferrovia" / "data" / "nets" / "small"
LIMITS: Final = "It has met its teacher and itself, nobody else. It plays the rule set of its card and no other."
SHAPES: Final = {"new-york": (40, 1)}
OTHER_SHAPE: Final = (128, 2)
"""Width and blocks by rule set: a smaller board needs a smaller network to lie half-way between two levels."""
METHOD: Final = "distilled from `net`: the student learns the teacher's odds in games that both play"
FIRST_SEED: Final = 5 << 40
GAMES: Final = 1024
RATE: Final = 2e-3
REPORTED: Final = 50


class Lessons:
    """Games in which a student watches its teacher."""

    def __init__(self, name: str, width: int, blocks: int, seed: int) -> None:
        self.encoder = Encoder(load_rules(name))
        rules, device = self.encoder.rules.rule_set, torch.device("cpu")
        self.shapes = Shapes(self.encoder)
        self.teacher = self._teacher()
        self.student = self.shapes.policy(width, blocks)
        self.bits = LegalBits(self.student.head.out_features, device)
        players = tuple(range(rules.players_min, rules.players_max + 1))
        self.games = CpuTensorGames(
            self.encoder, slots_of(player_groups(GAMES, players, 0.0), FIRST_SEED + (seed << 32))
        )
        sizes = (self.shapes.row, self.shapes.hidden)
        self.row, self.hidden = (torch.zeros(GAMES, size, dtype=torch.int8) for size in sizes)
        self.legal = torch.zeros(GAMES, 8, dtype=torch.int64)
        self.movers = torch.zeros(GAMES, dtype=torch.int64)
        self.rewards, self.over = torch.zeros(GAMES, self.shapes.seats), torch.zeros(GAMES, dtype=torch.bool)
        self.taught_by = torch.randperm(GAMES) < GAMES // 2

    def _teacher(self) -> Any:
        """The policy that `net` plays by."""
        parameters = read_parameters(load_trained(self.encoder.rules).card.file("policy"))
        net = self.shapes.policy(*net_shape(parameters))
        set_parameters(net, self.shapes, False, parameters)
        return net.requires_grad_(False)

    def begin_with(self, folder: Path) -> dict[str, Any]:
        """Go on with a student's weights; returns what its card says of the training so far."""
        card = load_trained(self.encoder.rules, folder).card
        parameters = read_parameters(card.file("policy"))
        self.student = self.shapes.policy(*net_shape(parameters))
        set_parameters(self.student, self.shapes, False, parameters)
        return dict(card.content["training"])

    def step(self, optimizer: torch.optim.Optimizer) -> float:
        """One decision of every game; returns how far the student's odds were from the teacher's, in nats."""
        self.row.zero_()
        self.games.observe(self.row, self.hidden, self.legal, self.movers)
        rows, legal = self.row.float(), self.bits(self.legal)
        wanted, predicted = (net(rows).masked_fill(~legal, IMPOSSIBLE) for net in (self.teacher, self.student))
        loss = functional.kl_div(
            functional.log_softmax(predicted, -1),
            functional.log_softmax(wanted, -1),
            reduction="batchmean",
            log_target=True,
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        played = torch.where(self.taught_by[:, None], wanted, predicted.detach())
        chosen = torch.distributions.Categorical(logits=played).sample()
        self.games.step(chosen, self.rewards, self.over)
        return float(loss.detach())

    def learn(self, minutes: float) -> dict[str, Any]:
        """Learn for some minutes; returns what the model card says of the training."""
        optimizer = torch.optim.Adam(self.student.parameters(), RATE)
        began, steps, gap = time.monotonic(), 0, 0.0
        while (spent := (time.monotonic() - began) / (60 * minutes)) < 1:
            optimizer.param_groups[0]["lr"] = RATE * (1 - spent)
            gap += self.step(optimizer)
            steps += 1
            if steps % REPORTED == 0:
                done = f"{spent:4.0%}, {steps * GAMES:,} decisions"
                print(f"{self.encoder.rules.id}: {done}, {gap / REPORTED:.3f} nats", flush=True)
                gap = 0.0
        return {"method": METHOD, "decisions": steps * GAMES, "seconds": round(60 * minutes, 1), "device": "CPU"}


def main() -> None:
    """Distil and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", nargs="*", default=list(built_in_rules()))
    parser.add_argument("--minutes", type=float, default=6.0, help="for each rule set")
    parser.add_argument("--width", type=int, help="of other shape than the package's")
    parser.add_argument("--blocks", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--further", action="store_true", help="begin with the weights that the folder holds")
    parser.add_argument("--out", type=Path, default=TARGET)
    arguments = parser.parse_args()
    for name in arguments.rules:
        torch.manual_seed(arguments.seed)
        shape = SHAPES.get(name, OTHER_SHAPE)
        width, blocks = arguments.width or shape[0], arguments.blocks or shape[1]
        lessons = Lessons(name, width, blocks, arguments.seed)
        before = lessons.begin_with(arguments.out) if arguments.further else {"width": width, "blocks": blocks}
        before["teacher"] = load_trained(lessons.encoder.rules).card.hash("policy")
        training = before | {"seed": arguments.seed} | lessons.learn(arguments.minutes)
        for counted in ("decisions", "seconds"):
            training[counted] += before.get(counted, 0)
        student = parameters_of(lessons.student, lessons.shapes, False)
        write_net(arguments.out, lessons.encoder, {"policy": student}, training, LIMITS)


if __name__ == "__main__":
    main()
