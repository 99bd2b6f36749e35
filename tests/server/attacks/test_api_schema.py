"""Attacks by a machine that has read the API's own description: hundreds of requests, right and wrong."""

import contextlib
import itertools
import json
from collections.abc import Iterator
from typing import Any, cast

import pytest
import requests
import schemathesis
from hypothesis import Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from ferrovia.server.app import make_app
from ferrovia.server.base.refusals import CODES
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.tokens import new_token
from tests.server.attack_tools import calm, log_of, seated, started
from tests.server.server_process import Server

EXAMPLES = settings().max_examples // 6
"""Requests to every address: a few in `make test`, many at night."""
STREAM = "/api/bot/tables/{table}/stream"
CHECKS = [content_type_conformance, not_a_server_error, response_schema_conformance]


class Target:
    """The API, tables that are there, and people who ask."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.host = server.key()
        self.running = started(server, "me me", self.host)["id"]
        self.lobby = server.open("switzerland", "me open", self.host)["id"]
        self.ended = server.open("switzerland", "me open", self.host)["id"]
        assert server.call("POST", f"/api/tables/{self.ended}/end", {}, self.host)[0] == 200
        self.session = requests.Session()

    @property
    def people(self) -> list[dict[str, str]]:
        """A caller who may, one who may not, and one with an invalid key."""
        return [
            {"authorization": f"Bearer {self.host}"},
            {"authorization": f"Bearer {new_token()}"},
            {"authorization": "Bearer \xff"},
            {"cookie": f"ferrovia={self.host}", "origin": "https://evil.example"},
        ]

    def tables(self, path: str) -> list[str]:
        """Tables to ask about. The stream of an unfinished game would not end."""
        return [self.ended] if path == STREAM else [self.lobby, self.running, self.ended]


@pytest.fixture(scope="module")
def target(server: Server) -> Iterator[Target]:
    found = Target(server)
    yield found
    found.session.close()


DESCRIPTION = make_app(Settings()).openapi()
OPENAPI = schemathesis.openapi.from_dict(DESCRIPTION)
OPERATIONS = {
    operation.label: operation for operation in (cast(Any, found).ok() for found in OPENAPI.get_all_operations())
}


def test_the_description_is_the_one_that_is_served(server: Server) -> None:
    assert server.call("GET", "/api/openapi.json") == (200, DESCRIPTION)
    assert len(OPERATIONS) >= 15


@pytest.mark.parametrize("mode", GenerationMode, ids=[mode.value for mode in GenerationMode])
@pytest.mark.parametrize("label", OPERATIONS)
def test_every_address(target: Target, label: str, mode: GenerationMode) -> None:
    operation, numbers = OPERATIONS[label], itertools.count()
    people, tables = target.people, target.tables(operation.path)

    @settings(max_examples=EXAMPLES, derandomize=True, database=None, phases=[Phase.generate])
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        number = next(numbers)
        if "table" in case.path_parameters and number % 2:
            case.path_parameters["table"] = tables[number // 2 % len(tables)]
        for headers in (people[number % len(people)], people[0]):
            response = case.call(target.server.address, target.session, headers, timeout=20)
            case.validate_response(response, checks=CHECKS)
            check_refusal(response.status_code, response.text)

    with calm(target.server), contextlib.suppress(Unsatisfiable):  # there is nothing wrong to say to some addresses
        ask()


def check_refusal(status: int, text: str) -> None:
    """What is refused is refused with a code that is known, and no more is said."""
    if status >= 400:
        answer = json.loads(text)
        assert set(answer) == {"code", "rule", "parameters"}, text
        assert answer["code"] in CODES or answer["rule"], text
        assert len(text) < 2000
    assert status not in (500, 501, 502, 504)


def test_the_server_goes_on(target: Target) -> None:
    assert log_of(target.server, target.ended, target.host)["table"]["status"] == "ended"
    table = started(target.server, "me me", target.host)["id"]
    with seated(target.server, table, target.host) as wire:
        assert wire.alive()


def test_the_stream_is_described() -> None:
    answers = DESCRIPTION["paths"][STREAM]["get"]["responses"]["200"]["content"]
    assert list(answers) == ["application/x-ndjson"]


def test_refusals_are_described() -> None:
    for label, operation in OPERATIONS.items():
        for status, answer in operation.definition.raw["responses"].items():
            if status.startswith("4"):
                assert "parameters" in json.dumps(answer), label
