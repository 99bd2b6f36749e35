"""`ferrovia play`: a plain game in the terminal against opponents that move at random."""

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrovia.game import Game
    from ferrovia.happenings import Event

HELP = """Type a move, or one of these words:
  moves [WORD]   the moves you may make, only those with WORD in them
  status         the table, your hand and your tickets
  score          points so far
  undo           take your last move back
  save FILE      write the record of the game
  help, quit
Moves look like: draw · take red · tickets · claim denver--omaha pink:3 locomotive:1 · keep TICKET … return TICKET …
                 surcharge red:1 · refuse · pass"""


def add_parser(verbs: Any) -> None:
    """The verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser("play", help="play in the terminal", description=__doc__)
    verb.add_argument("--rules", default="north-america", metavar="ID", help="rule set or file (default north-america)")
    verb.add_argument("--players", type=int, default=2, metavar="N", help="seats at the table (default 2)")
    verb.add_argument("--seed", type=int, metavar="NUMBER", help="the same seed deals the same game")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Seat 0 is the person at the keyboard."""
    from ferrovia.game import Game

    game = Game(arguments.rules, arguments.players, arguments.seed)
    print(f"{game.rules.name}, {game.players} players, seed {game.seed}. You are seat 0. 'help' explains.\n")
    print(status(game))
    while not game.over:
        if game.seat == 0:
            if not ask(game):
                return 0
        else:
            play_opponent(game)
    print(final(game))
    return 0


def ask(game: "Game") -> bool:
    """One line from the person; False when they leave."""
    try:
        line = input(f"[{game.phase}] > ").strip()
    except EOFError:
        print()
        return False
    verb, _, rest = line.partition(" ")
    if verb in ("quit", "exit"):
        return False
    if verb in COMMANDS:
        COMMANDS[verb](game, rest)
    elif line:
        play_own(game, line)
    return True


def play_own(game: "Game", line: str) -> None:
    """The person's move, or why it is refused."""
    from ferrovia.errors import FerroviaError

    try:
        tell(game.play(line))
    except FerroviaError as error:
        print(f"  {error}")


def play_opponent(game: "Game") -> None:
    """An opponent's move, uniformly at random; the person is told what seat 0 may see of it."""
    from random import Random

    from ferrovia.happenings import name_visible

    seat = game.seat
    game.play(Random(f"{game.seed}:{len(game.history)}").choice(game.legal_moves()))
    print(
        f"  seat {seat}:", "; ".join(map(phrase, name_visible(game.rules, game.history[-1].events, 0))) or "has chosen"
    )


def tell(events: "list[Event]") -> None:
    """What the person's own move brought."""
    print(
        "  "
        + "; ".join(
            map(phrase, (event for event in events if event.kind not in ("mixed",) and event.seat in (0, None)))
        )
    )


def phrase(event: "Event") -> str:
    """An event in a few words."""
    what = event.card or event.ticket or event.route or ""
    count = (
        f" {event.count}"
        if event.count and event.kind in ("paid", "flushed", "charged", "tickets-kept", "renewed")
        else ""
    )
    return f"{event.kind}{count} {what}".strip()


def status(game: "Game") -> str:
    """The table as seat 0 sees it."""
    view = game.view(0)
    public = view.record.public
    lines = [f"market {cards(view.market)} · deck {public.deck_size} · tickets in the deck {public.ticket_deck}"]
    lines += [
        f"seat {seat}: {public.score[seat]} points, {public.trains[seat]} trains, {public.hand_size[seat]} cards,"
        f" {public.tickets[seat]} tickets"
        for seat in range(game.players)
    ]
    lines.append(f"your hand: {cards(view.hand)}")
    if view.offer:
        lines.append("offered: " + " ".join(view.offer))
    lines += [f"ticket {way.ticket} ({way.points}): {progress(way)}" for way in view.ticket_progress()]
    return "\n".join(lines)


def progress(way: Any) -> str:
    """How far a ticket is, in a few words."""
    if way.joined:
        return "joined"
    return "impossible" if way.impossible else f"{way.trains} trains, {way.cards} cards missing: {' '.join(way.routes)}"


def cards(counts: dict[str, int]) -> str:
    """`red:2 blue:1`."""
    return " ".join(f"{name}:{count}" for name, count in counts.items()) or "nothing"


def final(game: "Game") -> str:
    """The result."""
    from ferrovia.cli.replay import describe
    from ferrovia.record import record_game

    return describe(record_game(game))


def show_moves(game: "Game", word: str) -> None:
    """The moves the person may make."""
    found = [str(move) for move in game.legal_moves(0) if word in str(move)]
    print("\n".join(f"  {move}" for move in found) or "  none")


def show_score(game: "Game", _: str) -> None:
    """Route points so far: tickets stay secret."""
    public = game.view(0).record.public
    print("  " + ", ".join(f"seat {seat}: {public.score[seat]}" for seat in range(game.players)))


def take_back(game: "Game", _: str) -> None:
    """Undo up to and with the person's last move."""
    while game.history and game.undo() and game.seat != 0:
        pass
    print(status(game))


def save(game: "Game", name: str) -> None:
    """Write the record."""
    from pathlib import Path

    from ferrovia.record import record_game

    if not name:
        print("  save where? save FILE")
        return
    try:
        Path(name).write_text(str(record_game(game)), "utf-8")
        print(f"  written to {name}")
    except OSError as error:
        print(f"  {name} cannot be written: {error.strerror}", file=sys.stderr)


COMMANDS: dict[str, Callable[["Game", str], None]] = {
    "moves": show_moves,
    "status": lambda game, _: print(status(game)),
    "score": show_score,
    "undo": take_back,
    "save": save,
    "help": lambda game, _: print(HELP),
}
