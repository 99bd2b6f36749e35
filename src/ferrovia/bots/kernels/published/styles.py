"""What the published styles share: their memory, the graph they see, how they pay, keep and draw.

The four styles (`path`, `one_step`, `long_route`, `hungry`) are those of de Mesentier Silva, Lee, Togelius and Nealen,
"AI-based Playtesting of Contemporary Board Games" (2017), reimplemented from the behaviour of their agents, oddities
included. Ties go to the first: routes, cities, tickets and colours in the order of the board.

Where the published rules are silent, all four do the plainest thing:

- a payment takes the colour decided on first, locomotives fill up, where the route admits them;
- a tunnel's surcharge is paid whenever the hand allows, the colour first;
- a ticket with several ends counts as the nearest pair of them, and is worth what that pair scores;
- of several orders in which tickets can be returned, the one in which they were offered;
- attractions are ignored;
- numbers of trains, published for 45, are the same share of the trains of any other board;
- where none of their choices is legal, any legal action.
"""

from typing import Any, Final

from ferrovia.bots.kernels.reason_codes import ONLY_ACTION, WORTH_SURCHARGE, give_route_reason
from ferrovia.core.bits import has
from ferrovia.core.compile import kernel
from ferrovia.core.fields import Array, int8, int16, part, uint64
from ferrovia.core.limits import CARD_KINDS, CITIES, COLOURS, GRAY, LENGTH, LOCOMOTIVE, NONE, ROUTES, WORDS
from ferrovia.engine.actions import CLAIM, PAY, PAY_LOCOMOTIVES, REFUSE, SURCHARGE
from ferrovia.engine.state import TUNNEL, Private, Public, ViewRecord
from ferrovia.rules.board import Board

TRAINS_PUBLISHED: Final = 45
RING: Final = 16  # distances in progress at a time: more than the longest route


class StylePlan:
    """The routes that connect some cities, and what they take."""

    routes: Array = uint64("the routes", WORDS, of="routes")
    need: Array = int16("cards wanted of each colour; the last place: for gray routes", CARD_KINDS)
    points: int = int16("route points")
    trains: int = int16("trains")
    exists: int = int8("0: there is no plan")


class StyleMemory:
    """Memory and scratch space of a published style or of `greedy`."""

    free: Array = uint64("free routes it considers", WORDS, of="routes")
    own: Array = uint64("routes it owns", WORDS, of="routes")
    tree: Array = uint64("routes of the plan being made, one of each pair of cities", WORDS, of="routes")
    measured: int = uint64("cities from which distances are known", of="cities")
    ring: Array = uint64("cities by distance, while distances are being found", RING, of="cities")
    plan: StylePlan = part(StylePlan, "the plan it follows")
    trial: StylePlan = part(StylePlan, "the plan being made")
    distance: Array = int16("trains between cities, row by row where asked for", CITIES, CITIES)
    worth: Array = int16("what each hop is worth", ROUTES)
    seen: int = int16("route points of all players when it last planned; -1: it has not")
    threshold: int = int16("with more trains than this, and some, it wants more tickets")
    hops: int = int16("how many hops there are")
    through: Array = int8("route by which each city is reached in such a row", CITIES, CITIES, of="route")
    via: Array = int8("route by which each city is reached with the fewest hops", CITIES, of="route")
    queue: Array = int8("cities in the order they are reached", CITIES)
    hop: Array = int8("routes to claim, the best first", ROUTES, of="route")
    hop_ticket: Array = int8("the ticket each of them is for; -1: none", ROUTES, of="ticket")
    target: int = int8("the route it saves for", of="route")
    colour: int = int8("the card it saves; -1 with a target: any colour will do", of="card")
    ticket: int = int8("the ticket its target is for", of="ticket")
    payment: int = int8("the colour it decided to pay with", of="card")


@kernel
def clear_plan(plan: StylePlan, exists: int) -> None:
    """Reset a plan to empty, or to no plan."""
    for word in range(WORDS):
        plan.routes[word] = 0
    for card in range(CARD_KINDS):
        plan.need[card] = 0
    plan.points = 0
    plan.trains = 0
    plan.exists = exists


@kernel
def begin_style(style: StyleMemory) -> None:
    """Forget the last game."""
    style.seen = NONE
    style.threshold = NONE
    style.hops = 0
    style.target = NONE
    style.colour = NONE
    style.ticket = NONE
    style.payment = NONE
    style.plan.exists = 0


@kernel
def scaled(board: Board, trains: int) -> int:
    """A published number of trains, as the same share of this board's."""
    return (2 * trains * int(board.trains) + TRAINS_PUBLISHED) // (2 * TRAINS_PUBLISHED)


@kernel
def points_of_all(public: Public) -> int:
    """Route points of all players together: when they have grown, the board has changed."""
    total = 0
    for seat in range(public.players):
        total += int(public.score[seat])
    return total


# --- paying ----------------------------------------------------------------------------------------------------------


@kernel
def can_pay(board: Board, own: Private, route: int, colour: int) -> bool:
    """Whether a colour, topped up with locomotives, pays for a route."""
    printed = int(board.route_colour[route])
    if printed not in (GRAY, colour) or colour < 0 or colour >= board.colours:
        return False
    locomotives = int(own.hand[LOCOMOTIVE]) if board.route_wild[route] else 0
    return bool(int(own.hand[colour]) + locomotives >= board.route_length[route])


@kernel
def first_payment(board: Board, own: Private, route: int) -> int:
    """The first colour that pays for a route; -1 if none does."""
    for colour in range(COLOURS):
        if can_pay(board, own, route, colour):
            return colour
    return NONE


@kernel
def claim_with(style: StyleMemory, route: int, colour: int) -> int:
    """Choose a route, and remember the colour to pay with."""
    style.payment = colour
    return CLAIM + route


@kernel
def pay_as_decided(board: Board, own: Private, style: StyleMemory) -> int:
    """Pay for the chosen route: the colour first, topped up with locomotives."""
    route = int(own.route)
    colour = int(style.payment)
    if not can_pay(board, own, route, colour):
        colour = first_payment(board, own, route)
    length = int(board.route_length[route])
    coloured = min(int(own.hand[colour]), length)
    style.payment = NONE
    return PAY + colour * LENGTH + length - coloured if coloured > 0 else PAY_LOCOMOTIVES


@kernel
def answer_surcharge(view: ViewRecord, mask: Any, reason: Any) -> int:
    """Pay a tunnel's surcharge if the hand allows it, with as few locomotives as possible."""
    route = int(view.public.route)
    for locomotives in range(view.public.surcharge + 1):
        if has(mask, SURCHARGE + locomotives):
            give_route_reason(reason, WORTH_SURCHARGE, route, NONE, 0)
            return SURCHARGE + locomotives
    give_route_reason(reason, ONLY_ACTION, route, NONE, 0)
    return REFUSE


@kernel
def settle_claim(board: Board, view: ViewRecord, mask: Any, style: StyleMemory, reason: Any) -> int:
    """Finish an unfinished claim; -1 if there is none. A payment keeps the reason of its claim."""
    if view.own.route != NONE:
        return pay_as_decided(board, view.own, style)
    if view.public.phase == TUNNEL:
        return answer_surcharge(view, mask, reason)
    return NONE
