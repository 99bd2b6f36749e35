"""The default payment: which cards pay for a claim if the player does not say."""

from collections.abc import Mapping

from ferrovia.game.moves import Claim
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import LOCOMOTIVE


def thrift(locomotives: int, held: int) -> tuple[int, int]:
    """Sort key of payments: few locomotives first, then the colour with the most cards in hand."""
    return locomotives, -held


def by_thrift(claims: list[Claim], hand: Mapping[str, int]) -> list[Claim]:
    """Claims, the most plausible payment first."""

    def key(claim: Claim) -> tuple[int, int]:
        cards = dict(claim.cards)
        return thrift(cards.pop(LOCOMOTIVE, 0), max((hand.get(card, 0) for card in cards), default=0))

    return sorted(claims, key=key)


def plausible_claim(rules: Rules, route: str, hand: Mapping[str, int]) -> Claim:
    """The claim a player would probably make, affordable or not: all cards in the colour the hand has most of."""
    spec = rules.map.routes[rules.route_index[route]]
    colours = [spec.colour] if spec.colour in rules.colours else list(rules.colours)
    colour = max(colours, key=lambda name: hand.get(name, 0))
    return Claim(route, ((colour, spec.length),))
