"""What is true of every state that a game can reach: cards, trains and tickets are conserved, sums agree.

Used on positions that come from outside, and by the tests on every state of every sweep.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ferrovia.engine.state import (
    NOBODY_GAINED,
    OFFERED,
    OPENING,
    OVER,
    RUNNING,
    SECOND_CARD,
    TUNNEL,
    TURN,
    Private,
    Public,
    Secret,
)
from ferrovia.rules.fields import fields_of
from ferrovia.rules.limits import KEEPS, LENGTH, LOCOMOTIVE, NONE, SEATS
from ferrovia.rules.resolved import Rules
from ferrovia.translate import members


def broken_invariants(rules: Rules, state: Any) -> list[str]:
    """Everything that cannot be, one sentence each; nothing for a sound state."""
    players = int(state.public.players)
    if not rules.rule_set.players_min <= players <= rules.rule_set.players_max:
        return [f"{players} players where {rules.rule_set.players_min} to {rules.rule_set.players_max} may play"]
    checks = (_cards, _known, _trains, _routes, _tickets, _queue, _turn, _table, _choices)
    # Other checks look things up by these numbers, so that they must be sound before anything else is asked.
    return list(_ranges(rules, state)) or [sentence for check in checks for sentence in check(rules, state)]


def _ranges(rules: Rules, state: Any) -> Iterator[str]:
    """Every number stands for something that exists."""
    public, board, players = state.public, rules.board[0], int(state.public.players)
    names = {"card": LOCOMOTIVE, "route": int(board.routes) - 1, "ticket": len(rules.tickets) - 1, "seat": players - 1}
    for record, values in ((Public, public), (Secret, state.secret), *((Private, own) for own in state.private)):
        for name, field in fields_of(record).items():
            most = names.get(field.of)
            if most is not None and not ((values[name] >= NONE) & (values[name] <= most)).all():
                yield f"{name} names something that does not exist"
    limits = {
        "phase": (OPENING, OVER),
        "ending": (RUNNING, NOBODY_GAINED),
        "last_turns": (NONE, players),
        "passes": (0, players),
        "idle": (0, int(board.idle_turns)),
        "offered": (0, max(int(board.opening_tickets), int(board.later_tickets))),
        "surcharge": (0, int(board.tunnel_cards)),
        "spent": (0, LENGTH),
        "locomotives": (0, LENGTH),
        "turns": (0, 32767),
    }
    for name, (least, most) in limits.items():
        if not least <= int(public[name]) <= most:
            yield f"{name} cannot be {int(public[name])}"
    if not all(NONE <= int(own.choice) < KEEPS for own in state.private):
        yield "a choice of opening tickets does not exist"


def _cards(rules: Rules, state: Any) -> Iterator[str]:
    """Every card is in exactly one place."""
    public = state.public
    places = [state.secret.deck, public.discards, public.market, public.turned, *state.private["hand"]]
    total = np.sum([place.astype(int) for place in places], axis=0)
    if int(public.colour) != NONE:
        total[int(public.colour)] += int(public.spent)
    total[LOCOMOTIVE] += int(public.locomotives)
    for name, count, whole in zip(rules.card_names, total.tolist(), rules.board[0].cards.tolist(), strict=True):
        if count != whole:
            yield f"there are {count} {name or 'unknown'} cards, not {whole}"
    if any((place < 0).any() for place in places):
        yield "a number of cards is negative"
    if int(state.secret.deck.sum()) != int(public.deck_size) or int(public.market.sum()) != int(public.shown):
        yield "the size of the deck or of the market is not the number of its cards"
    if int(public.deck_size) == 0 and public.discards.any():
        yield "the deck is empty although there are discards (rule 2.5)"
    if int(public.shown) < int(rules.board[0].market_size) and int(public.deck_size):
        yield "a place of the market is empty although there are cards (rule 2.7)"


def _known(rules: Rules, state: Any) -> Iterator[str]:
    """What is known of hands and deck is true of them."""
    for seat in range(SEATS):
        own = state.private[seat]
        if int(own.hand.sum()) != int(state.public.hand_size[seat]):
            yield f"seat {seat} holds {int(own.hand.sum())} cards, not {int(state.public.hand_size[seat])}"
        if (state.public.known[seat] > own.hand).any() or (state.public.known[seat] < 0).any():
            yield f"seat {seat} is known to hold cards it does not hold"
        if seat < int(state.public.players) and (state.public.bound - own.drawn < state.secret.deck).any():
            yield f"the deck holds more than seat {seat} thinks possible"


def _trains(rules: Rules, state: Any) -> Iterator[str]:
    """Trains and points follow from the routes."""
    board = rules.board[0]
    for seat in range(int(state.public.players)):
        lengths = [int(board.route_length[route]) for route in members(state.public.own[seat])]
        if int(state.public.trains[seat]) != int(board.trains) - sum(lengths) or int(state.public.trains[seat]) < 0:
            yield f"seat {seat} cannot have {int(state.public.trains[seat])} trains left"
        if int(state.public.score[seat]) != sum(int(board.route_points[length]) for length in lengths):
            yield f"seat {seat} cannot have {int(state.public.score[seat])} points for its routes"


def _routes(rules: Rules, state: Any) -> Iterator[str]:
    """Every route has one owner at most, and is open to whom the rules of doubles leave it."""
    board, players = rules.board[0], int(state.public.players)
    owner = {}
    for seat in range(SEATS):
        for route in members(state.public.own[seat]):
            if route >= int(board.routes) or seat >= players or route in owner:
                yield f"route {route} cannot belong to seat {seat}"
            owner[route] = seat
    shared = players > int(board.doubles_closed_up_to)
    for seat in range(players):
        closed = {int(board.route_twin[route]) for route, by in owner.items() if by == seat or not shared}
        expected = set(range(int(board.routes))) - set(owner) - closed
        if set(members(state.public.open[seat])) != expected:
            yield f"the routes open to seat {seat} do not follow from the routes claimed"
        if any(owner.get(int(board.route_twin[route])) == by == seat for route, by in owner.items()):
            yield f"seat {seat} owns both routes of a double (rule 3.5)"


def _tickets(rules: Rules, state: Any) -> Iterator[str]:
    """Every ticket is in one place at most; what is in none has left the game."""
    public, seen = state.public, []
    for seat in range(SEATS):
        held = list(members(state.private[seat].tickets))
        if len(held) != int(public.tickets[seat]):
            yield f"seat {seat} holds {len(held)} tickets, not {int(public.tickets[seat])}"
        seen += held + [ticket for ticket in state.private[seat].offer.tolist() if ticket != NONE]
    fresh = list(members(state.secret.fresh))
    seen += fresh + [ticket for ticket in state.secret.queue.tolist() if ticket != NONE]
    if len(seen) != len(set(seen)) or not set(seen) <= set(range(len(rules.tickets))):
        yield "a ticket is in two places, or is none of this game"
    if len(fresh) != int(public.ticket_deck) - int(public.queue):
        yield f"{len(fresh)} fresh and {int(public.queue)} returned tickets do not make {int(public.ticket_deck)}"
    out = len(rules.tickets) - len(set(seen))
    if out and not (int(rules.board[0].opening_out) or int(rules.board[0].later_out)):
        yield f"{out} tickets are missing"


def _queue(rules: Rules, state: Any) -> Iterator[str]:
    """Returned tickets lie at the front of the queue, and who returned them knows."""
    length = int(state.public.queue)
    places = state.secret.queue.tolist()
    if not 0 <= length <= len(places) or any(
        (ticket == NONE) != (place >= length) for place, ticket in enumerate(places)
    ):
        yield "the queue of returned tickets has gaps"
    if not 0 <= int(state.public.mixed) <= length:
        yield f"{int(state.public.mixed)} mixed tickets in a queue of {length}"
    if not (int(rules.board[0].opening_out) or int(rules.board[0].later_out)):
        for seat in range(SEATS):
            if not set(members(state.private[seat].returned)) <= set(places):
                yield f"seat {seat} remembers returning a ticket that is not there"


def _turn(rules: Rules, state: Any) -> Iterator[str]:
    """What is decided next fits what lies on the table."""
    public = state.public
    phase, seat, players = int(public.phase), int(public.seat), int(public.players)
    if not OPENING <= phase <= OVER or (seat == NONE) != (phase in (OPENING, OVER)) or not NONE <= seat < players:
        yield f"phase {phase} does not fit seat {seat}"
    if (phase == TUNNEL) != (int(public.surcharge) > 0) or (phase == TUNNEL) != (int(public.route) != NONE):
        yield "a tunnel is half dug"
    offers = [sum(ticket != NONE for ticket in own.offer.tolist()) for own in state.private[:players]]
    wanted = [
        int(public.offered) * (phase == OPENING or (phase == OFFERED and place == seat)) for place in range(players)
    ]
    if offers != wanted:
        yield f"the offers of tickets {offers} do not fit the phase"
    if (phase == OVER) != (int(public.ending) != RUNNING) or (int(public.last_turns) == 0) != (int(public.ending) == 1):
        yield "the game is over without a reason, or the other way round"
    if phase == SECOND_CARD and not int(public.deck_size) and not int(public.shown):
        yield "there is no second card to draw"


def _table(rules: Rules, state: Any) -> Iterator[str]:
    """What lies on the table for a tunnel fits it; without one nothing does."""
    public, board = state.public, rules.board[0]
    if int(public.phase) != TUNNEL:
        if public.turned.any() or int(public.spent) or int(public.locomotives) or int(public.colour) != NONE:
            yield "cards lie on the table although no tunnel is being dug"
        return
    route, colour, turned = int(public.route), int(public.colour), public.turned
    asked = int(turned[LOCOMOTIVE]) + (int(turned[colour]) if colour not in (NONE, LOCOMOTIVE) else 0)
    paid = int(public.spent) + int(public.locomotives)
    if colour == NONE or not int(board.route_tunnel[route]) or paid != int(board.route_length[route]):
        yield "the cards played do not fit the tunnel"
    if asked != int(public.surcharge) or int(turned.sum()) > int(board.tunnel_cards):
        yield "the surcharge does not fit the cards turned"
    if route not in members(public.open[int(public.seat)]):
        yield "the tunnel is not open to the seat that digs it"


def _choices(rules: Rules, state: Any) -> Iterator[str]:
    """What seats have chosen in secret, they could choose."""
    public, board = state.public, rules.board[0]
    for seat, own in enumerate(state.private):
        opening = int(public.phase) == OPENING and seat < int(public.players)
        if int(own.choice) != NONE and not (opening and int(own.choice) in members(board.keep_opening)):
            yield f"seat {seat} cannot have chosen its opening tickets so"
        if int(own.route) != NONE and not (int(public.phase) == TURN and seat == int(public.seat)):
            yield f"seat {seat} cannot have chosen a route now"
    if int(public.phase) == TURN and int(state.private[int(public.seat)].route) != NONE and not _can_pay(rules, state):
        yield f"seat {int(public.seat)} cannot pay for the route it has chosen"


def _can_pay(rules: Rules, state: Any) -> bool:
    """Whether the route chosen is open, short enough and can be paid."""
    board, public, seat = rules.board[0], state.public, int(state.public.seat)
    own = state.private[seat]
    route, hand = int(own.route), own.hand.tolist()
    length, colour = int(board.route_length[route]), int(board.route_colour[route])
    most = max(hand[:LOCOMOTIVE]) if colour < 0 else hand[colour]
    enough = most + (hand[LOCOMOTIVE] if int(board.route_wild[route]) else 0) >= length
    return enough and length <= int(public.trains[seat]) and route in members(public.open[seat])
