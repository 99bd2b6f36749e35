"""What people do at tables before they play: seats, links, codes, hosts, rematches."""

from tests.server.websocket_players import refused


def test_impossible_tables_are_refused(server):
    key = server.key()

    def open_table(**values):
        body = {"rules": "switzerland", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "driver"}]} | values
        return refused(server.call("POST", "/api/tables", body, key))

    assert open_table(rules="atlantis") == (422, "no-such-rules")
    assert open_table(rules="../etc/passwd") == (422, "bad-message")
    assert open_table(seats=[{"kind": "me"}] * 4) == (422, "wrong-players")
    assert open_table(seats=[{"kind": "me"}]) == (422, "bad-message")
    assert open_table(seats=[{"kind": "me"}, {"kind": "bot", "bot": "deep-blue"}]) == (422, "no-such-bot")
    assert open_table(seats=[{"kind": "me", "name": "\u202e"}, {"kind": "me"}]) == (422, "bad-name")
    assert open_table(seats=[{"kind": "me", "name": "\u3164"}, {"kind": "me"}]) == (422, "bad-name")
    assert open_table(extra=1) == (422, "bad-message")
    assert open_table(options={"practice": 1}) == (422, "bad-message")
    practice = {"options": {"practice": True}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert open_table(**practice) == (422, "practice-is-private")
    assert refused(server.call("POST", "/api/tables", {}))[0] == 401


def test_names_may_need_joiners(server):
    names = ["\U0001f3f3\ufe0f\u200d\U0001f308", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"]
    body = {"rules": "switzerland", "seats": [{"kind": "me", "name": name} for name in names]}
    status, opened = server.call("POST", "/api/tables", body, server.key())
    assert status == 201
    assert [seat["name"] for seat in opened["table"]["seats"]] == names


def test_a_link_opens_one_seat_and_can_be_renewed(server):
    host, friend, stranger = server.key(), server.key(), server.key()
    table = server.open("switzerland", "me open open", host)
    path = f"/api/tables/{table['id']}/seats"
    assert refused(server.call("POST", f"{path}/1/link", {}, stranger)) == (403, "not-your-seat")
    assert refused(server.call("POST", f"{path}/4/link", {}, host)) == (404, "no-such-seat")
    old = server.call("POST", f"{path}/1/link", {}, host)[1]["token"]
    new = server.call("POST", f"{path}/1/link", {}, host)[1]["token"]
    assert refused(server.call("POST", f"{path}/take", {"token": old}, friend)) == (403, "wrong-token")
    assert server.call("POST", f"{path}/take", {"token": new, "name": "  Bia  Rosa "}, friend)[1]["seat"] == 1
    info = server.call("GET", f"/api/tables/{table['id']}", key=friend)[1]
    assert info["seats"][1]["name"] == "Bia Rosa"
    assert info["mine"] == [1]
    assert not info["host"]
    again = server.call("POST", f"{path}/take", {"token": new}, friend)
    assert again[1]["seat"] == 1, "the answer may have been lost"
    for other in (host, stranger):
        assert refused(server.call("POST", f"{path}/take", {"token": new}, other)) == (403, "wrong-token")
    assert refused(server.call("POST", f"{path}/1/link", {}, host)) == (403, "not-your-seat")
    own = server.call("POST", f"{path}/1/link", {}, friend)[1]["token"]
    screen = server.call("POST", f"{path}/take", {"token": own}, stranger)
    assert screen[1]["seat"] == 1, "a player's own link is for another screen of the same player"
    seen = server.call("GET", f"/api/tables/{table['id']}")[1]
    assert (seen["code"], seen["mine"]) == (None, [])


def test_a_code_opens_free_seats_only(server):
    host = server.key()
    table = server.open("new-york", "me open", host)
    code = {"code": table["code"]}
    assert server.call("POST", "/api/join", code, server.key())[1]["seat"] == 1
    assert refused(server.call("POST", "/api/join", code, server.key())) == (404, "no-such-code")


def test_a_code_shows_its_table_before_anybody_sits_down(server):
    host, friend = server.key(), server.key()
    table = server.open("new-york", "open me open", host, clock={"kind": "fischer", "start": 300, "gain": 10})
    path = f"/api/join/{table['code'].lower()}"
    status, seen = server.call("GET", path, key=friend)
    assert (status, seen["id"], seen["mine"], seen["code"]) == (200, table["id"], [], None)
    assert [seat["kind"] for seat in seen["seats"]] == ["open", "person", "open"], "nobody has sat down"
    assert (seen["hosted_by"], seen["options"]["clock"]["start"]) == (1, 300)
    server.call("POST", "/api/join", {"code": table["code"]}, friend)
    assert server.call("GET", path, key=friend)[1]["mine"] == [0]
    server.call("POST", f"/api/tables/{table['id']}/seats/2/bot", {"bot": "driver"}, host)
    assert refused(server.call("GET", path, key=friend)) == (404, "no-such-code")
    assert refused(server.call("GET", "/api/join/ABC", key=friend)) == (422, "bad-message")


def test_the_host_fills_removes_and_ends(server):
    host, friend = server.key(), server.key()
    table = server.open("switzerland", "me open open", host)
    path = f"/api/tables/{table['id']}"
    server.call("POST", "/api/join", {"code": table["code"]}, friend)
    assert refused(server.call("DELETE", f"{path}/seats/1", key=server.key())) == (403, "not-the-host")
    assert server.call("DELETE", f"{path}/seats/1", key=host)[1]["table"]["seats"][1]["kind"] == "open"
    assert refused(server.call("POST", f"{path}/seats/1/bot", {"bot": "porter"}, friend)) == (403, "not-the-host")
    assert refused(server.call("POST", f"{path}/seats/0/bot", {"bot": "porter"}, host)) == (409, "seat-taken")
    for seat in (1, 2):
        assert server.call("POST", f"{path}/seats/{seat}/bot", {"bot": "porter"}, host)[0] == 200
    assert refused(server.call("POST", f"{path}/end", {}, friend)) == (403, "not-the-host")
    assert server.call("POST", f"{path}/end", {}, host)[1]["table"]["status"] == "ended"
    assert refused(server.call("POST", f"{path}/end", {}, host)) == (409, "ended")
    assert refused(server.call("GET", f"{path}/record", key=host)) == (409, "not-over")


def test_the_browsers_own_tables(server):
    key = server.key()
    ids = [server.open("new-york", "me driver", key)["id"] for _ in range(3)]
    found = server.call("GET", "/api/tables", key=key)[1]
    assert {table["id"] for table in found} == set(ids)
    assert server.call("GET", "/api/tables")[1] == []


def test_a_rematch_moves_the_seats_on(server):
    keys = [server.key() for _ in range(2)]
    table = server.open("new-york", "me open conductor", keys[0])
    server.call("POST", "/api/join", {"code": table["code"], "name": "Bia"}, keys[1])
    path = f"/api/tables/{table['id']}"
    assert refused(server.call("POST", f"{path}/rematch", {}, keys[0])) == (409, "not-over")
    server.call("POST", f"{path}/end", {}, keys[0])
    assert refused(server.call("POST", f"{path}/rematch", {}, server.key())) == (403, "not-your-seat")
    one, two = (server.call("POST", f"{path}/rematch", {}, key)[1] for key in keys)
    assert one["table"]["id"] == two["table"]["id"] != table["id"]
    assert (one["seat"], two["seat"]) == (2, 0)
    assert [seat["kind"] for seat in one["table"]["seats"]] == ["person", "bot", "person"]
    assert one["table"]["seats"][0]["name"] == "Bia"


def test_a_rematch_that_was_closed_is_no_rematch(server):
    key = server.key()
    table = server.open("new-york", "me open", key)["id"]
    server.call("POST", f"/api/tables/{table}/end", {}, key)
    first, again = (server.call("POST", f"/api/tables/{table}/rematch", {}, key)[1]["table"]["id"] for _ in range(2))
    assert again == first
    server.call("POST", f"/api/tables/{first}/end", {}, key)
    second = server.call("POST", f"/api/tables/{table}/rematch", {}, key)[1]["table"]
    assert second["id"] not in (table, first)
    assert second["status"] == "lobby"
    assert server.call("GET", f"/api/tables/{table}", key=key)[1]["rematch"] == second["id"]
