"""Tickets in words, also those that lead to the best of several countries."""

from ferrovia.game.progress import TicketProgress
from ferrovia.language.names import place_name, ticket_name
from ferrovia.rules.resolved import Rules
from ferrovia.terminal.tell import counted


def targets_of(rules: Rules, ticket: str) -> tuple[tuple[str, int], ...]:
    """The places a ticket leads to, each with its points."""
    return rules.tickets[rules.ticket_index[ticket]].targets


def goal_words(rules: Rules, way: TicketProgress) -> str:
    """`Denver–El Paso +4`, or `Bern–Austria 6 / France 5`: with several places to reach, what each of them brings."""
    targets = targets_of(rules, way.ticket)
    if len(targets) == 1:
        return f"{ticket_name(rules, way.ticket)} {way.points:+}"
    start = place_name(rules, rules.tickets[rules.ticket_index[way.ticket]].start)
    return f"{start} – {' / '.join(f'{place_name(rules, place)} {points}' for place, points in targets)}"


def needs_words(rules: Rules, way: TicketProgress) -> str:
    """How far a ticket is, in a few words."""
    several = len(targets_of(rules, way.ticket)) > 1
    if way.joined:
        return f"joined with {place_name(rules, way.target)}, {way.points:+}" if several and way.target else "joined"
    if way.impossible:
        return f"can no longer be joined, {way.points:+}" if several else "can no longer be joined"
    missing = f"{counted(way.trains, str(rules.rule_set.vehicle))}, {counted(way.cards, 'card')} missing"
    return f"{place_name(rules, way.target)} is nearest, {missing}" if several and way.target else missing
