"""Games that are played to their end without a page, for the tests of what comes after."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser_visits import BLANK, PATIENCE, call, open_table

expect.set_options(timeout=PATIENCE)

PLAY = """async ([table, until, trains, phase]) => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${table}`);
    let [last, busy, sent] = [null, false, 0];
    const wanted = ({claims, moves}) => {
        const paid = Object.entries(claims).map(([route, [payment]]) => `claim ${route} ${payment}`);
        const cards = moves.filter((move) => move !== "tickets" && move !== "refuse");
        const pool = paid.length > 0 ? paid : cards.length > 0 ? cards : moves;
        return pool[sent % pool.length];
    };
    return await new Promise((done) => {
        socket.onopen = () => socket.send(JSON.stringify({message: "hello", since: 0}));
        socket.onmessage = ({data}) => {
            const heard = JSON.parse(data);
            if (heard.message === "accepted" || heard.message === "refused") busy = false;
            if (heard.sights) last = heard;
            const sight = last.sights.find(({legal}) => legal);
            const near = sight?.view.seats.some((seat) => seat.trains <= trains) || sight?.view.phase === phase;
            if (last.table.status === "over" || sent >= until || near) return socket.close(), done(last.table);
            if (busy || !sight) return;
            busy = true;
            const move = {message: "move", id: `m${++sent}-${Math.random()}`, seq: last.seq, seat: sight.seat};
            socket.send(JSON.stringify({...move, move: wanted(sight.legal)}));
        };
    });
}"""


def play_on(page: Page, table: str, moves: int = 10_000, trains: int = -1, phase: str = "") -> Any:
    """Play the seats of this browser at a table to the end, for this many moves, until a player has no more than this
    many trains, or until a phase; return the table."""
    return page.evaluate(PLAY, [table, moves, trains, phase])


def skip_ahead(page: Page, **until: Any) -> None:
    """Play the game on the screen without the client, as `play_on` does, and show it again."""
    address = page.url
    page.goto(BLANK)
    play_on(page, address.rsplit("/", 1)[1], **until)
    page.goto(address)
    page.locator(".game, .text-game").first.wait_for()


def finished(page: Page, rules: str, seats: str = "me passenger", **options: Any) -> str:
    """A table of this browser whose game is over."""
    table = open_table(page, rules, seats, **options)
    play_on(page, table)
    assert call(page, "GET", f"/api/tables/{table}")["status"] == "over"
    return table
