"""`ferrovia play`: a plain game in the terminal against opponents that move at random."""

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrovia.game import Game
    from ferrovia.happenings import Event

COUNTED = ("paid", "flushed", "charged", "tickets-kept", "renewed")
HELP = """Type a move, or one of these words:
  moves [WORD]   the moves you may make, only those with WORD in them
  status         the table, your hand and your tickets
  routes [WORD]  the board: length, colour and owner of every route, or of those with WORD in them
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
    edit_lines()
    shown = -1
    while not game.over:
        if game.seat != 0:
            play_opponent(game)
            continue
        if game.phase == "turn" and shown != len(game.history):
            print(status(game))
        shown = len(game.history)
        if not ask(game):
            return 0
    print(final(game))
    return 0


def edit_lines() -> None:
    """Arrow keys and history at the prompt, where the system has them."""
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 (being there is all it takes)


def ask(game: "Game") -> bool:
    """One line from the person; False when they leave."""
    try:
        line = input(f"[{game.phase}] > ").strip()
    except EOFError:
        print()
        return False
    verb, _, rest = line.partition(" ")
    verb = verb.lower()
    if verb in ("quit", "exit", "q"):
        return False
    if verb in COMMANDS:
        COMMANDS[verb](game, rest)
    elif line:
        play_own(game, line.lower())
    return True


def play_own(game: "Game", line: str) -> None:
    """The person's move, or why it is refused."""
    from ferrovia.errors import FerroviaError

    try:
        game.play(line)
        print(f"  {last_move(game) or 'chosen; now the others choose'}")
    except FerroviaError as error:
        print(f"  {error}")


def play_opponent(game: "Game") -> None:
    """An opponent's move, uniformly at random."""
    from random import Random

    seat = game.seat
    game.play(Random(f"{game.seed}:{len(game.history)}").choice(game.legal_moves()))
    print(f"  {last_move(game) or f'seat {seat} has chosen'}")


def last_move(game: "Game") -> str:
    """What seat 0 may know of the last move."""
    from ferrovia.happenings import name_visible

    return "; ".join(map(phrase, name_visible(game.rules, game.history[-1].events, 0)))


def phrase(event: "Event") -> str:
    """An event in a few words."""
    who = "" if event.seat is None else f"seat {event.seat} "
    count = f" {event.count}" if event.count and event.kind in COUNTED else ""
    return f"{who}{event.kind}{count} {event.card or event.ticket or event.route or ''}".strip()


def status(game: "Game") -> str:
    """The table as seat 0 sees it."""
    view = game.view(0)
    lines = [f"market {cards(view.market)} · deck {view.deck_size} · tickets in the deck {view.ticket_deck}"]
    lines += [
        f"seat {seat}: {view.route_points(seat)} points, {view.trains(seat)} trains, {view.hand_size(seat)} cards,"
        f" {view.ticket_count(seat)} tickets"
        for seat in range(game.players)
    ]
    lines.append(f"your hand: {cards(view.hand)}")
    lines += [f"offered {way.ticket} ({way.points}): {progress(way)}" for way in view.offer_progress()]
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
    from ferrovia.cli.replay import score_lines

    won = "You win." if game.winners == (0,) else "You share the win." if 0 in game.winners else "You lose."
    return "\n".join([won, *score_lines(game, {0: "you"})])


def show_moves(game: "Game", word: str) -> None:
    """The moves the person may make."""
    found = [str(move) for move in game.legal_moves(0) if word in str(move)]
    print("\n".join(f"  {move}" for move in found) or "  none")


def show_routes(game: "Game", word: str) -> None:
    """The board as a list."""
    view = game.view(0)
    owners = {route: seat for seat in range(game.players) for route in view.routes(seat)}
    for name, route in zip(game.rules.route_ids, game.rules.map.routes, strict=True):
        if word in name:
            kind = f"{route.colour}{' tunnel' if route.tunnel else ''}"
            print(f"  {name:42} {route.length} {kind:14} {f'seat {owners[name]}' if name in owners else ''}".rstrip())


def show_score(game: "Game", _: str) -> None:
    """Route points so far: tickets stay secret."""
    view = game.view(0)
    print("  " + ", ".join(f"seat {seat}: {view.route_points(seat)}" for seat in range(game.players)))


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
    except (OSError, ValueError) as error:
        print(f"  {name!r} cannot be written: {error}", file=sys.stderr)


COMMANDS: dict[str, Callable[["Game", str], None]] = {
    "moves": show_moves,
    "status": lambda game, _: print(status(game)),
    "routes": show_routes,
    "score": show_score,
    "undo": take_back,
    "save": save,
    "help": lambda game, _: print(HELP),
}
