"""The boards look as they did. Compared in small, with tolerance: fonts and browsers differ a little.

FERROVIA_NEW_PICTURES=1 python -m pytest tests/web/test_board_pictures.py     after a change that is meant
"""

import base64
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.tiers import at_night
from tests.web.browser_visits import BLANK, open_table

PICTURES: Final = Path(__file__).parent / "boards"
NEW: Final = bool(os.environ.get("FERROVIA_NEW_PICTURES"))
MEAN, WORST = 4.0, 60.0
"""How far colours (0 to 255) may be apart: on the average, and anywhere in small."""
SMALL: Final = """async ([picture, width, height]) => {
    const image = new Image();
    image.src = picture;
    await image.decode();
    height ||= Math.round(width * image.height / image.width);
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(image, 0, 0, width, height);
    const small = await (await canvas.convertToBlob()).arrayBuffer();
    const colours = Array.from(pen.getImageData(0, 0, width, height).data);
    return [btoa(String.fromCharCode(...new Uint8Array(small))), colours, height];
}"""
WIDTH: Final = 160


def small(page: Page, picture: bytes, height: int = 0) -> tuple[bytes, list[int], int]:
    """A picture made small: as a file, as colours, and how high it is."""
    found = page.evaluate(SMALL, ["data:image/png;base64," + base64.b64encode(picture).decode(), WIDTH, height])
    return base64.b64decode(found[0]), found[1], found[2]


@pytest.mark.parametrize("rules", ["switzerland", at_night("north-america"), at_night("new-york")])
def test_an_empty_board(open_page: Callable[..., Page], rules: str) -> None:
    table = open_table(open_page(BLANK), rules, "me passenger")
    page = open_page(f"/t/{table}")  # a spectator: a seat's board also shows the tickets it was dealt
    page.locator(".game .board").wait_for()
    page.keyboard.press("Escape")  # the card of rules that are new to this browser
    page.mouse.move(0, 0)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(800)
        check(page, f"{rules}-{scheme}.png")


def check(page: Page, name: str) -> None:
    """The board looks as in the picture that is kept."""
    seen = page.locator(".game .board").screenshot(type="png", animations="disabled")
    if NEW:
        PICTURES.mkdir(exist_ok=True)
        (PICTURES / name).write_bytes(small(page, seen)[0])
    _, expected, height = small(page, (PICTURES / name).read_bytes())
    _, colours, _ = small(page, seen, height)
    apart = [abs(one - other) for one, other in zip(colours, expected, strict=True)]
    assert sum(apart) / len(apart) < MEAN, f"{name}: every colour is a little off"
    assert sorted(apart)[-len(apart) // 500] < WORST, f"{name}: some part looks different"
