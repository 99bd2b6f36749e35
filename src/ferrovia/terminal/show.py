"""What a person sees: the table, the hand, the tickets and how far they are."""

from shutil import get_terminal_size
from textwrap import wrap

from ferrovia.game.progress import TicketProgress
from ferrovia.game.view import View
from ferrovia.terminal.goals import goal_words, needs_words
from ferrovia.terminal.paint import Paint
from ferrovia.terminal.tell import counted
from ferrovia.terminal.walks import way_words

INDENT = 2
MARGIN = 9
NAME = 16


def table_text(view: View, paint: Paint, names: dict[int, str]) -> str:
    """Everything one needs to decide."""
    lines = [*seat_lines(view, paint, names), market_line(view, paint)]
    if view.seat >= 0:
        lines.append(row("hand", paint.cards(view.hand)))
        lines += ticket_lines(view, paint)
    return "\n".join(lines)


def row(title: str, text: str) -> str:
    """A line with a word in the margin."""
    return f"{'':{INDENT}}{title:<{MARGIN}}{text}"


def seat_lines(view: View, paint: Paint, names: dict[int, str]) -> list[str]:
    """What everybody has."""
    lines = []
    for seat in range(view.players):
        name = paint.seat(seat, f"{names[seat]:<{NAME}}")
        trains = column(view.trains(seat), str(view.rules.rule_set.vehicle), 3)
        points = column(view.route_points(seat), "point", 3)
        held = f"{column(view.hand_size(seat), 'card', 2)} {column(view.ticket_count(seat), 'ticket', 2)}"
        lines.append(f"  {name} {points} {trains} {held}".rstrip())
    return lines


def column(count: int, thing: str, digits: int) -> str:
    """`12 cards`, ` 1 card `: of one width, so that columns stay in line."""
    return f"{count:>{digits}} {thing}{' ' if count == 1 else 's'}"


def market_line(view: View, paint: Paint) -> str:
    """What lies on the table."""
    shown = "  ".join(f"{paint.card(card)} {card}" for card, count in view.market.items() for _ in range(count))
    decks = f"(deck {view.deck_size}, tickets {view.ticket_deck})"
    last = "" if view.last_turns is None else paint.strong(f"  last round: {counted(view.last_turns, 'turn')} left")
    return row("market", f"{shown or 'empty'}  {paint.faint(decks)}{last}")


def ticket_lines(view: View, paint: Paint) -> list[str]:
    """One's own tickets, then those on offer, which have numbers."""
    own = [ticket_text(view, paint, way, "") for way in view.ticket_progress()]
    offer = [ticket_text(view, paint, way, f"{number}. ") for number, way in enumerate(view.offer_progress(), 1)]
    titled = [("tickets", own), ("offered", offer)]
    return [row(title * (not number), text) for title, texts in titled for number, text in enumerate(texts)]


def ticket_text(view: View, paint: Paint, way: TicketProgress, number: str) -> str:
    """A ticket and what is still missing of it; the way to go on a line of its own where there is no room."""
    mark = paint.done if way.joined else paint.lost if way.impossible else paint.open
    name = f"{number}{mark} {goal_words(view.rules, way)}"
    said = f"{name}: {needs_words(view.rules, way)}"
    bright = said.replace(name, paint.strong(name))
    path = way_words(view.rules, way.routes)
    if not path:
        return bright
    width = get_terminal_size().columns - MARGIN - INDENT
    if len(said) + len(path) + 3 <= width:
        return f"{bright} {paint.faint(f'({path})')}"
    margin = "\n" + " " * (MARGIN + INDENT + len(number) + 2)
    return bright + "".join(margin + paint.faint(line) for line in wrap(path, max(30, width - len(number) - 2)))
