"""Ticket choice of `hungry`: the tickets whose common tree brings the most points per train."""

from typing import Any, Final

import numpy as np

from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.published.graph import join_graph, points_at, ticket_ends
from ferrovia.bots.kernels.published.hungry_plan import is_in_graph, plan_tree
from ferrovia.bots.kernels.published.offer import keep_cheapest, next_answer, places_kept
from ferrovia.bots.kernels.published.styles import StyleMemory, points_of_all, scaled
from ferrovia.bots.kernels.reason_codes import BEST_TICKETS, give_points_reason
from ferrovia.core.bits import bit, lowest, without_lowest
from ferrovia.core.compile import kernel
from ferrovia.core.limits import KEEPS, NONE, OFFER, WORDS
from ferrovia.engine.actions import KEEP
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

SPARE_TO_KEEP: Final = 5


@kernel
def held_cities(board: Board, view: ViewRecord, style: StyleMemory) -> tuple[Any, int]:
    """The cities of its tickets, including completed ones, and their points; a ticket with a city that no own or free
    route touches is left out."""
    cities = np.uint64(0)
    points = 0
    for word in range(WORDS):
        tickets = view.own.tickets[word]
        while tickets:
            ticket = word * 64 + lowest(tickets)
            tickets = without_lowest(tickets)
            start, end = ticket_ends(board, ticket, style)
            if is_in_graph(board, start, style) and is_in_graph(board, end, style):
                cities |= bit(start) | bit(end)
                points += points_at(board, ticket, end)
    return cities, points


@kernel
def answer_cities(board: Board, view: ViewRecord, answer: int, style: StyleMemory) -> tuple[Any, int]:
    """The cities and the points of the offered tickets that an answer keeps."""
    kept = places_kept(board, view.own, answer)
    cities = np.uint64(0)
    points = 0
    for place in range(OFFER):
        if kept >> place & 1:
            ticket = int(view.own.offer[place])
            start, end = ticket_ends(board, ticket, style)
            cities |= bit(start) | bit(end)
            points += points_at(board, ticket, end)
    return cities, points


@kernel
def best_answer(board: Board, view: ViewRecord, mask: Any, style: StyleMemory) -> int:
    """The answer with the most points per train that leaves five trains; -1 if none fits.

    As published, an answer that leaves fewer beats even those if it takes the fewest trains of its kind; and the number
    of trains remembered is that of the last answer considered, which keeps all.
    """
    trains = int(view.public.trains[view.seat])
    roomy = trains - scaled(board, SPARE_TO_KEEP)
    held, held_points = held_cities(board, view, style)
    best = NONE
    best_points = 0
    best_trains = 1
    fewest = trains
    last = NONE
    answer = next_answer(board, mask, KEEPS)
    while answer != NONE:
        cities, points = answer_cities(board, view, answer, style)
        plan_tree(board, held | cities, style)
        trial = style.trial
        last = int(trial.trains) if trial.exists else NONE
        gain = held_points + points + int(trial.points)
        if last > 0:
            dense = last <= roomy and gain * best_trains > best_points * last
            tight = roomy < last < fewest
            if dense:
                best_points = gain
                best_trains = last
            if tight:
                fewest = last
            if dense or tight:
                best = answer
                style.plan = style.trial
        answer = next_answer(board, mask, answer)
    if best != NONE:
        style.threshold = last
    return best


@kernel
def keep_hungrily(board: Board, view: ViewRecord, mask: Any, memory: BotMemory) -> int:
    """Keep the best answer, or the cheapest if none fits.

    As published, the opponents' points are added to those last seen, so that planning pauses until all have that many;
    and if none fits nothing is remembered, so that it keeps drawing tickets until the deck is empty.
    """
    style = memory.style
    join_graph(board, view.public, int(view.seat), 1, style)
    if style.seen == NONE:
        style.seen = 0
        style.threshold = 0
    answer = best_answer(board, view, mask, style)
    if answer == NONE:
        return keep_cheapest(board, view.own, mask, memory)
    style.seen += points_of_all(view.public) - int(view.public.score[view.seat])
    give_points_reason(memory.reason, BEST_TICKETS, int(style.plan.points))
    return KEEP + answer
