"""Reasons with the names of the rules, and in words: one sentence for each code."""

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from ferrovia.bots.kernels.reasons import REASON_NAMES
from ferrovia.core.limits import NONE

if TYPE_CHECKING:
    from ferrovia.rules.resolved import Rules

SENTENCES: Final = {
    "nothing": "It gave no reason.",
    "by-chance": "It picked a legal move by chance.",
    "only-action": "Nothing else could be done.",
    "best-tickets": "These tickets promise the most for the trains they take{worth}.",
    "cheapest-tickets": "These tickets risk the fewest points{worth}.",
    "all-tickets": "It keeps every ticket it can get.",
    "more-tickets": "There are trains enough left for more tickets{worth}.",
    "joins-ticket": "{Route} completes {the_ticket}{worth}.",
    "on-the-way": "{Route} lies on the way of {ticket}{worth}.",
    "longest-route": "{Route} is the longest route to be had{worth}.",
    "most-points": "{Route} brings the most points{worth}.",
    "longest-path": "{Route} makes the longest path longer{worth}.",
    "shortest-route": "{Route} is the shortest route that can be had.",
    "card-wanted": "{Card} is wanted for {aim}{worth}.",
    "card-blind": "It wants no card that is on show, so it draws from the deck.",
    "locomotive-wanted": "A locomotive pays for any colour{worth}.",
    "cards-to-spare": "{Card} is what it can best do without{worth}.",
    "worth-surcharge": "{Route} is worth the surcharge{worth}.",
    "best-in-playouts": "{Doing} did best when the game was played out from here{more}.",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a bot did what it did last: a code, and what it is about. What it does not concern is None."""

    code: str
    route: str | None = None
    card: str | None = None
    ticket: str | None = None
    points: int = 0

    def to_json(self) -> str:
        """For programs."""
        return json.dumps(asdict(self))

    def sentence(self, rules: "Rules") -> str:
        """For people."""
        route = "the route" if self.route is None else route_words(rules, self.route)
        card = "the card" if self.card is None else self.card
        ticket = "a ticket" if self.ticket is None else ticket_words(rules, self.ticket)
        worth = f" (about {self.points} point{'s' * (self.points != 1)})" if self.points else ""
        lead = f", by about {self.points} in a hundred (wins, and a little for the lead in points)"
        more = lead if self.points else ""
        aim = "what is planned" if self.route is None else route
        words = {"Route": capital(route), "Card": capital(card), "aim": aim, "ticket": ticket}
        words["the_ticket"] = ticket if self.ticket is None else f"the ticket {ticket}"
        return SENTENCES[self.code].format(**words, Doing=self._doing(rules), worth=worth, more=more)

    def without_ticket(self) -> "Reason":
        """The same for opponents: whose ticket is which is secret until the game is over."""
        return replace(self, ticket=None)

    def _doing(self, rules: "Rules") -> str:
        """What was done, as the subject of a sentence; what is neither a claim nor a card taken goes without a name."""
        if self.route is not None:
            return f"Claiming {route_words(rules, self.route)}"
        return "This" if self.card is None else f"Taking {self.card}"


def name_reason(rules: "Rules", record: Any) -> Reason:
    """The kernels' reason with the names of the rules."""
    route, card, ticket = (int(record[name]) for name in ("route", "card", "ticket"))
    return Reason(
        REASON_NAMES[int(record["code"])],
        None if route == NONE else rules.route_ids[route],
        None if card == NONE else rules.card_names[card],
        None if ticket == NONE else rules.ticket_ids[ticket],
        int(record["points"]),
    )


def capital(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]


def place_words(rules: "Rules", place: str) -> str:
    """What people call a city or a country."""
    names = {city.id: city.name for city in rules.map.cities}
    return names.get(place) or place.replace("-", " ").title()


def route_words(rules: "Rules", route: str) -> str:
    """`Denver–Omaha`."""
    start, _, end = route.partition(":")[0].partition("--")
    return f"{place_words(rules, start)}–{place_words(rules, end)}"


def ticket_words(rules: "Rules", ticket: str) -> str:
    """`Denver–El Paso`, or `Bern–Austria, France` with several places to reach."""
    start, _, targets = ticket.partition(":")[0].partition("--")
    return f"{place_words(rules, start)}–{', '.join(place_words(rules, each) for each in targets.split('+'))}"
