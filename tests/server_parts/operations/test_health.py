"""Health: a process that answers is alive; it is ready if its store can be written. Trouble is logged once a minute."""

import logging
import sqlite3
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ferrovia.server.app import make_app
from ferrovia.server.base.observability import MINUTE, PlainLogFormatter, RepetitionFilter
from ferrovia.server.base.settings import Settings
from ferrovia.server.store import readiness


def test_a_server_whose_store_cannot_be_written_is_alive_but_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 0.0)
    store = tmp_path / "tables.sqlite"
    with TestClient(make_app(Settings(store=str(store)))) as client:
        assert client.get("/readyz").text == "ok\n"
        other = sqlite3.connect(store, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            answer = client.get("/readyz")
            assert (answer.status_code, answer.json()["code"]) == (503, "store-failed")
            assert (client.get("/healthz").status_code, client.get("/healthz").text) == (200, "ok\n")
        finally:
            other.execute("ROLLBACK")
            other.close()
        monkeypatch.setattr(readiness, "PATIENCE_SECONDS", 60.0)
        assert client.get("/readyz").status_code == 200


def line(event: str, at: float, level: int = logging.ERROR) -> logging.LogRecord:
    found = logging.LogRecord("server", level, "file", 1, event, (), None)
    found.created = at
    return found


def test_trouble_is_logged_once_a_minute_and_counted() -> None:
    filtered = RepetitionFilter()
    assert filtered.filter(line("store-failed", 0.0))
    assert not any(filtered.filter(line("store-failed", at / 10)) for at in range(500))
    assert filtered.filter(line("bot-failed", 1.0)), "another kind"
    later = line("store-failed", MINUTE)
    assert filtered.filter(later)
    assert later.left_out == 500  # type: ignore[attr-defined]


@pytest.mark.parametrize(("event", "level"), [("listening", logging.INFO), ("broken-log", logging.ERROR)])
def test_news_and_damaged_tables_are_always_logged(event: str, level: int) -> None:
    filtered = RepetitionFilter()
    assert all(filtered.filter(line(event, 0.0, level)) for _ in range(5))


@pytest.mark.parametrize("sign", ["\n", "\r", "\x0b", "\x1b[2K", "\x85", "\u2028", "\u202e"])
def test_no_value_makes_a_line_of_its_own_in_the_log(sign: str) -> None:
    forged = f"x{sign}12:00:00 info    all is well"
    record = line("refused", 0.0)
    record.why = forged
    written = PlainLogFormatter().format(record)
    assert written.isprintable()
    assert written.endswith(sign.encode("unicode_escape").decode() + "12:00:00 info    all is well")
    assert PlainLogFormatter().format(line(forged, 0.0)).isprintable()
    record.why = "Zürich – São Paulo"
    assert PlainLogFormatter().format(record).endswith("why=Zürich – São Paulo"), "what can be read stays as it is"


def test_no_error_makes_a_line_that_begins_like_one_of_the_log() -> None:
    record = line("failed", 0.0)
    try:
        raise ValueError("x\n12:00:00 info    all is well\r\x1b[2K")
    except ValueError:
        record.exc_info = sys.exc_info()
    first, *trace = PlainLogFormatter().format(record).split("\n")
    assert first.endswith("failed")
    assert trace[0] == "  Traceback (most recent call last):"
    assert trace[-1] == "  12:00:00 info    all is well\\r\\x1b[2K"
    assert all(each.startswith("  ") for each in trace)
