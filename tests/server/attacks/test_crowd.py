"""Attacks by many tables at once."""

from typing import Any

from tests.server.attack_tools import log_of, wait_for
from tests.server.server_process import Server

TABLES = 24
HERE, THERE = {"x-forwarded-for": "10.7.7.6"}, {"x-forwarded-for": "10.7.7.7"}
LONGEST = 180.0
FEW = TABLES // 2


def await_a_bot(server: Server) -> None:
    """Open a table and wait for its bot's first move."""
    key = server.key()
    new = {"rules": "switzerland", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "driver"}]}
    table = server.call("POST", "/api/tables", new, key, **HERE)[1]["table"]["id"]
    assert wait_for(lambda: log_of(server, table, key)["seq"] >= 3, LONGEST, pause=0.2)


def moves_made(server: Server, tables: list[dict[str, Any]], key: str) -> int:
    """All that has happened at some tables."""
    return sum(int(log_of(server, table["id"], key)["seq"]) for table in tables)


def test_tables_without_people_do_not_hold_up_those_with(strict: Server) -> None:
    """An address opens many tables, all of them for bots that think long; the bot of another table has its turn after
    a few of theirs, not after one of each."""
    idle = {"rules": "north-america", "seats": [{"kind": "bot", "bot": "thinker"}] * 5}
    await_a_bot(strict)
    key = strict.key()
    opened = [strict.call("POST", "/api/tables", idle, key, **THERE) for _ in range(TABLES)]
    assert [status for status, _ in opened] == [201] * TABLES
    tables = [answer["table"] for _, answer in opened]
    try:
        start = moves_made(strict, tables, key)
        assert wait_for(lambda: moves_made(strict, tables, key) > start, LONGEST, pause=1.0), "their bots are at work"
        before = moves_made(strict, tables, key)
        await_a_bot(strict)
        assert moves_made(strict, tables, key) - before <= FEW
        assert strict.call("GET", "/api/rules", **HERE)[0] == 200
    finally:
        for table in tables:
            strict.call("POST", f"/api/tables/{table['id']}/end", {}, key, **THERE)
