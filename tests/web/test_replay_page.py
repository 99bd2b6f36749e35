"""Games that were played: by address and by record, by keys and by pointer, through everybody's eyes."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.tiers import at_night
from tests.web.browser_visits import BLANK, DESKTOP, PHONE, overflow, scan
from tests.web.finished_games import finished

GOLDEN = Path(__file__).parent.parent / "golden"
NOT_READ = ("422",)
"""The browser's own note of a record that the server refused."""


@pytest.fixture(scope="module")
def table(browser, server):
    context = browser.new_context(base_url=server.address)
    page = context.new_page()
    page.goto(BLANK)
    found = finished(page, "new-york")
    context.close()
    return found


def moment(page):
    return int(page.get_by_role("slider").input_value())


def test_keys_go_through_the_game_and_the_address_follows(open_page, table):
    page = open_page(f"/r/{table}")
    expect(page.get_by_role("slider")).to_have_value("0")
    for key, at in {"ArrowRight": 1, "PageDown": 11, "ArrowLeft": 10}.items():
        page.keyboard.press(key)
        expect(page.get_by_role("slider")).to_have_value(str(at))
    page.wait_for_url(re.compile(r"\?at=10$"))
    page.keyboard.press("End")
    last = moment(page)
    assert last == int(page.get_by_role("slider").get_attribute("max"))
    assert page.locator("[data-train]").count() > 5
    page.keyboard.press("Home")
    expect(page.locator("[data-train]")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.get_by_role("slider")).not_to_have_value("0")
    page.keyboard.press("Space")
    assert not scan(page)


def test_a_key_while_the_address_changes_is_not_lost(open_page, table):
    page = open_page(f"/r/{table}")
    page.evaluate("""() => {
        const replace = history.replaceState.bind(history);
        history.replaceState = (...address) => {
            replace(...address);
            history.replaceState = replace;
            dispatchEvent(new KeyboardEvent("keydown", {key: "End"}));
        };
    }""")
    page.keyboard.press("ArrowRight")
    last = page.get_by_role("slider").get_attribute("max")
    expect(page.get_by_role("slider")).to_have_value(last)
    page.wait_for_url(re.compile(rf"\?at={last}$"))


def test_an_address_is_a_moment_and_whose_eyes(open_page, table):
    page = open_page(f"/r/{table}?at=12&seat=0")
    expect(page.get_by_label("Point of view")).to_have_value("0")
    assert moment(page) == 12
    seats = page.locator(".replay-seat")
    expect(seats.nth(0).locator(".replay-tickets")).to_be_visible()
    expect(seats.nth(1).locator(".replay-tickets")).to_have_count(0)
    page.get_by_label("Point of view").select_option("all")
    expect(seats.nth(1).locator(".replay-tickets")).to_be_visible()
    assert moment(page) == 12
    page.wait_for_url(re.compile(r"\?at=12$"))
    page.get_by_role("tab", name="Moves").click()
    page.locator(".replay-moves button").nth(3).click()
    assert moment(page) == 3
    with page.expect_download() as record:
        page.get_by_role("link", name="Download record").click()
    assert record.value.path().read_text(encoding="utf-8").startswith("ferrovia record 1\n")


def test_the_language_changes_in_the_middle_of_it(open_page, table):
    page = open_page(f"/r/{table}?at=12")
    told = page.locator(".replay-now")
    expect(told).to_contain_text("Turn")
    english = told.inner_text()
    page.get_by_role("button", name=re.compile("Italiano")).click()
    expect(told).to_contain_text("Turno")
    expect(told).not_to_have_text(english)
    expect(told.locator(".told").first).to_contain_text(re.compile("pesca|prende|controlla|tiene|guarda"))
    assert moment(page) == 12


def test_statistics_have_plots_and_tables(open_page, table):
    page = open_page(f"/r/{table}", **{"locale": "it", "color_scheme": "dark"})
    page.get_by_role("tab", name="Statistiche").click()
    expect(page.locator(".plot svg")).to_have_count(3)
    page.locator(".plot details").first.locator("summary").click()
    assert page.locator(".plot table").first.locator("tbody tr").count() > 5
    expect(page.get_by_role("rowheader", name="biglietti completati")).to_be_visible()
    assert not scan(page)


def test_it_fits_a_phone(open_page, table):
    page = open_page(f"/r/{table}?at=9", viewport=PHONE, has_touch=True, locale="pt")
    page.get_by_role("button", name=re.compile("Uma jogada para a frente")).tap()
    assert moment(page) == 10
    assert overflow(page) == 0
    assert not scan(page)


def test_any_record_can_be_brought_along(open_page):
    page = open_page("/replay")
    chooser = page.locator("input[type=file]")
    chooser.set_input_files(GOLDEN / "switzerland-3-1.record")
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.locator(".replay-seat")).to_have_count(3)
    page.keyboard.press("End")
    page.get_by_role("tab", name="Result").click()
    expect(page.locator(".final-table tbody tr")).to_have_count(3)
    page.get_by_role("button", name="Open another record").click()
    expect(page.get_by_role("button", name="Choose a file")).to_be_visible()
    assert not scan(page)


def test_a_seat_that_nobody_had_shows_everything(open_page, table):
    for seat in (4, 9):
        page = open_page(f"/r/{table}?at=7&seat={seat}", forgiven=("404", "422"))
        expect(page.get_by_label("Point of view")).to_have_value("all")
        expect(page.locator(".notices")).to_contain_text("everyone’s point of view")
        assert moment(page) == 7
        page.wait_for_url(re.compile(r"\?at=7$"))


def test_an_address_beyond_the_end_is_the_end(open_page, table):
    for at in (999_999, 99_999_999_999):
        page = open_page(f"/r/{table}?at={at}")
        slider = page.get_by_role("slider")
        expect(slider).to_have_value(slider.get_attribute("max"))


def test_a_record_that_went_through_mail_is_read(open_page):
    text = (GOLDEN / "new-york-2-1.record").read_text(encoding="utf-8")
    page = open_page("/replay")
    record = {"name": "crlf.record", "mimeType": "text/plain", "buffer": text.replace("\n", "\r\n").encode()}
    page.locator("input[type=file]").set_input_files(record)
    expect(page.get_by_role("slider")).to_be_visible()


DROP = """(files) => {
    const dropped = files.map(([name, text]) => {
        const file = new File([text], name);
        if (text === "unreadable") file.text = () => Promise.reject(new DOMException("a folder", "NotFoundError"));
        return file;
    });
    const event = new DragEvent("drop", {bubbles: true, cancelable: true});
    Object.defineProperty(event, "dataTransfer", {value: {files: dropped}});
    document.querySelector(".replay-drop").dispatchEvent(event);
}"""


def test_what_cannot_be_dropped_is_said(open_page):
    page = open_page("/replay")
    page.locator(".replay-drop").wait_for()
    said = page.get_by_role("alert")
    page.evaluate(DROP, [])
    expect(said).to_contain_text("not a file")
    page.evaluate(DROP, [["a folder", "unreadable"]])
    expect(said).to_contain_text("not a folder")
    page.evaluate(DROP, [["a.record", ""]])
    expect(said).to_have_text("The file is empty.")


def test_what_is_wrong_with_a_record_is_said_with_its_line(open_page, tmp_path):
    page = open_page("/replay", locale="it", forgiven=NOT_READ)
    broken = (GOLDEN / "new-york-2-1.record").read_text(encoding="utf-8").split("\n")
    broken[9] = "nonsense"
    path = tmp_path / "broken.record"
    path.write_text("\n".join(broken), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text(re.compile("Questa non è .*riga 10"))
    page.get_by_text("Incolla invece il testo").click()
    page.get_by_label("Testo di una registrazione").fill("hello")
    page.get_by_role("button", name="Apri").click()
    expect(page.get_by_role("alert")).to_contain_text("1")


def test_a_game_that_is_not_there(open_page):
    page = open_page("/r/nowhere", forgiven=("404",))
    expect(page.get_by_role("alert")).to_contain_text("There is no such table")


def test_other_eyes_are_not_forgotten_while_they_are_fetched(open_page, table):
    """The address is written a moment after the last step: not with the eyes of before."""
    page = open_page(f"/r/{table}?at=12&seat=0")
    expect(page.get_by_label("Point of view")).to_have_value("0")
    held = []
    page.route("**/replay", lambda route: held.append(route))
    page.evaluate("""() => new Promise((done) => {
        const replace = history.replaceState.bind(history);
        let written = 0;
        history.replaceState = (...address) => {
            replace(...address);
            if (++written === 2) done();
        };
        dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));
        const eyes = document.querySelector(".replay-eyes select");
        eyes.value = "all";
        eyes.dispatchEvent(new Event("change", {bubbles: true}));
    })""")
    assert page.url.endswith("?at=13")
    held[0].continue_()
    expect(page.locator(".replay-seat").nth(1).locator(".replay-tickets")).to_be_visible()


LINES = """names => names.map((name) => [
    name.innerText.split(" ").length,
    Math.round(name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight)),
])"""


def test_names_over_the_statistics_are_whole_words_on_a_phone(open_page):
    page = open_page("/learn", viewport=PHONE, locale="pt")
    page.goto(f"/r/{finished(page, 'new-york', 'me passenger porter stationmaster')}")
    page.get_by_role("tab", name="Estatísticas").click()
    names = page.locator(".statistics-table thead .player-name")
    expect(names).to_have_count(4)
    assert all(lines <= words for words, lines in names.evaluate_all(LINES))
    assert overflow(page) <= 0


HEIGHTS = """() => [".head", ".replay-head", ".replay-now", ".replay-board", ".replay-controls"].map(
    (part) => Math.round(document.querySelector(part).getBoundingClientRect().height)
)"""


@pytest.mark.parametrize("viewport", [DESKTOP, at_night(PHONE)], ids=["desktop", "phone"])
def test_nothing_jumps_from_move_to_move(open_page, table, viewport):
    """The moves of an opening take many lines, most others one; the end takes two."""
    page = open_page(f"/r/{table}?at=0", viewport=viewport, locale="it")
    expect(page.locator(".replay-board .board")).to_be_visible()
    heights = set()
    for _ in range(int(page.get_by_role("slider").get_attribute("max"))):
        heights.add(tuple(page.evaluate(HEIGHTS)))
        page.keyboard.press("ArrowRight")
    assert len(heights) == 1


def test_the_head_is_where_it_is_on_other_pages(open_page, table):
    page = open_page("/learn")
    expect(page.locator(".head")).to_be_visible()
    place = page.locator(".head").bounding_box()
    page.goto(f"/r/{table}")
    expect(page.locator(".replay-board .board")).to_be_visible()
    assert page.locator(".head").bounding_box() == place
