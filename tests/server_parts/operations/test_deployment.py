"""The files in `deploy/`: every setting, option, metric and file that they name is one."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from ferrovia.cli.verbs import parser
from ferrovia.server.base.configuration import configured, read_environment
from ferrovia.server.base.load import FEW_TABLES, LIMITS
from ferrovia.server.base.observability import Metrics
from ferrovia.server.base.refusals import CODES

PROJECT = Path(__file__).resolve().parents[3]
DEPLOY = PROJECT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
RULES: dict[str, Any] = yaml.safe_load((DEPLOY / "monitoring/alerts.yml").read_text("utf-8"))
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "monitoring/grafana/dashboard.json").read_text("utf-8"))
OF_PROMETHEUS = {
    *("up", "process_open_fds", "process_max_fds", "process_start_time_seconds"),
    *("process_cpu_seconds_total", "process_resident_memory_bytes"),
}
"""What Prometheus and its client library know of any process."""
WORD = re.compile(r"\b(up|(?:ferrovia|process)_[a-z_]+)\b")


def alerts() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = RULES["groups"][0]["rules"]
    return found


def expressions() -> dict[str, str]:
    """Every question to Prometheus, by where it stands."""
    found = {each["alert"]: each["expr"] for each in alerts()}
    for panel in DASHBOARD["panels"]:
        found |= {f"{panel['title']} {each['refId']}": each["expr"] for each in panel.get("targets", ())}
    return found


def series() -> set[str]:
    """The names of all series that a server has."""
    found = set(OF_PROMETHEUS)
    for metric in Metrics().registry.collect():
        suffixes = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
        found |= {metric.name + suffix for suffix in suffixes.get(metric.type, ("",))}
    return found


def test_no_alert_warns_of_refusals_where_none_can_come() -> None:
    """With few tables none is refused, however slow the machine is."""
    assert expressions()["FerroviaNearlyFull"].endswith(f" and on (instance) ferrovia_live_tables > {FEW_TABLES}")
    (told,) = (each.documentation for each in Metrics().registry.collect() if each.name == "ferrovia_load_ratio")
    assert f"with more than {FEW_TABLES} tables" in told


@pytest.mark.parametrize(("where", "expression"), expressions().items())
def test_every_metric_that_is_asked_for_exists(where: str, expression: str) -> None:
    named = set(WORD.findall(expression))
    assert named
    assert named <= series()
    assert set(re.findall(r'code="([^"]+)"', expression)) <= set(CODES)


def test_every_metric_for_why_it_is_not_well_is_on_the_dashboard() -> None:
    shown = {name for each in expressions().values() for name in WORD.findall(each)}
    missing = {re.sub(r"_(bucket|sum|count)$", "", name) for name in series()} - {
        re.sub(r"_(bucket|sum|count)$", "", name) for name in shown
    }
    assert missing <= {"ferrovia_overloaded", "ferrovia_build_info", "process_start_time_seconds"}


def test_alerts_say_what_to_do() -> None:
    assert len({each["alert"] for each in alerts()}) == len(alerts())
    for each in alerts():
        assert each["labels"]["severity"] in ("page", "ticket")
        assert each["annotations"].keys() == {"summary", "what_to_do"}
        for event in re.findall(r"\(([a-z]+-[a-z-]+)\)", each["annotations"]["what_to_do"]):
            assert f"`{event}`" in (PROJECT / "docs/hosting.md").read_text("utf-8")


def test_each_reason_to_refuse_tables_is_a_series() -> None:
    metrics = Metrics()
    for reason in LIMITS:
        metrics.overload.labels(reason).set(1)
    assert metrics.registry.get_sample_value("ferrovia_overload", {"why": "store"}) == 1


def test_the_compose_file_sets_what_can_be_set() -> None:
    given = COMPOSE["services"]["ferrovia"]["environment"]
    example = dict(
        line.split("=", 1)
        for line in (DEPLOY / ".env.example").read_text("utf-8").splitlines()
        if "=" in line and line[0] != "#"
    )
    wanted = {
        name
        for each in (DEPLOY / "compose.yaml", DEPLOY / "Caddyfile")
        for name in re.findall(r"\{\$?([A-Z_]+)", each.read_text("utf-8"))
    }
    assert wanted == set(example)
    filled = example | {"POSTGRES_PASSWORD": "x", "ADMIN_TOKEN": "0123456789abcdef"}
    values = {
        name: re.sub(r"\$\{(\w+)[^}]*\}", lambda match: filled[match[1]], str(value)) for name, value in given.items()
    }
    settings = configured({}, None, values)
    assert settings.address == "https://trains.example.org"
    assert settings.shared
    ours = {name for name in values if name.startswith("FERROVIA_")}
    assert len(read_environment(values)) == len(ours), "every variable is a setting"


def test_every_file_of_the_compose_file_is_there() -> None:
    mounted = [
        str(volume).split(":")[0] for service in COMPOSE["services"].values() for volume in service.get("volumes", ())
    ]
    named = {each for each in mounted if not each.startswith(".")}
    assert named == set(COMPOSE["volumes"])
    assert all((DEPLOY / each).is_file() for each in mounted if each.startswith("."))


def test_only_the_proxy_is_reached_from_outside() -> None:
    published = {
        name: port
        for name, service in COMPOSE["services"].items()
        for port in service.get("ports", ())
        if not port.startswith("127.0.0.1:")
    }
    assert set(published) == {"caddy"}
    assert COMPOSE["services"]["postgres"]["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert "respond /metrics 404" in (DEPLOY / "Caddyfile").read_text("utf-8")


@pytest.mark.parametrize("unit", ["ferrovia.service", "ferrovia-backup.service"])
def test_the_commands_of_the_units(unit: str) -> None:
    read = ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(DEPLOY / "systemd" / unit)
    command = re.sub(r"\$\$\(.*?\)", "today", read["Service"]["ExecStart"])
    words = shlex.split(command.replace("'", " "))
    parser().parse_args(words[words.index("/opt/ferrovia/bin/ferrovia") + 1 :])


def test_the_example_of_a_configuration_is_one() -> None:
    settings = configured({}, str(DEPLOY / "ferrovia.toml"), {})
    assert (settings.address, settings.json_logs) == ("https://trains.example.org", True)


def test_the_image_sets_what_can_be_set() -> None:
    text = (PROJECT / "Dockerfile").read_text("utf-8")
    values = dict(re.findall(r"(FERROVIA_[A-Z_]+)=(\S+)", text))
    assert configured({}, None, values).store == "/data/tables.sqlite"
    assert len(values) == len(read_environment(values)) == 4


def test_the_example_has_no_password_that_everybody_knows(tmp_path: Path) -> None:
    """Removing the comment sign alone does not open /admin."""
    example = (DEPLOY / "ferrovia.toml").read_text("utf-8")
    config = tmp_path / "ferrovia.toml"
    config.write_text(example.replace("# admin_token", "admin_token"), "utf-8")
    config.chmod(0o640)
    assert "\nadmin_token" in config.read_text("utf-8")
    assert configured({}, str(config), {}).admin_token == ""


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    units = sorted((*(DEPLOY / "systemd").glob("*.service"), *(DEPLOY / "systemd").glob("*.timer")))
    for unit in units:
        text = unit.read_text("utf-8").replace("/opt/ferrovia/bin/ferrovia", sys.executable)  # it is not installed here
        (tmp_path / unit.name).write_text(text, "utf-8")
    command = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / unit.name) for unit in units)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, [line for line in done.stderr.splitlines() if "ferrovia" in line]) == (0, [])
