"""The alert rules: each fires when it should, by Prometheus itself, and a server exports all that they ask for."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from ferrovia.server.app import make_app
from ferrovia.server.base.settings import Settings
from ferrovia.server.live.hub import Hub
from ferrovia.server.sockets.connection import SocketConnection
from tests.server_parts.operations.test_deployment import DEPLOY, WORD, alerts, expressions
from tests.server_parts.operations.test_seat_links import read_on

PROMTOOL = shutil.which("promtool") or shutil.which("promtool", path=DEPLOY.parent / ".programs")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="needs Prometheus' promtool: `make promtool`")
AT = 'instance="a:8000",job="ferrovia"'
TROUBLE = {
    "FerroviaDown": {f"up{{{AT}}}": "1 0x59"},
    "FerroviaStoreFails": {f'ferrovia_refused_total{{{AT},code="store-failed"}}': "0x55 8x4"},
    "FerroviaSlowMoves": {
        f'ferrovia_move_seconds_bucket{{{AT},le="0.5"}}': "0+90x59",
        f'ferrovia_move_seconds_bucket{{{AT},le="1.0"}}': "0+100x59",
        f'ferrovia_move_seconds_bucket{{{AT},le="+Inf"}}': "0+100x59",
    },
    "FerroviaOverloaded": {f'ferrovia_overload{{{AT},why="store"}}': "1x59"},
    "FerroviaNearlyFull": {
        f'ferrovia_load_ratio{{{AT},why="processor"}}': "0.9x59",
        f"ferrovia_live_tables{{{AT}}}": "400x59",
    },
    "FerroviaErrors": {f"ferrovia_errors_total{{{AT}}}": "0x55 1x4"},
    "FerroviaBotsFail": {f"ferrovia_bot_failures_total{{{AT}}}": "0+30x59"},
    "FerroviaBotsWait": {f"ferrovia_bot_backlog_seconds{{{AT}}}": "12x59"},
    "FerroviaFewDescriptors": {f"process_open_fds{{{AT}}}": "900x59", f"process_max_fds{{{AT}}}": "1024x59"},
    "FerroviaReadOnly": {f"ferrovia_read_only{{{AT}}}": "1x59"},
    "FerroviaRestarts": {f"process_start_time_seconds{{{AT}}}": "1x40 2x5 3x5 4x6"},
}
"""What Prometheus has seen in an hour of each trouble, once a minute."""
WELL = {
    f"up{{{AT}}}": "1x59",
    f'ferrovia_refused_total{{{AT},code="store-failed"}}': "0x59",
    f'ferrovia_move_seconds_bucket{{{AT},le="0.5"}}': "0+100x59",
    f'ferrovia_move_seconds_bucket{{{AT},le="+Inf"}}': "0+100x59",
    f'ferrovia_overload{{{AT},why="store"}}': "0x59",
    f'ferrovia_load_ratio{{{AT},why="processor"}}': "0.95x59",  # of a slow machine with few tables
    f"ferrovia_live_tables{{{AT}}}": "25x59",
    f"ferrovia_errors_total{{{AT}}}": "7x59",
    f"ferrovia_bot_failures_total{{{AT}}}": "0+1x59",
    f"ferrovia_bot_backlog_seconds{{{AT}}}": "2x59",
    f"process_open_fds{{{AT}}}": "100x59",
    f"process_max_fds{{{AT}}}": "1024x59",
    f"ferrovia_read_only{{{AT}}}": "0x40 1x19",
    f"process_start_time_seconds{{{AT}}}": "1x30 2x29",
}


def promtool(*words: str) -> str:
    assert PROMTOOL
    done = subprocess.run([PROMTOOL, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@needs_promtool
def test_prometheus_reads_rules_and_configuration() -> None:
    promtool("check", "config", str(DEPLOY / "monitoring/prometheus.yml"))


@needs_promtool
def test_prometheus_reads_every_question_of_the_dashboard(tmp_path: Path) -> None:
    asked = [each.replace("$instance", ".*") for each in expressions().values()]
    rules = [{"record": f"asked:{number}", "expr": each} for number, each in enumerate(asked)]
    (file := tmp_path / "asked.yml").write_text(json.dumps({"groups": [{"name": "asked", "rules": rules}]}), "utf-8")
    assert f"{len(asked)} rules found" in promtool("check", "rules", str(file))


def fired(tmp_path: Path, series: dict[str, str], *expected: str) -> None:
    """Fail unless these alerts, and no others, fire after an hour of some series."""
    case = {
        "interval": "1m",
        "input_series": [{"series": name, "values": text} for name, text in series.items()],
        "promql_expr_test": [
            {
                "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
                "eval_time": "59m",
                "exp_samples": [{"labels": f'{{alertname="{each}"}}', "value": 1} for each in expected],
            }
        ],
    }
    whole = {"rule_files": [str(DEPLOY / "monitoring/alerts.yml")], "tests": [case]}
    (file := tmp_path / "test.yml").write_text(json.dumps(whole), "utf-8")
    promtool("test", "rules", str(file))


@needs_promtool
@pytest.mark.parametrize("alert", TROUBLE)
def test_each_alert_fires_in_its_trouble_alone(tmp_path: Path, alert: str) -> None:
    fired(tmp_path, WELL | TROUBLE[alert], alert)


@needs_promtool
def test_no_alert_fires_when_all_is_well(tmp_path: Path) -> None:
    assert {each["alert"] for each in alerts()} == set(TROUBLE)
    fired(tmp_path, WELL)


def exported(client: TestClient) -> dict[str, dict[tuple[tuple[str, str], ...], float]]:
    """All series of a server: their values by name and labels."""
    found: dict[str, dict[tuple[tuple[str, str], ...], float]] = {}
    for family in text_string_to_metric_families(client.get("/metrics").text):
        found.setdefault(family.name, {})
        for sample in family.samples:
            found.setdefault(sample.name, {})[tuple(sorted(sample.labels.items()))] = sample.value
    return found


def test_a_running_server_exports_what_is_asked_for(tmp_path: Path) -> None:
    with TestClient(make_app(Settings(store=str(tmp_path / "tables.sqlite")))) as client:
        client.get("/healthz")
        found = exported(client)
    for expression in expressions().values():
        for name in WORD.findall(expression):
            assert name == "up" or name in found or name.removesuffix("_total") in found, name
    for name, label, value in re.findall(r"(\w+)\{(code|status)=\"([^\"]+)\"", " ".join(expressions().values())):
        assert ((label, value),) in found[name], "an increase from nothing to something is none to Prometheus"


def test_a_bug_is_counted_and_answered_with_all_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(Hub, "open", broken)
    app = make_app(Settings(store=str(tmp_path / "tables.sqlite")))
    with TestClient(app, raise_server_exceptions=False) as client:
        before = exported(client)
        wish = {"rules": "new-york", "seats": [{"kind": "me"}, {"kind": "open"}]}
        answer = client.post("/api/tables", json=wish, headers={"origin": "http://testserver"})
        assert (answer.status_code, answer.json()["code"]) == (500, "failed")
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        found = exported(client)
    assert (before["ferrovia_errors_total"][()], found["ferrovia_errors_total"][()]) == (0, 1)
    assert found["ferrovia_http_requests_total"][(("status", "500"),)] == 1


def test_a_bug_in_a_connection_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(SocketConnection, "handle", broken)
    with TestClient(make_app(Settings(store=str(tmp_path / "tables.sqlite")))) as client:
        wish = {"rules": "new-york", "seats": [{"kind": "me"}, {"kind": "open"}]}
        headers = {"origin": "http://testserver"}
        table = client.post("/api/tables", json=wish, headers=headers).json()["table"]["id"]
        with client.websocket_connect(f"/ws/{table}", headers=headers) as socket:
            socket.send_json({"message": "hello"})
            socket.send_json({"message": "ping"})
            with pytest.raises(WebSocketDisconnect):
                read_on(socket)
        assert exported(client)["ferrovia_errors_total"][()] == 1
