"""uvicorn's insides are used only in versions that were tested; with others a plain uvicorn serves the same."""

import logging
import re
import tomllib
from pathlib import Path

import pytest
import uvicorn

from ferrovia.server.base.settings import Settings
from ferrovia.server.sockets import transports
from ferrovia.server.sockets.transports import TESTED, make_server
from tests.server.server_process import Server

SOURCES = Path(transports.__file__).parents[2]


async def app(scope: object, receive: object, send: object) -> None:
    """Never called."""


def test_a_known_version_has_limits() -> None:
    server = make_server(app, Settings(), lambda: None)
    assert type(server).__name__ == "TableServer"


@pytest.mark.parametrize("version", ["0.39.1", "0.60.0", "1.0rc1", "9"])
def test_another_version_is_a_plain_server(
    version: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(uvicorn, "__version__", version)
    with caplog.at_level(logging.WARNING):
        server = make_server(app, Settings(), lambda: None)
    assert type(server) is uvicorn.Server
    assert [record.getMessage() for record in caplog.records] == ["connections-unlimited"]


def test_insides_that_moved_are_a_plain_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transports, "INTERNALS", "ferrovia.server.sockets.no_such_module")
    assert type(make_server(app, Settings(), lambda: None)) is uvicorn.Server


def test_a_plain_server_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("import uvicorn\nuvicorn.__version__ = '9.9'\n")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{SOURCES.parent}")
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path / "log.txt").start()
    try:
        assert server.open("new-york", "me me", server.key())["players"] == 2
    finally:
        assert server.stop() == 0
    assert server.log.read_text().count("connections-unlimited") == 1


def test_the_bounds_are_those_of_the_package() -> None:
    settings = tomllib.loads((SOURCES.parents[1] / "pyproject.toml").read_text("utf-8"))
    bounds = ",".join([f">={'.'.join(map(str, TESTED[0]))}", f"<{'.'.join(map(str, TESTED[1]))}"])
    found = [each for each in settings["project"]["optional-dependencies"]["web"] if each.startswith("uvicorn")]
    assert found == [f"uvicorn[standard]{bounds}"]


def test_insides_are_used_in_one_module() -> None:
    inside = re.compile(r"uvicorn\.(protocols|server|lifespan|loops|supervisors)\b|uvicorn\.Server\)|server_state")
    found = [each for each in SOURCES.rglob("*.py") if inside.search(each.read_text("utf-8"))]
    assert [each.name for each in found] == ["uvicorn_internals.py"]
