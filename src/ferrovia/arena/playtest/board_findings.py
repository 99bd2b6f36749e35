"""Findings about tickets and routes, judged by the games of the strongest bot."""

from collections.abc import Iterator, Sized
from typing import Final

import numpy as np

from ferrovia.arena.playtest.finding import (
    FEWEST_DEALS,
    Aspect,
    Finding,
    Severity,
    clearly_off,
    few,
    sure_interval,
    unknown,
)
from ferrovia.arena.statistics.estimates import estimate_share
from ferrovia.arena.statistics.rows import Rows
from ferrovia.arena.statistics.usage import Share, TicketUse, Usage, cities_of, copies_of, unpack
from ferrovia.arena.words import ticket_points
from ferrovia.language.names import route_name, ticket_name
from ferrovia.language.numbers import counted, decimal, percent
from ferrovia.rules.distances import trains_between
from ferrovia.rules.ids import ticket_id
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import Ticket

NEVER_KEPT: Final = 0.05
HALF: Final = 0.5
"""A ticket completed less often than this loses points on average, so more points would mean more loss."""
NOTICEABLE: Final = 1.0
"""Mean loss in points at which a ticket counts as too expensive."""
MANY: Final = 0.25
"""Share of all tickets, or roads, above which one common cause explains more than a list."""
FEWEST_OF_MANY: Final = 3
TICKET_ODDS: Final = 1.5
"""Ratio of the holders' odds of winning to their usual odds, either way, at which a ticket is unfair."""
UNWANTED: Final = 0.05
ROUTE_ODDS: Final = 1.6
OFTEN: Final = 0.1
"""Share of games in which a route must be claimed before it can be said to decide games."""

NEVER_ADVICE: Final = "bring its ends closer"
HARD_ADVICE: Final = "bring its ends closer or lower its points: most holders fail, so more points would cost them more"
TICKETS_ADVICE: Final = "more trains, shorter tickets, or fewer of them to keep"
ROADS_ADVICE: Final = "more trains: players run out of them before they reach these roads"
ROAD_ADVICE: Final = "make it shorter or gray, or let a ticket lead that way"
DECIDES_ADVICE: Final = "add a second track or a detour, or let fewer tickets use it"


def tickets(usage: Usage) -> Iterator[Finding]:
    """Tickets that are too easy or too hard for their points; where many fail, their common cause."""
    both = list(zip(usage.tickets, copies_of(usage.rules), strict=True))
    hard = [use for use, _ in both if is_hard(usage, use)]
    common = many(hard, both)
    single = [(use, cards) for use, cards in both if not (common and use in hard)]
    findings = [finding for use, cards in single if (finding := judge_ticket(usage, use, cards))]
    if common:
        yield tickets_finding(usage, hard)
    yield from sorted(findings, key=lambda finding: -abs(finding.value or 0))
    if not findings and not common:
        yield no_ticket_found(usage)


def many(some: Sized, everything: Sized) -> bool:
    """Whether enough of a kind fail to be reported as one finding."""
    return len(some) >= max(FEWEST_OF_MANY, MANY * len(everything))


def no_ticket_found(usage: Usage) -> Finding:
    """The absence of findings only counts for tickets that were held often enough."""
    size, held = len(usage.tickets), unpack(usage.rows.seats["tickets"], len(usage.rules.tickets))
    known = sum(not few(usage.rows.deal[held[:, cards].any(axis=1)]) for cards in copies_of(usage.rules))
    if not known:
        return unknown(Aspect.TICKETS, "all tickets", "no ticket was held often enough")
    these = f"{size}" if known == size else f"the {known} of {size} that were held often enough to tell"
    text = f"none of {these} is clearly too cheap or too dear for its points"
    return Finding(Aspect.TICKETS, Severity.FINE, "tickets-fair", "all tickets", text)


def is_hard(usage: Usage, use: TicketUse) -> bool:
    """Whether most holders clearly fail and lose relevant points, or hardly anyone keeps the ticket that takes the most
    trains."""
    if surely_below(use.keeping, NEVER_KEPT):
        return shortest(usage.rules, use.ticket) > HALF * usage.rules.rule_set.trains
    return surely_below(use.completing, HALF) and (use.value or 0.0) <= -NOTICEABLE


def tickets_finding(usage: Usage, hard: list[TicketUse]) -> Finding:
    """One finding for many tickets that most holders fail: what players keep takes more trains than they have."""
    trains = usage.rules.rule_set.trains
    subject = f"{len(hard)} of {counted(len(usage.tickets), 'ticket')}"
    kept, completed = sum(use.kept for use in hard), sum(use.completed for use in hard)
    lost = -sum((use.value or 0.0) * use.kept for use in hard) / kept
    text = (
        f"too hard: completed by {percent(completed / kept)} of their holders, whom each costs {decimal(lost)} points;"
        f" the shortest ways of what a player keeps take about {trains_kept(usage):.0f} trains of {trains}"
    )
    return Finding(
        Aspect.TICKETS, Severity.WARNING, "tickets-too-hard", subject, text, completed / kept, advice=TICKETS_ADVICE
    )


def trains_kept(usage: Usage) -> float:
    """Mean number of trains for the tickets of one player, each by its shortest path."""
    held = unpack(usage.rows.seats["tickets"], len(usage.rules.tickets)).mean(axis=0)
    return float(
        sum(
            held[cards].sum() * shortest(usage.rules, usage.rules.tickets[cards[0]]) for cards in copies_of(usage.rules)
        )
    )


def judge_ticket(usage: Usage, use: TicketUse, cards: list[int]) -> Finding | None:
    """What is wrong with a ticket, if anything."""
    if surely_below(use.keeping, NEVER_KEPT):
        text = f"too dear: kept by {percent(use.kept_share)} of those it is offered to"
        return ticket_finding(usage, use, "ticket-never-kept", text, hard_advice(usage.rules, use.ticket, NEVER_ADVICE))
    if surely_below(use.completing, HALF) and (is_hard(usage, use) or underpaid(usage.rules, use.ticket)):
        lost = decimal(-(use.value or 0.0))
        text = f"too dear: completed by {percent(use.completed_share)} of its holders, whom it costs {lost} points"
        return ticket_finding(usage, use, "ticket-too-dear", text, hard_advice(usage.rules, use.ticket, HARD_ADVICE))
    holders = unpack(usage.rows.seats["tickets"], len(usage.rules.tickets))[:, cards].any(axis=1)
    beyond = sure_interval(usage.surplus[holders], usage.rows.deal[holders], len(usage.tickets))
    won, lift = use.won.mean or 0.0, use.lift.mean or 0.0
    return holders_finding(usage, use, won, lift) if clearly_off(won - lift, lift, beyond, TICKET_ODDS) else None


def hard_advice(rules: Rules, ticket: Ticket, otherwise: str) -> str:
    """Advice for a ticket that is not worth its cost: more points, but only where it has too few for its length."""
    way = counted(round(shortest(rules, ticket)), "train")
    if underpaid(rules, ticket):
        return f"raise its points: tickets of its {way} bring {fair_points(rules, ticket):.0f} on this map"
    return f"{otherwise} (its shortest way takes {way} of {rules.rule_set.trains})"


def underpaid(rules: Rules, ticket: Ticket) -> bool:
    """Whether a ticket scores less than half of others of its length, and its length is no obstacle."""
    short_enough = shortest(rules, ticket) <= HALF * rules.rule_set.trains
    return short_enough and best_points(ticket) < HALF * fair_points(rules, ticket)


def surely_below(share: Share, limit: float) -> bool:
    """Whether a share is significantly below a limit."""
    interval = share.estimate.interval
    return share.deals >= FEWEST_DEALS and interval is not None and interval[1] < limit


def holders_finding(usage: Usage, use: TicketUse, won: float, lift: float) -> Finding | None:
    """A ticket whose holders win significantly more or less than usual; None where its points cannot be the cause."""
    worth, own = abs(lift) / points_to_win(usage.rows), best_points(use.ticket)
    half = max(1, round(worth / 2))  # half of the correction: bots play differently once a ticket has changed
    if (lift < 0 and (use.completed_share or 0.0) < HALF) or (lift > 0 and own == 1):
        return None
    text = (
        f"holders win {percent(won)} instead of {percent(won - lift)}, as {counted(round(worth), 'point')}"
        f" {'more' if lift > 0 else 'less'} would do; completed by {percent(use.completed_share, 0)}"
    )
    beside = beside_others(usage.rules, use.ticket, dear=lift < 0)
    if lift > 0:
        advice = f"try {counted(min(half, own - 1), 'point')} less ({beside})"
        return ticket_finding(usage, use, "ticket-too-cheap", f"too cheap: {text}", advice)
    return ticket_finding(
        usage, use, "ticket-too-dear", f"too dear: {text}", f"try {counted(half, 'point')} more ({beside})"
    )


def ticket_finding(usage: Usage, use: TicketUse, code: str, text: str, advice: str) -> Finding:
    subject = f"{ticket_name(usage.rules, ticket_id(use.ticket))} ({ticket_points(use.ticket)})"
    return Finding(Aspect.TICKETS, Severity.WARNING, code, subject, text, use.lift.mean, use.lift.interval, advice)


def beside_others(rules: Rules, ticket: Ticket, dear: bool) -> str:
    """What tickets of its length score. Where that contradicts the advice, the length is not the problem."""
    fair, own = fair_points(rules, ticket), best_points(ticket)
    trains = counted(round(shortest(rules, ticket)), "train")
    if fair > own if dear else fair < own:
        return f"tickets of its {trains} bring {fair:.0f} on this map"
    return f"its {trains} alone would make it {fair:.0f}: where it leads is what makes it {'hard' if dear else 'easy'}"


def fair_points(rules: Rules, ticket: Ticket) -> float:
    """What tickets of that length score on this map: a straight line fitted to all of them."""
    lengths, points = ticket_lengths(rules)
    slope, start = np.polyfit(lengths, points, 1) if len(set(lengths)) > 1 else (0.0, float(np.mean(points)))
    return float(start + slope * shortest(rules, ticket))


def ticket_lengths(rules: Rules) -> tuple[list[float], list[float]]:
    """Trains and points of every ticket."""
    different = [rules.tickets[cards[0]] for cards in copies_of(rules)]
    best = [float(best_points(ticket)) for ticket in different]
    return [shortest(rules, ticket) for ticket in different], best


def best_points(ticket: Ticket) -> int:
    """The points of a ticket at its best."""
    return max(points for _, points in ticket.targets)


def shortest(rules: Rules, ticket: Ticket) -> float:
    """Fewest trains that complete a ticket for its most points."""
    table = trains_between(rules)
    goal = max(ticket.targets, key=lambda target: target[1])[0]
    return float(table[np.ix_(cities_of(rules, ticket.start), cities_of(rules, goal))].min())


def points_to_win(rows: Rows) -> float:
    """How much win share one more point brings: how many games are won or lost by almost nothing."""
    near = max(2.0, round(float(np.std(rows.margin)) / 4))
    return max(float((np.abs(rows.margin) <= near).mean()) / (2 * near + 1), 1e-3)


def routes(usage: Usage, everybody: Usage) -> Iterator[Finding]:
    """Routes nobody wants and routes that decide games; the two of a double count as one road."""
    findings = [*unwanted(everybody), *deciding(usage)]
    yield from findings
    if not findings:
        yield no_route_found(usage, everybody)


def no_route_found(usage: Usage, everybody: Usage) -> Finding:
    """The absence of findings only counts for routes that were claimed often enough."""
    if few(everybody.rows.deal):
        return unknown(Aspect.ROUTES, "all routes", "whether roads are unused, or decide games")
    known = [not few(usage.rows.deal[usage.owned[:, use.route]]) for use in usage.routes if use.claimed >= OFTEN]
    if not any(known):
        return unknown(Aspect.ROUTES, "all routes", "every road is used, but whether one decides games is not known")
    some = "none" if all(known) else f"none of the {sum(known)} that were claimed often enough to tell"
    text = f"every road is used, and {some} decides games by itself"
    return Finding(Aspect.ROUTES, Severity.FINE, "routes-fair", "all routes", text)


def roads(rules: Rules) -> list[list[int]]:
    """Groups of routes between the same cities."""
    routes_by_ends: dict[tuple[str, str], list[int]] = {}
    for number, route in enumerate(rules.map.routes):
        routes_by_ends.setdefault(route.ends, []).append(number)
    return list(routes_by_ends.values())


def unwanted(usage: Usage) -> Iterator[Finding]:
    """Roads hardly anyone claims, whichever the bot; where there are many, their common cause."""
    all_roads, covered = roads(usage.rules), claimed_roads(usage)
    idle = [(road, share) for road, share in zip(all_roads, covered, strict=True) if surely_below(share, UNWANTED)]
    if many(idle, all_roads):
        yield roads_finding(usage, len(idle), len(all_roads))
        return
    for road, share in idle:
        claimed, interval = share.estimate.mean, share.estimate.interval
        name, length = route_name(usage.rules, usage.rules.route_ids[road[0]]), usage.rules.map.routes[road[0]].length
        text = f"nobody wants it: claimed in {percent(claimed)} of games, length {length}"
        yield Finding(Aspect.ROUTES, Severity.WARNING, "route-unwanted", name, text, claimed, interval, ROAD_ADVICE)


def claimed_roads(usage: Usage) -> list[Share]:
    """The share of games in which each road was claimed."""
    first, game = usage.rows.games()
    deals = usage.rows.deal[first]
    claims = [np.bincount(game, usage.owned[:, road].any(axis=1)) > 0 for road in roads(usage.rules)]
    return [Share(estimate_share(claimed.astype(float), deals), len(np.unique(deals))) for claimed in claims]


def roads_finding(usage: Usage, unused: int, everything: int) -> Finding:
    """One finding for many roads that hardly anyone claims."""
    lengths = np.array([route.length for route in usage.rules.map.routes])
    covered = float((usage.owned @ lengths).sum()) / usage.games / float(lengths.sum())
    text = f"hardly ever claimed: games end with trains on {percent(covered, 0)} of all spaces"
    subject = f"{unused} of {counted(everything, 'road')}"
    return Finding(
        Aspect.ROUTES, Severity.WARNING, "roads-unwanted", subject, text, unused / everything, advice=ROADS_ADVICE
    )


def deciding(usage: Usage) -> Iterator[Finding]:
    """Routes whose owners win far more than usual."""
    for use in sorted(usage.routes, key=lambda route: -(route.lift.mean or 0)):
        won, lift, rows = use.won.mean or 0.0, use.lift.mean or 0.0, usage.owned[:, use.route]
        beyond = sure_interval(usage.surplus[rows], usage.rows.deal[rows], len(usage.routes))
        if use.claimed >= OFTEN and lift > 0 and clearly_off(won - lift, lift, beyond, ROUTE_ODDS):
            name = route_name(usage.rules, usage.rules.route_ids[use.route])
            text = f"decides games: its owner wins {percent(won)} instead of {percent(won - lift)}"
            interval = use.lift.interval
            yield Finding(Aspect.ROUTES, Severity.WARNING, "route-decides", name, text, lift, interval, DECIDES_ADVICE)
