"""The browser client as it is served: which addresses, how long it is kept, packed, and what if it was not built."""

import gzip

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from ferrovia.server.base.compressed import ASK_FIRST, FOR_EVER
from ferrovia.server.http.errors import add_error_handlers
from ferrovia.server.http.static import STAMP, add_pages, read_bundle

PAGE = "<!doctype html><title>the page</title>"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "assets/index-a1b2.js").write_text("export {};" * 50)
    (tmp_path / "icon.png").write_bytes(b"\x89PNG")
    (tmp_path / STAMP).write_text("what it was made from")
    return tmp_path


def served(folder):
    app = FastAPI()
    add_pages(app, read_bundle(folder))
    add_error_handlers(app)
    return TestClient(app)


@pytest.mark.parametrize(
    "path",
    ["/", "/t/abc", "/r/abc?at=3&seat=1", "/replay", "/learn", "/learn/x", "/rules/x", "/join/x", "/join", "/join/"],
)
def test_every_address_of_the_client_is_the_page(folder, path):
    answer = served(folder).get(path)
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["cache-control"] == ASK_FIRST
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_hashed_files_are_kept_for_ever_and_others_asked_for(folder):
    client = served(folder)
    script = client.get("/assets/index-a1b2.js")
    assert script.headers["cache-control"] == FOR_EVER
    assert script.headers["content-type"].startswith("text/javascript")
    assert client.get("/icon.png").headers["cache-control"] == ASK_FIRST
    assert client.get("/assets/index-old.js", headers={"accept": "text/html"}).status_code == 404
    assert client.get(f"/{STAMP}").status_code == 404


def test_what_a_browser_has_is_not_sent_again(folder):
    client = served(folder)
    tag = client.get("/").headers["etag"]
    again = client.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_packed_for_those_who_can_read_it(folder):
    client = served(folder)
    with client.stream("GET", "/assets/index-a1b2.js", headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert gzip.decompress(b"".join(answer.iter_raw())).startswith(b"export")
    plain = client.get("/assets/index-a1b2.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in client.get("/icon.png").headers
    assert client.head("/").status_code == 200


def test_people_who_are_lost_get_the_page_and_programs_a_code(folder):
    client = served(folder)
    lost = client.get("/nothing", headers={"accept": "text/html,*/*"})
    assert (lost.status_code, lost.text) == (404, PAGE)
    for path in ("/nothing", "/api/nothing"):
        assert client.get(path, headers={"accept": "application/json"}).json()["code"] == "not-found"
    assert client.get("/api/nothing", headers={"accept": "text/html"}).json()["code"] == "not-found"
    assert client.post("/nothing", headers={"accept": "text/html"}).json()["code"] == "not-found"


def test_without_the_bundle_it_says_how_to_get_it(tmp_path):
    answer = served(tmp_path).get("/")
    assert answer.status_code == 200
    assert "make play" in answer.text
    assert answer.headers["cache-control"] == "no-store"
