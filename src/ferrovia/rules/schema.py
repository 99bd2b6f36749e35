"""Schema of all data files: the type, default and meaning of each key. Documentation and checks are derived from it.

A key without a default must be stated. Keys with `hashed=False` are for people or say where things are found; they do
not affect a game and are left out of the rules' hash.
"""
# ruff: noqa: RUF009 (`key` makes a dataclass field, as `field` does)

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ferrovia.core import limits
from ferrovia.rules.keys import Entries, Entry, key
from ferrovia.rules.kinds import Decimal, Either, Flag, ListOf, OneOf, Slug, TableOf, Text, Whole

POINTS: Final = Whole(0, 100)  # keeps every score within 16 bits, however many routes and tickets there are
SMALL: Final = Whole(0, 127)
GRAY: Final = "gray"
LOCOMOTIVE: Final = "locomotive"


class FaceUpLocomotive(StrEnum):
    ENDS_DRAWING = "ends_drawing"
    ORDINARY = "ordinary"


class LocomotiveUse(StrEnum):
    ANYWHERE = "anywhere"
    TUNNELS = "tunnels"


class RefusedOpening(StrEnum):
    UNDER_MIXED = "under_mixed"
    OUT = "out"


class RefusedLater(StrEnum):
    CHOSEN_ORDER = "under_in_chosen_order"
    DRAWN_ORDER = "under_in_drawn_order"
    OUT = "out"


class TieBreak(StrEnum):
    TICKETS = "tickets"
    LONGEST_PATH = "longest_path"


class Vehicle(StrEnum):
    TRAIN = "train"
    TAXI = "taxi"


class Counted(StrEnum):
    AT_ONCE = "at_once"
    AT_END = "at_end"


class Projection(StrEnum):
    EQUIRECTANGULAR = "equirectangular"
    MERCATOR = "mercator"
    ALBERS = "albers"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Numbers and named behaviours of a game. The defaults are those of North America, current edition."""

    map: str = key("the map it is played on: a built-in id, or a file beside this one", Text(), hashed=False)
    name: str = key("what people call it", Text(), "", hashed=False)
    extends: str = key("the rule set it differs from: a built-in id, or a file", Text(), "", hashed=False)
    documents: tuple[str, ...] = key("the rule books it was read from", ListOf(Text()), (), hashed=False)
    ticket_decks: tuple[str, ...] = key(
        "decks of tickets in play (none named: all); a rule set with another map starts from all again",
        ListOf(Slug(), distinct=True),
        (),
        hashed=False,
    )
    players_min: int = key("fewest players", Whole(2, limits.SEATS), 2)
    players_max: int = key("most players", Whole(2, limits.SEATS), 5)
    trains: int = key("trains of each player", Whole(1, limits.TRAINS), 45)
    cards: tuple[tuple[str, int], ...] = key(
        "cards of each colour; their order numbers the colours",
        TableOf(Whole(1, limits.CARDS)),
        tuple((colour, 12) for colour in ("pink", "red", "orange", "yellow", "green", "blue", "white", "black")),
    )
    locomotives: int = key("locomotive cards", SMALL, 14)
    opening_hand: int = key("cards dealt to each player", SMALL, 4)
    market_size: int = key("cards face up", Whole(1, limits.MARKET), 5)
    flush_at: int = key("locomotives face up that flush the market; 0: never", Whole(0, limits.MARKET), 3)
    flush_limit: int = key("most flushes in a row", Whole(0, limits.FLUSHES), 10)
    face_up_locomotive: FaceUpLocomotive = key(
        "a face-up locomotive is the first and only card of a turn, or ordinary",
        OneOf(FaceUpLocomotive),
        FaceUpLocomotive.ENDS_DRAWING,
    )
    route_points: tuple[tuple[int, int], ...] = key(
        "points of a route by its length",
        TableOf(POINTS, Whole(1, limits.LENGTH)),
        ((1, 1), (2, 2), (3, 4), (4, 7), (5, 10), (6, 15)),
    )
    route_points_counted: Counted = key(
        "when the table counts route points", OneOf(Counted), Counted.AT_ONCE, hashed=False
    )
    locomotive_use: LocomotiveUse = key(
        "the routes on which locomotives may be played", OneOf(LocomotiveUse), LocomotiveUse.ANYWHERE
    )
    doubles_closed_up_to: int = key(
        "most players with whom one route of a double closes the other", Whole(0, limits.SEATS), 3
    )
    tunnel_cards: int = key("cards turned for a tunnel", Whole(0, limits.TURNED), 3)
    opening_tickets: int = key("tickets dealt to each player", Whole(1, limits.OFFER), 4)
    opening_keep: int = key("fewest opening tickets to keep", Whole(0, limits.OFFER), 2)
    refused_opening: RefusedOpening = key(
        "where refused opening tickets go", OneOf(RefusedOpening), RefusedOpening.UNDER_MIXED
    )
    later_tickets: int = key("tickets drawn later", Whole(1, limits.OFFER), 3)
    later_keep: int = key("fewest later tickets to keep", Whole(1, limits.OFFER), 1)
    refused_later: RefusedLater = key("where tickets refused later go", OneOf(RefusedLater), RefusedLater.CHOSEN_ORDER)
    last_round_trains: int = key("trains left, or fewer, that bring on the last round", SMALL, 2)
    idle_turns: int = key("turns without gain that end the game", Whole(1, 127), 40)
    longest_path_points: int = key("points for the longest path; 0: no such bonus", POINTS, 10)
    attraction_points: int = key("points for each attraction touched; 0: no such bonus", POINTS, 0)
    tie_breaks: tuple[TieBreak, ...] = key(
        "what breaks a tie, in order",
        ListOf(OneOf(TieBreak), distinct=True),
        (TieBreak.TICKETS, TieBreak.LONGEST_PATH),
    )
    vehicle: Vehicle = key("what is put on the board", OneOf(Vehicle), Vehicle.TRAIN, hashed=False)

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(colour for colour, _ in self.cards)

    @property
    def card_total(self) -> int:
        return sum(count for _, count in self.cards) + self.locomotives

    def takes_locomotives(self, route: "Route") -> bool:
        """Whether locomotives may pay for a route (RULES 3.1, 7.5)."""
        return route.tunnel or self.locomotive_use is LocomotiveUse.ANYWHERE


@dataclass(frozen=True, slots=True)
class City:
    """A place where routes end. A city with a `country` is a border point, which is reached but never passed
    through."""

    id: str = key("how files, moves and records call it", Slug())
    name: str = key("what people call it", Text(), "", hashed=False)
    country: str = key("the country that begins here, at the end of one route", Slug(), "")
    attraction: bool = key("whether it has a tourist attraction", Flag(), False)


@dataclass(frozen=True, slots=True)
class Route:
    """A line of spaces between two cities. Two routes between the same cities form a double."""

    start: str = key("the city at one end", Slug(), name="from")
    end: str = key("the city at the other end", Slug(), name="to")
    length: int = key("how many spaces it has", Whole(1, limits.LENGTH))
    colour: str = key("the colour that pays for it, or gray", Slug(), GRAY)
    tunnel: bool = key("whether it is a tunnel", Flag(), False)

    @property
    def ends(self) -> tuple[str, str]:
        """Its cities, in an order that is the same for both routes of a double."""
        return (self.start, self.end) if self.start < self.end else (self.end, self.start)


@dataclass(frozen=True, slots=True)
class Ticket:
    """A goal: connect two cities, or a city with the best of several countries."""

    start: str = key("the city or country it starts from", Slug(), name="from")
    to: str | tuple[tuple[str, int], ...] = key(
        "the city or country to reach, or several with the points of each", Either(Slug(), TableOf(POINTS))
    )
    points: int | None = key("its value, where it names one place to reach", POINTS, None)
    copies: int = key("how many cards like this there are", Whole(1, limits.TICKETS), 1)
    deck: str = key("the deck it belongs to (none: every deck)", Slug(), "", hashed=False)
    provenance: str = key("how it is known", Slug(), "", hashed=False)

    @property
    def targets(self) -> tuple[tuple[str, int], ...]:
        """The targets, each with its points."""
        return ((self.to, self.points or 0),) if isinstance(self.to, str) else self.to


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals that the author of a map counted by hand; the checker counts again."""

    cities: int | None = key("cities, border points included", Whole(0, 999), None)
    border_points: int | None = key("cities with a country", Whole(0, 999), None)
    attractions: int | None = key("cities with an attraction", Whole(0, 999), None)
    routes: int | None = key("routes, both of a double", Whole(0, 999), None)
    doubles: int | None = key("pairs of routes between the same cities", Whole(0, 999), None)
    tunnels: int | None = key("routes that are tunnels", Whole(0, 999), None)
    spaces: int | None = key("spaces of all routes together", Whole(0, limits.ROUTES * limits.LENGTH), None)
    tickets: int | None = key("tickets of all decks, each copy counted", Whole(0, 999), None)
    decks: tuple[tuple[str, int], ...] = key("tickets of each deck", TableOf(Whole(0, 999)), ())


@dataclass(frozen=True, slots=True)
class Map:
    """Cities, routes and tickets. Their order sets their numbers and is part of the hash."""

    cities: tuple[City, ...] = key("the cities", Entries(City))
    routes: tuple[Route, ...] = key("the routes; the two of a double one after the other", Entries(Route))
    tickets: tuple[Ticket, ...] = key("the tickets of all decks", Entries(Ticket))
    name: str = key("what people call it", Text(), "", hashed=False)
    layout: str = key("where its cities are drawn: a built-in id, or a file", Text(), "", hashed=False)
    totals: Totals = key("what the author counted", Entry(Totals), Totals(), hashed=False)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the cities of a map are drawn. Never part of the rules hash."""

    projection: Projection = key("how the globe is flattened", OneOf(Projection))
    positions: tuple[tuple[str, tuple[float, float]], ...] = key(
        "longitude and latitude of each city", TableOf(ListOf(Decimal(-180, 180), 2))
    )
    centre: tuple[float, float] = key("longitude and latitude of the middle", ListOf(Decimal(-180, 180), 2), (0.0, 0.0))
    parallels: tuple[float, float] = key(
        "the two parallels that keep their length (albers)", ListOf(Decimal(-90, 90), 2), (30.0, 45.0)
    )
    rotation: float = key("degrees to turn the drawing, clockwise", Decimal(-360, 360), 0.0)
