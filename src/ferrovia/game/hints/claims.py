"""Facts about a claim: tickets, rivals, the longest path, attractions, the end of the game, points."""

from collections.abc import Iterator

from ferrovia.core.limits import LOCOMOTIVE
from ferrovia.engine.trail.route import trail_lengths
from ferrovia.game.hints.fact import MoveFact
from ferrovia.game.hints.what_if import after_claim, open_tickets, without_route
from ferrovia.game.moves import Cards
from ferrovia.game.scores import attractions_touched
from ferrovia.game.translate import card_number, members
from ferrovia.game.view import View

MOST_TICKETS = 2
LONG_DETOUR = 2
"""Extra trains of a detour that make it worth mentioning."""


def claim_facts(view: View, route: int, cards: Cards) -> Iterator[MoveFact]:
    """What claiming a route does for the seat of a view, the most telling fact first."""
    after = after_claim(view, route, cards)
    helped = list(_tickets(view, after))
    yield from helped[:MOST_TICKETS]
    if helped:
        yield from _urgency(view, route)
    yield from _longest_path(view, after)
    yield from _attractions(view, after)
    yield from _last_round(view, after)
    yield MoveFact("route-points", points=points_of(view, route))
    if int(view.rules.board["route_tunnel"][0, route]) and view.phase == "turn":
        yield _reserve(view, after, cards)


def points_of(view: View, route: int) -> int:
    """The points of a route."""
    board = view.rules.board[0]
    return int(board.route_points[board.route_length[route]])


def _tickets(view: View, after: View) -> Iterator[MoveFact]:
    """Tickets that the claim completes, then those it brings closer."""
    before = open_tickets(view)
    now = {progress.ticket: progress for progress in after.ticket_progress()}
    for progress in before:
        if now[progress.ticket].joined:
            yield MoveFact("completes-ticket", ticket=progress.ticket, points=now[progress.ticket].points)
    for progress in before:
        left = now[progress.ticket]
        if not left.joined and not left.impossible and left.trains < progress.trains:
            yield MoveFact("brings-closer", ticket=progress.ticket, points=left.points, count=len(left.routes))


def _urgency(view: View, route: int) -> Iterator[MoveFact]:
    """Why now: what it would cost to lose the route, and who could take it."""
    closed = {progress.ticket: progress for progress in without_route(view, route).ticket_progress()}
    for progress in open_tickets(view):
        other = closed[progress.ticket]
        if other.impossible:
            yield MoveFact("only-way", ticket=progress.ticket, points=progress.points)
            break
        if other.trains - progress.trains >= LONG_DETOUR:
            yield MoveFact("detour", ticket=progress.ticket, count=other.trains - progress.trains)
            break
    rival = rival_of(view, route)
    if rival:
        yield rival


def rival_of(view: View, route: int) -> MoveFact | None:
    """The opponent most likely to want a route: with routes at its ends, and enough cards to pay."""
    length, rivals = int(view.rules.board["route_length"][0, route]), []
    for seat in range(view.players):
        may = route in set(members(view.public["open"][0, seat]))
        pays = min(view.hand_size(seat), view.trains(seat)) >= length
        near = _own_ends(view, seat, route)
        if seat != view.seat and may and pays and near:
            rivals.append((len(near), view.hand_size(seat), seat, near[0]))
    if not rivals:
        return None
    _, cards, seat, city = max(rivals)
    return MoveFact("rival-near", seat=seat, city=view.rules.city_ids[city], count=cards)


def _own_ends(view: View, seat: int, route: int) -> list[int]:
    """The ends of a route that a seat's routes touch."""
    ends = view.rules.board["route_ends"][0]
    touched = {int(city) for own in members(view.public["own"][0, seat]) for city in ends[own]}
    return [int(city) for city in ends[route] if int(city) in touched]


def _longest_path(view: View, after: View) -> Iterator[MoveFact]:
    """Whether the claim takes the lead in the longest path, or makes the leading one longer."""
    if not int(view.rules.board["longest_path_points"][0]):
        return
    before, now = _path(view, view.seat), _path(after, view.seat)
    others = max((_path(view, seat) for seat in range(view.players) if seat != view.seat), default=0)
    if now > before and now > others and len(view.routes(view.seat)) > 0:
        yield MoveFact("takes-longest-path" if before <= others else "extends-longest-path", count=now)


def _path(view: View, seat: int) -> int:
    low, high = (int(word) for word in view.public["own"][0, seat])
    return trail_lengths(view.rules.board, [low | high << 64])[0]


def _attractions(view: View, after: View) -> Iterator[MoveFact]:
    touched = set(attractions_touched(view.rules, view.public["own"][0, view.seat]))
    points = int(view.rules.board["attraction_points"][0])
    for city in attractions_touched(view.rules, after.public["own"][0, view.seat]):
        if city not in touched:
            yield MoveFact("reaches-attraction", city=city, points=points)


def _last_round(view: View, after: View) -> Iterator[MoveFact]:
    left = after.trains(view.seat)
    if view.last_turns is None and left <= int(view.rules.board["last_round_trains"][0]):
        yield MoveFact("starts-last-round", count=left)


def _reserve(view: View, after: View, cards: Cards) -> MoveFact:
    """The cards left that could pay a tunnel's surcharge."""
    hand = after.array["own"]["hand"][0]
    kinds = {card_number(view.rules, card) for card, _ in cards} | {LOCOMOTIVE}
    return MoveFact("tunnel-reserve", count=sum(int(hand[kind]) for kind in kinds))
