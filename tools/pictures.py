"""The pictures of README and docs, taken from the real game.

python -m tools.pictures        docs/pictures/*.jpg and ending.webp; needs chromium and the packages of the tests
"""

import base64
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tools.animation import animated

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "pictures"
FLAGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
PROGRAM: Final = shutil.which("chromium") or shutil.which("chromium-headless-shell")
QUALITY: Final = 88
PLAYED: Final = """async ([table, moves]) => new Promise((done, failed) => {
    const wire = new WebSocket(`ws://${location.host}/ws/${table}`);
    let asked = false;
    wire.onopen = () => wire.send('{"message":"hello","since":0}');
    wire.onmessage = event => {
        const heard = JSON.parse(event.data);
        const happened = heard.sights?.[0].happenings ?? [];
        if (!asked && heard.table?.status === "playing") {
            wire.send('{"message":"autopilot","id":"away","seat":0}');
            asked = true;
        }
        const mine = heard.table?.asked.includes(0) && heard.sights?.[0].view?.phase === "turn";
        const over = heard.table?.status === "over";
        const reached = over || (mine && happened.some(each => each.number >= moves));
        if (reached && !over) wire.send('{"message":"return","id":"back","seat":0}');
        if (over || heard.id === "back") { wire.close(); done(over); }
    };
    wire.onerror = failed;
})"""
"""A bot plays for seat 0 until this many moves have been made and it is its turn, or until the game is over. Then the
seat is a person's again, so that the game waits for the picture."""


AS_WEBP: Final = """async ([shot, width, height]) => {
    const picture = new Image();
    picture.src = `data:image/jpeg;base64,${shot}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), {width, height});
    canvas.getContext("2d").drawImage(picture, 0, 0, width, height);
    return canvas.toDataURL("image/webp", 0.66).split(",")[1];
}"""
PATIENCE: Final = 120_000
FILM: Final = (640, 400)
FRAME, SHOWN, LAST = 900, 650, 4000
"""Milliseconds: between two frames on the page, then in the picture, and of the last one."""
MOST_FRAMES: Final = 40


class Picture(NamedTuple):
    """One picture: the game, how far it is played, and the view of it."""

    name: str
    rules: str
    bots: tuple[str, ...]
    moves: int
    size: tuple[int, int]
    scheme: str = "light"
    language: str = "en"


WHOLE: Final = 10_000
PICTURES: Final = (
    Picture("north-america", "north-america", ("conductor", "driver", "stationmaster"), 150, (1440, 900)),
    Picture("switzerland", "switzerland", ("driver", "stationmaster"), 110, (1440, 900), "dark", "it"),
    Picture("new-york", "new-york", ("driver", "conductor"), 26, (390, 844), "light", "pt"),
    Picture("final-score", "north-america-classic", ("stationmaster",), WHOLE, (1440, 900)),
)


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with its own store."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ferrovia", "serve", "--port", str(port), "--store", f"{folder}/tables.sqlite"]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}/readyz")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(30)


def wait_for(address: str) -> None:
    """Wait until the server answers."""
    for _ in range(600):
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the server does not start; try `ferrovia serve`")


def opened(page: Page, picture: Picture) -> str:
    """Open a table for a picture; return its id."""
    seats: list[dict[str, Any]] = [{"kind": "me", "name": "Ana"}]
    seats += [{"kind": "bot", "bot": bot} for bot in picture.bots]
    body = {"rules": picture.rules, "seats": seats, "options": {"practice": True}}
    script = """async body => (await (await fetch("/api/tables", {method: "POST", body,
        headers: {"content-type": "application/json"}})).json()).table.id"""
    return str(page.evaluate(script, json.dumps(body)))


def take(browser: Browser, address: str, picture: Picture) -> None:
    """Play, and take the picture."""
    width, height = picture.size
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme=picture.scheme,  # type: ignore[arg-type]
        locale=picture.language,
        reduced_motion="reduce",
        has_touch=width < 500,
        device_scale_factor=2 if width < 500 else 1,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    page.evaluate("() => localStorage.setItem('ferrovia.pace', '\"instant\"')")
    page.evaluate("seen => localStorage.setItem('ferrovia.rules-seen', JSON.stringify([seen]))", picture.rules)
    table = opened(page, picture)
    while page.evaluate(PLAYED, [table, picture.moves]) and picture.moves != WHOLE:
        table = opened(page, picture)  # it was over before its turn came
    page.goto(f"/t/{table}")
    page.wait_for_selector(".final" if picture.moves == WHOLE else ".game")
    page.wait_for_timeout(2500)
    page.screenshot(path=FOLDER / f"{picture.name}.jpg", type="jpeg", quality=QUALITY)
    context.close()
    print(f"{picture.name}.jpg")


def take_film(browser: Browser, address: str) -> None:
    """The end of a game as an animated picture. The page's clock is moved by hand, so that a busy machine drops no
    frame."""
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800}, locale="en")
    context.set_default_timeout(PATIENCE)
    page, studio = context.new_page(), context.new_page()
    page.goto("/")
    table = opened(page, Picture("ending", "north-america", ("driver",), WHOLE, (1280, 800)))
    page.evaluate(PLAYED, [table, WHOLE])
    page.clock.install()
    page.goto(f"/t/{table}")
    page.wait_for_selector(".final.showing", state="attached")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    shots = [shot(page)]
    while page.locator(".final.showing").count() and len(shots) < MOST_FRAMES:
        page.clock.run_for(FRAME)
        shots.append(shot(page))
    stills = [base64.b64decode(studio.evaluate(AS_WEBP, [each, *FILM])) for each in shots]
    (FOLDER / "ending.webp").write_bytes(animated(stills, FILM, SHOWN, LAST))
    context.close()
    print(f"ending.webp, {len(stills)} frames")


def shot(page: Page) -> str:
    """The page as it is, in base64."""
    return base64.b64encode(page.screenshot(type="jpeg", quality=92)).decode()


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=FLAGS)
        for picture in PICTURES:
            take(browser, address, picture)
        take_film(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
