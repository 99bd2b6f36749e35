"""Rules and boards on the wire, with the names that moves and views use."""

from typing import Literal

from ferrovia.core.limits import NONE
from ferrovia.protocol.typed_dict import TypedDict
from ferrovia.rules.differences import counts
from ferrovia.rules.facts import Fact
from ferrovia.rules.plain import as_table
from ferrovia.rules.resolved import Rules


class RulesInfo(TypedDict):
    """The rules of a game."""

    id: str
    name: str
    hash: str


class RulesOffer(RulesInfo):
    """Rules that can be played here."""

    players: list[int]
    """Fewest and most players."""
    vehicle: Literal["train", "taxi"]
    """What players put on the board, and what a locomotive looks like."""
    trains: int
    """For each player."""
    built_in: bool
    counts: dict[str, int]
    """Counts of what is on the board: cities, border_points, attractions, routes, doubles, tunnels, spaces, tickets."""


class BoardCity(TypedDict):
    """A city: its id and its display name."""

    id: str
    name: str


BoardRoute = TypedDict(
    "BoardRoute",
    {
        "id": str,
        "from": str,
        "to": str,
        "length": int,
        "colour": str,
        "tunnel": bool,
        "points": int,
        "twin": str | None,
    },
)
BoardTicket = TypedDict("BoardTicket", {"id": str, "from": str, "to": dict[str, int]})


class BoardValues(TypedDict):
    """A board, with the names that moves and views use. `twin`: the other route of a double; `to`: targets and
    points."""

    cards: list[str]
    cities: list[BoardCity]
    routes: list[BoardRoute]
    tickets: list[BoardTicket]


class RulesShown(RulesOffer):
    """A rule set with its board."""

    board: BoardValues
    rules: dict[str, object]
    """Its numbers and named behaviours, as written in its file (docs/reference/data-files.md)."""


class RuleFact(TypedDict):
    """A fact about rules; the messages `rules.summary.CODE` and `rules.differences.CODE` put it into words."""

    code: str
    parameters: dict[str, int | str]


def rules_info(rules: Rules) -> RulesInfo:
    return {"id": rules.id, "name": rules.name, "hash": rules.hash}


def rules_offer(rules: Rules) -> RulesOffer:
    """Summary of rules for a page that lets people choose."""
    chosen = rules.rule_set
    return {
        **rules_info(rules),
        "players": [chosen.players_min, chosen.players_max],
        "vehicle": chosen.vehicle.value,
        "trains": chosen.trains,
        "built_in": rules.built_in,
        "counts": counts(rules),
    }


def rules_shown(rules: Rules) -> RulesShown:
    return {**rules_offer(rules), "board": board_values(rules), "rules": as_table(rules.rule_set)}


def fact_values(fact: Fact) -> RuleFact:
    return {"code": fact.code, "parameters": dict(fact.parameters)}


def board_values(rules: Rules) -> BoardValues:
    """Cities, routes, tickets and cards, with the names that moves and views use."""
    return {
        "cards": [name for name in rules.card_names if name],
        "cities": [{"id": city.id, "name": city.name or city.id} for city in rules.map.cities],
        "routes": [route_values(rules, number) for number in range(len(rules.route_ids))],
        "tickets": [
            {"id": name, "from": ticket.start, "to": dict(ticket.targets)}
            for name, ticket in zip(rules.ticket_ids, rules.tickets, strict=True)
        ],
    }


def route_values(rules: Rules, number: int) -> BoardRoute:
    """One route; `twin` is the other route of a double."""
    route, board = rules.map.routes[number], rules.board[0]
    twin = int(board.route_twin[number])
    return {
        "id": rules.route_ids[number],
        "from": route.start,
        "to": route.end,
        "length": route.length,
        "colour": route.colour,
        "tunnel": route.tunnel,
        "points": int(board.route_points[route.length]),
        "twin": None if twin == NONE else rules.route_ids[twin],
    }
