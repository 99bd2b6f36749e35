"""Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2013): a rating with its deviation and volatility.

A game of several players is a set of duels, judged by the places; together they are one rating period.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

CENTRE: Final = 1500.0
SCALE: Final = 173.7178
FIRST_DEVIATION: Final = 350.0
FIRST_VOLATILITY: Final = 0.06
LEAST_DEVIATION: Final = 45.0
"""So that a rating stays able to move."""
RESTRAINT: Final = 0.5
"""How little the volatility changes (tau)."""
EXACT: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, and how sure that is."""

    value: float = CENTRE
    deviation: float = FIRST_DEVIATION
    volatility: float = FIRST_VOLATILITY
    games: int = 0


@dataclass(frozen=True, slots=True)
class Duel:
    """One opponent, and the score against it: 1 ahead of it, 0.5 level, 0 behind."""

    opponent: Rating
    score: float


def damping(deviation: float) -> float:
    """How much the result against an opponent counts, whose rating is this unsure (g)."""
    return 1.0 / math.sqrt(1.0 + 3.0 * (deviation / math.pi) ** 2)


def rated(player: Rating, duels: Sequence[Duel]) -> Rating:
    """The rating after a game."""
    mean, spread = (player.value - CENTRE) / SCALE, player.deviation / SCALE
    information = surprise = 0.0
    for duel in duels:
        weight = damping(duel.opponent.deviation / SCALE)
        expected = 1.0 / (1.0 + math.exp(-weight * (mean - (duel.opponent.value - CENTRE) / SCALE)))
        information += weight**2 * expected * (1.0 - expected)
        surprise += weight * (duel.score - expected)
    variance = 1.0 / information
    volatility = new_volatility(player.volatility, spread, variance, variance * surprise)
    spread = 1.0 / math.sqrt(1.0 / (spread**2 + volatility**2) + information)
    value = CENTRE + SCALE * (mean + spread**2 * surprise)
    return Rating(value, max(SCALE * spread, LEAST_DEVIATION), volatility, player.games + 1)


def new_volatility(volatility: float, spread: float, variance: float, change: float) -> float:
    """The volatility after a game: the root of Glickman's f, by the Illinois algorithm."""
    start = math.log(volatility**2)

    def function(x: float) -> float:
        power = math.exp(x)
        total = spread**2 + variance + power
        return power * (change**2 - total) / (2.0 * total**2) - (x - start) / RESTRAINT**2

    low, high = start, bound_of(change**2 - spread**2 - variance, start, function)
    at_low, at_high = function(low), function(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = function(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = middle, at_middle
    return math.exp(low / 2.0)


def bound_of(excess: float, start: float, function: Callable[[float], float]) -> float:
    """The other end of an interval with the root in it."""
    if excess > 0:
        return math.log(excess)
    steps = 1
    while function(start - steps * RESTRAINT) < 0:
        steps += 1
    return start - steps * RESTRAINT


def rate_game(players: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings of all players after a game with these places; 1 is the winner's."""
    ratings = []
    for seat, own in enumerate(players):
        others = [other for other in range(len(players)) if other != seat]
        duels = [Duel(players[other], score_of(places[seat], places[other])) for other in others]
        ratings.append(rated(own, duels))
    return ratings


def score_of(place: int, other: int) -> float:
    """The score against an opponent with another place."""
    return 0.5 if place == other else float(place < other)
