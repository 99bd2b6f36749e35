"""Random play in a batch: who wins, and how many decisions a second. Needs nothing but Ferrovia.

python examples/random_rollout.py [RULES] [PLAYERS]
"""

import sys
import time

import numpy as np

import ferrovia


def rollout(rules: str, players: int, count: int, steps: int) -> tuple[np.ndarray, int]:
    """The rewards of each seat summed over `steps` decisions in `count` games, and how many games ended."""
    games = ferrovia.Games(rules, players, seeds=range(count), features="plain")
    rows, mask = games.observe(), games.legal_mask()
    earned, ended = np.zeros(players), 0
    for number in range(steps):
        games.observe(out=rows)  # what a policy would read
        games.legal_mask(out=mask)  # and what it may do
        step = games.step(games.sample(seed=number), reset=True, reward="win")
        earned += step.rewards.sum(axis=0)
        ended += int(step.over.sum())
    return earned, ended


def main(rules: str = "new-york", players: str = "2", count: str = "1000", steps: str = "1000") -> None:
    """Play, and say what came out."""
    rollout(rules, int(players), 2, 1)  # compiles
    start = time.perf_counter()
    earned, ended = rollout(rules, int(players), int(count), int(steps))
    speed = int(count) * int(steps) / (time.perf_counter() - start)
    print(f"{rules}: {ended} games, {speed:,.0f} decisions a second, on all cores")
    for seat, total in enumerate(earned):
        print(f"seat {seat}: mean reward {total / max(1, ended):+.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
