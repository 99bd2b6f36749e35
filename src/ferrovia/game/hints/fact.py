"""Facts about a move: a code with the things it refers to. `data/locales/*/hints.json` has a sentence for each code."""

from dataclasses import asdict, dataclass
from typing import Any, Final

FACT_CODES: Final = (
    "only-move",
    "completes-ticket",
    "brings-closer",
    "only-way",
    "detour",
    "rival-near",
    "takes-longest-path",
    "extends-longest-path",
    "reaches-attraction",
    "starts-last-round",
    "route-points",
    "tunnel-reserve",
    "card-for-ticket",
    "card-for-route",
    "collects",
    "tickets-done",
    "tickets-lost",
    "no-card-helps",
    "ticket-lacks",
    "cards-complete",
    "no-rival-near",
    "room-for-tickets",
    "already-connected",
    "tickets-overlap",
    "trains-needed",
    "returns-ticket",
    "returns-lost-ticket",
    "saves-cards",
    "win-share",
)


@dataclass(frozen=True, slots=True)
class MoveFact:
    """One fact about a move; fields that do not apply are None."""

    code: str
    route: str | None = None
    ticket: str | None = None
    city: str | None = None
    card: str | None = None
    seat: int | None = None
    """An opponent."""
    count: int | None = None
    """Routes, cards, trains or per cent, as the code says."""
    total: int | None = None
    """What `count` is a part of."""
    points: int | None = None
    low: int | None = None
    """The ends of the interval of `count`."""
    high: int | None = None

    def values(self) -> dict[str, Any]:
        """The fact as a JSON object: its code and what it names."""
        return {name: value for name, value in asdict(self).items() if value is not None}
