"""Text display of a game: the table, the hand, tickets with their progress, and the board as a list."""

from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import wrap

from ferrovia.game.progress import TicketProgress
from ferrovia.game.typed.routes import RouteStatus
from ferrovia.game.view import View
from ferrovia.language.catalogue import Catalogue, catalogue
from ferrovia.language.formats import MINUS
from ferrovia.language.names import colour_name, place_name, route_name, ticket_name, vehicle_of
from ferrovia.rules.resolved import Rules
from ferrovia.terminal.paint import Paint

INDENT = 2
MARGIN = 10
NAME = 16
SPACES = 9
NARROWEST_ROUTE = 36


def signed(points: int) -> str:
    """`+4`, `−4`."""
    return f"{points:+}".replace("-", MINUS)


class TableText:
    """The table of one view as text."""

    def __init__(self, view: View, paint: Paint, names: dict[int, str]) -> None:
        self.view, self.paint, self.names = view, paint, names
        self.rules, self.language = view.rules, paint.language
        self.texts: Catalogue = catalogue(self.language)

    def whole(self) -> str:
        """Everything a player needs in order to decide."""
        lines = [*self.seats(), self.market()]
        if self.view.seat >= 0:
            hand = self.paint.cards(self.view.hand) or self.texts.say("text.no-cards")
            lines += [self.row("terminal.hand", hand), *self.tickets()]
        return "\n".join(lines)

    def row(self, title: str, text: str) -> str:
        """A line with its title, given by message key, in the margin."""
        label = self.texts.say(title) if title else ""
        return f"{'':{INDENT}}{label:<{MARGIN}}{text}"

    def seats(self) -> list[str]:
        """What each player has, in columns."""
        rows = [self.holdings(seat) for seat in range(self.view.players)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        texts = ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
        return [f"  {self.paint.seat(seat, f'{self.names[seat]:<{NAME}}')} {text}" for seat, text in enumerate(texts)]

    def holdings(self, seat: int) -> list[str]:
        """Points, trains, cards and tickets of one seat."""
        view, vehicle = self.view, vehicle_of(self.rules)
        return [
            self.texts.say("final.points", points=view.route_points(seat)),
            self.texts.say("terminal.train-count", count=view.trains(seat), vehicle=vehicle),
            self.texts.say("terminal.card-count", count=view.hand_size(seat)),
            self.texts.say("play.ticket-count", count=view.ticket_count(seat)),
        ]

    def market(self) -> str:
        """The face-up cards, the decks, and the turns left in the last round."""
        view = self.view
        market = [card for card, count in view.market.items() for _ in range(count)]
        cards = [f"{self.paint.card(card)} {self.paint.name(card)}" for card in market]
        decks = self.texts.say("terminal.decks", cards=view.deck_size, tickets=view.ticket_deck)
        shown = "  ".join(cards) or self.texts.say("terminal.empty")
        return self.row("terminal.market", f"{shown}  {self.paint.faint(decks)}{self.last_round()}")

    def last_round(self) -> str:
        """The turns left in the last round, if it has begun."""
        left = self.view.last_turns
        if left is None:
            return ""
        mine = "other" if self.view.seat < 0 else "yes" if self.view.seat in self.view.last_turn_of else "no"
        return f"  {self.paint.strong(self.texts.say('play.last-round', count=left, mine=mine))}"

    def tickets(self) -> list[str]:
        """The seat's own tickets, then the offered ones with their numbers."""
        own = [self.ticket(way, "") for way in self.view.ticket_progress()]
        offer = [self.ticket(way, f"{number}. ") for number, way in enumerate(self.view.offer_progress(), 1)]
        titled = [("terminal.tickets", own), ("terminal.offered", offer)]
        return [self.row(title * (not number), text) for title, texts in titled for number, text in enumerate(texts)]

    def ticket(self, way: TicketProgress, number: str) -> str:
        """A ticket and what is missing; its path goes on separate lines if there is no room."""
        mark = self.paint.done if way.joined else self.paint.lost if way.impossible else self.paint.open
        name = f"{number}{mark} {self.goal(way)}"
        text, path = f"{name}: {self.missing(way)}", way_words(self.rules, way.routes, self.language)
        bright = text.replace(name, self.paint.strong(name))
        if not path:
            return bright
        width = get_terminal_size().columns - MARGIN - INDENT
        if len(text) + len(path) + 3 <= width:
            return f"{bright} {self.paint.faint(f'({path})')}"
        margin = "\n" + " " * (MARGIN + INDENT + len(number) + 2)
        lines = wrap(path, max(30, width - len(number) - 2))
        return bright + "".join(margin + self.paint.faint(line) for line in lines)

    def goal(self, way: TicketProgress) -> str:
        """`Denver – El Paso +4`, or `Bern – Austria 6 / France 5` with several targets."""
        ticket = self.rules.tickets[self.rules.ticket_index[way.ticket]]
        if len(ticket.targets) == 1:
            return f"{ticket_name(self.rules, way.ticket, self.language)} {signed(way.points)}"
        ends = [f"{place_name(self.rules, place, self.language)} {points}" for place, points in ticket.targets]
        return f"{place_name(self.rules, ticket.start, self.language)} – {' / '.join(ends)}"

    def missing(self, way: TicketProgress) -> str:
        """Completed, impossible, or the trains and cards still missing."""
        several = len(self.rules.tickets[self.rules.ticket_index[way.ticket]].targets) > 1
        if way.joined or way.impossible:
            text = self.texts.say("text.joined" if way.joined else "text.impossible")
        else:
            text = self.texts.say("text.needs", trains=way.trains, cards=way.cards, vehicle=vehicle_of(self.rules))
        if not (several and way.target):
            return f"{text}, {signed(way.points)}" if several else text
        place = place_name(self.rules, way.target, self.language)
        return self.texts.say("play.ticket.to", place=place, points=signed(way.points), missing=text)

    def routes(self, statuses: Sequence[RouteStatus]) -> list[str]:
        """One route per line, with columns as wide as the longest name."""
        width = max([NARROWEST_ROUTE, *(len(self.route_title(status)) for status in statuses)])
        return [self.route(status, width) for status in statuses]

    def route_title(self, status: RouteStatus) -> str:
        """`Denver – Omaha`; the second route of a double with its number."""
        _, _, twin = status.id.partition(":")
        return route_name(self.rules, status.id, self.language) + f" :{twin}" * bool(twin)

    def route(self, status: RouteStatus, width: int) -> str:
        """Name, spaces, points and state of a route."""
        route, say = status.route, self.texts.say
        owner = "" if status.owner is None else self.paint.seat(status.owner, self.names[status.owner])
        payable = "text.affordable" if self.view.phase == "turn" else "terminal.payable"
        marks = [
            owner or (say("terminal.closed") if status.closed else ""),
            say("text.tunnel") if route.tunnel else "",
            say(payable) if status.affordable else "",
            say("text.needed") if status.needed else "",
        ]
        points = int(self.rules.board[0].route_points[route.length])
        spaces, colour = self.paint.spaces(route.length, route.colour, SPACES), colour_name(route.colour, self.language)
        text = ", ".join(filter(None, marks))
        return f"  {self.route_title(status):<{width}} {spaces}{colour:<9} {points:>3}  {text}".rstrip()


def cities_along(rules: Rules, routes: Sequence[str], language: str) -> list[str]:
    """The cities along a path, given by consecutive routes."""
    ends = [rules.map.routes[rules.route_index[route]].ends for route in routes]
    here = ends[0][0]
    if len(ends) > 1 and here in ends[1]:  # start at the end that the second route does not touch
        here = ends[0][1]
    cities = [here]
    for one, two in ends:
        here = two if here == one else one
        cities.append(here)
    return [place_name(rules, city, language) for city in cities]


def way_words(rules: Rules, routes: Sequence[str], language: str) -> str:
    """`Denver – Omaha – Duluth; Toronto – Boston`: the missing pieces of a path."""
    pieces: list[list[str]] = []
    for route in routes:
        ends = set(rules.map.routes[rules.route_index[route]].ends)
        if pieces and ends & set(rules.map.routes[rules.route_index[pieces[-1][-1]]].ends):
            pieces[-1].append(route)
        else:
            pieces.append([route])
    return "; ".join(" – ".join(cities_along(rules, piece, language)) for piece in pieces)
