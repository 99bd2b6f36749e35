"""Settings by file, environment and command line: which one counts, and what is said about a wrong one."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ferrovia.errors import ServerError
from ferrovia.server.base.configuration import configured


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "ferrovia.toml"


def test_options_override_the_environment_which_overrides_the_file(config: Path) -> None:
    config.write_text('port = 1\ngrace = 2\narchive-days = 3\nmap = ["a.toml", "b.toml"]\njson_logs = true\n')
    environment = {"FERROVIA_GRACE": "20", "FERROVIA_ARCHIVE_DAYS": "30", "FERROVIA_BOT": "a=x; b=y"}
    found = configured({"archive_days": 300, "port": None}, str(config), environment)
    assert (found.port, found.grace, found.archive_days) == (1, 20, 300)
    assert (found.map, found.bot, found.json_logs) == (("a.toml", "b.toml"), ("a=x", "b=y"), True)
    assert configured({"json_logs": False}, str(config), {}).json_logs is False
    assert configured({}, None, {"FERROVIA_CONFIG": str(config)}).port == 1


@pytest.mark.parametrize(
    ("text", "environment", "flags", "said"),
    [
        ("prot = 1", {}, {}, r"no setting 'prot' in .*ferrovia\.toml: did you mean 'port'\?"),
        ("tables = 1\nport = 2", {}, {}, "no setting 'tables' in .*ferrovia.toml"),
        ("port = 70000", {}, {}, r"'port' in .*ferrovia\.toml must be from 0 to 65535, not 70000"),
        ("port = '8000'", {}, {}, "'port' in .* must be a whole number, not '8000'"),
        ("json_logs = 1", {}, {}, "'json_logs' in .* must be true or false"),
        ("map = 'a.toml'", {}, {}, "'map' in .* must be a list of texts"),
        ("port = ", {}, {}, "is not TOML"),
        ("", {"FERROVIA_PORT": "tcp://10.0.0.1"}, {}, "FERROVIA_PORT in the environment must be a whole number"),
        ("", {"FERROVIA_PORTS": "80"}, {}, "FERROVIA_PORTS in the environment: did you mean FERROVIA_PORT"),
        ("", {"FERROVIA_ADDRESS": "trains"}, {}, "FERROVIA_ADDRESS in the environment must be http"),
        ("workers = 2", {}, {}, "'workers' in .* need PostgreSQL"),
        ("port = 1", {}, {"port": 70000}, "--port must be from 0 to 65535"),
    ],
)
def test_an_error_names_key_place_and_remedy(
    config: Path, text: str, environment: Mapping[str, str], flags: Mapping[str, Any], said: str
) -> None:
    config.write_text(text)
    with pytest.raises(ServerError, match=said):
        configured(flags, str(config), environment)


def test_a_file_that_is_not_there(config: Path) -> None:
    with pytest.raises(ServerError, match="cannot be read"):
        configured({}, str(config), {})


def test_variables_of_others_are_left_alone() -> None:
    assert configured({}, None, {"FERROVIA_SERVICE_HOST": "10.0.0.1", "FERROVIA_LANGUAGE": "it"}).port == 8000


@pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")
def test_a_secret_is_for_few_eyes(config: Path) -> None:
    config.write_text("admin_token = 'abcdefghijklmnopqrstuvwxyz0123456789'")
    config.chmod(0o644)
    with pytest.raises(ServerError, match="chmod o-r"):
        configured({}, str(config), {})
    config.chmod(0o640)
    assert configured({}, str(config), {}).admin_token


def test_an_error_keeps_a_secret(config: Path) -> None:
    config.write_text("admin_token = 314159265358979")
    with pytest.raises(ServerError, match=r"'admin_token' in .* must be text$"):
        configured({}, str(config), {})
