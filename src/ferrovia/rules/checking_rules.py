"""Complaints about a rule set by itself, whatever map it is played on."""

from collections.abc import Mapping, Set
from dataclasses import dataclass

from ferrovia.rules import limits
from ferrovia.rules.answers import all_answers
from ferrovia.rules.document import Spot
from ferrovia.rules.schema import GRAY, LOCOMOTIVE, RuleSet


@dataclass(frozen=True, slots=True)
class Given:
    """A rule set to check: who stated each key, and which keys could not be read (their defaults stand in)."""

    rule_set: RuleSet
    spots: Mapping[str, Spot]
    bad: Set[str]
    spot: Spot

    def at(self, key: str) -> Spot:
        return self.spots.get(key, self.spot)

    def readable(self, *keys: str) -> bool:
        """Whether a complaint about these keys would be about what the author wrote."""
        return not self.bad & set(keys)


def check_rule_set(given: Given) -> None:
    """Everything that one rule set can contradict in itself."""
    _players(given)
    _cards(given)
    _market(given)
    _offers(given)


def _players(given: Given) -> None:
    rules = given.rule_set
    if given.readable("players_min", "players_max") and rules.players_min > rules.players_max:
        sentence = f"players_min is {rules.players_min} and players_max {rules.players_max}; the fewest come first"
        given.at("players_min").complain("players", sentence)


def _cards(given: Given) -> None:
    rules = given.rule_set
    if not given.readable("cards"):
        return
    for name in {GRAY, LOCOMOTIVE}.intersection(rules.colours):
        sentence = f"{name!r} has a meaning of its own and is no colour; choose another name"
        given.at("cards").at(name).complain("reserved-colour", sentence)
    if not 1 <= len(rules.cards) <= limits.COLOURS:
        sentence = f"{len(rules.cards)} colours; name 1 to {limits.COLOURS}"
        given.at("cards").complain("too-many" if rules.cards else "too-few", sentence)
    if given.readable("locomotives") and rules.card_total > limits.CARDS:
        sentence = f"{rules.card_total} cards with the locomotives; at most {limits.CARDS} fit, so take some out"
        given.at("cards").complain("too-many", sentence)


def _market(given: Given) -> None:
    rules = given.rule_set
    if given.readable("flush_at", "market_size") and rules.flush_at > rules.market_size:
        sentence = f"a market of {rules.market_size} never shows {rules.flush_at} locomotives; write 0 for never"
        given.at("flush_at").complain("contradiction", sentence)
    if not given.readable("cards", "locomotives", "opening_hand", "players_max", "market_size"):
        return
    needed = rules.players_max * rules.opening_hand + rules.market_size
    if rules.card_total < needed:
        sentence = (
            f"{rules.card_total} cards, but {rules.players_max} players need {needed} for their hands and the market; "
            "add cards, or lower opening_hand or players_max"
        )
        given.at("opening_hand").complain("too-few-cards", sentence)


def _offers(given: Given) -> None:
    rules = given.rule_set
    for keep, offered in (("opening_keep", "opening_tickets"), ("later_keep", "later_tickets")):
        if given.readable(keep, offered) and getattr(rules, keep) > getattr(rules, offered):
            sentence = f"nobody can keep so many of {getattr(rules, offered)}; lower it or raise {offered}"
            given.at(keep).complain("keep", sentence)
    if given.readable("opening_tickets", "later_tickets", "refused_later"):
        answers = len(all_answers(rules))
        if answers > limits.KEEPS:
            sentence = f"{answers} ways to answer an offer, at most {limits.KEEPS} fit; offer fewer or drop the order"
            given.at("later_tickets").complain("too-many", sentence)
