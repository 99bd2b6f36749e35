"""A thousand games in parallel, one decision in all of them at a time, chosen with NumPy."""

import numpy as np

import ferrovia


def main() -> None:
    """Prefer claiming over drawing, and see who wins."""
    games = ferrovia.Games("north-america-classic", players=3, seeds=range(1000))
    chance = np.random.default_rng(1)
    while not games.over.all():
        legal = games.legal_mask()
        weights = legal * chance.random(legal.shape)
        weights[:, :128] *= 10  # the numbers of claims come first
        running = ~games.over
        assert not games.step(weights.argmax(axis=1)).refused[running].any()
    scores = games.scores()
    for seat in range(3):
        wins = (scores["place"][:, seat] == 1).mean()
        print(f"seat {seat}: {wins:.1%} won, {scores['total'][:, seat].mean():.1f} points on average")


if __name__ == "__main__":
    main()
