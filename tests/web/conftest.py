"""The page in a real browser, on a real server."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from ferrovia.server.http.static import BUNDLE, INDEX
from tests.server.server_process import Server
from tests.web.browser_visits import FLAGS, Visit, browser_program, visit


class OpenBrowser:
    """Debian's Chromium, for all tests that follow one another on a worker."""

    def __init__(self) -> None:
        self.playwright: Playwright | None = None
        self.browser: Browser | None = None

    def open(self) -> Browser:
        if self.browser is None:
            program = browser_program()
            if program is None:
                pytest.fail("no chromium: `make chromium` installs it", pytrace=False)
            self.playwright = sync_playwright().start()
            self.browser = self.playwright.chromium.launch(executable_path=program, args=FLAGS)
        return self.browser

    def close(self) -> None:
        if self.browser and self.playwright:
            self.browser.close()
            self.playwright.stop()
            self.playwright = self.browser = None


open_browser = OpenBrowser()


@pytest.fixture(scope="module")
def browser() -> Browser:
    return open_browser.open()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser before tests of something else: Playwright keeps an event loop running in this thread, and
    tests of the server start their own."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        open_browser.close()


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
