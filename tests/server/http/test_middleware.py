"""Every request: nothing runs outside the event loop, and no request of another site gets in."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from ferrovia.server.app import make_app
from ferrovia.server.base.settings import Settings
from ferrovia.server.http import bots, lessons, replays, rules, tables
from tests.server.server_process import Server

EVIL = "https://evil.example"


def calls(dependant: Dependant) -> Iterator[Callable[..., Any]]:
    """A route's function and all that it depends on."""
    if dependant.call is not None:
        yield dependant.call
    for each in dependant.dependencies:
        yield from calls(each)


def test_no_request_runs_in_a_thread() -> None:
    """FastAPI puts what is not `async` into threads, where two of them count the same limit at the same time."""
    found = [module.router.routes for module in (tables, rules, replays, lessons, bots)]
    called = {
        call for each in found for route in each if isinstance(route, APIRoute) for call in calls(route.dependant)
    }
    assert len(called) > 15
    assert not [call.__name__ for call in called if not inspect.iscoroutinefunction(call)]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/rules"),
        ("GET", "/api/tables"),
        ("GET", "/api/tables/AAAAAAAAAAA/log"),
        ("GET", "/api/tables/AAAAAAAAAAA/record"),
        ("GET", "/api/bot/tables/AAAAAAAAAAA/stream"),
        ("GET", "/api/openapi.json"),
        ("POST", "/api/keys"),
        ("POST", "/api/replays"),
        ("POST", "/api/tables"),
        ("OPTIONS", "/api/tables"),
    ],
)
def test_no_request_of_another_site_is_answered(server: Server, method: str, path: str) -> None:
    body: dict[str, Any] | None = {} if method == "POST" else None
    status, answer = server.call(method, path, body, server.key(), origin=EVIL)
    assert (status, answer["code"]) == (403, "wrong-origin")


def test_pages_may_be_linked_from_anywhere(server: Server) -> None:
    assert server.call("GET", "/", origin=EVIL)[0] == 200
    assert server.call("GET", "/healthz", origin=EVIL)[0] == 200


def test_our_own_pages_may_ask(server: Server) -> None:
    assert server.call("GET", "/api/rules", origin=server.address)[0] == 200
    refused = server.call("GET", "/metrics")[1]
    assert 'ferrovia_refused_total{code="wrong-origin"}' in refused


def test_the_description_knows_what_is_answered() -> None:
    """Programs are made from it, and what it does not say is a dictionary of anything."""
    for path, methods in make_app(Settings()).openapi()["paths"].items():
        for found in methods.values():
            ((_, answer),) = [each for each in found["responses"].items() if each[0].startswith("2")]
            (content,) = answer["content"].values()
            named = content.get("schema", {})
            named = named.get("items", named)
            assert "$ref" in named or path.endswith(("/record", "/stream")), path
