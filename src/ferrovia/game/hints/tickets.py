"""Facts about tickets: room for more, and what the kept and the returned ones would take."""

from collections.abc import Iterator

from ferrovia.game.hints.fact import MoveFact
from ferrovia.game.hints.what_if import by_value, open_tickets
from ferrovia.game.moves import Keep
from ferrovia.game.progress import TicketProgress
from ferrovia.game.view import View

MOST_RETURNED = 2


def draw_facts(view: View) -> Iterator[MoveFact]:
    """Why more tickets: how many trains the open ones leave."""
    count = trains_of(view, open_tickets(view))
    yield MoveFact("room-for-tickets", count=count, total=view.trains(view.seat))


def keep_facts(view: View, move: Keep) -> Iterator[MoveFact]:
    """What the kept tickets have in common and take, and what the returned ones would have taken."""
    offered = {progress.ticket: progress for progress in view.offer_progress()}
    kept = [offered[ticket] for ticket in move.tickets if ticket in offered]
    for progress in kept:
        if progress.joined:
            yield MoveFact("already-connected", ticket=progress.ticket, points=progress.points)
    wanted = [*open_tickets(view), *(progress for progress in kept if not progress.joined and not progress.impossible)]
    shared = sum(len(progress.routes) for progress in wanted) - len(routes_of(wanted))
    if shared:
        yield MoveFact("tickets-overlap", count=shared)
    yield MoveFact("trains-needed", count=trains_of(view, wanted), total=view.trains(view.seat))
    yield from _returned(view, wanted, [progress for ticket, progress in offered.items() if ticket not in move.tickets])


def _returned(view: View, wanted: list[TicketProgress], returned: list[TicketProgress]) -> Iterator[MoveFact]:
    """What each returned ticket would take in addition to the paths of the others."""
    for progress in by_value(returned)[:MOST_RETURNED]:
        if progress.impossible:
            yield MoveFact("returns-lost-ticket", ticket=progress.ticket)
        elif not progress.joined:
            more = trains_of(view, [*wanted, progress]) - trains_of(view, wanted)
            yield MoveFact("returns-ticket", ticket=progress.ticket, points=progress.points, count=more)


def routes_of(tickets: list[TicketProgress]) -> set[str]:
    """The routes to claim for some tickets, each once."""
    return {route for progress in tickets for route in progress.routes}


def trains_of(view: View, tickets: list[TicketProgress]) -> int:
    """The trains that the cheapest paths of some tickets take together."""
    lengths = view.rules.board["route_length"][0]
    return sum(int(lengths[view.rules.route_index[route]]) for route in routes_of(tickets))
