"""Attacks by many tables at once."""

import time
from pathlib import Path

from attacks import default_limits, log_of, serving, wait_for
from serving import Server

HERE, THERE = {"x-forwarded-for": "10.7.7.6"}, {"x-forwarded-for": "10.7.7.7"}


def seconds_for_a_bot(server: Server, most: float) -> float:
    """How long the bot at a new table takes for its first move."""
    key = server.key()
    new = {"rules": "switzerland", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "driver"}]}
    began = time.monotonic()
    table = server.call("POST", "/api/tables", new, key, **HERE)[1]["table"]["id"]
    wait_for(lambda: log_of(server, table, key)["seq"] >= 3, most, pause=0.2)
    return time.monotonic() - began


def test_tables_without_people_do_not_hold_up_those_with(tmp_path: Path) -> None:
    """An address opens as many tables as it may, all of them for bots that think long."""
    idle = {"rules": "north-america", "seats": [{"kind": "bot", "bot": "stationmaster"}] * 5}
    with serving(tmp_path, "--bots", "2", *default_limits()) as server:
        assert seconds_for_a_bot(server, 180) < 180
        key = server.key()
        opened = [server.call("POST", "/api/tables", idle, key, **THERE)[0] for _ in range(60)]
        assert opened.count(201) > 50
        time.sleep(3)
        assert seconds_for_a_bot(server, 6) < 5
        assert server.call("GET", "/api/rules", **HERE)[0] == 200
