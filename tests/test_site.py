"""The documentation site: every page has its place, links stay on the site, and nothing is loaded from other hosts."""

import json
import tomllib
from xml.etree import ElementTree

import pytest

import ferrovia
from tools.site.__main__ import build, config_for
from tools.site.api_pages import SUBJECTS, api_pages
from tools.site.flowchart import ranked
from tools.site.markdown import for_site
from tools.site.notebooks import execute
from tools.site.offline import foreign_loads
from tools.site.rule_pictures import PICTURES, add_pictures
from tools.site.staging import PROJECT, Stage, place_of

NOTEBOOKS = sorted((PROJECT / "docs").rglob("*.ipynb"))


def pages_of(entry):
    """The pages of a part of the navigation."""
    if isinstance(entry, str):
        return [entry]
    parts = entry.values() if isinstance(entry, dict) else entry
    return [page for part in parts for page in pages_of(part)]


def test_every_page_has_one_place_in_the_navigation(tmp_path):
    found = pages_of(tomllib.loads(config_for(tmp_path))["project"]["nav"])
    documents = {place_of(file.relative_to(PROJECT).as_posix()) for file in (PROJECT / "docs").rglob("*.md")}
    notebooks = {file.relative_to(PROJECT / "docs").with_suffix(".md").as_posix() for file in NOTEBOOKS}
    api = {f"api/{name}.md" for name in api_pages()}
    own = {page for page in found if page.startswith("project/")} | {"boards/boards.md"}
    assert len(found) == len(set(found))
    assert set(found) == documents | notebooks | api | own, "tools/site/zensical.toml has the navigation"


def test_every_public_name_is_on_a_page_of_the_api():
    assert sorted(name for _, _, names in SUBJECTS.values() for name in names) == ferrovia.__all__


def test_links_out_of_the_documents_lead_to_pages_of_the_site(tmp_path):
    stage = Stage(tmp_path)
    stage.add("docs/adding-a-compiled-bot.md")
    stage.finish()
    text = (tmp_path / "adding-a-compiled-bot.md").read_text("utf-8")
    assert "](source/src/ferrovia/bots/kernels/registry.py.md)" in text
    code = (tmp_path / "source/src/ferrovia/bots/kernels/registry.py.md").read_text("utf-8")
    assert code.startswith("# `src/ferrovia/bots/kernels/registry.py`\n\n````python\n")
    folder = (tmp_path / "source/src/ferrovia/bots/kernels.md").read_text("utf-8")
    assert "[`registry.py`](kernels/registry.py.md)" in folder


def test_lists_are_written_as_the_generator_reads_them():
    github = "Before:\n- one\n  more\n  ```\n  - code\n  ```\n- two\n  1. inner\n\nAfter"
    assert for_site(github) == "Before:\n\n- one\n    more\n    ```\n    - code\n    ```\n- two\n    1. inner\n\nAfter"


def test_the_rules_have_pictures_under_their_headings(tmp_path):
    page = tmp_path / "rules.md"
    page.write_text((PROJECT / "docs" / "rules.md").read_text("utf-8"), "utf-8")
    add_pictures(page)
    text = page.read_text("utf-8")
    for picture in PICTURES:
        assert f"{picture.heading}\n\n![" in text
        frame = ElementTree.parse(tmp_path / f"rules-{picture.name}.svg").getroot().attrib["viewBox"].split()
        assert all(0 < float(size) < 600 for size in frame[2:]), "a part of the board"
    assert "has 18 trains" in text  # 5 + 2 + 2 + 5 + 4


def test_examples_in_docstrings_become_blocks():
    pytest.importorskip("griffe")
    from tools.site.docstrings import fenced

    assert fenced("A move.\n\n>>> 1 + 1\n2\n\nMore.") == "A move.\n\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore."


def test_a_flowchart_has_its_ground_at_the_bottom():
    assert ranked([("b", "a"), ("c", "a"), ("c", "b")]) == {"a": 0, "b": 1, "c": 2}


@pytest.mark.parametrize(
    "html",
    [
        '<script src="https://cdn.example.org/x.js"></script>',
        "<link href=//fonts.example.org/a.css rel=stylesheet>",
        '<img alt="" src="http://example.org/a.png">',
        "<style>@import 'https://example.org/a.css'</style>",
    ],
)
def test_a_page_that_loads_from_another_host_is_found(tmp_path, html):
    (tmp_path / "index.html").write_text(f'{html}<a href="https://example.org">a link is no load</a>')
    assert len(list(foreign_loads(tmp_path))) == 1


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_shows_what_its_cells_do(file):
    stored = json.loads(file.read_text("utf-8"))
    run = json.loads(file.read_text("utf-8"))
    execute(run)
    assert run == stored
    assert any("image/svg+xml" in output.get("data", {}) for cell in run["cells"] for output in cell.get("outputs", []))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The built site."""
    pytest.importorskip("zensical")
    folder = tmp_path_factory.mktemp("site")
    assert build(folder / "work", folder / "site") == 0
    return folder / "site"


@pytest.mark.thorough
def test_the_site_builds_without_a_warning(site):
    assert "legal_moves" in (site / "api" / "games.html").read_text("utf-8")
    made = (site / "api" / "environments.html").read_text("utf-8")
    assert '<span class="n">illegal_reward</span>' in made, "a class shows how it is made"
    assert "legal_moves" in (site / "search.json").read_text("utf-8")
    assert (site / "boards" / "new-york.svg").is_file()


@pytest.mark.thorough
def test_the_search_works_in_a_page_opened_from_a_folder(site):
    playwright = pytest.importorskip("playwright.sync_api")
    from tests.web.browser_visits import FLAGS, browser_program

    program = browser_program()
    if program is None:
        pytest.skip("no chromium: `make chromium` installs it")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=FLAGS)
        page = browser.new_page()
        page.goto((site / "index.html").as_uri())
        page.get_by_role("button", name="Search").click()
        page.get_by_placeholder("Search").fill("redeal")
        playwright.expect(page.locator("mark").first).to_have_text("redeal")
        browser.close()
