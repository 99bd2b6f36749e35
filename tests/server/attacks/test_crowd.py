"""Attacks by many tables at once."""

import contextlib
import sqlite3

from tests.server.attack_tools import log_of, wait_for
from tests.server.server_process import Server

TABLES = 24
HERE, THERE = {"x-forwarded-for": "10.7.7.6"}, {"x-forwarded-for": "10.7.7.7"}
LONGEST = 180.0
FEW = TABLES // 2


def await_a_bot(server: Server) -> str:
    """Open a table and wait for its bot's first move."""
    key = server.key()
    new = {"rules": "switzerland", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "driver"}]}
    table = str(server.call("POST", "/api/tables", new, key, **HERE)[1]["table"]["id"])
    assert wait_for(lambda: log_of(server, table, key)["seq"] >= 3, LONGEST, pause=0.2)
    return table


def moves_made(server: Server, tables: list[str], key: str) -> int:
    """All that has happened at some tables."""
    return sum(int(log_of(server, table, key)["seq"]) for table in tables)


def moves_beside(server: Server, table: str, others: list[str]) -> int:
    """What happened at other tables while a table waited for its bot, by the clock of the store: the requests of this
    test may take as long as they like."""
    marks = ",".join("?" * len(others))
    with contextlib.closing(sqlite3.connect(server.store, timeout=30)) as base:
        first, last = base.execute("SELECT min(at), max(at) FROM log WHERE table_id = ?", (table,)).fetchone()
        between = f"SELECT count(*) FROM log WHERE at BETWEEN ? AND ? AND table_id IN ({marks})"
        return int(base.execute(between, (first, last, *others)).fetchone()[0])


def test_tables_without_people_do_not_hold_up_those_with(strict: Server) -> None:
    """An address opens many tables, all of them for bots that think long; the bot of another table has its turn after
    a few of theirs, not after one of each."""
    idle = {"rules": "north-america", "seats": [{"kind": "bot", "bot": "thinker"}] * 5}
    await_a_bot(strict)
    key = strict.key()
    opened = [strict.call("POST", "/api/tables", idle, key, **THERE) for _ in range(TABLES)]
    assert [status for status, _ in opened] == [201] * TABLES
    tables = [answer["table"]["id"] for _, answer in opened]
    try:
        start = moves_made(strict, tables, key)
        assert wait_for(lambda: moves_made(strict, tables, key) > start, LONGEST, pause=1.0), "their bots are at work"
        assert moves_beside(strict, await_a_bot(strict), tables) <= FEW
        assert strict.call("GET", "/api/rules", **HERE)[0] == 200
    finally:
        for table in tables:
            strict.call("POST", f"/api/tables/{table}/end", {}, key, **THERE)
