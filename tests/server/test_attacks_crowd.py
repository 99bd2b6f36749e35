"""Attacks by many tables at once."""

import time

from tests.server.attack_tools import log_of, wait_for
from tests.server.server_process import Server

TABLES = 24
HERE, THERE = {"x-forwarded-for": "10.7.7.6"}, {"x-forwarded-for": "10.7.7.7"}


def seconds_for_a_bot(server: Server, most: float) -> float:
    """How long the bot at a new table takes for its first move."""
    key = server.key()
    new = {"rules": "switzerland", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "driver"}]}
    began = time.monotonic()
    table = server.call("POST", "/api/tables", new, key, **HERE)[1]["table"]["id"]
    wait_for(lambda: log_of(server, table, key)["seq"] >= 3, most, pause=0.2)
    return time.monotonic() - began


def test_tables_without_people_do_not_hold_up_those_with(strict: Server) -> None:
    """An address opens many tables, all of them for bots that think long; others have their turns all the same."""
    idle = {"rules": "north-america", "seats": [{"kind": "bot", "bot": "stationmaster"}] * 5}
    assert seconds_for_a_bot(strict, 180) < 180
    key = strict.key()
    opened = [strict.call("POST", "/api/tables", idle, key, **THERE) for _ in range(TABLES)]
    assert [status for status, _ in opened] == [201] * TABLES
    time.sleep(1)
    try:
        assert seconds_for_a_bot(strict, 10) < 8
        assert strict.call("GET", "/api/rules", **HERE)[0] == 200
    finally:
        for _, answer in opened:
            strict.call("POST", f"/api/tables/{answer['table']['id']}/end", {}, key, **THERE)
