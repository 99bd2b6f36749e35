"""What can be read about rules: offers, boards, how they are drawn."""

import asyncio
import gzip
import json
import urllib.request
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import jsonschema_rs
import pytest

import ferrovia
from ferrovia.drawing import draw_board
from ferrovia.rules.resolved import Rules
from ferrovia.server.app import make_app
from ferrovia.server.base.settings import Settings
from ferrovia.server.http.rules import draw_ahead, drawn, drawn_once
from tests.server.server_process import Server
from tools import protocol_schema as schema

ISLAND = str(Path(__file__).resolve().parents[3] / "examples" / "custom_map" / "island.toml")
ALL = [*ferrovia.built_in_rules(), "island"]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server that offers a map of its host's too."""
    folder = tmp_path_factory.mktemp("library")
    found = Server(str(folder / "tables.sqlite"), folder / "log.txt", "--map", ISLAND).start()
    yield found
    found.kill()


def fetch(server: Server, path: str, **headers: str) -> tuple[dict[str, str], bytes]:
    """The headers and the body of an answer, as they were sent."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(server.address + path, headers=named)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return {name.lower(): value for name, value in answer.headers.items()}, answer.read()


@cache
def validator(name: str) -> Any:
    """Compiled once: the whole schema is large."""
    return jsonschema_rs.Draft202012Validator({**schema.document(), "$ref": f"{schema.DEFINITIONS}{name}"})


def check(name: str, value: Any) -> None:
    """A value against the published schema."""
    validator(name).validate(value)


def rules_of(name: str) -> ferrovia.Rules:
    return ferrovia.load_rules(ISLAND if name == "island" else name)


def test_boards_are_drawn_before_anybody_asks(tmp_path: Path) -> None:
    drawn.cache_clear()
    app = make_app(Settings(store=str(tmp_path / "tables.sqlite")))

    async def live() -> None:
        async with app.router.lifespan_context(app):
            app.state.drawing.join()

    asyncio.run(live())
    asked = drawn.cache_info().misses
    offered = app.state.services.library.all
    assert asked == len(offered) > len(ferrovia.built_in_rules())
    for rules in offered:
        drawn_once(rules)
    assert drawn.cache_info().misses == asked


def test_a_board_that_cannot_be_drawn_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    drawn.cache_clear()
    draw_ahead([cast(Rules, SimpleNamespace(id="nowhere")), ferrovia.load_rules("new-york")]).join()
    assert [record.message for record in caplog.records] == ["drawing-failed"]
    assert drawn.cache_info().currsize == 1


def test_an_offer_says_what_a_page_needs(library: Server) -> None:
    offers = {each["id"]: each for each in library.call("GET", "/api/rules")[1]}
    assert list(offers) == ALL
    assert {each["vehicle"] for each in offers.values()} == {"train", "taxi"}
    assert [name for name, each in offers.items() if each["vehicle"] == "taxi"] == ["new-york"]
    assert offers["switzerland"]["players"] == [2, 3]
    assert offers["new-york"]["counts"]["attractions"] == 9
    assert not offers["island"]["built_in"]


@pytest.mark.parametrize("name", ALL)
def test_the_drawing_of_every_board(library: Server, name: str) -> None:
    headers, body = fetch(library, f"/api/rules/{name}/drawing")
    assert json.loads(body) == draw_board(rules_of(name))
    check("Drawing", json.loads(body))
    shown = library.call("GET", f"/api/rules/{name}")[1]
    assert [route["id"] for route in shown["board"]["routes"]] == list(json.loads(body)["routes"])
    assert shown["rules"]["trains"] == shown["trains"]
    assert headers["cache-control"] == "no-cache"


def test_a_drawing_is_sent_once_and_packed(library: Server) -> None:
    path = "/api/rules/switzerland/drawing"
    headers, body = fetch(library, path, accept_encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert len(body) < 30_000
    assert json.loads(gzip.decompress(body)) == draw_board(ferrovia.load_rules("switzerland"))
    with pytest.raises(urllib.error.HTTPError) as same:
        fetch(library, path, if_none_match=headers["etag"])
    assert same.value.code == 304
    same.value.close()
    digest = ferrovia.load_rules("switzerland").hash
    assert "max-age" in fetch(library, f"{path}?hash={digest}")[0]["cache-control"]
    assert "max-age" not in fetch(library, f"{path}?hash=other")[0]["cache-control"]


def test_there_is_no_drawing_of_rules_that_are_not_offered(library: Server) -> None:
    assert library.call("GET", "/api/rules/nowhere/drawing")[1]["code"] == "no-such-rules"


@pytest.mark.parametrize("name", ALL)
def test_the_summary_of_every_rules(library: Server, name: str) -> None:
    status, facts = library.call("GET", f"/api/rules/{name}/summary")
    assert status == 200
    assert facts[0]["code"] == "goal"
    for fact in facts:
        check("RuleFact", fact)


def test_what_differs_from_the_game_one_knows(library: Server) -> None:
    status, facts = library.call("GET", "/api/rules/new-york/differences?from=north-america")
    assert status == 200
    assert {"code": "no-longest-path", "parameters": {"before_points": 10}} in facts
    assert library.call("GET", "/api/rules/new-york/differences?from=new-york") == (200, [])
    assert library.call("GET", "/api/rules/new-york/differences?from=nowhere")[1]["code"] == "no-such-rules"
    assert library.call("GET", "/api/rules/new-york/differences")[1]["code"] == "bad-message"
