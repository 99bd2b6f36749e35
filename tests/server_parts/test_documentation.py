"""The documentation site behind the server."""

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from ferrovia.errors import ServerError
from ferrovia.server.http.documentation import add_documentation


@pytest.fixture
def site(tmp_path):
    (tmp_path / "api").mkdir()
    (tmp_path / "index.html").write_text("<title>doors</title><script>1</script>")
    (tmp_path / "api/games.html").write_text("<title>games</title>")
    (tmp_path.parent / "secret.txt").write_text("not for readers")
    return tmp_path


def test_a_folder_is_served_at_docs(site):
    app = FastAPI(docs_url=None)
    add_documentation(app, str(site))
    client = TestClient(app)
    page = client.get("/docs/")
    assert "doors" in page.text
    assert "'unsafe-inline'" in page.headers["content-security-policy"]
    assert client.get("/docs").url.path == "/docs/"
    assert "games" in client.get("/docs/api/games.html").text
    assert client.get("/docs/nothing.html").status_code == 404
    assert client.get("/docs/%2e%2e/secret.txt").status_code == 404


def test_without_the_setting_there_is_none():
    app = FastAPI(docs_url=None)
    add_documentation(app, "")
    assert TestClient(app).get("/docs/").status_code == 404


def test_a_folder_without_a_site_is_refused(tmp_path):
    with pytest.raises(ServerError, match="make docs"):
        add_documentation(FastAPI(docs_url=None), str(tmp_path))
