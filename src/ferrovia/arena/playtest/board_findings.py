"""What a designer wants to know of tickets and routes, judged by the games of the strongest bot."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from ferrovia.arena.playtest.finding import (
    FEWEST_DEALS,
    Finding,
    Level,
    Topic,
    clearly_off,
    few,
    sure_interval,
    unknown,
)
from ferrovia.arena.report.placement import distances, rail_ends
from ferrovia.arena.report.reached import cities_of
from ferrovia.arena.report.usage import Share, TicketUse, Usage, copies_of, unpack
from ferrovia.arena.report.words import count, decimal, percent, route_name, ticket_name, ticket_points
from ferrovia.arena.rows import Rows
from ferrovia.arena.statistics import estimate_share
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import Ticket

NEVER_KEPT: Final = 0.05
DEAR_ADVICE: Final = "raise its points or bring its ends closer"
TICKET_ODDS: Final = 1.5
"""Holders whose odds to win are so many times their usual ones, or usual ones so many times theirs."""
UNWANTED: Final = 0.05
ROUTE_ODDS: Final = 1.6
OFTEN: Final = 0.1
"""A route decides games only if it is claimed in so many of them."""


def tickets(usage: Usage) -> Iterator[Finding]:
    """Tickets that are too cheap or too dear for their points."""
    both = zip(usage.tickets, copies_of(usage.rules), strict=True)
    found = [finding for use, cards in both if (finding := judge_ticket(usage, use, cards))]
    yield from sorted(found, key=lambda finding: -abs(finding.value or 0))
    if not found:
        yield no_ticket_found(usage)


def no_ticket_found(usage: Usage) -> Finding:
    """That nothing was found says something only of tickets that were held often enough."""
    size, held = len(usage.tickets), unpack(usage.rows.seats["tickets"], len(usage.rules.tickets))
    known = sum(not few(usage.rows.deal[held[:, cards].any(axis=1)]) for cards in copies_of(usage.rules))
    if not known:
        return unknown(Topic.TICKETS, "all tickets", "no ticket was held often enough")
    these = f"{size}" if known == size else f"the {known} of {size} that were held often enough to tell"
    text = f"none of {these} is clearly too cheap or too dear for its points"
    return Finding(Topic.TICKETS, Level.FINE, "tickets-fair", "all tickets", text)


def judge_ticket(usage: Usage, use: TicketUse, cards: list[int]) -> Finding | None:
    """What is wrong with one ticket, if anything is."""
    if surely_below(use.keeping, NEVER_KEPT):
        text = f"too dear: kept by {percent(use.kept_share)} of those it is offered to"
        return ticket_finding(usage, use, "ticket-never-kept", text, DEAR_ADVICE)
    if surely_below(use.completing, 0.5):
        lost = decimal(-(use.value or 0.0))
        text = f"too dear: completed by {percent(use.completed_share)} of its holders, whom it costs {lost} points"
        return ticket_finding(usage, use, "ticket-too-dear", text, DEAR_ADVICE)
    holders = unpack(usage.rows.seats["tickets"], len(usage.rules.tickets))[:, cards].any(axis=1)
    beyond = sure_interval(usage.surplus[holders], usage.rows.deal[holders], len(usage.tickets))
    won, lift = use.won.mean or 0.0, use.lift.mean or 0.0
    return holders_finding(usage, use, won, lift) if clearly_off(won - lift, lift, beyond, TICKET_ODDS) else None


def surely_below(share: Share, limit: float) -> bool:
    """Whether a share is below a limit beyond chance."""
    interval = share.estimate.interval
    return share.deals >= FEWEST_DEALS and interval is not None and interval[1] < limit


def holders_finding(usage: Usage, use: TicketUse, won: float, lift: float) -> Finding:
    """A ticket whose holders win clearly more or less than usual."""
    worth = abs(lift) / points_to_win(usage.rows)
    text = (
        f"holders win {percent(won)} instead of {percent(won - lift)}, as {count(round(worth), 'point')}"
        f" {'more' if lift > 0 else 'less'} would do; completed by {percent(use.completed_share, 0)}"
    )
    step = count(max(1, round(worth / 2)), "point")  # half the way: what is changed changes how bots play
    if lift > 0:
        return ticket_finding(usage, use, "ticket-too-cheap", f"too cheap: {text}", f"try {step} less")
    return ticket_finding(usage, use, "ticket-too-dear", f"too dear: {text}", f"try {step} more")


def ticket_finding(usage: Usage, use: TicketUse, code: str, text: str, advice: str) -> Finding:
    """A finding about a ticket, with what tickets of its length usually bring."""
    thing = f"{ticket_name(usage.rules, use.ticket)} ({ticket_points(use.ticket)})"
    hint = f"{advice} ({beside_others(usage.rules, use.ticket, dear=code != 'ticket-too-cheap')})"
    return Finding(Topic.TICKETS, Level.WARNING, code, thing, text, use.lift.mean, use.lift.interval, hint)


def beside_others(rules: Rules, ticket: Ticket, dear: bool) -> str:
    """What tickets of its length bring. Where that speaks against the advice, length is not what is wrong with it."""
    fair, own = fair_points(rules, ticket), max(points for _, points in ticket.targets)
    trains = count(round(shortest(rules, ticket)), "train")
    if fair > own if dear else fair < own:
        return f"tickets of its {trains} bring {fair:.0f} on this map"
    return f"its {trains} alone would make it {fair:.0f}: where it leads is what makes it {'hard' if dear else 'easy'}"


def fair_points(rules: Rules, ticket: Ticket) -> float:
    """What tickets of that length bring on this map: a straight line through all of them."""
    lengths, points = ticket_lengths(rules)
    slope, start = np.polyfit(lengths, points, 1) if len(set(lengths)) > 1 else (0.0, float(np.mean(points)))
    return float(start + slope * shortest(rules, ticket))


def ticket_lengths(rules: Rules) -> tuple[list[float], list[float]]:
    """Trains and points of every ticket."""
    different = [rules.tickets[cards[0]] for cards in copies_of(rules)]
    best = [float(max(points for _, points in ticket.targets)) for ticket in different]
    return [shortest(rules, ticket) for ticket in different], best


def shortest(rules: Rules, ticket: Ticket) -> float:
    """Fewest trains that complete a ticket, for the most of its points."""
    table: Any = distances(len(rules.city_ids), rail_ends(rules))
    goal = max(ticket.targets, key=lambda target: target[1])[0]
    return float(table[np.ix_(cities_of(rules, ticket.start), cities_of(rules, goal))].min())


def points_to_win(rows: Rows) -> float:
    """How much win share one point more brings: how many games are won or lost by almost nothing."""
    near = max(2.0, round(float(np.std(rows.margin)) / 4))
    return max(float((np.abs(rows.margin) <= near).mean()) / (2 * near + 1), 1e-3)


def routes(usage: Usage, everybody: Usage) -> Iterator[Finding]:
    """Routes nobody wants and routes that decide games; the two of a double are one road."""
    found = [*unwanted(everybody), *deciding(usage)]
    yield from found
    if not found:
        yield no_route_found(usage, everybody)


def no_route_found(usage: Usage, everybody: Usage) -> Finding:
    """That nothing was found says something only of routes that were claimed often enough."""
    if few(everybody.rows.deal):
        return unknown(Topic.ROUTES, "all routes", "whether roads are unused, or decide games")
    known = [not few(usage.rows.deal[usage.owned[:, use.route]]) for use in usage.routes if use.claimed >= OFTEN]
    if not any(known):
        return unknown(Topic.ROUTES, "all routes", "every road is used, but whether one decides games nobody knows")
    some = "none" if all(known) else f"none of the {sum(known)} that were claimed often enough to tell"
    text = f"every road is used, and {some} decides games by itself"
    return Finding(Topic.ROUTES, Level.FINE, "routes-fair", "all routes", text)


def roads(rules: Rules) -> list[list[int]]:
    """The routes between the same cities."""
    found: dict[tuple[str, str], list[int]] = {}
    for number, route in enumerate(rules.map.routes):
        found.setdefault(route.ends, []).append(number)
    return list(found.values())


def unwanted(usage: Usage) -> Iterator[Finding]:
    """Roads hardly anybody claims, whatever bot."""
    first, game = usage.rows.games()
    deals = usage.rows.deal[first]
    for road in roads(usage.rules):
        claims = np.bincount(game, usage.owned[:, road].any(axis=1)) > 0
        share = Share(estimate_share(claims.astype(float), deals), len(np.unique(deals)))
        if surely_below(share, UNWANTED):
            claimed, interval = share.estimate.mean, share.estimate.interval
            name, length = route_name(usage.rules, road[0]), usage.rules.map.routes[road[0]].length
            text = f"nobody wants it: claimed in {percent(claimed)} of games, length {length}"
            advice = "make it shorter or gray, or let a ticket lead that way"
            yield Finding(Topic.ROUTES, Level.WARNING, "route-unwanted", name, text, claimed, interval, advice)


def deciding(usage: Usage) -> Iterator[Finding]:
    """Routes whose owners win much more than they usually do."""
    for use in sorted(usage.routes, key=lambda each: -(each.lift.mean or 0)):
        won, lift, rows = use.won.mean or 0.0, use.lift.mean or 0.0, usage.owned[:, use.route]
        beyond = sure_interval(usage.surplus[rows], usage.rows.deal[rows], len(usage.routes))
        if use.claimed >= OFTEN and lift > 0 and clearly_off(won - lift, lift, beyond, ROUTE_ODDS):
            name = route_name(usage.rules, use.route)
            text = f"decides games: its owner wins {percent(won)} instead of {percent(won - lift)}"
            advice = "a second track beside it, a way around it, or fewer tickets over it"
            yield Finding(Topic.ROUTES, Level.WARNING, "route-decides", name, text, lift, use.lift.interval, advice)
