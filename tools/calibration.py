"""Calibration of the critic's win shares: fits their curves, checks them on other games, draws reliability diagrams.

    python -m tools.calibration                    every rule set and number of players
    python -m tools.calibration --games 2000       more games each
    python -m tools.calibration --draw             play nothing, write the page again

People and bots of every level sit at these tables, and the rivals' tickets tell much. So positions come from games of
mixed tables, each seat with one of `STYLES`: the first decision of a game, the others at random. From there on the
network plays all seats, and who wins then is what a curve predicts. It is fitted to the games of one range of seeds
and checked on those of another. It
goes into src/ferrovia/data/win_shares.json, with the hash of the critic: weights trained further need a new run. The
check goes into docs/data/calibration.json, docs/pictures/calibration.svg and docs/calibration.md.
"""

import argparse
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from ferrovia.batch.games import Games
from ferrovia.bots.net.library import card_for, load_trained
from ferrovia.bots.net.win_share import WIDEST, WORLDS, PositionEvaluator, curve_inputs, situation
from ferrovia.core.limits import NONE
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
STYLES: Final = (BOT, BOT, "planner", "planner", "long-route", "one-step", "greedy")
"""Who sits at the tables; the network and the usual opponents more often."""
TABLES: Final = 20
"""Groups of games, each with other styles at its seats."""
POSITIONS: Final = 4
BINS: Final = 8
STEPS: Final = 40
RIDGE: Final = 0.5
"""Pulls every weight a little towards 0, so that few games do not bend a curve."""


def sample(rules: Rules, players: int, games: int, seed: int) -> tuple[Any, Any]:
    """What a curve reads at some positions of mixed games, (positions, numbers), and the win share of the seat to
    decide when the network then plays all seats."""
    chance = np.random.default_rng(seed)
    seeds = np.array_split(np.arange(seed, seed + games), TABLES)
    states = np.concatenate([sample_positions(rules, players, part, chance) for part in seeds])
    ahead = Games.from_states(rules, states)
    movers, views, evaluator = ahead.movers(), ahead.views(), PositionEvaluator(load_trained(rules))
    values = [float(evaluator.values(views[at : at + 1]).mean()) for at in range(len(views))]
    design = [curve_inputs(value, situation(rules.board, views[at : at + 1])) for at, value in enumerate(values)]
    ahead.act(BOT)
    first = ahead.scores()["place"][:, :players] == 1
    return np.array(design), first[np.arange(len(first)), movers] / first.sum(1)


def sample_positions(rules: Rules, players: int, seeds: Any, chance: Any) -> Any:
    """The states at the first and at random turns of games of one table, where a seat has to decide."""
    styles = chance.choice(STYLES, players)
    table, turns = Games(rules, players, seeds.tolist()), []
    while not table.over.all():
        for seat, style in enumerate(styles):
            turns.append((table.states.copy(), table.movers() != NONE))
            table.act(str(style), seat)
    positions = []
    for game in range(len(seeds)):
        open_turns = [states[game] for states, open_now in turns if open_now[game]]
        chosen = chance.choice(np.arange(1, len(open_turns)), POSITIONS - 1, replace=False)
        positions += [open_turns[number] for number in (0, *chosen)]
    return np.array(positions)


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
    checked = check(predict(design, weights), shares) | {"games": games}
    print(
        f"{name}, {players}: Brier {checked['brier']} ({checked['brier_without']} without), width {checked['width']}",
        flush=True,
    )
    return {"weights": [round(each, 4) for each in weights.tolist()], "width": checked["width"]}, checked


def read(path: Path) -> dict[str, Any]:
    """A file of figures."""
    content: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return content


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
            calibrated = calibrate(name, players, games)
            curves[name]["players"][str(players)], checks[name][str(players)] = calibrated
            write(CURVES, curves)
            write(CHECKS, checks)


INTRO: Final = """# Calibration of win shares

On a built-in board, a hint shows the share of games that its player would win from here if everyone plays well. The
share comes from the critic of [`net`](net.md). The critic needs to see every hand, which the player cannot, so the
hidden cards are dealt again {worlds} times consistently with what the player sees. The critic values each of these
worlds, and a curve turns the mean into a share. The same view always gives the same share, whatever the others really
hold.

There is one curve for each rule set and number of players. It is fitted to positions from mixed tables of `net`,
`planner` and weaker bots, from which `{bot}` then plays all seats, and checked here on games with other seeds. Every
dot in a diagram is an eighth of the checked positions. The horizontal axis shows the predicted share, the vertical
axis the share that was won, with a 95 % interval that treats positions as independent. On the dotted line the two are
equal.

![Reliability diagrams](pictures/calibration.svg)

*Largest gap* is the largest distance between predicted and actual share over the eight dots. A hint shows an interval
that reaches at least that far to each side, and shows no share at all where the gap exceeds {widest:.0f} points.
*Brier* is the mean squared error of the prediction, followed by that of always predicting the average.

| rule set | players | games | positions | largest gap | Brier | of the average |
| --- | --- | --- | --- | --- | --- | --- |
"""
OUTRO: Final = """
`python -m tools.calibration --games N` plays the games again, fits and checks the curves and writes this page.
Run it whenever weights change: hints ignore a curve that was fitted to another critic.
"""


def page(checks: dict[str, Any]) -> str:
    """The page with all checks."""
    rows = []
    for name in sorted(checks):
        for players, checked in sorted(checks[name].items()):
            numbers = f"{checked['games']} | {checked['positions']} | {100 * checked['width']:.1f} points"
            errors = f"{checked['brier']:.3f} | {checked['brier_without']:.3f}"
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
        [(f"{load_rules(name).name}, {players}", checked["bins"]) for players, checked in sorted(checks[name].items())]
        for name in sorted(checks)
    ]
    PICTURE.write_text(draw_panels(titled), "utf-8")
    PAGE.write_text(page(checks), "utf-8")


if __name__ == "__main__":
    main()
