"""The board record: a rule set and its map compiled into one read-only value for the kernels."""

from typing import Any

import numpy as np

from ferrovia.core.fields import Array, dtype_of, int8, int16, uint64
from ferrovia.core.limits import (
    CARD_KINDS,
    CITIES,
    COLOURS,
    KEEP_WORDS,
    KEEPS,
    LENGTH,
    OFFER,
    ROUTES,
    TARGETS,
    TICKETS,
    TIE_BREAKS,
    WORDS,
)


class Board:
    """Everything the kernels know of a rule set. Colours are numbered in the order of the rule set."""

    all_routes: Array = uint64("the routes of the board", WORDS, of="routes")
    shorter: Array = uint64("routes of at most this length", LENGTH + 1, WORDS, of="routes")
    afford_plain: Array = uint64(
        "routes that take no locomotives, payable with a number of cards of a colour",
        COLOURS,
        LENGTH + 1,
        WORDS,
        of="routes",
    )
    afford_wild: Array = uint64(
        "routes that take locomotives, payable with a number of cards of a colour and locomotives together",
        COLOURS,
        LENGTH + 1,
        WORDS,
        of="routes",
    )
    all_tickets: Array = uint64("the tickets of the board", WORDS, of="tickets")
    ticket_origin: Array = uint64("cities a ticket may start from (a country: its border points)", TICKETS, of="cities")
    ticket_target: Array = uint64("cities that reach each of its targets", TICKETS, TARGETS, of="cities")
    attractions: int = uint64("cities with a tourist attraction", of="cities")
    keep_opening: Array = uint64("legal answers to the opening offer", KEEP_WORDS, of="keeps")
    keep_later: Array = uint64(
        "legal answers to a later offer, by its number of tickets", OFFER + 1, KEEP_WORDS, of="keeps"
    )

    ticket_points: Array = int16("points of each target of a ticket", TICKETS, TARGETS)
    ticket_loss: Array = int16("points lost with a ticket that is not completed", TICKETS)
    route_points: Array = int16("points of a route by its length", LENGTH + 1)
    city_first: Array = int16("where the routes of a city begin in `city_route`", CITIES + 1)
    longest_path_points: int = int16("points for the longest path; 0: no such bonus")
    attraction_points: int = int16("points for each attraction touched; 0: no such bonus")

    city_route: Array = int8("the routes at each city, city after city", 2 * ROUTES, of="routes")
    city_neighbour: Array = int8("where each of them leads", 2 * ROUTES, of="cities")
    route_ends: Array = int8("the two cities of a route", ROUTES, 2, of="cities")
    route_length: Array = int8("spaces of a route", ROUTES)
    route_colour: Array = int8("colour of a route; -1: gray", ROUTES)
    route_twin: Array = int8("the other route of a double; -1: none", ROUTES)
    route_tunnel: Array = int8("1: the route is a tunnel", ROUTES)
    route_wild: Array = int8("1: locomotives may be played on the route", ROUTES)
    ticket_targets: Array = int8("how many targets a ticket has", TICKETS)
    keep_size: Array = int8("how many tickets an answer returns", KEEPS)
    keep_returned: Array = int8("which of the offered tickets it returns, first named on top", KEEPS, OFFER)
    cards: Array = int8("cards of each kind", CARD_KINDS, of="cards")

    trains: int = int8("trains of each player")
    colours: int = int8("how many colours of card there are")
    routes: int = int16("how many routes there are")
    cities: int = int8("how many cities there are")
    tickets: int = int16("how many tickets there are")
    opening_hand: int = int8("cards dealt to each player")
    market_size: int = int8("cards face up")
    flush_at: int = int8("locomotives in the market that flush it; 0: never")
    flush_limit: int = int8("most flushes in a row")
    locomotive_ends_drawing: int = int8("1: a face-up locomotive is the first and only card of a turn")
    opening_tickets: int = int8("tickets dealt to each player")
    opening_keep: int = int8("fewest opening tickets to keep")
    opening_out: int = int8("1: refused opening tickets leave the game; 0: mixed, under the deck")
    later_tickets: int = int8("tickets drawn later")
    later_keep: int = int8("fewest later tickets to keep")
    later_out: int = int8("1: tickets refused later leave the game; 0: under the deck")
    doubles_closed_up_to: int = int8("most players with whom one route of a double closes the other")
    last_round_trains: int = int8("trains left, or fewer, that bring on the last round")
    any_plain: int = int8("1: there are routes on which no locomotive may be played")
    tunnel_cards: int = int8("cards turned for a tunnel")
    idle_turns: int = int8("turns without gain that end the game")
    tie_breaks: Array = int8(
        "what breaks a tie, in order: 1 completed tickets, 2 the longest-path bonus, 0 nothing", TIE_BREAKS
    )


BOARD: np.dtype[Any] = dtype_of(Board)
