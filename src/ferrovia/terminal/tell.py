"""What happened, in sentences: who did what, as far as the reader may know."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from ferrovia.game.events import Event
from ferrovia.language.names import route_name, ticket_name
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import LOCOMOTIVE
from ferrovia.terminal.paint import Paint

SILENT: Final = frozenset({"dealt", "filled", "mixed", "paid", "turned", "ticket-returned", "offered-again"})
"""Kinds that say nothing by themselves: others mention them."""


class Teller:
    """Tells events to one person; `you` is that person's seat, None for one who only watches."""

    def __init__(self, rules: Rules, paint: Paint, names: dict[int, str], you: int | None) -> None:
        self.rules, self.paint, self.names, self.you = rules, paint, names, you

    def tell(self, events: Iterable[Event], attempt: Iterable[Event] = ()) -> str:
        """One line for one move. `attempt` is what happened when the tunnel was begun that this move completes."""
        found = [*(event for event in attempt if event.kind == "paid"), *events]
        phrases = [phrase for event in found if event.kind not in SILENT and (phrase := self._phrase(event, found))]
        offered = [event for event in found if event.kind in ("offered", "offered-again")]
        if offered and offered[0].seat is not None:
            phrases.insert(0, f"{self._who(offered[0].seat, 'draw')} {counted(len(offered), 'ticket')}")
        return "; ".join(dict.fromkeys(phrases))

    def _phrase(self, event: Event, events: list[Event]) -> str:
        route = "" if event.route is None else self._route(event.route)
        if event.seat is None:
            return self._of_table(event)
        match event.kind:
            case "claimed":
                return f"{self._who(event.seat, 'claim')} {route} with {self._payment(events)} ({self._points(event)})"
            case "attempted":
                digs = f"{self._who(event.seat, 'dig')} at {route} with {self._payment(events)}"
                return f"{digs}; the deck shows {self._turned(events)}"
            case "charged":
                return f"that asks for {counted(event.count, 'card')} more"
            case "refused":
                return f"{self._who(event.seat, 'give')} {route} up"
            case "took":
                return f"{self._who(event.seat, 'take')} {self._card(event.card)}"
            case "drew":
                return f"{self._who(event.seat, 'draw')} {self._card(event.card)}"
            case "tickets-kept":
                return f"{self._who(event.seat, 'keep')} {self._kept(event, events)}"
            case "passed":
                return self._who(event.seat, "pass")
            case "last-round":
                return self.paint.strong("the last round begins")
        return ""

    def _of_table(self, event: Event) -> str:
        match event.kind:
            case "flushed":
                return "too many locomotives: the market is dealt anew"
            case "renewed":
                return "the discards become the deck"
            case "ended":
                return self.paint.strong("the game is over")
        return ""

    def go_on(self, seat: int, first: str, second: str) -> str:
        """Two moves of one turn in one sentence: `Ada takes red and draws a card`."""
        name = self.paint.seat(seat, "You" if seat == self.you else self.names[seat])
        return f"{first} and {second.removeprefix(name).lstrip()}"

    def _who(self, seat: int, verb: str) -> str:
        if seat == self.you:
            return f"{self.paint.seat(seat, 'You')} {verb}"
        return f"{self.paint.seat(seat, self.names[seat])} {verb}{'es' if verb.endswith('s') else 's'}"

    def _card(self, card: str | None) -> str:
        return "a card" if card is None else self.paint.named(card)

    def _route(self, route: str) -> str:
        return self.paint.strong(route_name(self.rules, route))

    def _payment(self, events: list[Event]) -> str:
        paid: Counter[str] = Counter()
        for event in events:
            if event.kind == "paid" and event.card:
                paid[event.card] += event.count
        return ", ".join(self._paid(card, count) for card, count in paid.items()) or "no card"

    def _paid(self, card: str, count: int) -> str:
        several = card == LOCOMOTIVE and count > 1
        return f"{count} {self._card(card)}{'s' * several}"

    def _turned(self, events: list[Event]) -> str:
        return ", ".join(self._card(event.card) for event in events if event.kind == "turned") or "nothing"

    def _points(self, event: Event) -> str:
        length = self.rules.map.routes[self.rules.route_index[event.route or ""]].length
        return counted(int(self.rules.board[0].route_points[length]), "point")

    def _kept(self, event: Event, events: list[Event]) -> str:
        own = [each.ticket for each in events if each.kind == "ticket-kept" and each.seat == event.seat and each.ticket]
        return ", ".join(ticket_name(self.rules, ticket) for ticket in own) or counted(event.count, "ticket")


def counted(count: int, thing: str) -> str:
    """`1 ticket`, `2 tickets`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"
