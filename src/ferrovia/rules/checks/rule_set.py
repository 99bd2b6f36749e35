"""Validation of a rule set alone, independent of any map."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

from ferrovia.core import limits
from ferrovia.rules.answers import all_answers
from ferrovia.rules.files.document import Location
from ferrovia.rules.kinds import is_readable
from ferrovia.rules.schema import GRAY, LOCOMOTIVE, RefusedLater, RefusedOpening, RuleSet, TieBreak


@dataclass(frozen=True, slots=True)
class RuleSetDraft:
    """A rule set to check, with the file that states each key and the keys that are unreadable.

    An unreadable key either has a stand-in value (it is `lost`), or its value contains UNREADABLE.
    """

    rule_set: RuleSet
    locations: Mapping[str, Location]
    bad: Set[str]
    location: Location

    def at(self, *keys: str) -> Location:
        """Where the first of these keys is stated, preferably in this file rather than in one it extends."""
        stated = [self.locations[key] for key in keys if key in self.locations]
        own = [location for location in stated if location.document is self.location.document]
        return (own or stated or [self.location])[0]

    def readable(self, *keys: str) -> bool:
        """Whether these keys hold what the author wrote, so that a complaint about them makes sense."""
        return not self.bad & set(keys)

    def lost(self, key: str) -> bool:
        """Whether nothing at all is known of what the author wrote for this key."""
        return key in self.bad and is_readable(getattr(self.rule_set, key))

    def names(self, key: str) -> set[Any] | None:
        """The names in a table; None if one of them is unknown."""
        names = {name for name, _ in getattr(self.rule_set, key)}
        return None if self.lost(key) or not all(map(is_readable, names)) else names


def check_rule_set(draft: RuleSetDraft) -> None:
    """Check a rule set for contradictions."""
    _players(draft)
    _cards(draft)
    _market(draft)
    _offers(draft)
    _refused(draft)
    _ties(draft)


def _players(draft: RuleSetDraft) -> None:
    rules = draft.rule_set
    if draft.readable("players_min", "players_max") and rules.players_min > rules.players_max:
        sentence = f"players_min is {rules.players_min} and players_max {rules.players_max}; the fewest come first"
        draft.at("players_min", "players_max").complain("players", sentence)


def _cards(draft: RuleSetDraft) -> None:
    rules = draft.rule_set
    if draft.lost("cards"):
        return
    for name in [colour for colour in rules.colours if colour in (GRAY, LOCOMOTIVE)]:
        sentence = f"{name!r} has a meaning of its own and is no colour; choose another name"
        draft.at("cards").at(name).complain("reserved-colour", sentence)
    if not 1 <= len(rules.cards) <= limits.COLOURS:
        sentence = f"{len(rules.cards)} colours; name 1 to {limits.COLOURS}"
        draft.at("cards").complain("too-many" if rules.cards else "too-few", sentence)
    if draft.readable("cards", "locomotives") and rules.card_total > limits.CARDS:
        sentence = f"{rules.card_total} cards with the locomotives; at most {limits.CARDS} fit, so take some out"
        draft.at("cards", "locomotives").complain("too-many", sentence)


def _market(draft: RuleSetDraft) -> None:
    rules = draft.rule_set
    if draft.readable("flush_at", "market_size") and rules.flush_at > rules.market_size:
        sentence = f"a market of {rules.market_size} never shows {rules.flush_at} locomotives; for never, flush_at is 0"
        draft.at("flush_at", "market_size").complain("contradiction", sentence)
    if not draft.readable("cards", "locomotives", "opening_hand", "players_max", "market_size"):
        return
    needed = rules.players_max * rules.opening_hand + rules.market_size
    if rules.card_total < needed:
        sentence = (
            f"{rules.card_total} cards, but {rules.players_max} players need {needed} for their hands and the market; "
            "add cards, or lower opening_hand or players_max"
        )
        location = draft.at("opening_hand", "cards", "locomotives", "players_max", "market_size")
        location.complain("too-few-cards", sentence)


def _offers(draft: RuleSetDraft) -> None:
    rules = draft.rule_set
    for keep, offered in (("opening_keep", "opening_tickets"), ("later_keep", "later_tickets")):
        if draft.readable(keep, offered) and getattr(rules, keep) > getattr(rules, offered):
            numbers = f"{keep} is {getattr(rules, keep)} and {offered} {getattr(rules, offered)}"
            sentence = f"{numbers}; nobody can keep more than are offered, so lower {keep} or raise {offered}"
            draft.at(keep, offered).complain("keep", sentence)
    if draft.readable("opening_tickets", "later_tickets", "refused_later"):
        answers = len(all_answers(rules))
        if answers > limits.KEEPS:
            sentence = f"{answers} ways to answer an offer, at most {limits.KEEPS} fit; offer fewer or drop the order"
            draft.at("later_tickets", "opening_tickets", "refused_later").complain("too-many", sentence)


def _refused(draft: RuleSetDraft) -> None:
    """RULES 10: a view must be able to say where its own returned tickets are."""
    rules = draft.rule_set
    if not draft.readable("refused_opening", "refused_later"):
        return
    if rules.refused_opening is RefusedOpening.UNDER_MIXED and rules.refused_later is RefusedLater.OUT:
        sentence = (
            "refused opening tickets go under the deck, mixed, and those refused later leave the game: nobody could "
            "tell which of their own are still in the deck; let both leave the game, or neither"
        )
        draft.at("refused_later", "refused_opening").complain("contradiction", sentence)


def _ties(draft: RuleSetDraft) -> None:
    rules = draft.rule_set
    if draft.lost("tie_breaks") or not draft.readable("longest_path_points"):
        return
    if TieBreak.LONGEST_PATH in rules.tie_breaks and not rules.longest_path_points:
        sentence = "without points for the longest path 'longest_path' decides nothing; take it out of tie_breaks"
        draft.at("tie_breaks", "longest_path_points").complain("contradiction", sentence)
