"""Taking a seat: by a table's code or by the secret link of a seat. Bringing seats along to an account."""

import logging
from functools import partial

from ferrovia.protocol.requests import JoinByCode, TakeSeat
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import Step, StoredTable
from ferrovia.server.live import steps
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.table import LiveTable
from ferrovia.server.store import statements

log = logging.getLogger(__name__)


async def join_by_code(hub: Hub, request: JoinByCode, caller: Identity) -> tuple[LiveTable, int]:
    """Take a free seat at the table with this code."""
    table = await hub.by_code(request.code)
    taken: list[int] = []

    def make(stored: StoredTable) -> Step | None:
        seats = stored.row.seats
        taken[:] = caller.seats(stored)[:1]
        if taken and not request.another:  # probably the same request again
            return None
        free = [number for number, seat in enumerate(seats) if seat.kind == "open"]
        free.sort(
            key=lambda number: seats[number].token is not None
        )  # seats with a link are reserved for those who have it
        if not free or stored.row.status != "lobby":
            raise RequestRefused("no-such-code")
        taken[:] = free[:1]
        return steps.take_seat(
            stored, free[0], caller.client, request.name, request.program, server_time(), by_link=False
        )

    await table.change(make)
    return table, taken[0]


async def take_any(table: LiveTable, caller: Identity, name: str | None, program: bool) -> int:
    """Take a free seat at a public table. A caller who has a seat keeps it."""
    taken: list[int] = []

    def make(stored: StoredTable) -> Step | None:
        taken[:] = caller.seats(stored)[:1]
        if taken:
            return None
        free = [number for number, seat in enumerate(stored.row.seats) if seat.kind == "open"]
        steps.check_open(stored.row)
        if not free:
            raise RequestRefused("seat-taken")
        taken[:] = free[:1]
        return steps.take_seat(stored, free[0], caller.client, name, program, server_time(), by_link=False)

    await table.change(make)
    return taken[0]


async def take_by_link(table: LiveTable, request: TakeSeat, caller: Identity) -> int:
    """Take a seat by its secret link, or play a seat from a second screen."""
    link = Identity(request.token)
    if caller.client == link.client:  # the creator of the link would know the key
        raise RequestRefused("no-key")
    taken: list[int] = []

    def make(stored: StoredTable) -> Step | None:
        seat = caller.seat_by(link, stored)
        taken[:] = [seat]
        if stored.row.seats[seat].kind == "open":
            now = server_time()
            return steps.take_seat(stored, seat, caller.client, request.name, request.program, now, by_link=True)
        held = seat in caller.seats(stored)
        return None if held else steps.hold_seat(stored, seat, caller.client, server_time())

    await table.change(make)
    return taken[0]


async def bring_seats(hub: Hub, guest: str, player: str) -> None:
    """A guest has signed in: its seats of running games, and the tables that it opened, are the player's from now on.
    A table that cannot be opened is passed over: nobody is kept from signing in by it."""
    for name in await hub.services.store.read(partial(statements.running_of_client, client=guest)):
        try:
            table = await hub.find(name)
            await table.change(lambda stored: steps.become_player(stored, guest, player, server_time()))
        except RequestRefused as refusal:
            log.warning("seats-not-brought", extra={"table": name, "code": refusal.code})
