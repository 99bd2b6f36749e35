"""Automation of one table: it starts when all seats are taken, bots move, clocks run out, bots stand in for people."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Coroutine
from functools import partial
from typing import Any, Final

from ferrovia.protocol.tables import AwayReason
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import Step, StoredTable
from ferrovia.server.live import clocks, steps
from ferrovia.server.live.services import Services
from ferrovia.server.live.table import LiveTable
from ferrovia.server.store import statements
from ferrovia.server.workers.bot_pool import AUTOPILOT, BotAnswer, BotAsker

log = logging.getLogger(__name__)
HOPELESS: Final = 2
"""A bot that failed this often in a row is not asked again."""


class Automation:
    """Does what happens at a live table without its players."""

    def __init__(self, services: Services, table: LiveTable) -> None:
        self.services, self.table = services, table
        self.task: asyncio.Task[None] | None = None
        self.memories: dict[int, str] = {}
        """What the bots at this table remember, as their processes said."""
        self.failures: Counter[int] = Counter()
        """How often in a row the bot at a seat had no answer."""

    @property
    def busy(self) -> bool:
        """Whether a bot is thinking here, or a game is about to start."""
        return self.task is not None

    def forget(self) -> None:
        """Moves were taken back: drop what bots remember of the game."""
        self.memories.clear()

    # ── bots ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def drive(self) -> None:
        """Let bots move and start a full table, in the background."""
        if self.task is None and self.needed:
            self.task = self.services.tasks.spawn(self._drive())

    @property
    def needed(self) -> bool:
        """Whether there is something to do now."""
        row = self.table.row
        if self.services.store.frozen:
            return False
        if row.status == "lobby":
            return all(seat.kind != "open" for seat in row.seats)
        return self.bot_seat() is not None

    def bot_seat(self) -> int | None:
        """A seat that has to decide and that a bot plays."""
        seats = self.table.row.seats
        return next((seat for seat in self.table.asked if seats[seat].kind == "bot" or seats[seat].away), None)

    async def _drive(self) -> None:
        try:
            while self.needed:
                if self.table.row.status == "lobby":
                    await self.table.change(self._start)
                else:
                    await self._bot_move()
        except RequestRefused as refusal:
            log.warning("drive-stopped", extra={"table": self.table.row.id, "code": refusal.code})
        finally:
            self.task = None

    def _start(self, stored: StoredTable) -> Step:
        if stored.row.status != "lobby":
            raise RequestRefused("already-started")
        return steps.start(stored.row, self.table.rules, server_time(), self.services.settings.grace)

    async def _bot_move(self) -> None:
        table, seat = self.table, self.bot_seat()
        assert seat is not None
        moved = table.row.moved
        answer = await self._holding_the_lease(self._thinking(seat))
        self.failures[seat] = self.failures[seat] + 1 if answer.stood_in else 0

        def make(stored: StoredTable) -> Step:
            if stored.row.moved != moved or self.bot_seat() != seat:  # the position it thought about is gone
                raise RequestRefused("stale")
            now, grace = server_time(), self.services.settings.grace
            step = steps.move(stored.row, table.playing(), seat, answer.move, None, now, grace)
            return steps.stood_in(step, seat)

        try:
            await table.change(make)
        except RequestRefused as refusal:
            if refusal.code != "stale":
                raise
            return
        if not answer.stood_in:
            self.memories[seat] = answer.memory

    def _thinking(self, seat: int) -> Coroutine[Any, Any, BotAnswer]:
        table, chair = self.table, self.table.row.seats[seat]
        name = chair.bot if chair.kind == "bot" and chair.bot else AUTOPILOT
        hopeless, memory = self.failures[seat] >= HOPELESS, self.memories.get(seat, "")
        view = table.playing().view(seat)
        return self.services.bots.move(name, view, memory, BotAsker(table.customer, table.row.id), hopeless)

    async def _holding_the_lease(self, thinking: Coroutine[Any, Any, BotAnswer]) -> BotAnswer:
        """Wait for a bot while extending the lease, so that no other process tries."""
        table, services = self.table, self.services
        work = asyncio.get_running_loop().create_task(thinking)
        try:
            while services.settings.shared and not (await asyncio.wait({work}, timeout=clocks.LEASE / 2))[0]:
                until = clocks.next_duty(table.row, table.asked, server_time(), services.settings.grace)
                with contextlib.suppress(RequestRefused):
                    await services.store.write(
                        partial(statements.put_off, table=table.row.id, seq=table.row.seq, until=until)
                    )
            return await work
        finally:
            work.cancel()

    # ── clocks, and people who are gone ──────────────────────────────────────────────────────────────────────────────

    async def look_after(self) -> float | None:
        """Handle what is due here: a bot, a clock, or an absent player. Returns when to look again, if nothing was
        done."""
        table, grace = self.table, self.services.settings.grace
        if self.services.settings.shared:
            async with table.lock:
                await table.refresh()  # other processes have other connections
        now = server_time()
        for seat in table.asked:
            why = self.why_away(seat, now)
            if why and not table.row.seats[seat].away and table.row.seats[seat].human:
                await table.change(partial(self._send_away, seat, why))
                return None
        self.drive()
        soon = [self.gone_since(seat) + grace for seat in table.asked if not table.present(seat)]
        duty = clocks.next_duty(table.row, table.asked, now, grace)
        return None if duty is None else min([duty, *(at for at in soon if at > now)])

    def gone_since(self, seat: int) -> float:
        """When an absent player was last seen."""
        return self.table.stored.seen.get(seat, self.table.row.changed_at)

    def _send_away(self, seat: int, why: AwayReason, stored: StoredTable) -> Step:
        """Let a bot take over if the seat still has to decide: its player may have come back in the meantime."""
        if seat not in self.table.asked or self.why_away(seat, server_time()) != why:
            raise RequestRefused("stale")
        return steps.go_away(stored.row, seat, why, server_time())

    def why_away(self, seat: int, now: float) -> AwayReason | None:
        """Why a bot should play for a seat; None if it should not."""
        table = self.table
        if not clocks.others_play(table.row, seat):
            return None
        left = clocks.left_on(table.row.options.clock, table.row.seats[seat], now)
        if left is not None and left <= 0:
            return "clock"
        presence = table.presence
        gone = not presence[seat] and now - self.gone_since(seat) >= self.services.settings.grace
        others = any(there for other, there in enumerate(presence) if other != seat)
        return "gone" if gone and others and clocks.may_stand_in(table.row) else None
