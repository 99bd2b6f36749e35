"""docs/hosting.md, done: a backup of a store in use, a proxy's headers, health, metrics; and that the page is right."""

import asyncio
import re
import shlex
import sqlite3
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import ferrovia
from ferrovia.cli import main
from ferrovia.server.base.observability import Metrics
from ferrovia.server.base.settings import Settings
from tests.cli.in_process import ferrovia as ferrovia_command
from tests.server.server_process import Server
from tests.server.websocket_players import Person, together

DOCS = Path(__file__).resolve().parents[2] / "docs"
HOSTING = (DOCS / "hosting.md").read_text(encoding="utf-8")
STORE, BACKUP = "/var/lib/ferrovia/tables.sqlite", "/var/backups/ferrovia/tables.sqlite"


# ── backups ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def backup_command() -> str:
    """What the page says to type."""
    commands: list[str] = [block.strip() for block in re.findall(r"```sh\n(.*?)```", HOSTING, re.DOTALL)]
    assert len(commands) == 1
    assert STORE in commands[0]
    assert BACKUP in commands[0]
    return commands[0]


def test_a_backup_of_a_store_in_use(tmp_path: Path) -> None:
    """A game is played while the copy is made. The copy is complete, and another server continues from it."""
    store, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    server = Server(str(store), tmp_path / "log.txt", "--bots", "1").start()
    try:
        key = server.key()
        table = server.open("new-york", "me me", key)
        person = Person(server, table["id"], key)
        together(play_and_copy(person, backup_command().replace(STORE, str(store)).replace(BACKUP, str(copy))))
    finally:
        server.kill()
    assert copy.stat().st_mode & 0o077 == 0, "hands and secrets are in it"
    kept, made = log_of(copy), log_of(store)
    assert len(kept) < len(made), "people played on after the copy"
    assert kept == made[: len(kept)]
    assert any(seq <= len(kept) for _, seq, _ in person.acknowledged), "it holds what was acknowledged before"
    restored = Server(str(copy), tmp_path / "restored.txt", "--bots", "1").start()
    try:
        again = Person(restored, table["id"], key)
        together(again.play())
    finally:
        restored.kill()
    assert again.over
    assert verify(copy) == (0, "1 table checked, 0 wrong\n")
    assert verify(store)[0] == 0


async def play_and_copy(person: Person, command: str) -> None:
    """A few moves, then some more while the copy is made, and a few after it."""
    await person.play(10)
    copying = asyncio.create_task(asyncio.to_thread(main, shlex.split(command)[1:]))
    while not copying.done():
        if person.sent < 30:  # some of the game is for afterwards
            await person.play(person.sent + 1)
        else:
            await asyncio.sleep(0.01)
    assert await copying == 0
    await person.play(person.sent + 5)


def log_of(store: Path) -> list[Any]:
    """Every entry of a store with one table."""
    connection = sqlite3.connect(store)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return connection.execute("SELECT * FROM log ORDER BY seq").fetchall()
    finally:
        connection.close()


def verify(store: Path) -> tuple[int, str]:
    return ferrovia_command("verify", "--store", str(store))[:2]


# ── health, metrics, proxies ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as if behind a proxy: an address of its own, and little for anybody."""
    folder = tmp_path_factory.mktemp("hosted")
    options = ("--address", "https://trains.example.org", "--tables-per-client", "2", "--bots", "1")
    server = Server(str(folder / "tables.sqlite"), folder / "log.txt", *options).start()
    yield server
    server.kill()


def test_health_and_metrics(hosted: Server) -> None:
    assert hosted.call("GET", "/healthz") == (200, "ok\n")
    status, text = hosted.call("GET", "/metrics")
    assert status == 200
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE))
    for metric in Metrics().registry.collect():
        name = f"{metric.name}_total" if metric.type == "counter" else metric.name
        assert kinds[name] == metric.type
    assert re.search(r'^ferrovia_http_requests_total\{status="200"\} [1-9]', text, re.MULTILINE)


WISH: dict[str, Any] = {"rules": "new-york", "seats": [{"kind": "me"}, {"kind": "open"}]}


def test_limits_go_by_the_address_the_proxy_names(hosted: Server) -> None:
    """The proxy is on the same machine, so its word is taken."""
    key = hosted.key()

    def opened(address: str) -> int:
        return hosted.call("POST", "/api/tables", WISH, key, **{"x-forwarded-for": address})[0]

    assert [opened("192.0.2.1") for _ in range(3)] == [201, 201, 429]
    assert opened("192.0.2.2") == 201


def test_the_address_people_see(hosted: Server) -> None:
    """Links begin with it, cookies are for https, and other sites are refused."""
    site = {"origin": "https://trains.example.org", "x-forwarded-for": "192.0.2.3"}
    key = hosted.key()
    status, answer = hosted.call("POST", "/api/tables", WISH, key, **site)
    assert status == 201
    link = hosted.call("POST", f"/api/tables/{answer['table']['id']}/seats/1/link", None, key, **site)[1]["link"]
    assert link.startswith(f"https://trains.example.org/t/{answer['table']['id']}#")
    status, answer = hosted.call("POST", "/api/tables", WISH, key, **{**site, "origin": "https://example.org"})
    assert (status, answer["code"]) == (403, "wrong-origin")


# ── the page ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_option_on_the_page_is_one() -> None:
    of_serve = {f"--{each.name.replace('_', '-')}" for each in fields(Settings)}
    of_others = {
        *("--tables", "--seconds", "--arriving"),  # of the benchmark
        "--config",
        "--now",
        "--owner",
        "--upgrade",
        "--file",
        "--detach",
        "--profile",
        "--publish",
        "--volume",
    }
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", HOSTING))
    assert named - of_others <= of_serve
    assert {"--store", "--address", "--workers", "--archive-days", "--json-logs"} <= named


def test_every_verb_on_the_page_is_one() -> None:
    for verb in set(re.findall(r"ferrovia (serve|verify|\w+(?= --))", HOSTING)):
        assert ferrovia_command(verb, "--help")[0] == 0, verb


def test_every_metric_on_the_page_is_one() -> None:
    known = {metric.name for metric in Metrics().registry.collect()}
    named = set(re.findall(r"ferrovia_[a-z_]+", HOSTING))
    assert named
    assert {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in named} <= known


def test_every_event_on_the_page_is_logged() -> None:
    package = Path(ferrovia.__file__).parent
    sources = [*(package / "server").rglob("*.py"), *(package / "processes").rglob("*.py")]
    text = "".join(source.read_text(encoding="utf-8") for source in sources)
    rows = re.findall(r"^\| (`[a-z`, -]+`) \|", HOSTING, re.MULTILINE)
    events = [event for row in rows for event in re.findall(r"`([a-z-]+)`", row)]
    assert len(events) > 5
    for event in events:
        assert re.search(rf'log\.\w+\(\s*"{event}"', text), event


@pytest.mark.parametrize("page", ["hosting.md", "protocol.md"])
def test_links_lead_somewhere(page: str) -> None:
    """To files that are there, and to headings in them."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        file, _, heading = target.partition("#")
        found = (DOCS / file) if file else DOCS / page
        assert found.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.+)$", found.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w\s-]", "", title.lower()).replace(" ", "-") for title in titles}, target
