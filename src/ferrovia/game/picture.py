"""A table as SVG for notebooks and as text for `print`, from one seat's view, so that neither contains hidden
information."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ferrovia.drawing.board import draw_board
from ferrovia.drawing.markup import Content, Markup, element, join
from ferrovia.drawing.svg import SEATS, TEXT, Tint, board_layers, card_tint, document
from ferrovia.game.progress import TicketProgress
from ferrovia.game.scores import Score
from ferrovia.game.view import View
from ferrovia.language.catalogue import catalogue
from ferrovia.language.names import card_name, place_name, route_name, rules_name, ticket_name, vehicle_of

ROW: Final = 30.0
MARGIN: Final = 20.0
SWATCH: Final = 20.0
LETTER: Final = 15.0
CARD_GAP: Final = 8.0
LETTER_WIDTH: Final = 0.6
"""Mean width of a letter, relative to the font size."""

Scores = Sequence[Score]


def view_svg(view: View, scores: Scores = ()) -> str:
    """The board with everyone's trains, a line for each seat and the face-up cards; for a player also the hand and
    tickets."""
    board = draw_board(view.rules)
    owners = {route: seat for seat in range(view.players) for route in view.routes(seat)}
    rows = [*legend_rows(view, scores), *card_rows(view), *ticket_rows(view)]
    width, top = board["width"], board["height"] + MARGIN
    panel = [placed(row, MARGIN, top + ROW * number) for number, row in enumerate(rows)]
    height = top + ROW * len(rows)
    paper = element("rect", width=width, height=height, fill="#ffffff")
    return document(width, height, paper, board_layers(view.rules, board, owners), *panel)


def placed(row: Markup, x: float, y: float) -> Markup:
    """A row of the panel at its position."""
    return element("g", row, transform=f"translate({x:.1f} {y:.1f})")


def legend_rows(view: View, scores: Scores) -> Iterator[Markup]:
    """One row per seat: its colour and everything public about it."""
    for seat in range(view.players):
        swatch = chip(0.0, SWATCH, SEATS[seat % len(SEATS)], str(seat))
        on_turn = seat == seat_on_turn(view)
        yield join(swatch, words(SWATCH + 10, seat_text(view, seat, scores), bold=on_turn))


def card_rows(view: View) -> Iterator[Markup]:
    """The market and, for a player, the hand."""
    say, hand = catalogue().say, view.hand
    yield chips(view, say("play.market"), view.market)
    if hand:
        yield chips(view, say("text.own-cards"), hand)


def ticket_rows(view: View) -> Iterator[Markup]:
    """A player's tickets, and the offered ones."""
    for title, lines in ticket_groups(view):
        yield words(0.0, title)
        yield from (words(SWATCH + 10, line) for line in lines)


def chips(view: View, title: str, cards: dict[str, int]) -> Markup:
    """A title and cards as chips, each with its count."""
    x = LETTER_WIDTH * LETTER * len(title) + 2 * CARD_GAP
    parts = [words(0.0, title)]
    for card, count in cards.items():
        text = f"{count} {card_name(card, vehicle_of(view.rules))}"
        wide = LETTER_WIDTH * LETTER * len(text) + CARD_GAP
        parts.append(chip(x, wide, card_tint(card), text))
        x += wide + CARD_GAP
    return join(*parts)


def chip(x: float, width: float, tint: Tint, text: str) -> Markup:
    """A small coloured box with text."""
    box: dict[str, Content] = {"width": width, "height": SWATCH, "rx": 4, "fill": tint.fill, "stroke": "#4a443c"}
    middle = words(x + width / 2, text, fill=tint.ink, text_anchor="middle")
    return join(element("rect", x=x, y=0, **box), middle)


def words(x: float, text: str, *, bold: bool = False, **style: Content) -> Markup:
    """A line of text in the panel."""
    look: dict[str, Content] = {"fill": TEXT, "font_size": LETTER, **style}
    return element("text", text, x=x, y=LETTER, font_weight=700 if bold else 400, **look)


def view_text(view: View, scores: Scores = ()) -> str:
    """The same as lines of text."""
    return "\n".join(text_lines(view, scores))


def text_lines(view: View, scores: Scores) -> Iterator[str]:
    """The rules, the seats with their routes, the cards; for a player also the hand and tickets."""
    say = catalogue().say
    yield rules_name(view.rules, catalogue())
    for seat in range(view.players):
        yield f"{'>' if seat == seat_on_turn(view) else ' '} {seat}  {seat_text(view, seat, scores)}"
        yield from (f"       {name}" for name in sorted(route_name(view.rules, route) for route in view.routes(seat)))
    yield f"{say('play.market')}: {cards_text(view, view.market)}"
    yield say("replay.decks", cards=view.deck_size, tickets=view.ticket_deck)
    if view.hand:
        yield f"{say('text.own-cards')}: {cards_text(view, view.hand)}"
    for title, lines in ticket_groups(view):
        yield f"{title}:"
        yield from (f"       {line}" for line in lines)


def cards_text(view: View, cards: dict[str, int]) -> str:
    """`2 red, 1 locomotive`."""
    vehicle = vehicle_of(view.rules)
    return ", ".join(f"{count} {card_name(card, vehicle)}" for card, count in cards.items()) or "–"


def seat_on_turn(view: View) -> int:
    """The seat on turn; negative in the opening and after the end."""
    return -1 if view.over else int(view.public["seat"][0])


def seat_text(view: View, seat: int, scores: Scores) -> str:
    """`12 points from routes · 31 trains left · 4 cards in hand · 2 tickets`."""
    say = catalogue().say
    total = [say("final.points", points=score.total) for score in scores if score.seat == seat]
    facts = (
        *total,
        say("play.route-points", count=view.route_points(seat)),
        say(f"play.trains.{vehicle_of(view.rules)}", count=view.trains(seat)),
        say("play.cards", count=view.hand_size(seat)),
        say("play.ticket-count", count=view.ticket_count(seat)),
        *([say("play.seat.turn")] if seat == seat_on_turn(view) else []),
    )
    return " · ".join(facts)


def ticket_groups(view: View) -> Iterator[tuple[str, list[str]]]:
    """The tickets a player keeps and the offered ones, each group with its title."""
    for title, tickets in (("text.own-tickets", view.ticket_progress()), ("text.offered", view.offer_progress())):
        if tickets:
            yield catalogue().say(title), [ticket_text(view, ticket) for ticket in tickets]


def ticket_text(view: View, ticket: TicketProgress) -> str:
    """`Denver – El Paso (4): 4 trains, 2 cards missing`."""
    say, vehicle = catalogue().say, vehicle_of(view.rules)
    missing: dict[str, Any] = {"trains": ticket.trains, "cards": ticket.cards}
    if ticket.joined:
        state = say("play.ticket.done")
    elif ticket.impossible:
        state = say("play.ticket.impossible")
    else:
        state = say(f"play.ticket.missing.{vehicle}", **missing)
    several = "+" in ticket.ticket and ticket.target is not None
    place = f" {place_name(view.rules, ticket.target)}" if several and ticket.target else ""
    return f"{ticket_name(view.rules, ticket.ticket)} ({ticket.points}{place}): {state}"
