"""Payments: which cards to pay for a route, and what they are worth."""

from ferrovia.bots.kernels.planner.space import FAR, PlanSpace
from ferrovia.core.bits import has
from ferrovia.core.compile import inlined, kernel
from ferrovia.core.limits import GRAY, LENGTH, LOCOMOTIVE, NONE
from ferrovia.engine.actions import PAY, PAY_LOCOMOTIVES
from ferrovia.engine.claims import payable_in_locomotives
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board


@inlined
def planned_for(board: Board, plan: PlanSpace, route: int, colour: int) -> int:
    """Cards of a colour that the plan reserves for this route."""
    if not has(plan.routes, route):
        return 0
    meant = int(board.route_colour[route])
    meant = int(plan.colour[route]) if meant == GRAY else meant
    return int(board.route_length[route]) if meant == colour else 0


@inlined
def price_of_cards(
    board: Board, view: ViewRecord, plan: PlanSpace, route: int, colour: int, coloured: int, locomotives: int
) -> float:
    """The value of the cards of a payment: low for those the rest of the plan does not need, high for the others."""
    needed = int(plan.need[colour]) - planned_for(board, plan, route, colour)
    cheap = min(coloured, max(0, int(view.own.hand[colour]) - needed))
    dear = coloured - cheap
    return float(plan.low * float(cheap) + plan.high * float(dear) + plan.worth[LOCOMOTIVE] * float(locomotives))


@kernel
def cheapest_payment(board: Board, view: ViewRecord, plan: PlanSpace, route: int) -> int:
    """The cheapest payment, as an action; -1 if there is none. Its price is left in `plan.paid`."""
    length = int(board.route_length[route])
    wild = int(view.own.hand[LOCOMOTIVE]) if board.route_wild[route] else 0
    best = NONE
    plan.paid = FAR
    for colour in range(board.colours):
        coloured = min(length, int(view.own.hand[colour]))
        fits = board.route_colour[route] == GRAY or board.route_colour[route] == colour
        if fits and coloured > 0 and coloured + wild >= length:
            price = price_of_cards(board, view, plan, route, colour, coloured, length - coloured)
            if price < plan.paid:
                plan.paid = price
                best = PAY + colour * LENGTH + length - coloured
    if payable_in_locomotives(board, view.own, route) and plan.worth[LOCOMOTIVE] * float(length) < plan.paid:
        plan.paid = plan.worth[LOCOMOTIVE] * float(length)
        best = PAY_LOCOMOTIVES
    return best
