"""The game in the terminal when something goes wrong or the person leaves: no game is lost, no needless question."""

import pytest

import ferrovia
from ferrovia.terminal.commands import COMMANDS
from ferrovia.terminal.loop import play_session
from ferrovia.terminal.show import TableText
from tests.terminal.terminal_sessions import begun, heard, new_session


def test_a_defect_of_ours_costs_nobody_the_game(monkeypatch, tmp_path):
    """It is shown, and the game continues."""
    monkeypatch.setitem(COMMANDS, "log", lambda *_: 1 / 0)
    session = new_session()
    lines = iter(["keep all", "log", f"save {tmp_path / 'kept'}", "draw", "quit", "quit"])
    play_session(session, lambda _: next(lines))
    said = "\n".join(session.said)
    assert "ZeroDivisionError" in said
    assert "The game goes on" in said
    assert len(session.game.history) == 3
    assert ferrovia.parse_record((tmp_path / "kept").read_text("utf-8")).result == "stop 2"


@pytest.mark.parametrize("record", [None, "mine"])
def test_a_game_that_cannot_go_on_is_saved(record, monkeypatch, tmp_path):
    """Also where nobody asked for a record."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    session = new_session(record=record and tmp_path / record)
    lines = iter(["keep all", "draw"])
    monkeypatch.setattr(TableText, "market", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        play_session(session, lambda _: next(lines))
    (file,) = tmp_path.iterdir()
    assert session.said[-1] == f"  The record is in {file}."
    assert ferrovia.parse_record(file.read_text("utf-8")).replay().states.tobytes() == session.game.states.tobytes()


def test_a_broken_pipe_leaves_no_program_behind_and_no_file(monkeypatch, tmp_path):
    """Nobody reads what we say: that is no defect."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    session, closed = new_session(), []

    def refuse(_: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(session.table, "close", lambda: closed.append(True))
    session.say = refuse
    with pytest.raises(BrokenPipeError):
        play_session(session, lambda _: "draw")
    assert closed
    assert not list(tmp_path.iterdir())


def test_a_record_cannot_always_be_written(tmp_path):
    session = begun()
    assert "The record is in" in heard(session, f"save {tmp_path / 'Mine.record'}")
    assert (tmp_path / "Mine.record").exists()
    answer = heard(session, f"save {tmp_path / 'no' / 'folder'}")
    assert "cannot be written: No such file or directory" in answer


UNSAVED = "  Goodbye. The game was not saved. To save the next one, start with --record FILE."


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        (["keep all", "save {}", "quit"], "  Goodbye."),
        (["keep all", "save {}", "draw", "q", "quit"], "  Goodbye. What was played since you saved is not kept."),
        (["quit"], UNSAVED),
        (["keep all", "quit", "quit"], UNSAVED),
    ],
)
def test_what_is_lost_with_leaving_is_said(lines, last, tmp_path):
    session, waiting = new_session(), iter(lines)
    play_session(session, lambda _: next(waiting).format(tmp_path / "kept"))
    assert session.said[-1] == last


@pytest.mark.parametrize(
    ("lines", "warning"),
    [
        (["keep all", "quit", "table", "quit", "exit"], "This game would be lost"),
        (["keep all", "save {}", "draw", "quit", "q"], "What was played since you saved would be lost"),
    ],
)
def test_leaving_asks_where_something_would_be_lost(lines, warning, tmp_path):
    """Only the same word twice in a row leaves."""
    session, waiting = new_session(), iter(lines)
    play_session(session, lambda _: next(waiting).format(tmp_path / "kept"))
    assert sum(warning in line for line in session.said) == 1 + lines.count("table")


def test_nobody_is_asked_where_the_record_is_kept(tmp_path):
    session, waiting = new_session(record=tmp_path / "kept"), iter(["keep all", "quit"])
    play_session(session, lambda _: next(waiting))
    assert (tmp_path / "kept").exists()
