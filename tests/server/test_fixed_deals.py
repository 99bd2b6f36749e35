"""The tests' own server deals the same cards to the same test, whatever ran before it."""

from typing import Any

from tests.server.attack_tools import serving, started, table_secrets
from tests.server.server_process import Server


def opening_hands(server: Server) -> list[Any]:
    """The hands of a new table."""
    key = server.key()
    table = started(server, "me me", key)
    sights = server.call("GET", f"/api/tables/{table['id']}/log", key=key)[1]["sights"]
    return [sorted(sight["view"]["hand"].items()) for sight in sights]


def test_two_servers_deal_alike(tmp_path):
    hands = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        with serving(tmp_path / name, "--bots", "1") as server:
            hands.append([opening_hands(server), opening_hands(server)])
            assert len(set(table_secrets(server))) == 2
    assert hands[0] == hands[1]
    assert hands[0][0] != hands[0][1]
