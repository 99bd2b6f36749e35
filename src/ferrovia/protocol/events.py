"""Events on the wire: what happened in a step, as far as the reader may know."""

from collections.abc import Iterable
from typing import NotRequired

from ferrovia.game.events import Event
from ferrovia.protocol.typed_dict import TypedDict
from ferrovia.rules.schema import LOCOMOTIVE


class EventValues(TypedDict):
    """An event (docs/reference/events.md). Fields that do not apply are left out."""

    kind: str
    seat: NotRequired[int]
    card: NotRequired[str]
    ticket: NotRequired[str]
    route: NotRequired[str]
    count: NotRequired[int]
    costs: NotRequired[bool]
    """`turned`: true for a card that adds one to the cost."""


def events_values(events: Iterable[Event]) -> list[EventValues]:
    """Events in order. Cards turned for a tunnel are marked if they add to its cost."""
    values_of_all = []
    turned: list[EventValues] = []
    for event in events:
        values = event_values(event)
        values_of_all.append(values)
        if event.kind == "attempted":
            turned = []
        elif event.kind == "turned":
            turned.append(values)
        elif event.kind == "charged":
            mark_costs(turned, event)
    return values_of_all


def mark_costs(turned: list[EventValues], charged: Event) -> None:
    """RULES 7.6, 7.7: cards of the colour played, and locomotives, add to the cost."""
    for values in turned:
        if values.get("card") in (charged.card, LOCOMOTIVE):
            values["costs"] = True


def event_values(event: Event) -> EventValues:
    """An event without the fields that do not apply."""
    values: EventValues = {"kind": event.kind}
    if event.seat is not None:
        values["seat"] = event.seat
    if event.card is not None:
        values["card"] = event.card
    if event.ticket is not None:
        values["ticket"] = event.ticket
    if event.route is not None:
        values["route"] = event.route
    if event.count:
        values["count"] = event.count
    return values
