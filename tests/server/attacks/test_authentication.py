"""Attacks on authentication: keys, links, codes, origins, cookies; and headers that keep browsers out of trouble."""

import asyncio
import http.client
import http.cookies
import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from ferrovia.server.base.tokens import new_token
from tests.server.attack_tools import Wire, log_of, move_request, seated, serving, started, wait_for
from tests.server.server_process import Server

EVIL = "https://evil.example"
NEW = {"rules": "switzerland", "seats": [{"kind": "me"}, {"kind": "open"}]}


def ask(server: Server, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, dict[str, str]]:
    """A request as a browser makes it: the status, the body, the headers."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.request(
            method, path, None if body is None else json.dumps(body), {"content-type": "application/json", **headers}
        )
        answer = connection.getresponse()
        text = answer.read().decode()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, json.loads(text) if text[:1] in "{[" else text, found
    finally:
        connection.close()


def browser(server: Server) -> dict[str, str]:
    """A browser that has opened a table: the headers it sends from our own page."""
    origin = f"http://127.0.0.1:{server.port}"
    status, _, headers = ask(server, "POST", "/api/tables", NEW, origin=origin)
    assert status == 201
    return {"origin": origin, "cookie": headers["set-cookie"].partition(";")[0]}


def link_to(server: Server, table: str, seat: int, key: str) -> str:
    """The secret of a new link."""
    status, link = server.call("POST", f"/api/tables/{table}/seats/{seat}/link", {}, key)
    assert status == 200, link
    return str(link["token"])


def mine(server: Server, table: str, key: str | None, *tokens: str) -> list[int]:
    """The seats that a caller with these credentials sees from inside; empty for one who is refused."""
    with Wire(server, table, key) as wire:
        first = wire.hello(tokens=tokens).read()
        return [] if first is None else [sight["seat"] for sight in first["sights"] if sight["seat"] >= 0]


# ── tokens ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def spoiled(token: str) -> dict[str, str]:
    """Tokens that are nearly right."""
    return {
        "truncated": token[:-1],
        "shortest": token[:16],
        "longer": token + "A",
        "other case": token.swapcase(),
        "reversed": token[::-1],
        "last letter": token[:-1] + ("A" if token[-1] != "A" else "B"),
        "its digest": sha256(token.encode()).hexdigest(),
        "made up": "A" * 43,
    }


@pytest.mark.parametrize("how", spoiled("a" * 43))
def test_a_token_that_is_nearly_right_opens_nothing(server: Server, how: str) -> None:
    host, guest = server.key(), server.key()
    table = server.open("switzerland", "me open", host)["id"]
    wrong = spoiled(link_to(server, table, 1, host))[how]
    status, answer = server.call("POST", f"/api/tables/{table}/seats/take", {"token": wrong}, guest)
    assert (status, answer["code"]) == (403, "wrong-token")
    with Wire(server, table) as wire:
        assert wire.hello(tokens=(wrong,)).ending() == 4401
    with Wire(server, table, wrong) as wire:
        first = wire.hello().until("snapshot")
        assert (first["table"]["mine"], first["table"]["host"], first["table"]["code"]) == ([], False, None)
    assert server.call("POST", f"/api/tables/{table}/end", {}, spoiled(host)[how])[0] in (401, 403)


def test_a_seat_token_of_another_table_opens_nothing(server: Server) -> None:
    host, guest = server.key(), server.key()
    here, there = (server.open("switzerland", "me open", host)["id"] for _ in range(2))
    token = link_to(server, there, 1, host)
    assert server.call("POST", f"/api/tables/{here}/seats/take", {"token": token}, guest)[1]["code"] == "wrong-token"
    with Wire(server, here) as wire:
        assert wire.hello(tokens=(token,)).ending() == 4401
    assert server.call("GET", f"/api/bot/tables/{here}/stream", key=token)[0] == 403
    move = {"id": "1", "seq": 2, "move": "draw", "seat": 1}
    assert server.call("POST", f"/api/bot/tables/{here}/moves", move, token)[1]["code"] == "not-your-seat"


def test_a_replaced_link_opens_nothing(server: Server) -> None:
    host, guest = server.key(), server.key()
    table = server.open("switzerland", "me open", host)["id"]
    old, new = link_to(server, table, 1, host), link_to(server, table, 1, host)
    path = f"/api/tables/{table}/seats/take"
    assert server.call("POST", path, {"token": old}, guest)[0] == 403
    assert server.call("POST", path, {"token": new}, guest)[0] == 200


def test_a_replaced_link_shows_nothing_any_more(server: Server) -> None:
    host = server.key()
    table = started(server, "me me", host)["id"]
    old = link_to(server, table, 0, host)
    with Wire(server, table) as thief, seated(server, table, host) as player:
        assert thief.hello(tokens=(old,)).until("snapshot")["table"]["mine"] == [0]
        link_to(server, table, 0, host)
        request = move_request(log_of(server, table, host), "after")
        assert player.say(request).answer("after")["message"] == "accepted"
        thief.ending(1)
        later = [each for each in thief.heard if each["message"] == "update" and each["seq"] > request["seq"]]
        assert not [sight for update in later for sight in update["sights"] if sight["seat"] == 0]


@pytest.mark.parametrize("way", ["link", "code"])
def test_a_host_cannot_look_into_the_hands_of_others(server: Server, way: str) -> None:
    """A link invites; once a player has the seat, a copy of the link must not open it."""
    host, guest = server.key(), server.key()
    table = server.open("switzerland", "me open", host)
    token = link_to(server, table["id"], 1, host)
    if way == "link":
        taken = server.call("POST", f"/api/tables/{table['id']}/seats/take", {"token": token}, guest)
    else:
        taken = server.call("POST", "/api/join", {"code": table["code"]}, guest)
    assert taken[1]["seat"] == 1
    assert mine(server, table["id"], host, token) in ([], [0])
    assert server.call("POST", f"/api/tables/{table['id']}/seats/take", {"token": token}, host)[0] == 403
    assert mine(server, table["id"], host) == [0]


def test_a_link_that_was_asked_for_while_a_player_joined_opens_nothing(server: Server) -> None:
    """The host asks for many links of a free seat at the moment a player joins."""

    async def at_once(table: dict[str, Any], host: str, guest: str) -> list[str]:
        path = f"/api/tables/{table['id']}/seats/1/link"
        asked = [asyncio.to_thread(server.call, "POST", path, {}, host) for _ in range(4)]
        joined = asyncio.to_thread(server.call, "POST", "/api/join", {"code": table["code"]}, guest)
        answers = await asyncio.gather(*asked[:2], joined, *asked[2:])
        assert answers.pop(2)[0] == 200
        return [answer["token"] for status, answer in answers if status == 200]

    late = []
    for _ in range(5):
        host, guest = server.key(), server.key()
        table = server.open("switzerland", "me open", host)
        tokens = asyncio.run(at_once(table, host, guest))
        assert server.call("POST", f"/api/tables/{table['id']}/seats/1/link", {}, host)[0] == 403
        late += [token for token in tokens if mine(server, table["id"], None, token)]
    assert not late


# ── seats, codes, hosts ───────────────────────────────────────────────────────────────────────────────────────────────


def test_an_occupied_seat_cannot_be_taken_by_code(server: Server) -> None:
    host, guest, third = (server.key() for _ in range(3))
    table = server.open("switzerland", "me open", host)
    assert server.call("POST", "/api/join", {"code": table["code"]}, guest)[0] == 200
    status, answer = server.call("POST", "/api/join", {"code": table["code"]}, third)
    assert (status, answer["code"]) == (404, "no-such-code")
    assert mine(server, table["id"], third) == []


def test_many_who_join_at_once_get_a_seat_each_or_none(server: Server) -> None:
    host = server.key()
    table = server.open("north-america", "me open open", host)

    async def rush() -> list[tuple[int, Any]]:
        calls = [
            asyncio.to_thread(server.call, "POST", "/api/join", {"code": table["code"]}, new_token()) for _ in range(12)
        ]
        return list(await asyncio.gather(*calls))

    answers = asyncio.run(rush())
    assert sorted(answer["seat"] for status, answer in answers if status == 200) == [1, 2]
    assert {status for status, _ in answers} == {200, 404}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/end", {}),
        ("POST", "/seats/1/bot", {"bot": "driver"}),
        ("POST", "/seats/1/link", {}),
        ("POST", "/seats/0/link", {}),
        ("DELETE", "/seats/0", None),
        ("POST", "/rematch", {}),
    ],
)
def test_what_only_the_host_may_do(server: Server, method: str, path: str, body: Any) -> None:
    host, guest = server.key(), server.key()
    table = server.open("north-america", "me open open", host)
    assert server.call("POST", "/api/join", {"code": table["code"]}, guest)[1]["seat"] == 1
    before = log_of(server, table["id"], host)["seq"]
    path = f"/api/tables/{table['id']}{path.replace('/1/', '/2/')}"
    status, answer = server.call(method, path, body, guest)
    assert status in (403, 409), answer
    assert server.call(method, path, body, server.key())[0] == 403
    assert log_of(server, table["id"], host)["seq"] == before


def test_nobody_moves_for_another_seat(server: Server) -> None:
    host, guest = server.key(), server.key()
    table = server.open("switzerland", "me open", host)
    server.call("POST", "/api/join", {"code": table["code"]}, guest)
    assert wait_for(lambda: log_of(server, table["id"], host)["table"]["status"] == "playing", 20)
    request = move_request(log_of(server, table["id"], host), "mine")
    assert request["seat"] == 0
    for key in (guest, None):
        with seated(server, table["id"], key) as wire:
            for message in (
                request,
                {"message": "say", "id": "say", "seat": 0, "phrase": "bye"},
                {"message": "autopilot", "id": "pilot", "seat": 0},
                {"message": "hint", "id": "hint", "seat": 0},
                {"message": "take-back", "id": "back", "seat": 0, "seq": request["seq"]},
            ):
                assert wire.say(message).answer(message["id"])["code"] == "not-your-seat"
    posted = {name: request[name] for name in ("id", "seq", "seat", "move")}
    assert server.call("POST", f"/api/bot/tables/{table['id']}/moves", posted, guest)[0] == 403


# ── origins and cookies ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("origin", [EVIL, "null", "http://127.0.0.1", "http://127.0.0.1:1", "file://", "x", ""])
def test_a_foreign_origin_is_refused_before_the_socket_is_accepted(server: Server, origin: str) -> None:
    key = server.key()
    table = server.open("switzerland", "me me", key)["id"]
    with Wire(server, table, key, origin=origin) as wire:
        assert wire.status == 403
        assert wire.denial()["code"] == "wrong-origin"


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]["])
def test_an_origin_that_cannot_be_read_is_a_foreign_one(server: Server, origin: str) -> None:
    key = server.key()
    assert ask(server, "POST", "/api/tables", NEW, authorization=f"Bearer {key}", origin=origin)[0] == 403
    table = server.open("switzerland", "me me", key)["id"]
    with Wire(server, table, key, origin=origin) as wire:
        assert wire.status == 403


def changes(table: str) -> list[tuple[str, str, Any]]:
    """Everything that changes something."""
    return [
        ("POST", "/api/tables", NEW),
        ("POST", "/api/join", {"code": "ABCDEF"}),
        ("POST", f"/api/tables/{table}/seats/take", {"token": "A" * 43}),
        ("POST", f"/api/tables/{table}/seats/0/link", {}),
        ("POST", f"/api/tables/{table}/seats/1/bot", {"bot": "driver"}),
        ("DELETE", f"/api/tables/{table}/seats/0", None),
        ("POST", f"/api/tables/{table}/end", {}),
        ("POST", f"/api/tables/{table}/rematch", {}),
        ("POST", f"/api/bot/tables/{table}/moves", {"id": "1", "seq": 0, "move": "draw"}),
    ]


def test_a_cookie_counts_only_from_our_own_pages(server: Server) -> None:
    visitor = browser(server)
    table = ask(server, "GET", "/api/tables", cookie=visitor["cookie"])[1][0]["id"]
    for method, path, body in changes(table):
        status, answer, headers = ask(server, method, path, body, cookie=visitor["cookie"], origin=EVIL)
        assert (status, answer["code"]) == (403, "wrong-origin"), path
        assert not {"set-cookie", "access-control-allow-origin"} & set(headers)
        status, answer, _ = ask(server, method, path, body, cookie=visitor["cookie"])
        assert (status, answer["code"]) == (401, "no-key"), path
    assert ask(server, "GET", f"/api/tables/{table}", cookie=visitor["cookie"])[1]["status"] == "lobby"


def test_a_foreign_page_cannot_make_keys(server: Server) -> None:
    assert ask(server, "POST", "/api/keys", {}, origin=EVIL)[0] == 403


def test_a_socket_with_a_cookie_needs_our_own_origin(server: Server) -> None:
    visitor = browser(server)
    table = ask(server, "GET", "/api/tables", cookie=visitor["cookie"])[1][0]["id"]
    with Wire(server, table, cookie=visitor["cookie"], origin=EVIL) as wire:
        assert wire.status == 403
    with Wire(server, table, cookie=visitor["cookie"]) as wire:
        assert wire.hello().until("snapshot")["table"]["mine"] == []
    with Wire(server, table, **visitor) as wire:
        assert wire.hello().until("snapshot")["table"]["mine"] == [0]


def test_other_sites_cannot_read_anything(server: Server) -> None:
    visitor = browser(server)
    for path in ("/api/tables", "/api/rules", "/api/openapi.json", "/healthz"):
        headers = ask(server, "GET", path, cookie=visitor["cookie"], origin=EVIL)[2]
        assert not [name for name in headers if name.startswith("access-control")]
        assert headers["cross-origin-resource-policy"] == "same-origin"
    status, _, headers = ask(server, "OPTIONS", "/api/tables", origin=EVIL, **{"access-control-request-method": "POST"})
    assert status == 403
    assert not [name for name in headers if name.startswith("access-control")]


# ── headers and cookies ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/rules"), ("GET", "/"), ("POST", "/api/rules"), ("GET", "/api/tables/x"), ("GET", "/api/tables/-")],
)
def test_security_headers_on_every_answer(server: Server, method: str, path: str) -> None:
    _, _, headers = ask(server, method, path)
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in headers
    if path.startswith("/api"):
        assert headers["cache-control"] == "no-store"


def cookie_of(headers: dict[str, str]) -> http.cookies.Morsel[str]:
    """The cookie an answer sets."""
    (found,) = http.cookies.SimpleCookie(headers["set-cookie"]).values()
    return found


def test_the_cookie_of_a_plain_server(server: Server) -> None:
    origin = f"http://127.0.0.1:{server.port}"
    cookie = cookie_of(ask(server, "POST", "/api/tables", NEW, origin=origin)[2])
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert not cookie["domain"]
    assert not cookie["secure"], "a browser would throw it away"
    assert len(cookie.value) == 43
    again = ask(server, "POST", "/api/tables", NEW, origin=origin, cookie=f"ferrovia={cookie.value}")[2]
    assert "set-cookie" not in again


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows its address."""
    options = ("--bots", "1", "--address", "https://trains.example.org")
    with serving(tmp_path_factory.mktemp("public"), *options) as found:
        yield found


def test_the_cookie_of_a_public_server_is_secure(public: Server) -> None:
    cookie = cookie_of(ask(public, "POST", "/api/tables", NEW, origin="https://trains.example.org")[2])
    assert cookie.key == "__Host-ferrovia", "no other name of the domain can set it"
    assert (cookie["path"], cookie["domain"]) == ("/", "")
    assert cookie["secure"]
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "lax"
    for name in ("__Host-ferrovia", "ferrovia"):  # the second is of a browser from before
        kept = f"{name}={cookie.value}"
        again = ask(public, "POST", "/api/tables", NEW, origin="https://trains.example.org", cookie=kept)
        assert (again[0], "set-cookie" in again[2]) == (201, False)


def test_a_public_server_knows_only_its_own_origin(public: Server) -> None:
    for origin in ("http://trains.example.org", "https://trains.example.org.evil.example", "https://example.org", EVIL):
        headers = {"origin": origin, "host": "trains.example.org"}
        assert ask(public, "POST", "/api/tables", NEW, **headers)[0] == 403
        with Wire(public, "A" * 11, origin=origin, host="trains.example.org") as wire:
            assert wire.status == 403
    own = f"http://127.0.0.1:{public.port}"
    assert ask(public, "POST", "/api/tables", NEW, origin=own)[0] == 403


def test_links_of_a_public_server_lead_to_its_address(public: Server) -> None:
    key = public.key()
    table = public.open("switzerland", "me open", key)["id"]
    link = public.call("POST", f"/api/tables/{table}/seats/1/link", {}, key, host="evil.example")[1]["link"]
    assert link.startswith(f"https://trains.example.org/t/{table}#")


def test_a_host_header_of_any_length(server: Server) -> None:
    key = server.key()
    table = server.open("switzerland", "me open", key)["id"]
    for host in ("[", "x" * 3000, "\xff", "a b"):
        status, _ = server.call("POST", f"/api/tables/{table}/seats/1/link", {}, key, host=host)
        assert status < 500, host[:20]
