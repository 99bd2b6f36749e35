"""Main loop: bots play, the person is asked, and the final scores are shown."""

import traceback
from collections.abc import Callable

from ferrovia.language.names import rules_name
from ferrovia.terminal.commands import obey
from ferrovia.terminal.completion import edit_lines
from ferrovia.terminal.session import Session


def play_session(session: Session, ask: Callable[[str], str]) -> None:
    """Play from the first move to the score sheets. EOFError and KeyboardInterrupt from `ask` end it early."""
    try:
        greet(session)
        edit_lines(session)
        if play_game(session, ask):
            session.show_end()
        else:
            session.say(f"  {session.texts.say('terminal.bye')} {unsaved(session)}".rstrip())
    except OSError:
        raise  # the terminal is gone; the game itself is fine
    except Exception:
        session.rescue()
        raise
    finally:
        session.close()


def unsaved(session: Session) -> str:
    """What would be lost on quitting, if anything."""
    if session.record is not None or session.saved == len(session.game.history):
        return ""
    return session.texts.say("terminal.bye-unsaved" if session.saved is None else "terminal.bye-since")


def greet(session: Session) -> None:
    """Show who plays what."""
    others = ", ".join(session.paint.seat(seat, name) for seat, name in session.names.items() if seat != session.you)
    title, seed = session.paint.strong(rules_name(session.game.rules, session.texts)), str(session.game.seed)
    if session.you is None:
        session.say(session.texts.say("terminal.greet-watching", rules=title, others=others, seed=seed))
        return
    place = {"seat": session.you + 1, "players": session.game.players}
    session.say(session.texts.say("terminal.greet", rules=title, others=others, seed=seed, **place))


def play_game(session: Session, ask: Callable[[str], str]) -> bool:
    """Play the game; return whether it reached its end."""
    while True:
        session.let_bots_play()
        if session.game.over:
            return True
        if session.game.phase == "second-card":
            session.say(session.shown.market())
        else:
            session.show_table()
        if not ask_until_moved(session, ask):
            return False


def ask_until_moved(session: Session, ask: Callable[[str], str]) -> bool:
    """Read lines until one of them is a move; return False if the person quits."""
    moves = len(session.game.history)
    while len(session.game.history) == moves:
        try:
            line = ask(f"{session.texts.say(f'terminal.prompt.{session.game.phase}')} > ")
        except EOFError:
            session.say("")
            return False
        if not obey_safely(session, line):
            return False
        moves = min(moves, len(session.game.history))  # fewer after an undo
    return True


def obey_safely(session: Session, line: str) -> bool:
    """Execute a line; return False when the person quits. A bug of ours is shown, so that it can be reported, and the
    game continues: a move is made completely or not at all."""
    try:
        return obey(session, line)
    except OSError:
        raise  # nothing can be printed any more
    except Exception:
        session.say(traceback.format_exc())
        session.warn(session.texts.say("terminal.defect"))
        return True
