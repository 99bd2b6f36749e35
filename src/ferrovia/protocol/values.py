"""What programs are told and what they answer: the words of the API as plain values, one JSON object a line.

Keys are called like the attributes of `View`, `Event`, `TicketProgress` and `Score`; moves are their text forms.
docs/bots.md describes every message.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from typing import Any, Final

from ferrovia.core.limits import NONE
from ferrovia.game.events import Event
from ferrovia.game.game import Game
from ferrovia.game.moves import Move
from ferrovia.game.progress import TicketProgress
from ferrovia.game.scores import Score
from ferrovia.game.text.record import ENDINGS
from ferrovia.game.translate import members
from ferrovia.game.view import View
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import LOCOMOTIVE

PROGRESS_FIELDS: Final = tuple(each.name for each in fields(TicketProgress))
EVENT_FIELDS: Final = tuple(each.name for each in fields(Event))
PROTOCOL: Final = 1
"""Raised when a program that follows the description would no longer be understood."""


def line_of(message: dict[str, Any]) -> bytes:
    """A message as one line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def hello_message(rules: Rules) -> dict[str, Any]:
    """The first message: what is played. `rules` is all there is to know, `board` the same with our names."""
    return {
        "message": "hello",
        "protocol": PROTOCOL,
        "rules": json.loads(rules.to_json()),
        "hash": rules.hash,
        "board": board_values(rules),
    }


def board_values(rules: Rules) -> dict[str, Any]:
    """Cities, routes, tickets and cards under the names that moves and views use."""
    return {
        "cards": [name for name in rules.card_names if name],
        "cities": [{"id": city.id, "name": city.name or city.id} for city in rules.map.cities],
        "routes": [route_values(rules, number) for number in range(len(rules.route_ids))],
        "tickets": [
            {"id": name, "from": ticket.start, "to": dict(ticket.targets)}
            for name, ticket in zip(rules.ticket_ids, rules.tickets, strict=True)
        ],
    }


def route_values(rules: Rules, number: int) -> dict[str, Any]:
    """One route; `twin` is the other one of a double."""
    route, board = rules.map.routes[number], rules.board[0]
    twin = int(board.route_twin[number])
    return {
        "id": rules.route_ids[number],
        "from": route.start,
        "to": route.end,
        "length": route.length,
        "colour": route.colour,
        "tunnel": route.tunnel,
        "points": int(board.route_points[route.length]),
        "twin": None if twin == NONE else rules.route_ids[twin],
    }


def game_message(players: int, seat: int, seed: int) -> dict[str, Any]:
    """A new game begins."""
    return {"message": "game", "players": players, "seat": seat, "seed": seed}


def choose_message(view: View, moves: Sequence[Move], events: Iterable[Event], undone: int = 0) -> dict[str, Any]:
    """The seat is to choose; the only message that is answered. `undone`: so many events told before are taken back."""
    return {
        "message": "choose",
        "view": view_values(view),
        "moves": [str(move) for move in moves],
        "undone": undone,
        "events": events_values(events),
    }


def over_message(scores: Sequence[Score]) -> dict[str, Any]:
    """The game is over."""
    return {
        "message": "over",
        "scores": [asdict(score) for score in scores],
        "winners": [score.seat for score in scores if score.place == 1],
    }


def result_values(game: Game) -> dict[str, Any] | None:
    """How a game ended; None before it has."""
    if not game.over:
        return None
    ending = ENDINGS[int(game.states["public"]["ending"][0])]
    return {"ending": ending, "winners": list(game.winners), "scores": [asdict(score) for score in game.scores()]}


def asked_seats(game: Game) -> list[int]:
    """The seats that have to decide now: all that have not chosen in the opening, else one."""
    if game.over:
        return []
    if game.phase != "opening":
        return [] if game.seat is None else [game.seat]
    return [seat for seat in range(game.players) if game.view(seat).legal_mask().any()]


def view_values(view: View) -> dict[str, Any]:
    """All that a seat may know."""
    return {
        "phase": view.phase,
        "seat": view.seat,
        "hand": view.hand,
        "tickets": [progress_values(progress) for progress in view.ticket_progress()],
        "offer": [progress_values(progress) for progress in view.offer_progress()],
        "market": view.market,
        "discards": view.discards,
        "turned": view.turned,
        "deck_size": view.deck_size,
        "ticket_deck": view.ticket_deck,
        "last_turns": view.last_turns,
        "last_turn_of": view.last_turn_of,
        "closed": view.closed,
        "seats": seats_values(view),
    }


def seats_values(view: View) -> list[dict[str, Any]]:
    """What everybody may know of each seat. Whole columns are read at once: a server does this for every message."""
    public = view.array["public"][0]
    columns = [public[name].tolist() for name in ("trains", "score", "hand_size", "tickets")]
    own, known = public["own"], public["known"]
    return [
        {
            "routes": tuple(view.rules.route_ids[route] for route in members(own[seat])),
            "trains": columns[0][seat],
            "route_points": columns[1][seat],
            "attraction_points": view.attraction_points(seat),
            "hand_size": columns[2][seat],
            "known": view.name_cards(known[seat]),
            "ticket_count": columns[3][seat],
        }
        for seat in range(view.players)
    ]


def progress_values(progress: TicketProgress) -> dict[str, Any]:
    """How far a ticket is."""
    return {name: getattr(progress, name) for name in PROGRESS_FIELDS}


def events_values(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Events, one after the other; of the cards turned for a tunnel those that cost another one say so."""
    told = []
    turned: list[dict[str, Any]] = []
    for event in events:
        values = event_values(event)
        told.append(values)
        if event.kind == "attempted":
            turned = []
        elif event.kind == "turned":
            turned.append(values)
        elif event.kind == "charged":
            mark_costs(turned, event)
    return told


def mark_costs(turned: list[dict[str, Any]], charged: Event) -> None:
    """RULES 7.6, 7.7: those of the colour played, and locomotives."""
    for values in turned:
        if values["card"] in (charged.card, LOCOMOTIVE):
            values["costs"] = True


def event_values(event: Event) -> dict[str, Any]:
    """An event without what it does not concern."""
    values = {name: getattr(event, name) for name in EVENT_FIELDS}
    return {name: value for name, value in values.items() if value is not None and (name != "count" or value)}
