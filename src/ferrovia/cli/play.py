"""`ferrovia play`: a game in the browser or in the terminal, against bots of five levels or any other bots."""

import argparse
import secrets
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from types import FrameType
from typing import TYPE_CHECKING, Any

from ferrovia.bots.levels import level_names
from ferrovia.cli.arguments import whole_number
from ferrovia.cli.exit_codes import INTERRUPTED
from ferrovia.language.catalogue import LANGUAGES, environment_language

if TYPE_CHECKING:
    from ferrovia.bots.specs import BotSpec
    from ferrovia.rules.resolved import Rules
    from ferrovia.terminal.session import Session

WORDS = "Play in the browser or in the terminal, against bots of five levels or any other bots."
RULES = "north-america"
OPPONENT = "passenger"
ENDINGS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser("play", help="play against bots and friends", description=WORDS)
    verb.add_argument("--terminal", action="store_true", help="play in the terminal")
    verb.add_argument("--rules", metavar="ID", help=f"rule set or file (default {RULES})")
    verb.add_argument(
        "--players", type=whole_number, metavar="N", help="number of players (default 2, or as many as --bots needs)"
    )
    verb.add_argument(
        "--bots",
        metavar="A,B",
        help=f"your opponents: levels ({', '.join(level_names())}) or any other bots (see docs/bots.md); the last one"
        f" plays all remaining seats (default {OPPONENT})",
    )
    verb.add_argument(
        "--practice",
        action=argparse.BooleanOptionalAction,
        help="allow undo and hints, and in the terminal show the bots' reasons (default: yes)",
    )
    browser = verb.add_argument_group("in the browser")
    browser.add_argument("--no-browser", action="store_true", help="print the address instead of opening a window")
    browser.add_argument("--network", action="store_true", help="let friends on the same network join by link")
    browser.add_argument("--port", type=int, metavar="N", help="port of the page (default: 8000, or any free port)")
    browser.add_argument(
        "--store", default="", metavar="FILE", help="file to store games in (default: in your data folder)"
    )
    terminal = verb.add_argument_group("in the terminal (each of these implies --terminal)")
    terminal.add_argument("--seed", type=whole_number, metavar="NUMBER", help="the same seed deals the same game")
    terminal.add_argument(
        "--seat",
        type=whole_number,
        metavar="N",
        help="your place in the playing order; 1 moves first (default: random)",
    )
    terminal.add_argument("--language", choices=LANGUAGES, help="language of the game (default: from the environment)")
    terminal.add_argument("--watch", action="store_true", help="watch bots play all seats, with their reasons")
    terminal.add_argument("--record", type=Path, metavar="FILE", help="write the record of the game to this file")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play in the browser, unless the terminal was asked for or packages are missing."""
    asked = (arguments.seed, arguments.record, arguments.seat, arguments.language)
    if arguments.terminal or arguments.watch or any(option is not None for option in asked):
        return run_in_terminal(arguments)
    missing = missing_for_browser()
    if missing:
        print(f"Playing in the terminal, because {missing}.")
        return run_in_terminal(arguments)
    return run_in_browser(arguments)


def missing_for_browser() -> str:
    """The packages missing for the browser game, in words; empty if all are installed."""
    from ferrovia.cli.exit_codes import what_is_missing

    try:
        import ferrovia.server.launch  # noqa: F401 (whether it can be imported is the question)
        from ferrovia.server.http.static import BUNDLE, INDEX
    except ImportError as error:
        if (error.name or "").startswith("ferrovia"):
            raise
        return f"the browser game needs {what_is_missing(error)}"
    return "" if (BUNDLE / INDEX).is_file() else "the page for browsers was left out of this installation"


def run_in_browser(arguments: argparse.Namespace) -> int:
    """Report everything that cannot be played before opening the browser."""
    from ferrovia.cli.browser import Preselection, play_in_browser
    from ferrovia.rules.files.loading import load_rules

    rules = load_rules(arguments.rules or RULES)
    bots = opponents(rules, arguments.bots, arguments.players) if arguments.bots else []
    if arguments.players is not None and not bots:
        opponents(rules, OPPONENT, arguments.players)
    return play_in_browser(
        Preselection(
            rules=None if arguments.rules is None else rules.id,
            players=len(bots) + 1 if bots else arguments.players,
            bots=tuple(spec.name if spec.variants else spec.text for spec in bots),
            practice=arguments.practice,
            map=() if rules.built_in else (arguments.rules,),
            store=arguments.store,
            port=arguments.port,
            network=arguments.network,
            browser=not arguments.no_browser,
        )
    )


def run_in_terminal(arguments: argparse.Namespace) -> int:
    """A person at the keyboard against bots, or bots alone."""
    from ferrovia.cli.exit_codes import ask
    from ferrovia.game.checks import check_seed
    from ferrovia.game.game import Game
    from ferrovia.rules.files.loading import load_rules
    from ferrovia.terminal.loop import play_session
    from ferrovia.terminal.paint import Paint, has_symbols, wants_colour
    from ferrovia.terminal.session import Session, warm_up

    rules = load_rules(arguments.rules or RULES)
    people = 0 if arguments.watch else 1
    bots = opponents(rules, arguments.bots or OPPONENT, arguments.players, people)
    seats = len(bots) + people
    check_record(arguments.record)
    seed = secrets.randbits(64) if arguments.seed is None else check_seed(arguments.seed)
    you = None if arguments.watch else seat_of_person(arguments.seat, seats, seed)
    warm_up(rules, bots)
    language = arguments.language or environment_language()
    paint = Paint(rules, colour=wants_colour(), symbols=has_symbols(), language=language)
    game = Game(rules, seats, seed)
    seated = dict(zip((seat for seat in range(seats) if seat != you), bots, strict=True))
    session = Session(game, seated, you, paint, arguments.practice is not False, arguments.record)
    try:
        with keeping_record(session):
            play_session(session, ask)
    except KeyboardInterrupt:
        print(f"\n{session.texts.say('terminal.bye')}")
        return INTERRUPTED
    return 0


@contextmanager
def keeping_record(session: "Session") -> Iterator[None]:
    """Save the record even if the program is ended while a bot thinks, or the terminal is closed."""
    path = session.record
    if path is None:
        yield
        return

    def keep(number: int, frame: FrameType | None) -> None:
        try:
            with suppress(OSError):  # nobody is left to be told that it cannot be written
                session.write_record(path)
        finally:
            signal.signal(number, before[number])
            signal.raise_signal(number)

    before = {number: signal.signal(number, keep) for number in ENDINGS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def opponents(rules: "Rules", text: str, players: int | None, people: int = 1) -> "list[BotSpec]":
    """The bots of a table, the last one repeated up to its size. The number of players follows from the bots unless
    given."""
    from ferrovia.bots.specs import parse_specs
    from ferrovia.errors import TableError
    from ferrovia.game.checks import check_players

    specs = parse_specs(text)
    number = max(len(specs) + people, rules.rule_set.players_min) if players is None else players
    seats = check_players(rules, number) - people
    if len(specs) > seats:
        room = f"{seats} seat{'s' * (seats != 1)}"
        raise TableError(f"{len(specs)} bots are too many for {room}; give fewer of them, or more --players")
    return specs + [specs[-1]] * (seats - len(specs))


def seat_of_person(seat: int | None, seats: int, seed: int) -> int:
    """The person's seat: the requested place in the playing order, else random from the seed."""
    from ferrovia.errors import TableError

    if seat is None:
        return Random(f"seat {seed}").randrange(seats)
    if not 1 <= seat <= seats:
        raise TableError(f"there is no seat {seat}; give --seat 1 to {seats}")
    return seat - 1


def check_record(path: Path | None) -> None:
    """Check before the game that its record can be saved, without overwriting another record."""
    from ferrovia.errors import RecordError

    if path is None:
        return
    if path.is_file() and path.stat().st_size:
        raise RecordError(f"{str(path)!r} already exists and would be overwritten; name another file")
    try:
        there = path.exists()
        path.open("a").close()
        if not there:  # an empty file is not a record
            path.unlink()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise RecordError(f"no record can be written to {str(path)!r} ({reason}); name another file") from error
