"""A bot's reasons with the names of the rules; `ferrovia.language.reasons` puts them into sentences."""

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from ferrovia.bots.kernels.reason_codes import REASON_NAMES
from ferrovia.core.limits import NONE
from ferrovia.language.reasons import reason_sentence

if TYPE_CHECKING:
    from ferrovia.rules.resolved import Rules

REASON_CODES: Final = frozenset(REASON_NAMES)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a bot made its last move: a code, and what it refers to; None for fields that do not apply."""

    code: str
    route: str | None = None
    card: str | None = None
    ticket: str | None = None
    points: int = 0

    def to_json(self) -> str:
        """The reason as a JSON object."""
        return json.dumps(asdict(self))

    def sentence(self, rules: "Rules", language: str = "en") -> str:
        named = {"route": self.route, "card": self.card, "ticket": self.ticket}
        return reason_sentence(rules, self.code, **named, points=self.points, language=language)

    def without_ticket(self) -> "Reason":
        """The reason as opponents may see it: tickets are secret until the game is over."""
        return replace(self, ticket=None)


def name_reason(rules: "Rules", record: Any) -> Reason:
    """A kernel's reason with the names of the rules."""
    route, card, ticket = (int(record[name]) for name in ("route", "card", "ticket"))
    return Reason(
        REASON_NAMES[int(record["code"])],
        None if route == NONE else rules.route_ids[route],
        None if card == NONE else rules.card_names[card],
        None if ticket == NONE else rules.ticket_ids[ticket],
        int(record["points"]),
    )
