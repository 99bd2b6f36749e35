"""The loop: the bots play, the person is asked, and in the end everything is counted."""

import traceback
from collections.abc import Callable

from ferrovia.terminal.commands import obey
from ferrovia.terminal.completion import edit_lines
from ferrovia.terminal.session import Session

PROMPTS = {
    "opening": "Which tickets do you keep? (keep 1 2, keep all)",
    "turn": "Your turn",
    "second-card": "Your second card",
    "tunnel": "Do you pay? (pay, refuse)",
    "tickets": "Which tickets do you keep? (keep 1 2, keep all)",
}
DEFECT = "That is a defect of Ferrovia; please report the lines above. The game goes on; 'save FILE' keeps it."


def play_session(session: Session, ask: Callable[[str], str]) -> None:
    """From the first move to the score sheets; EOFError and KeyboardInterrupt of `ask` end it early."""
    try:
        greet(session)
        edit_lines(session)
        if play_game(session, ask):
            session.show_end()
        else:
            session.say(f"  Good bye.{unsaved(session)}")
    except OSError:
        raise  # the terminal is gone: nothing is wrong with the game
    except Exception:
        session.rescue()
        raise
    finally:
        session.close()


def unsaved(session: Session) -> str:
    """What is lost with leaving, if anything is."""
    if session.record is not None or session.saved == len(session.game.history):
        return ""
    if session.saved is not None:
        return " What was played since it was saved is not kept."
    return " The game is not saved; --record FILE does that."


def greet(session: Session) -> None:
    """Who plays what."""
    title = session.paint.strong(session.game.rules.name)
    others = ", ".join(session.paint.seat(seat, name) for seat, name in session.names.items() if seat != session.you)
    if session.you is None:
        session.say(f"{title}: {others}; seed {session.game.seed}.")
    else:
        session.say(f"{title} against {others}; seed {session.game.seed}. 'help' explains.")


def play_game(session: Session, ask: Callable[[str], str]) -> bool:
    """Whether the game was played to its end."""
    while True:
        session.let_bots_play()
        if session.game.over:
            return True
        if session.game.phase == "second-card":
            session.show_market()
        else:
            session.show_table()
        if not ask_until_moved(session, ask):
            return False


def ask_until_moved(session: Session, ask: Callable[[str], str]) -> bool:
    """Lines until one of them is a move; False if the person leaves."""
    moves = len(session.game.history)
    while len(session.game.history) == moves:
        try:
            line = ask(f"{PROMPTS[session.game.phase]} > ")
        except EOFError:
            session.say("")
            return False
        if not obey_safely(session, line):
            return False
        moves = min(moves, len(session.game.history))  # fewer after an undo
    return True


def obey_safely(session: Session, line: str) -> bool:
    """Do what a line says; False when the person leaves. A defect of ours is shown, so that it can be reported, but
    costs nobody the game: a move is made as a whole or not at all, so the game can go on."""
    try:
        return obey(session, line)
    except OSError:
        raise  # nobody reads what we say
    except Exception:
        session.say(traceback.format_exc())
        session.say(session.paint.warning(f"  {DEFECT}"))
        return True
