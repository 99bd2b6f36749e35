"""The page of the package index: every link and picture of the README has a whole address there."""

import re
import shutil
import tomllib
from pathlib import Path

from tools.index_page import absolute, main

PROJECT = Path(__file__).resolve().parent.parent
HOST = "https://code.example/owner/ferrovia"


def test_the_readme_needs_nothing_beside_it(tmp_path):
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(PROJECT / name, tmp_path)
    main(f"{HOST}/", "v1.2.3", tmp_path)
    text = (tmp_path / "README.md").read_text("utf-8")
    found = re.findall(r'\]\(([^)]+)\)|src="([^"]+)"', text)
    assert len(found) > 25
    for link, source in found:
        address = link or source
        picture = address.endswith((".jpg", ".webp"))
        start = f"{HOST}/{'raw' if picture else 'blob'}/v1.2.3/"
        assert address.startswith(start)
        assert (PROJECT / address.removeprefix(start).partition("#")[0]).exists()
    urls = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert urls["Source"] == HOST
    assert all((PROJECT / url.removeprefix(f"{HOST}/blob/v1.2.3/")).is_file() for url in list(urls.values())[1:])


def test_addresses_and_places_on_the_page_stay():
    text = '[a](https://example.org/x.md) [b](#install) <a href="mailto:a@example.org">'
    assert absolute(text, HOST, "v1") == text


def test_a_release_prepares_its_page_before_it_builds():
    steps = (PROJECT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert 0 < steps.index("python -m tools.index_page") < steps.index("pipx run build")
