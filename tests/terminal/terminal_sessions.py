"""Games in the terminal for tests: a person at seat 0 whose lines are given, and what was said."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import ferrovia
from ferrovia.bots.specs import parse_specs
from ferrovia.game.moves import Claim, Keep, Surcharge, Take
from ferrovia.terminal.commands import obey
from ferrovia.terminal.paint import Paint
from ferrovia.terminal.session import Session

ESCAPE = "\x1b["
EXAMPLE = Path(__file__).parents[2] / "examples" / "my_first_bot.py"


class HeardSession(Session):
    """A session that keeps what it says."""

    said: list[str]


def new_session(rules: str = "north-america", bots: str = "random", seed: int = 1, **options: Any) -> HeardSession:
    """A game with the person in seat 0, narrated into a list."""
    specs = dict(enumerate(parse_specs(bots), 1))
    game = ferrovia.Game(rules, len(specs) + 1, seed)
    paint = Paint(game.rules, colour=bool(options.pop("colour", False)), language=str(options.pop("language", "en")))
    session = HeardSession(game, specs, 0, paint, **options)
    session.said = []
    session.say = session.said.append
    return session


def heard(session: HeardSession, line: str) -> str:
    """What is answered to a line."""
    before = len(session.said)
    obey(session, line)
    return "\n".join(session.said[before:])


def begun(**options: Any) -> HeardSession:
    """A session after the opening."""
    session = new_session(**options)
    obey(session, "keep all")
    session.let_bots_play()
    return session


def typed(session: Session, chance: Random) -> str:
    """A legal move as a person might type it."""
    move = chance.choice(session.view.legal_moves())
    if isinstance(move, Take):
        return f"t {session.paint.letters[move.card].lower()}"
    if isinstance(move, Claim):
        cards = " ".join(f"{session.paint.letters[card]}{count}" for card, count in move.cards)
        return f"claim {move.route} {cards}"
    if isinstance(move, Surcharge):
        return "pay " + " ".join(f"{card}:{count}" for card, count in move.cards)
    if isinstance(move, Keep):
        return "keep " + " ".join(str(session.view.offer.index(ticket) + 1) for ticket in move.tickets)
    return str(move)


def script(session: Session) -> Callable[[str], str]:
    """A person who types legal moves, and now and then something else."""
    chance = Random(3)
    others = ["", "routes affordable", "why", "undo", "moves claim", "nonsense", "log 3", "99", "claim x y", "hint"]

    def ask(_: str) -> str:
        return chance.choice(others) if chance.random() < 0.1 else typed(session, chance)

    return ask
