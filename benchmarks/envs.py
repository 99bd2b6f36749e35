"""Benchmark of the batched core and of the environments, on one core and in one run, so that the ratios are comparable.

    python benchmarks/envs.py            about half a minute
    python benchmarks/envs.py --json     for programs

PettingZoo's own card games are measured, too, where the packages they need are installed: pip install rlcard pygame-ce
"""

import argparse
import json
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from ferrovia import Games

RULES, PLAYERS, GAMES = "north-america-classic", 2, 512
ROUNDS, SECONDS, AEC_DECISIONS = 20, 0.05, 100
CARD_GAMES, CARD_PACKAGES = ("leduc_holdem_v4", "texas_holdem_v4"), ("pettingzoo", "rlcard", "pygame")
LOOP = Callable[[], int]
"""Makes some decisions, and says how many."""


def rate(work: LOOP) -> float:
    """Units a second of the fastest call of `work() -> units`, in seconds of the processor: other programs on the
    machine hardly count."""
    best, start = 0.0, time.process_time()
    while (begun := time.process_time()) - start < SECONDS:
        units = work()
        best = max(best, units / (time.process_time() - begun))
    return best


def measure(works: dict[str, LOOP]) -> dict[str, float]:
    """The best rate of each loop. They take turns, so that a slow moment of the machine hits all of them."""
    for work in works.values():
        work()
    rounds = [{name: rate(work) for name, work in works.items()} for _ in range(ROUNDS)]
    return {name: max(each[name] for each in rounds) for name in works}


def batch_loop(features: str) -> LOOP:
    """Decisions that are observed, masked, sampled by logits and stepped; finished games are dealt again."""
    games = Games(RULES, PLAYERS, range(GAMES), threads=1, features=features)  # type: ignore[arg-type]
    rows, masks = games.observe(), games.legal_mask()
    actions, result = games.sample(), games.step(games.sample(), reset=True)
    logits = np.random.default_rng(1).normal(size=masks.shape).astype(np.float32)
    for number in range(100):  # games of all ages
        games.step(games.sample(seed=number), reset=True)
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        games.observe(out=rows)
        games.legal_mask(out=masks)
        games.step(games.sample(logits, seed, out=actions), reset=True, out=result)
        return GAMES

    return work


def numpy_loop() -> LOOP:
    """The same without observations, with actions sampled in NumPy: the baseline."""
    games = Games(RULES, PLAYERS, range(GAMES), threads=1)
    chance = np.random.default_rng(1)

    def work() -> int:
        mask = games.legal_mask()
        games.step((mask * chance.random(mask.shape)).argmax(axis=1), reset=True)
        return GAMES

    return work


def aec_loop(env: Any) -> LOOP:
    """Decisions of an AEC environment of PettingZoo, sampled by their masks."""
    env.reset(seed=1)

    def work() -> int:
        decisions = 0
        while decisions < AEC_DECISIONS:
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.reset()
                continue
            mask = info.get("action_mask", observation["action_mask"])
            env.step(env.action_space(env.agent_selection).sample(mask))
            decisions += 1
        return decisions

    return work


def vector_loop() -> LOOP:
    """Decisions of a learner against `random`, through Gymnasium's vector interface."""
    import gymnasium

    import ferrovia.envs  # noqa: F401  (registers the ids)

    envs = gymnasium.make_vec(
        "ferrovia/NorthAmericaClassic-v0", 512, opponents="random", features="plain", observation="bytes", threads=1
    )
    envs.reset(seed=1)
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        envs.step(np.maximum(envs.unwrapped.table.games.sample(seed=seed), 0))
        return 512

    return work


def loops() -> dict[str, LOOP]:
    """What is measured, by its name."""
    offered = {
        "batch, plain features": batch_loop("plain"),
        "batch, full features": batch_loop("full"),
        "batch, sampled with NumPy, not observed": numpy_loop(),
    }
    if find_spec("gymnasium"):
        offered["Gymnasium vector, plain, against random"] = vector_loop()
    if find_spec("pettingzoo"):
        from ferrovia.envs import ferrovia_v0

        offered["PettingZoo: ferrovia_v0, plain"] = aec_loop(ferrovia_v0.env(rules=RULES, features="plain"))
    for name in CARD_GAMES if all(map(find_spec, CARD_PACKAGES)) else ():
        card_game = import_module(f"pettingzoo.classic.{name}")
        offered[f"PettingZoo: {name}"] = aec_loop(card_game.env())
    return offered


def compared(rates: dict[str, float]) -> str:
    """How many times as many decisions the batch makes as PettingZoo's own card games."""
    others = {name: other for name, other in rates.items() if name.endswith(CARD_GAMES)}
    if not others:
        return "PettingZoo's own card games are missing: pip install pettingzoo rlcard pygame-ce"
    first = next(iter(rates.values()))
    times = ", ".join(f"{first / other:,.0f} × {name.split()[1]}" for name, other in others.items())
    return f"The batch makes {times}."


def main() -> None:
    """Measure, and print decisions per second with ratios to the first."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one object, for programs")
    wanted = parser.parse_args()
    rates = measure(loops())
    if wanted.json:
        print(json.dumps(rates))
        return
    first = next(iter(rates.values()))
    print(f"{RULES}, {PLAYERS} players, one core: decisions a second of the processor")
    for name, speed in rates.items():
        print(f"{name:42}{speed:>14,.0f}   1 / {first / speed:,.1f}")
    print(compared(rates))


if __name__ == "__main__":
    main()
