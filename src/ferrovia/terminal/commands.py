"""Execution of typed commands: moves, queries, saving and quitting."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from ferrovia.game.moves import Claim, Move
from ferrovia.game.narration import move_sentence
from ferrovia.game.typed.lines import TypedLine, parse_line
from ferrovia.game.typed.matching import typed_number
from ferrovia.game.typed.routes import route_statuses
from ferrovia.game.typed.vocabulary import MOVE_VERBS
from ferrovia.language.formats import listed
from ferrovia.language.names import vehicle_of
from ferrovia.terminal.session import Session

LONGEST_LIST: Final = 40
LOGGED: Final = 10
QUERIES: Final = ("routes", "table", "moves", "help", "hint", "yes", "why", "undo", "log", "save", "quit")


def obey(session: Session, line: str) -> bool:
    """Execute a line; return False when the person quits."""
    asked, session.leaving = session.leaving, False
    typed = parse_line(session.view, line, session.language)
    if typed.verb == "quit":
        return not leave(session, asked)
    if typed.problem:
        complain(session, typed)
    elif typed.number is not None:
        pick(session, typed.number)
    elif typed.verb in MOVE_VERBS:
        move(session, typed)
    else:
        words = line.split()[1:] if typed.verb == "save" else typed.words  # file names are case-sensitive
        COMMANDS[typed.verb](session, typed, words)
    return True


def complain(session: Session, typed: TypedLine) -> None:
    """Say what was not understood."""
    letters = {card: letter for card, letter in session.paint.letters.items() if letter != "*"}
    names = [f"{session.paint.name(card)} ({letter})" for card, letter in letters.items()]
    cards = listed(names, session.language, "or")
    session.warn(session.texts.say(f"text.{typed.problem}", words=typed.about, cards=cards))


def leave(session: Session, asked: bool) -> bool:
    """Whether to quit: at once if nothing would be lost, otherwise on a second `quit`."""
    if asked or not session.unsaved:
        return True
    session.leaving = True
    session.answer("terminal.would-be-lost", saved="no" if session.saved is None else "yes")
    return False


def move(session: Session, typed: TypedLine) -> None:
    """Make the move that is meant, or ask which of several."""
    if len(typed.moves) == 1 and typed.certain:
        session.play(typed.moves[0])
    else:
        offer(session, typed.moves)


def offer(session: Session, meant: Sequence[Move]) -> None:
    """List moves with numbers; the next line may be one of the numbers."""
    session.choices = list(meant)
    for number, move in enumerate(meant[:LONGEST_LIST], 1):
        session.say(f"  {number:>3}. {move_words(session, move)}")
    if len(meant) > LONGEST_LIST:
        session.say(f"     {session.texts.say('terminal.list-more', count=len(meant) - LONGEST_LIST)}")
    session.answer("terminal.which" if meant else "terminal.none")


def move_words(session: Session, move: Move) -> str:
    """A move in words; the second route of a double with its number."""
    sentence = move_sentence(session.game.rules, move, session.language)
    _, _, twin = move.route.partition(":") if isinstance(move, Claim) else ("", "", "")
    return f"{sentence} (:{twin})" if twin else sentence


def pick(session: Session, number: int) -> None:
    """Make the move with this number in the last list."""
    if 1 <= number <= len(session.choices):
        session.play(session.choices[number - 1])
    else:
        session.warn(session.texts.say("text.no-number", number=str(number)))


def show_moves(session: Session, typed: TypedLine, _: Sequence[str]) -> None:
    """Show the legal moves that contain all the words."""
    offer(session, typed.moves)


def show_routes(session: Session, typed: TypedLine, _: Sequence[str]) -> None:
    """Show the board as a list."""
    statuses = [status for status in route_statuses(session.view) if status.id in typed.routes]
    for line in session.shown.routes(statuses):
        session.say(line)
    session.answer("text.routes-found", count=len(statuses))


def show_hint(session: Session, *_: object) -> None:
    """Show a strong bot's move and its reason."""
    if in_practice(session):
        session.advised, reason = session.hint()
        move = session.paint.strong(move_words(session, session.advised))
        session.say(f"  {move} {reason} {session.texts.say('text.yes-does-it')}")


def follow_hint(session: Session, *_: object) -> None:
    """Make the move of the last hint."""
    if session.advised:
        session.play(session.advised)
    else:
        session.answer("text.yes-to-what")


def show_why(session: Session, *_: object) -> None:
    """Show the opponents' reasons since the person's last move."""
    if not in_practice(session):
        return
    first = session.points[-1].moves + 1 if session.points else 0
    numbers = [number for number in range(first, len(session.game.history)) if number in session.reasons]
    for number in numbers:
        session.say(f"  {session.move_text(number)}")
        session.say(f"      {session.reason_words(session.reasons[number], session.game.history[number].seat)}")
    if not numbers:
        session.answer("terminal.no-news")


def take_back(session: Session, *_: object) -> None:
    """Undo the person's last move and everything after it."""
    if not in_practice(session):
        return
    if session.undo():
        session.answer("terminal.taken-back")
        session.show_table()
    else:
        session.answer("refusals.nothing-to-take-back")


def in_practice(session: Session) -> bool:
    """Whether this is a practice game; says so if it is not."""
    if not session.practice:
        session.warn(session.texts.say("refusals.practice-only"))
    return session.practice


def show_log(session: Session, _: TypedLine, words: Sequence[str]) -> None:
    """Show the last moves in words."""
    count = typed_number(words[0]) if words else None
    past = len(session.game.history)
    for number in range(max(0, past - (LOGGED if count is None else count)), past):
        session.say(f"  {number + 1:>3}. {session.move_text(number)}")


def save(session: Session, _: TypedLine, words: Sequence[str]) -> None:
    if words:
        session.save(Path(" ".join(words)))
    else:
        session.answer("terminal.save-where")


def show_help(session: Session, *_: object) -> None:
    """Show every command with an example."""
    for title, verbs in (("terminal.moves-title", MOVE_VERBS), ("terminal.commands-title", QUERIES)):
        session.say(session.paint.strong(session.texts.say(title)))
        for verb in verbs:
            session.say(f"  {help_text(session, 'example', verb):<28} {help_text(session, 'help', verb)}")
    letters = "  ".join(f"{session.paint.card(card)} {session.paint.name(card)}" for card in session.paint.letters)
    session.answer("text.help-more")
    session.answer("terminal.letters", letters=letters)


def help_text(session: Session, kind: str, verb: str) -> str:
    """A line of the help. The terminal has its own where it differs from the browser's text mode."""
    own = f"terminal.{kind}.{verb}"
    key = own if own in session.texts else f"text.{kind}.{verb}"
    return session.texts.say(key, vehicle=vehicle_of(session.game.rules))


def show_table(session: Session, *_: object) -> None:
    session.show_table()


COMMANDS: Final[dict[str, Callable[[Session, TypedLine, Sequence[str]], None]]] = {
    "routes": show_routes,
    **dict.fromkeys(("table", "hand", "market", "players"), show_table),
    "moves": show_moves,
    "help": show_help,
    "hint": show_hint,
    "yes": follow_hint,
    "why": show_why,
    "undo": take_back,
    "log": show_log,
    "save": save,
}
