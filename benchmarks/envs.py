"""Benchmark of the batched core and of the environments, on one core and in one run, so that the ratios are comparable.

    python benchmarks/envs.py            about a minute
    python benchmarks/envs.py --json     for programs

PettingZoo's own card games are measured where they are installed: pip install rlcard pygame-ce
"""

import argparse
import json
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from ferrovia import Games

RULES, PLAYERS, GAMES = "north-america-classic", 2, 2048
SECONDS = 1.0


def rate(work: Callable[[], int]) -> float:
    """Units per second of `work() -> units`: the fastest call within `SECONDS`."""
    work()
    best, end = 0.0, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        units = work()
        best = max(best, units / (time.perf_counter() - start))
    return best


def batch_loop(features: str) -> Callable[[], int]:
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


def numpy_loop() -> Callable[[], int]:
    """The same without observations, with actions sampled in NumPy: the baseline."""
    games = Games(RULES, PLAYERS, range(GAMES), threads=1)
    chance = np.random.default_rng(1)

    def work() -> int:
        mask = games.legal_mask()
        games.step((mask * chance.random(mask.shape)).argmax(axis=1), reset=True)
        return GAMES

    return work


def aec_loop(env: Any) -> Callable[[], int]:
    """Decisions of an AEC environment of PettingZoo, sampled by their masks."""
    env.reset(seed=1)

    def work() -> int:
        for _ in range(200):
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.reset()
                continue
            mask = info.get("action_mask", observation["action_mask"])
            env.step(env.action_space(env.agent_selection).sample(mask))
        return 200

    return work


def vector_loop() -> Callable[[], int]:
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


def loops() -> dict[str, Callable[[], int]]:
    """What is measured, by its name."""
    found = {
        "batch, plain features": batch_loop("plain"),
        "batch, full features": batch_loop("full"),
        "batch, sampled with NumPy, not observed": numpy_loop(),
    }
    if find_spec("gymnasium"):
        found["Gymnasium vector, plain, against random"] = vector_loop()
    if find_spec("pettingzoo"):
        from ferrovia.envs import ferrovia_v0

        found["PettingZoo: ferrovia_v0, plain"] = aec_loop(ferrovia_v0.env(rules=RULES, features="plain"))
    if find_spec("rlcard") and find_spec("pygame"):
        from pettingzoo.classic import leduc_holdem_v4, texas_holdem_v4

        found["PettingZoo: leduc_holdem_v4"] = aec_loop(leduc_holdem_v4.env())
        found["PettingZoo: texas_holdem_v4"] = aec_loop(texas_holdem_v4.env())
    return found


def main() -> None:
    """Measure, and print decisions per second with ratios to the first."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one object, for programs")
    wanted = parser.parse_args()
    rates = {name: rate(work) for name, work in loops().items()}
    if wanted.json:
        print(json.dumps(rates))
        return
    first = next(iter(rates.values()))
    print(f"{RULES}, {PLAYERS} players, one core: decisions a second")
    for name, found in rates.items():
        print(f"{name:42}{found:>14,.0f}   1 / {first / found:,.1f}")


if __name__ == "__main__":
    main()
