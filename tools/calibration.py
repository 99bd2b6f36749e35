"""Calibration of the critic's win shares: fits their curves, checks them on other games, draws reliability diagrams.

    python -m tools.calibration                    every rule set and number of players
    python -m tools.calibration --games 2000       more games each
    python -m tools.calibration --draw             play nothing, write the page again

The positions are those at which seats decide in games of `net:temperature=1` at every seat: the first decision of a
game, the others at random. The curve is fitted to the games of one range of seeds and checked on those of another. It
goes into src/ferrovia/data/win_shares.json, with the hash of the critic: weights trained further need a new run. The
check goes into docs/data/calibration.json, docs/pictures/calibration.svg and docs/calibration.md.
"""

import argparse
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from ferrovia.arena.job_player import play_job
from ferrovia.arena.jobs import Job, Signals
from ferrovia.arena.plan import plan_table
from ferrovia.bots.net.library import card_for, load_trained
from ferrovia.bots.net.win_share import WIDEST, WORLDS, PositionEvaluator, curve_inputs, situation
from ferrovia.bots.specs import parse_specs
from ferrovia.engine import batch
from ferrovia.engine.journal import no_journal
from ferrovia.engine.state import STATE, VIEW
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.rules.resolved import Rules
from tools.reliability import draw_panels

HOME: Final = Path(__file__).resolve().parent.parent
CURVES: Final = HOME / "src" / "ferrovia" / "data" / "win_shares.json"
CHECKS: Final = HOME / "docs" / "data" / "calibration.json"
PICTURE: Final = HOME / "docs" / "pictures" / "calibration.svg"
PAGE: Final = HOME / "docs" / "calibration.md"
FITTED, CHECKED = 77_000_000_013, 78_000_000_011
"""The first seeds of the games a curve is fitted to, and of those it is checked on."""
BOT: Final = "net:temperature=1"
POSITIONS: Final = 4
BINS: Final = 8
STEPS: Final = 40
RIDGE: Final = 0.5
"""Pulls every weight a little towards 0, so that few games do not bend a curve."""


def sample(rules: Rules, players: int, games: int, seed: int) -> tuple[Any, Any]:
    """What a curve reads at some positions of each game, (games, positions, numbers), and the win share that followed
    for the seat to decide."""
    plan = plan_table(rules, tuple(parse_specs(",".join([BOT] * players))), games, seed)
    played = play_job(Job(plan.tables[0], seed, 0, games), Signals())
    chance, evaluator = np.random.default_rng(seed), PositionEvaluator(load_trained(rules))
    design, shares = [], []
    for outcome, actions in zip(played.outcomes, played.actions, strict=True):
        places = outcome["seats"]["score"]["place"][:players]
        moments = [0, *chance.choice(int(outcome["decisions"]), POSITIONS - 1, replace=False)]
        seen = positions(rules, players, outcome["seed"], actions, {int(each) for each in moments}, evaluator)
        design.append([inputs for inputs, _ in seen])
        shares.append([(places[seat] == 1) / (places == 1).sum() for _, seat in seen])
    return np.concatenate(design), np.concatenate(shares)


def positions(
    rules: Rules, players: int, seed: Any, actions: Any, moments: set[int], evaluator: PositionEvaluator
) -> list[tuple[tuple[float, ...], int]]:
    """Replay a game; what a curve reads at some of its decisions, and the seat that decided."""
    states, views, found = np.zeros(1, STATE), np.zeros(1, VIEW), []
    batch.new_at(rules.board, states, 0, players, seed, no_journal())
    seat = batch.mover_at(states, 0)
    for number, action in enumerate(actions[: max(moments) + 1]):
        if number in moments:
            batch.look_at(states, 0, seat, views, 0)
            value = float(evaluator.values(views).mean())
            found.append((curve_inputs(value, situation(rules.board, views)), int(seat)))
        seat = batch.advance_at(rules.board, states, 0, int(action), no_journal())
    return found


def fit(design: Any, shares: Any) -> Any:
    """The logistic curve of greatest penalised likelihood, by Newton's method."""
    weights, penalty = np.zeros(design.shape[1]), RIDGE * np.eye(design.shape[1])
    penalty[0, 0] = 0.0
    for _ in range(STEPS):
        predicted = predict(design, weights)
        slope = design.T @ (shares - predicted) - penalty @ weights
        weights += np.linalg.solve(design.T @ (design * (predicted * (1 - predicted))[:, None]) + penalty, slope)
    return weights


def predict(design: Any, weights: Any) -> Any:
    """The win shares on a curve."""
    return 1 / (1 + np.exp(-design @ weights))


def check(predicted: Any, shares: Any) -> dict[str, Any]:
    """What happened against what was predicted, in bins of equal size."""
    bins = []
    for part in np.array_split(np.argsort(predicted), BINS):
        spread = 1.96 * shares[part].std() / len(part) ** 0.5
        bins.append([float(predicted[part].mean()), float(shares[part].mean()), float(spread)])
    return {
        "bins": [[round(each, 4) for each in row] for row in bins],
        "width": round(max(abs(said - made) for said, made, _ in bins), 4),
        "brier": round(float(np.square(predicted - shares).mean()), 4),
        "brier_without": round(float(np.square(shares.mean() - shares).mean()), 4),
        "positions": len(shares),
    }


def calibrate(name: str, players: int, games: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The curve of a table, and how it does on other games."""
    rules = load_rules(name)
    weights = fit(*sample(rules, players, games, FITTED))
    design, shares = sample(rules, players, games, CHECKED)
    found = check(predict(design, weights), shares) | {"games": games}
    print(
        f"{name}, {players}: Brier {found['brier']} ({found['brier_without']} without), width {found['width']}",
        flush=True,
    )
    return {"weights": [round(each, 4) for each in weights.tolist()], "width": found["width"]}, found


def read(path: Path) -> dict[str, Any]:
    """A file of figures."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def write(path: Path, figures: dict[str, Any]) -> None:
    """Write a file of figures; a run that is interrupted keeps what it has."""
    path.write_text(json.dumps(figures, indent=1, sort_keys=True) + "\n", "utf-8")


def run(names: list[str], games: int) -> None:
    """Calibrate every number of players of some rule sets."""
    curves, checks = read(CURVES), read(CHECKS)
    for name in names:
        rules = load_rules(name)
        card = card_for(rules)
        assert card is not None, f"{name} has no weights"
        critic = card.hash("critic")
        if curves.get(name, {}).get("critic") != critic:
            curves[name], checks[name] = {"critic": critic, "players": {}}, {}
        for players in range(rules.rule_set.players_min, rules.rule_set.players_max + 1):
            found = calibrate(name, players, games)
            curves[name]["players"][str(players)], checks[name][str(players)] = found
            write(CURVES, curves)
            write(CHECKS, checks)


INTRO: Final = """# Win shares: predicted and what happened

A hint on a built-in board says what share of such games its player wins if everyone plays well from here on. The share
comes from the critic of [`net`](net.md). The critic sees every hand, a player does not: so what is hidden is re-dealt
{worlds} times from what the player sees, the critic values each of these worlds, and a curve turns the mean into a
share. The same view always gives the same share, whatever the others really hold.

The curves, one for each rule set and number of players, are fitted to games of `{bot}` at every seat and checked
here on games of other seeds. Every dot is an eighth of the positions of the check: across what was predicted, up how
many were won, with a 95 % interval; on the dotted line both are equal.

![Reliability diagrams](pictures/calibration.svg)

*Largest gap*: the largest distance between the two over the eight dots. A hint shows an interval at least that wide,
and no share at all where it is more than {widest:.0f} points. *Brier*: the mean squared error of the prediction, and
that of always saying the average.

| rule set | players | games | positions | largest gap | Brier | of the average |
| --- | --- | --- | --- | --- | --- | --- |
"""
OUTRO: Final = """
`python -m tools.calibration` plays the games again, fits, checks and writes this page. It needs to run whenever weights
change: hints show no share from a curve that was fitted to another critic.
"""


def page(checks: dict[str, Any]) -> str:
    """The page with all checks."""
    rows = []
    for name in sorted(checks):
        for players, found in sorted(checks[name].items()):
            numbers = f"{found['games']} | {found['positions']} | {100 * found['width']:.1f} points"
            errors = f"{found['brier']:.3f} | {found['brier_without']:.3f}"
            rows.append(f"| {load_rules(name).name} | {players} | {numbers} | {errors} |\n")
    return INTRO.format(worlds=WORLDS, bot=BOT, widest=100 * WIDEST) + "".join(rows) + OUTRO


def main() -> None:
    """Calibrate and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000, metavar="N", help="games for each curve, and its check")
    parser.add_argument("--rules", nargs="*", default=list(built_in_rules()))
    parser.add_argument("--draw", action="store_true", help="play nothing, draw the figures there are")
    arguments = parser.parse_args()
    if not arguments.draw:
        run(arguments.rules, arguments.games)
    checks = read(CHECKS)
    titled = [
        [(f"{load_rules(name).name}, {players}", found["bins"]) for players, found in sorted(checks[name].items())]
        for name in sorted(checks)
    ]
    PICTURE.write_text(draw_panels(titled), "utf-8")
    PAGE.write_text(page(checks), "utf-8")


if __name__ == "__main__":
    main()
