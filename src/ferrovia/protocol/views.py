"""Views on the wire: everything one seat may know of a position, and which seats have to decide."""

from functools import lru_cache

from ferrovia.game.game import Game
from ferrovia.game.progress import TicketProgress
from ferrovia.game.translate import members
from ferrovia.game.view import Phase, View
from ferrovia.protocol.typed_dict import TypedDict


class TicketStatus(TypedDict):
    """How far a ticket is from completion: `ferrovia.TicketProgress`."""

    ticket: str
    joined: bool
    impossible: bool
    target: str | None
    points: int
    trains: int
    cards: int
    routes: list[str]


class SeatView(TypedDict):
    """What everybody may know about a seat."""

    routes: list[str]
    trains: int
    route_points: int
    attraction_points: int
    """From the attractions its routes touch so far; 0 where the rules give none."""
    hand_size: int
    known: dict[str, int]
    ticket_count: int


class PublicView(TypedDict):
    """What everybody may know of a position."""

    market: dict[str, int]
    discards: dict[str, int]
    turned: dict[str, int]
    deck_size: int
    ticket_deck: int
    last_turns: int | None
    last_turn_of: list[int]
    """The seats that still have a turn in the last round, starting with the one on turn; empty before it."""
    closed: list[str]
    """Free routes that nobody may claim any more, because their twin is taken."""
    seats: list[SeatView]


class SeenView(PublicView):
    """Everything a seat may know; -1: a spectator."""

    phase: Phase
    seat: int
    hand: dict[str, int]
    tickets: list[TicketStatus]
    offer: list[TicketStatus]


def view_values(view: View) -> SeenView:
    """Everything a seat may know. What all seats may know is shared between them: do not change it."""
    public = public_values(PublicPart(view))
    return {
        "phase": view.phase,
        "seat": view.seat,
        "hand": view.hand,
        "tickets": [progress_values(progress) for progress in view.ticket_progress()],
        "offer": [progress_values(progress) for progress in view.offer_progress()],
        **public,
    }


class PublicPart:
    """The public part of a view, which is the same for every seat: equal if it holds the same."""

    def __init__(self, view: View) -> None:
        self.view, self.content = view, view.array["public"].tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicPart) and (self.view.rules, self.content) == (other.view.rules, other.content)

    def __hash__(self) -> int:
        return hash(self.content)


@lru_cache(maxsize=256)
def public_values(public: PublicPart) -> PublicView:
    """What everybody may know of a position. A server needs it once for each seat that hears of a move."""
    view = public.view
    return {
        "market": view.market,
        "discards": view.discards,
        "turned": view.turned,
        "deck_size": view.deck_size,
        "ticket_deck": view.ticket_deck,
        "last_turns": view.last_turns,
        "last_turn_of": view.last_turn_of,
        "closed": list(view.closed),
        "seats": seats_values(view),
    }


def seats_values(view: View) -> list[SeatView]:
    """What everybody may know about each seat. It reads whole columns, because a server does this for every message."""
    public = view.array["public"][0]
    columns = [public[name].tolist() for name in ("trains", "score", "hand_size", "tickets")]
    own, known = public["own"], public["known"]
    return [
        {
            "routes": [view.rules.route_ids[route] for route in members(own[seat])],
            "trains": columns[0][seat],
            "route_points": columns[1][seat],
            "attraction_points": view.attraction_points(seat),
            "hand_size": columns[2][seat],
            "known": view.name_cards(known[seat]),
            "ticket_count": columns[3][seat],
        }
        for seat in range(view.players)
    ]


def progress_values(progress: TicketProgress) -> TicketStatus:
    return {
        "ticket": progress.ticket,
        "joined": progress.joined,
        "impossible": progress.impossible,
        "target": progress.target,
        "points": progress.points,
        "trains": progress.trains,
        "cards": progress.cards,
        "routes": list(progress.routes),
    }


def asked_seats(game: Game) -> list[int]:
    """The seats that have to decide now: in the opening all that have not chosen yet, later one."""
    if game.over:
        return []
    if game.phase != "opening":
        return [] if game.seat is None else [game.seat]
    return [seat for seat in range(game.players) if game.view(seat).legal_mask().any()]
