"""Moves and events as sentences: what a player could do, and who did what as far as the reader may know."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ferrovia.game.events import Event
from ferrovia.game.moves import Cards, Claim, Keep, Move, Surcharge, Take
from ferrovia.language.catalogue import catalogue
from ferrovia.language.formats import listed
from ferrovia.language.messages import Value
from ferrovia.language.names import card_words, cards_words, route_name, ticket_name, vehicle_of
from ferrovia.rules.resolved import Rules

SILENT: Final = frozenset({"dealt", "filled", "mixed", "paid", "turned", "offered", "offered-again"})
"""Event kinds without a sentence of their own, because other sentences include them."""
OFFERS: Final = frozenset({"offered", "offered-again"})
HIDDEN: Final = "hidden"
"""Placeholder for a card or a ticket that the reader may not know."""


def move_sentence(rules: Rules, move: Move, language: str = "en") -> str:
    """A move as an instruction: `Claim Denver – Omaha with 4 pink cards.`"""
    texts, vehicle = catalogue(language), vehicle_of(rules)
    match move:
        case Claim(route, cards):
            paid = cards_words(cards, vehicle, language)
            return texts.say("play.move.claim", route=route_name(rules, route, language), cards=paid)
        case Take(card):
            return texts.say("play.move.take", card=card_words(card, 1, vehicle, language))
        case Keep(tickets):
            named = [ticket_name(rules, ticket, language) for ticket in tickets]
            return texts.say("play.move.keep", tickets=listed(named, language))
        case Surcharge(cards):
            return texts.say("play.move.surcharge", cards=cards_words(cards, vehicle, language))
    return texts.say(f"play.move.{move}")


class Narrator:
    """Narrates events for the reader at one seat; None for a spectator. Subclasses may decorate names."""

    def __init__(self, rules: Rules, names: Mapping[int, str], reader: int | None, language: str = "en") -> None:
        self.rules, self.names, self.reader, self.language = rules, names, reader, language
        self.texts, self.vehicle = catalogue(language), vehicle_of(rules)

    def player(self, seat: int) -> str:
        return self.names[seat]

    def card(self, card: str) -> str:
        return card_words(card, 1, self.vehicle, self.language)

    def cards(self, cards: Cards) -> str:
        return cards_words(cards, self.vehicle, self.language) or "–"

    def place(self, name: str) -> str:
        """A route or a ticket."""
        return name

    def tell(self, events: Iterable[Event], attempt: Iterable[Event] = ()) -> str:
        """The sentences of one move. `attempt` holds the events of the tunnel attempt that this move completes."""
        happened = list(events)
        every = [*(event for event in attempt if event.kind == "paid"), *happened]
        own = {event.seat for event in happened if event.kind == "ticket-kept"}
        loud = (event for event in happened if event.kind not in SILENT)
        shown = [event for event in loud if event.kind != "tickets-kept" or event.seat not in own]
        sentences = [self._offer(happened), *(self._sentence(event, every) for event in shown)]
        return " ".join(dict.fromkeys(filter(None, sentences)))

    def chose(self, seat: int) -> str:
        """A move of the opening, which is still secret."""
        return self.texts.say("play.chose", **self._whom(seat))

    def _offer(self, events: Sequence[Event]) -> str:
        seats = [event.seat for event in events if event.kind in OFFERS and event.seat is not None]
        return self.texts.say("events.tickets-offered", **self._whom(seats[0]), count=len(seats)) if seats else ""

    def _sentence(self, event: Event, events: Sequence[Event]) -> str:
        values: dict[str, Value] = {
            **self._whom(event.seat),
            "vehicle": self.vehicle,
            "count": event.count,
            "card": HIDDEN if event.card is None else self.card(event.card),
            "ticket": self._tickets(event, events),
        }
        return self.texts.say(f"events.{event.kind}", **values, **self._route_values(event, events))

    def _route_values(self, event: Event, events: Sequence[Event]) -> dict[str, Value]:
        if event.route is None:
            return {}
        length = self.rules.map.routes[self.rules.route_index[event.route]].length
        paid = tuple((event.card, event.count) for event in events if event.kind == "paid" and event.card)
        turned = tuple((event.card, 1) for event in events if event.kind == "turned" and event.card)
        return {
            "route": self.place(route_name(self.rules, event.route, self.language)),
            "points": int(self.rules.board[0].route_points[length]),
            "cards": self.cards(paid),
            "turned": self.cards(turned),
        }

    def _tickets(self, event: Event, events: Sequence[Event]) -> str:
        """The ticket of an event; tickets kept or returned together share one sentence."""
        if event.ticket is None:
            return HIDDEN
        alike = [
            other.ticket for other in events if (other.kind, other.seat) == (event.kind, event.seat) and other.ticket
        ]
        names = [self.place(ticket_name(self.rules, ticket, self.language)) for ticket in alike]
        return listed(names, self.language)

    def _whom(self, seat: int | None) -> dict[str, Value]:
        if seat is None:
            return {"who": "other", "name": ""}
        return {"who": "me" if seat == self.reader else "other", "name": self.player(seat)}
