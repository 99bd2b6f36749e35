"""The page in a real browser, on a real server."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from ferrovia.server.http.static import BUNDLE, INDEX
from tests.server.server_process import Server
from tests.web.browser_visits import FLAGS, Visit, browser_program, visit


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, for all tests of a module. Not for longer: Playwright keeps an event loop running in this
    thread, and tests of the server that come next on the same worker start their own."""
    program = browser_program()
    if program is None:
        pytest.fail("no chromium: `make chromium` installs it", pytrace=False)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session", autouse=True)
def built_page() -> None:
    """Without the page there is nothing to test."""
    if not (BUNDLE / INDEX).is_file():
        pytest.fail("the page has not been built: `make page` builds it", pytrace=False)


@pytest.fixture
def killable_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    found = Server(str(tmp_path / "tables.sqlite"), tmp_path / "log.txt").start()
    yield found
    found.kill()


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open pages, each in its own browser context: `open_page("/learn", locale="it")`. No page may log an error."""
    visits: list[Visit] = []

    def come(path: str = "/", **context: Any) -> Page:
        visits.append(visit(browser, server.address, **context))
        page = visits[-1].page
        page.goto(path)
        return page

    yield come
    for each in visits:
        each.leave()
