"""Rule summaries: what a newcomer needs to know, and what is different for players who know other rules.

Facts are derived from the rule data, so they hold for any rules: codes with parameters, in teaching order. The client
has a sentence for each code in each language.

>>> from ferrovia.rules.files.loading import load_rules
>>> facts = difference_facts(load_rules("switzerland"), load_rules("north-america"))
>>> [fact for fact in facts if fact.code == "trains"]
[Fact(code='trains', parameters={'trains': 40, 'vehicle': 'train', 'before_trains': 45, 'before_vehicle': 'train'})]
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ferrovia.rules.differences import counts
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import RefusedLater

Parameters = dict[str, int | str]


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about rules: a code and the parameters of its sentence."""

    code: str
    parameters: Parameters


@dataclass(frozen=True, slots=True)
class Topic:
    """Something a rule summary can say. `find` returns its parameters, or None where these rules have nothing of the
    kind."""

    code: str
    find: Callable[[Rules], Parameters | None]
    keys: tuple[str, ...] = ()
    """The keys and counts it covers. A topic without any is the same everywhere."""
    optional: bool = False
    """Whether some rules lack it."""


def _values(*names: str, **named: str) -> Callable[[Rules], Parameters | None]:
    """Take keys of the rule set, optionally under other names."""
    wanted = {name: name for name in names} | named

    def find(rules: Rules) -> Parameters:
        values = {name: getattr(rules.rule_set, key) for name, key in wanted.items()}
        return {name: value if isinstance(value, int) else str(value) for name, value in values.items()}

    return find


def _unless_zero(key: str, find: Callable[[Rules], Parameters | None]) -> Callable[[Rules], Parameters | None]:
    """None where a key of the rule set, or a count of the board, is 0."""

    def found(rules: Rules) -> Parameters | None:
        count = counts(rules).get(key, getattr(rules.rule_set, key, 0))
        return find(rules) if count else None

    return found


def _goal(rules: Rules) -> Parameters:
    return {"longest_path": rules.rule_set.longest_path_points, "attractions": rules.rule_set.attraction_points}


def _board(rules: Rules) -> Parameters:
    return {"map": rules.map.name, "cities": counts(rules)["cities"], "routes": counts(rules)["routes"]}


def _cards(rules: Rules) -> Parameters:
    chosen = rules.rule_set
    numbers = {count for _, count in chosen.cards}
    per_colour = numbers.pop() if len(numbers) == 1 else 0  # 0 where it differs by colour
    return {
        "total": chosen.card_total,
        "colours": len(chosen.cards),
        "each": per_colour,
        "locomotives": chosen.locomotives,
    }


def _refused_opening(rules: Rules) -> Parameters | None:
    chosen = rules.rule_set
    return None if chosen.opening_keep >= chosen.opening_tickets else {"where": str(chosen.refused_opening)}


def _refused_later(rules: Rules) -> Parameters | None:
    chosen = rules.rule_set
    returned = chosen.later_tickets - chosen.later_keep
    if returned <= 0:
        return None
    alone = returned == 1 and chosen.refused_later != RefusedLater.OUT  # a single ticket has no order
    return {"where": "under" if alone else str(chosen.refused_later)}


def _route_points(rules: Rules) -> Parameters:
    table = " · ".join(f"{length} → {points}" for length, points in rules.rule_set.route_points)
    return {"table": table, "counted": str(rules.rule_set.route_points_counted)}


def _tunnels(rules: Rules) -> Parameters | None:
    count = counts(rules)["tunnels"]
    return {"tunnels": count, "cards": rules.rule_set.tunnel_cards} if count and rules.rule_set.tunnel_cards else None


def _locomotive_use(rules: Rules) -> Parameters | None:
    return {"use": str(rules.rule_set.locomotive_use)} if rules.rule_set.locomotives else None


def _countries(rules: Rules) -> Parameters | None:
    countries = {city.country for city in rules.map.cities if city.country}
    abroad = [ticket for ticket in rules.tickets if countries & {ticket.start, *dict(ticket.targets)}]
    return {"countries": len(countries), "tickets": len(abroad)} if countries else None


def _attractions(rules: Rules) -> Parameters | None:
    points, count = rules.rule_set.attraction_points, counts(rules)["attractions"]
    return {"points": points, "attractions": count} if points and count else None


def _tie_breaks(rules: Rules) -> Parameters | None:
    order = "-".join(map(str, rules.rule_set.tie_breaks))
    return {"order": order} if order else None


TOPICS: Final = (
    Topic("goal", _goal, ("longest_path_points", "attraction_points")),
    Topic("board", _board, ("cities", "routes")),
    Topic("tickets", lambda rules: {"tickets": counts(rules)["tickets"]}, ("tickets",)),
    Topic("players", _values(fewest="players_min", most="players_max"), ("players_min", "players_max")),
    Topic("trains", _values("trains", "vehicle"), ("trains", "vehicle")),
    Topic("cards", _cards, ("cards", "locomotives")),
    Topic("opening-hand", _values(cards="opening_hand"), ("opening_hand",)),
    Topic(
        "opening-tickets",
        _values(tickets="opening_tickets", keep="opening_keep"),
        ("opening_tickets", "opening_keep"),
    ),
    Topic("refused-opening", _refused_opening, ("refused_opening",), optional=True),
    Topic("turn", lambda rules: {}),
    Topic("drawing", _values(market="market_size"), ("market_size",)),
    Topic(
        "face-up-locomotive",
        _unless_zero("locomotives", _values(use="face_up_locomotive")),
        ("face_up_locomotive",),
        optional=True,
    ),
    Topic("flush", _unless_zero("flush_at", _values(locomotives="flush_at")), ("flush_at",), optional=True),
    Topic("claiming", lambda rules: {}),
    Topic("locomotive-use", _locomotive_use, ("locomotive_use",), optional=True),
    Topic("route-points", _route_points, ("route_points", "route_points_counted")),
    Topic(
        "doubles",
        _unless_zero("doubles", _values(players="doubles_closed_up_to")),
        ("doubles_closed_up_to",),
        optional=True,
    ),
    Topic("tunnels", _tunnels, ("tunnel_cards", "tunnels"), optional=True),
    Topic("later-tickets", _values(tickets="later_tickets", keep="later_keep"), ("later_tickets", "later_keep")),
    Topic("refused-later", _refused_later, ("refused_later",), optional=True),
    Topic("countries", _countries, ("border_points",), optional=True),
    Topic("completing", lambda rules: {}),
    Topic("last-round", _values(trains="last_round_trains"), ("last_round_trains",)),
    Topic(
        "longest-path",
        _unless_zero("longest_path_points", _values(points="longest_path_points")),
        ("longest_path_points",),
        optional=True,
    ),
    Topic("attractions", _attractions, ("attraction_points", "attractions"), optional=True),
    Topic("tie-breaks", _tie_breaks, ("tie_breaks",), optional=True),
)
"""In teaching order."""

NEED_NOT_KNOW: Final = frozenset({"flush_limit", "idle_turns", "spaces", "doubles"})
"""Keys and counts no player has to think about: limits that games hardly ever reach, and totals that can be seen."""

SUMMARY_ONLY: Final = frozenset({"goal"})
"""Topics that others cover in more detail, so that a list of differences would repeat them."""


def summary(rules: Rules) -> list[Fact]:
    """What a newcomer needs to know."""
    facts = [(topic.code, topic.find(rules)) for topic in TOPICS]
    return [Fact(code, parameters) for code, parameters in facts if parameters is not None]


def difference_facts(rules: Rules, known: Rules) -> list[Fact]:
    """What is different for a player who knows other rules: what is new, what is gone, which numbers changed.
    Parameters of the known rules start with `before_`."""
    facts = [_difference(topic, rules, known) for topic in TOPICS if topic.code not in SUMMARY_ONLY]
    return [fact for fact in facts if fact is not None]


def _difference(topic: Topic, rules: Rules, known: Rules) -> Fact | None:
    now, before = topic.find(rules), topic.find(known)
    if now == before:
        return None
    earlier: Parameters = {f"before_{name}": value for name, value in (before or {}).items()}
    if now is None:
        return Fact(f"no-{topic.code}", earlier)
    return Fact(topic.code if before is not None else f"new-{topic.code}", now | earlier)
