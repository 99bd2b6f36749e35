"""Scratch space and options of the planner: prices of routes, paths, the plan, the value of cards.

All prices and values are in points. The defaults of the options were tuned by playing many games against itself.
"""

from typing import Final

from ferrovia.bots.kernels.options import Option
from ferrovia.core.fields import Array, float64, int8, int16, uint64
from ferrovia.core.limits import CARD_KINDS, CITIES, ROUTES, SEATS, WORDS

PLANNED: Final = 24  # tickets in one plan; a seat with more plans the most valuable ones
FAR: Final = 1e9
NEAR: Final = 1e-6  # inside the seat's own network

PLANNER_OPTIONS: Final = {
    "turn": Option(0, 2.4, 0.0, 20.0, "points a turn is worth", 4.59),
    "card": Option(1, 0.97, 0.1, 2.0, "turns it takes to find a card that is missing", 0.45),
    "train": Option(2, -0.02, -2.0, 2.0, "points a train is worth", 0.0),
    "points": Option(3, 1.06, 0.0, 2.0, "weight of a route's points when paths are compared", 1.54),
    "ticket": Option(4, 1.87, 0.0, 4.0, "weight of a ticket's points when its path is judged", 3.32),
    "contest": Option(5, 2.09, 0.0, 10.0, "points of urgency for every end of a route at which an opponent is", 1.22),
    "patience": Option(6, 3.09, -10.0, 10.0, "points by which a claim must beat drawing cards", 2.56),
    "locomotive": Option(7, 2.2, 0.5, 4.0, "how many needed cards a locomotive is worth", 0.79),
    "spare": Option(8, 0.21, 0.0, 1.0, "what a card not needed is worth beside one that is", 0.31),
    "extra": Option(9, -0.3, -10.0, 10.0, "points a route outside the plan must bring beyond its cost", -0.76),
    "path": Option(10, 1.98, 0.0, 10.0, "points for extending the largest part of its own network", 1.58),
    "draw": Option(11, 1.0, 0.0, 10.0, "how many turns drawing tickets must be worth"),
    "busy": Option(24, 0.05, 0.0, 1.0, "part of the trains that may be planned for when more tickets are drawn", 0.11),
    "risk": Option(12, 0.06, 0.0, 0.5, "probability that a route of a new ticket's path is lost", 0.02),
    "deep": Option(13, 0.6, -0.5, 2.0, "how much more a card is worth for each further one missing", 0.86),
    "clock": Option(14, 0.91, 0.2, 3.0, "factor on the estimated length of a game", 0.53),
    "done": Option(15, 0.42, 0.0, 5.0, "how much more a card is worth that makes a route affordable", 0.45),
    "tunnel": Option(16, 0.65, 0.0, 3.0, "expected surcharge of a tunnel, in cards", 0.47),
    "share": Option(17, 0.73, 0.0, 4.0, "weight of a ticket's points when a route on its path is claimed"),
    "late": Option(18, 0.42, 0.1, 3.0, "turns a plan may take for every turn it is estimated to take", 0.7),
    "extras": Option(19, 5.13, 0.0, 10.0, "routes outside the tickets' paths to save for at the same time", 2.62),
    "grace": Option(20, 0.49, -3.0, 10.0, "turns a plan may take beyond those left", 1.17),
    "horizon": Option(22, 5.17, 0.1, 30.0, "turns before the end from which cards lose value"),
    "beside": Option(23, 1.01, 0.0, 1.5, "what a card for a route outside the tickets' paths is worth", 0.74),
    "age": Option(21, 5.8, 1.0, 30.0, "turns after which a plan that still holds is renewed", 6.69),
    "edition": Option(25, 2.0, 1.0, 2.0, "1: the settings before decision 20, by which suite v1 is fixed"),
}


class PlanSpace:
    """The plan of one seat, and scratch space for making it."""

    price: Array = float64("what it costs to claim a route", ROUTES)
    cost: Array = float64("what it costs to go along a route, planned ones being free", ROUTES)
    distance: Array = float64("what it costs to reach a city", CITIES)
    worth: Array = float64("what one more card of a kind is worth beside another kind", CARD_KINDS)
    saved: Array = float64("what the time is worth that it saves", CARD_KINDS)
    drawing: float = float64("what the time is worth that the cards drawn in this turn save")
    gain: Array = float64("what joining a ticket of the plan is worth", PLANNED)
    detail: Array = float64("what drawing each ticket would be worth, sorted", 128)
    low: float = float64("what a card that is not needed is worth")
    high: float = float64("what a card that is needed is worth")
    paid: float = float64("what the cards of the payment last looked at are worth")
    best: float = float64("what the best claim is worth")
    turns: float = float64("own turns until the end, this one included, as the plan assumes")
    soon: float = float64("own turns until the end if an opponent hurries")
    slack: float = float64("turns left over for routes outside the tickets' ways")
    points: Array = float64("points of each ticket of the plan", PLANNED)

    routes: Array = uint64("routes to claim", WORDS, of="routes")
    wanted: Array = uint64("routes to claim for tickets", WORDS, of="routes")
    path: Array = uint64("the way of each ticket of the plan", PLANNED, WORDS, of="routes")
    parts: Array = uint64("cities of each part of the own network", CITIES, of="cities")
    touched: Array = uint64("cities each seat has a route at", SEATS, of="cities")
    tickets: Array = uint64("tickets the plan is for", WORDS, of="tickets")
    held: Array = uint64("tickets held when the plan was made", WORDS, of="tickets")
    network: Array = uint64("own routes when the plan was last looked at", WORDS, of="routes")

    need: Array = int16("cards of a kind the plan takes", CARD_KINDS)
    lack: Array = int16("cards of a kind that are missing for it", CARD_KINDS)
    urgent: Array = int16("of these, for the tickets' ways", CARD_KINDS)
    hops: Array = int16("routes of each ticket's way", PLANNED)
    extra_trains: int = int16("trains for routes outside the tickets' ways")
    uses: Array = int16("ways that go along a route", ROUTES)
    trains: int = int16("trains the plan takes")
    count: int = int16("tickets of the plan")
    turn: int = int16("the turn in which the plan was last looked at")
    age: int = int16("own turns since the plan was made")

    ticket: Array = int8("the tickets of the plan", PLANNED, of="ticket")
    through: Array = int8("route by which a city is reached", CITIES, of="route")
    colour: Array = int8("colour a gray route of the plan is to be paid with", ROUTES, of="card")
    part_count: int = int8("parts of the own network")
    largest: int = int8("the largest of them")
