"""OpenSpiel's information-set Monte Carlo tree search plays Ferrovia against a random player.

pip install '.[openspiel]' in a clone of the project
python examples/openspiel_search.py [GAMES] [SIMULATIONS]
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot

from ferrovia.envs import openspiel


def searcher(game: pyspiel.Game, simulations: int) -> ismcts.ISMCTSBot:
    """A bot that searches worlds that fit what it knows: `resample` deals what is hidden again."""
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=simulations, random_state=chance)
    bot.set_resampler(openspiel.resample)
    return bot


def main(games: str = "4", simulations: str = "50") -> None:
    """Play on both seats, and say how often the search won."""
    game = pyspiel.load_game("ferrovia(rules=new-york,players=2,reward=win)")
    total, chance = 0.0, np.random.RandomState(2)
    for number in range(int(games)):
        seat = number % 2
        bots = [UniformRandomBot(player, chance) for player in range(2)]
        bots[seat] = searcher(game, int(simulations))
        state = game.new_initial_state()
        state.apply_action(number)  # the deal
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        total += state.returns()[seat]
    print(f"mean reward of the search: {total / int(games):+.2f} (1: it won every game)")


if __name__ == "__main__":
    main(*sys.argv[1:])
