"""The keyboard alone: a game from its first choice to its end, windows, focus."""

from playwright.sync_api import expect

from tests.web.browser_visits import BLANK
from tests.web.finished_games import skip_ahead
from tests.web.page_player import await_turn, phase, sight, sit_down


def focused(page) -> str:
    return str(page.evaluate("document.activeElement.className?.baseVal ?? document.activeElement.className"))


def focus_route(page, route) -> None:
    """By arrow keys, as a player without a pointer would: city after city until the route is reached."""
    page.keyboard.press("b")
    for _ in range(300):
        if page.evaluate("document.activeElement.dataset.route") == route:
            return
        page.keyboard.press(str(page.evaluate(TOWARDS, route)))
    raise AssertionError(f"{route} is not reached")


TOWARDS = """route => {
    const box = element => {
        const {x, y, width, height} = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const [x, y] = box(document.querySelector(`[data-route="${CSS.escape(route)}"]`));
    const [fromX, fromY] = box(document.activeElement);
    const [across, down] = [x - fromX, y - fromY];
    const straight = Math.random() < 0.8;
    if ((Math.abs(across) > Math.abs(down)) === straight) return across > 0 ? "ArrowRight" : "ArrowLeft";
    return down > 0 ? "ArrowDown" : "ArrowUp";
}"""


def choose_tickets(page) -> None:
    page.keyboard.press("a")
    expect(page.locator(".choice").first).to_be_focused()
    page.keyboard.press("Space")
    for _ in range(30):
        if "keep" in focused(page):
            break
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".choice")).to_have_count(0)


def decide(page, claimed: list[str]) -> None:
    now = phase(page)
    if now == "wait":
        page.wait_for_timeout(50)
    elif now in ("opening", "tickets"):
        choose_tickets(page)
    elif now == "second-card":
        page.keyboard.press("d" if page.locator(".deck.open").count() else "1")
        page.wait_for_timeout(80)
    else:
        turn(page, claimed)


def turn(page, claimed: list[str]) -> None:
    legal = sight(page)["legal"] or {"moves": [], "claims": {}}
    if page.locator(".action .twin, .action .confirm").count():
        page.keyboard.press("Tab")
        page.locator(".action .twin, .action .confirm").first.focus()
        page.keyboard.press("Enter")
    elif legal["claims"] and len(claimed) < 3:
        route = next(iter(legal["claims"]))
        focus_route(page, route)
        page.keyboard.press("Enter")
        claimed.append(route)
    elif legal["claims"]:
        route = next(iter(legal["claims"]))
        page.locator(f'[data-route="{route}"]').focus()
        page.keyboard.press("c")
    elif "draw" in legal["moves"]:
        page.keyboard.press("d")
    elif legal["moves"]:
        page.keyboard.press("1" if any(move.startswith("take") for move in legal["moves"]) else "t")
    page.wait_for_timeout(120)


def test_a_game_without_a_pointer(open_page):
    page = open_page(BLANK)
    sit_down(page, "new-york", "me passenger")
    claimed: list[str] = []
    ahead = False
    for _ in range(400):
        if phase(page) == "over":
            break
        if len(claimed) == 3 and not ahead:
            ahead = True
            skip_ahead(page, trains=4)
        decide(page, claimed)
    assert phase(page) == "over"
    assert claimed


def test_windows_keep_the_focus_and_give_it_back(open_page):
    page = open_page(BLANK)
    sit_down(page, "new-york", "me passenger")
    choose_tickets(page)
    await_turn(page)
    menu = page.get_by_role("button", name="Menu")
    menu.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(menu).to_be_focused()
    await_turn(page)
    page.keyboard.press("?")
    expect(dialog).to_contain_text("Keyboard")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator(".log-lines")).to_be_focused()
