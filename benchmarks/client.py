"""How soon the page answers on the largest board, in Debian's Chromium on this machine.

    python benchmarks/client.py

Prints the median time from a click to a picture laid out anew. On a machine that does other things it says little.
"""

import json
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))  # what takes the pictures also starts a server

from docs.pictures import FLAGS, served

ANSWER = """async selector => {
    const times = [];
    for (let turn = 0; turn < 9; turn++) {
        const found = document.querySelectorAll(selector);
        await new Promise(done => setTimeout(done, 30));
        const begin = performance.now();
        found[turn % found.length].click();
        await new Promise(done => setTimeout(done));
        document.body.getBoundingClientRect();
        times.push(performance.now() - begin);
    }
    return times.sort((one, other) => one - other)[4];
}"""
"""The median of nine clicks on what a selector finds."""


def open_game(page: Page) -> None:
    """A game of five on the largest board, in the middle of the opening turn."""
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": "passenger"} for _ in range(4))]
    wish = json.dumps({"rules": "north-america", "seats": seats, "options": {"practice": True}})
    headers = {"content-type": "application/json"}
    ask = "await fetch('/api/tables', {method: 'POST', body, headers})"
    table = page.evaluate(f"async ([body, headers]) => (await ({ask}).json()).table.id", [wish, headers])
    page.goto(f"/t/{table}")
    page.locator(".game .board").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_timeout(3000)


def main() -> None:
    """Measure and print."""
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_context(base_url=address, reduced_motion="reduce").new_page()
        page.goto("/")
        open_game(page)
        for selector in (".hand-card", ".tickets .ticket", ".offer .ticket"):
            if page.locator(selector).count():
                print(f"{selector}: {page.evaluate(ANSWER, selector):.1f} ms")
        browser.close()


if __name__ == "__main__":
    main()
