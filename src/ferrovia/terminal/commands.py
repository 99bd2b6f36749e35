"""What the words do that one can type."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from ferrovia.errors import FerroviaError
from ferrovia.game.moves import Claim, Move
from ferrovia.language.names import capitalised
from ferrovia.terminal.command_parser import claims_at, read_moves, typed_move
from ferrovia.terminal.numerals import read_number
from ferrovia.terminal.routes import find_routes, route_lines
from ferrovia.terminal.session import Session
from ferrovia.terminal.tell import counted
from ferrovia.terminal.vocabulary import MOVES, WORDS, full_word

LONGEST_LIST: Final = 40
LOGGED: Final = 10


def obey(session: Session, line: str) -> bool:
    """Do what a line says; False when the person leaves."""
    verb, *words = line.lower().split() or ["table"]
    asked, session.leaving = session.leaving, False
    if (number := read_number(verb)) is not None and not words:
        pick(session, number)
        return True
    word = full_word(verb)
    if word == "quit":
        return not leave(session, asked)
    if word is None:
        session.say(session.paint.warning(f"  {verb[:40]!r} means nothing here; 'help' lists what you can type."))
    elif word in MOVES:
        move(session, word, words)
    else:
        COMMANDS[word](session, line.split()[1:] if word == "save" else words)
    return True


def leave(session: Session, asked: bool) -> bool:
    """Whether the person may go: at once where nothing is lost, else when it is said a second time."""
    if asked or not session.unsaved:
        return True
    session.leaving = True
    what = "This game" if session.saved is None else "What was played since it was saved"
    session.say(f"  {what} would be lost: 'save FILE' keeps it. 'quit' once more leaves.")
    return False


def move(session: Session, word: str, words: list[str]) -> None:
    """Make the move that is meant, or ask which of several."""
    try:
        view = session.view
        near = claims_at(view, words) if word == "claim" else []
        meant = near or read_moves(view, word, words)
        if len(meant) == 1 and not near:
            session.play(meant[0])
        else:
            offer(session, meant)
    except FerroviaError as error:
        session.say(session.paint.warning(f"  {capitalised(session.with_names(str(error)))}"))


def offer(session: Session, meant: list[Move]) -> None:
    """Moves with numbers; the next line may be one of them."""
    session.choices = meant
    for number, each in enumerate(meant[:LONGEST_LIST], 1):
        session.say(f"  {number:>3}. {each}")
    if len(meant) > LONGEST_LIST:
        session.say(f"       … and {len(meant) - LONGEST_LIST} more; 'moves WORD' shows those with WORD in them")
    session.say("  Which one? Give its number." if meant else "  None.")


def pick(session: Session, number: int) -> None:
    """The move with this number in the last list."""
    if 1 <= number <= len(session.choices):
        session.play(session.choices[number - 1])
    else:
        session.say(session.paint.warning(f"  There is no number {number} to choose; 'moves' lists what you may do."))


def show_moves(session: Session, words: list[str]) -> None:
    """The legal moves, those with all the words in them. Claims come last: a list may have no room for all of them."""
    legal = sorted(session.view.legal_moves(), key=lambda each: isinstance(each, Claim))
    offer(session, [each for each in legal if all(word in str(each) for word in words)])


def show_routes(session: Session, words: list[str]) -> None:
    """The board as a list."""
    view = session.view
    found, unknown = find_routes(view, words)
    if unknown:
        session.say(session.paint.warning(f"  {unknown[0][:40]!r} is no city, colour, length or kind of route here."))
        return
    for line in route_lines(found, view, session.paint, session.names):
        session.say(line)
    session.say(f"  {counted(len(found), 'route')}")


def show_hint(session: Session, _: list[str]) -> None:
    """Advice."""
    if practice_only(session, "are no hints"):
        session.advised, reason = session.hint()
        move = session.paint.strong(typed_move(session.view, session.advised))
        session.say(f"  {move}: {reason} Type 'yes' to do it.")


def follow_hint(session: Session, _: list[str]) -> None:
    """Do as advised."""
    if session.advised:
        session.play(session.advised)
    else:
        session.say("  Yes to what? 'hint' asks for advice.")


def show_why(session: Session, _: list[str]) -> None:
    """The reasons of the others, since the person's last move."""
    if not practice_only(session, "are no reasons"):
        return
    first = session.points[-1].moves + 1 if session.points else 0
    numbers = [each for each in range(first, len(session.game.history)) if each in session.reasons]
    for number in numbers:
        session.say(f"  {session.told_move(number)}")
        session.say(f"      {session.reason_words(session.reasons[number], session.game.history[number].seat)}")
    if not numbers:
        session.say("  Nobody else has moved since your last move.")


def take_back(session: Session, _: list[str]) -> None:
    """Undo the person's last move and all that followed."""
    if practice_only(session, "is no undo"):
        if session.undo():
            session.say("  Taken back.")
            session.show_table()
        else:
            session.say("  There is nothing to take back.")


def practice_only(session: Session, what: str) -> bool:
    """Whether this is a practice game; else says so."""
    if not session.practice:
        session.say(session.paint.warning(f"  There {what} in a game that counts (--no-practice)."))
    return session.practice


def show_log(session: Session, words: list[str]) -> None:
    """The last moves in words."""
    count = read_number(words[0]) if words else None
    past = len(session.game.history)
    for number in range(max(0, past - (LOGGED if count is None else count)), past):
        session.say(f"  {number + 1:>3}. {session.told_move(number)}")


def save(session: Session, words: list[str]) -> None:
    """Write the record."""
    if words:
        session.save(Path(" ".join(words)))
    else:
        session.say("  Save where? 'save FILE'.")


def show_help(session: Session, _: list[str]) -> None:
    """Everything that can be typed."""
    session.say(session.paint.strong("Moves"))
    for line in MOVES.values():
        session.say(f"  {line}")
    session.say(session.paint.strong("Other words"))
    for line in WORDS.values():
        session.say(f"  {line}")
    letters = "  ".join(f"{session.paint.card(name)} {name}" for name in session.paint.letters)
    session.say(f"Beginnings will do: 'd', 't r', 'c den oma'. {letters}; any one colour pays for gray.")


COMMANDS: dict[str, Callable[[Session, list[str]], None]] = {
    "routes": show_routes,
    "table": lambda session, _: session.show_table(),
    "moves": show_moves,
    "help": show_help,
    "hint": show_hint,
    "yes": follow_hint,
    "why": show_why,
    "undo": take_back,
    "log": show_log,
    "save": save,
}
