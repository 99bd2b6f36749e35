"""Information-set Monte Carlo tree search in one file: determinizations from `redeal`, one tree, batched playouts.

ferrovia arena examples/ismcts.py random --rules new-york --games 20

Every iteration samples a batch of worlds that are consistent with the view. Each world follows one path down a tree
that all worlds share, by UCB among the actions that are legal there (Cowling, Powley and Whitehouse, 2012). At the
leaf the game is played out at random, and the reward of each seat is propagated back up the path.
"""

from dataclasses import dataclass, field
from math import log, sqrt

import numpy as np

import ferrovia
from ferrovia import Games, Move, View

ITERATIONS, WORLDS, EXPLORATION = 12, 24, 0.7


@dataclass
class Node:
    """Statistics of a sequence of actions."""

    visits: int = 0
    available: int = 0
    """How often it was available: actions are not legal in every world."""
    value: float = 0.0
    """Sum of the rewards of the seat that chose it."""
    children: dict[int, "Node"] = field(default_factory=dict)

    def select(self, legal: list[int]) -> int:
        """An action that was never tried, or the one with the highest upper confidence bound."""
        for action in legal:
            child = self.children.setdefault(action, Node())
            child.available += 1
            if not child.visits:
                return action
        return max(legal, key=lambda action: self.children[action].bound())

    def bound(self) -> float:
        """Upper confidence bound."""
        return self.value / self.visits + EXPLORATION * sqrt(log(self.available) / self.visits)


def descend(games: Games, root: Node) -> list[list[tuple[Node, int]]]:
    """Follow a path in every world, one step in all of them at a time; return the nodes and the seats that chose
    them."""
    paths: list[list[tuple[Node, int]]] = [[] for _ in range(len(games))]
    nodes = [root] * len(games)
    walking = np.ones(len(games), np.bool_)
    while walking.any():
        masks, movers, actions = games.legal_mask(), games.movers(), np.full(len(games), -1)
        for index in np.flatnonzero(walking & ~games.over).tolist():
            legal = np.flatnonzero(masks[index]).tolist()
            actions[index] = nodes[index].select(legal)
            nodes[index] = nodes[index].children[actions[index]]
            nodes[index].visits += 1  # at once, so that the other worlds spread out
            paths[index].append((nodes[index], int(movers[index])))
            walking[index] = nodes[index].visits > 1
        games.step(actions)  # -1 is refused: those worlds have arrived
        walking &= ~games.over
    return paths


def search(view: View, wanted: set[int], seed: int, iterations: int = ITERATIONS, worlds: int = WORLDS) -> int:
    """The most visited of the wanted actions."""
    root = Node()
    for number in range(iterations):
        deals = [view.redeal((seed + number * worlds + world) % 2**64).states for world in range(worlds)]
        games = Games.from_states(view.rules, np.concatenate(deals), threads=1)
        while (early := games.movers() != view.seat).any():  # rivals' answers to the opening offer: secret, so drawn
            games.step(np.where(early, games.sample(seed=number), -1))
        paths = descend(games, root)
        games.play_out(seed=number)
        rewards = games.rewards("win")
        for path, reward in zip(paths, rewards, strict=True):
            for node, seat in path:
                node.value += float(reward[seat])
    return max(sorted(wanted), key=lambda action: root.children[action].visits)


class IsmctsBot(ferrovia.Bot):
    """Searches for every decision; a claim is two of them, the route and then its payment."""

    def choose(self, view: View, moves: list[Move]) -> Move:
        """The move the search prefers."""
        left = [(view.actions(move), move) for move in moves]
        while len(left) > 1:
            best = search(view, {actions[0] for actions, _ in left}, self.random.getrandbits(60))
            left = [(actions[1:], move) for actions, move in left if actions[0] == best]
            if not left[0][0]:
                break
            view = View(view.rules, view.with_route(best))
        return left[0][1]
