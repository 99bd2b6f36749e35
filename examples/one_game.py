"""One game between two players that move at random, narrated move by move."""

from random import Random

import ferrovia


def main() -> None:
    """Play, narrate, score."""
    chance = Random(1)
    game = ferrovia.Game("new-york", players=2, seed=1)
    while not game.over:
        seat, move = game.seat, chance.choice(game.legal_moves())
        game.play(move)
        print(f"seat {seat}: {move}")
    for score in game.scores():
        print(f"seat {score.seat}: {score.total} points, place {score.place}, attractions {score.attraction_cities}")


if __name__ == "__main__":
    main()
