"""One live table of this process: its row, its game, and the connections that watch it.

Every entry is in the store before it is broadcast. Several processes may have the same table live: the writer of an
entry must have seen the previous one; a slower process reads what happened and tries again.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

from ferrovia.errors import MoveError
from ferrovia.game.game import SPECTATOR, Game
from ferrovia.game.shuffle import commitment
from ferrovia.game.view import View
from ferrovia.protocol.messages import RefusalValues, explain_values
from ferrovia.protocol.options import options_values
from ferrovia.protocol.tables import EntryKind, Utterance
from ferrovia.protocol.views import asked_seats
from ferrovia.server.base.background import finished
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.rate_limits import TokenBucket
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import MOVE, SAY, SEATING, TAKE_BACK, LogEntry, SeatHolder, Step, StoredTable
from ferrovia.server.live import clocks, referee, steps
from ferrovia.server.live.broadcast import Broadcaster, Subscriber
from ferrovia.server.live.history import History, is_short, nothing_new, read_history
from ferrovia.server.live.services import Services
from ferrovia.server.store import statements
from ferrovia.server.workers.bot_pool import BotAnswer, BotAsker

log = logging.getLogger(__name__)
TRIES = 5
PACE, PACE_BURST = 0.5, 30.0
"""Requests of a seat that stay in the log: rate per second, and burst."""
TALK, TALK_BURST = 0.25, 6.0
"""Phrases and pictures of a seat: rate per second, and burst. The others see and hear each of them."""
MOST_ENTRIES = 5000
"""Beyond this many entries, only moves are written."""
Make = Callable[[StoredTable], Step | None]


def label_of(caller: Identity, seat: int, kind: EntryKind, request: str) -> str:
    """The idempotency key of a request: the same id from another screen, or for another action, is a different
    request."""
    return f"{seat}:{caller.client[:8]}:{kind}:{request}"


class TableAutomation(Protocol):
    """What happens at a table without its players, implemented by `automation.Automation`."""

    @property
    def busy(self) -> bool:
        """Whether it is working in the background."""

    def drive(self) -> None:
        """Do what is due now, in the background."""

    def forget(self) -> None:
        """Moves were taken back: drop what bots remember."""

    async def look_after(self) -> float | None:
        """Do what is due by the clock; return when to look again."""


class LiveTable:
    """A table in memory, while it has subscribers or something is due."""

    automation: TableAutomation

    def __init__(self, services: Services, stored: StoredTable) -> None:
        self.services = services
        self.rules = services.library.of(stored.row)
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.paces: dict[int, TokenBucket] = {}
        self.talk: dict[int, TokenBucket] = {}
        self.advisers: dict[int, str] = {}
        """What the bot that gives hints remembers for each seat: it keeps to its plan from hint to hint."""
        self.opener = ""
        """The address from which it was opened, if that was here and of late."""
        self.changes: set[asyncio.Task[int]] = set()
        self.idle_since = time.monotonic()
        self.options = options_values(stored.row.options)
        self.commitment = commitment(stored.row.secret)
        self.stored, self.row = stored, stored.row
        self.game: Game | None = self._stored_game()
        self.asked = self._asked_now()
        """The seats that have to decide now."""
        self.broadcaster = Broadcaster(self)

    def adopt(self, stored: StoredTable, step: Step | None = None) -> None:
        """Take over the stored state. The game is rebuilt only if no step brings it and it has changed."""
        before, self.stored, self.row = self.row, stored, stored.row
        if step is not None and step.game is not None:
            self.game, self.asked = step.game, step.asked if self.row.status == "playing" else []
            return
        if (before.state, before.moves) != (self.row.state, self.row.moves):
            self.game = self._stored_game()
        self.asked = self._asked_now()

    def _stored_game(self) -> Game | None:
        return referee.game_of(self.rules, self.row) if self.row.state else None

    def _asked_now(self) -> list[int]:
        return asked_seats(self.game) if self.game and self.row.status == "playing" else []

    def present(self, seat: int) -> bool:
        """Whether a seat's player is connected."""
        return self.presence[seat]

    @property
    def seats_here(self) -> set[int]:
        """The seats whose players are connected to this process."""
        return {seat for subscriber in self.subscribers for seat in subscriber.seats}

    @property
    def presence(self) -> list[bool]:
        """For each seat, whether its player is connected, to this or another process."""
        return self.services.presence.of(self.stored, self.seats_here)

    @property
    def customer(self) -> str:
        """The address on whose behalf bots think here; addresses take turns."""
        return next((subscriber.address for subscriber in self.subscribers if subscriber.seats), self.opener)

    # ── changing it ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def change(self, make: Make) -> int:
        """Apply the step that `make` builds from the current state, and return the number of the latest entry. `make`
        raises RequestRefused for what is not allowed, and returns None if there is nothing to change. If another entry
        is written in between, `make` runs again."""
        work = asyncio.get_running_loop().create_task(self._change(make))
        self.changes.add(work)  # the client may hang up: what is written is broadcast all the same
        work.add_done_callback(self.changes.discard)
        return await finished(work)

    async def _change(self, make: Make) -> int:
        async with self.lock:
            for _ in range(TRIES):
                step = make(self.stored)
                if step is None:
                    return self.row.seq
                quiet = self.services.ownership.owns(self.row.id)
                if await self.services.store.write(statements.Append(step, quiet)):
                    self.follow([step.entry], replace(self.stored, row=step.row, holders=self._held(step)), step)
                    self.automation.drive()
                    self._call_absent(step)
                    return step.entry.seq
                await self.refresh()
        raise RequestRefused("stale")

    def _call_absent(self, step: Step) -> None:
        """Notify players whose turn has come and who are not here."""
        called = clocks.called_by(step, self.presence)
        if called:
            left = clocks.left_on(self.row.options.clock, self.row.seats[called[0]], step.entry.at)
            self.services.tasks.spawn(self.services.push.tell(self.row.id, called, left))

    def _held(self, step: Step) -> tuple[SeatHolder, ...]:
        return self.stored.holders if step.holders is None else step.holders

    def follow(self, entries: list[LogEntry], stored: StoredTable, step: Step | None = None) -> None:
        """Broadcast what has been written to everybody here, and do what follows from it."""
        if any(entry.kind == TAKE_BACK for entry in entries):
            self.automation.forget()
        self.adopt(stored, step)
        if any(entry.kind in SEATING for entry in entries):
            self._drop_outdated()
        self.broadcaster.tell(entries)
        for entry in entries:
            self.services.metrics.entries.labels(entry.kind).inc()

    def _drop_outdated(self) -> None:
        """Seats have changed hands: close connections that no longer hold theirs; they reconnect with what they
        have."""
        for subscriber in list(self.subscribers):
            if not subscriber.fits(subscriber.caller.seats(self.stored)):
                subscriber.lose()

    def leave(self) -> None:
        """Close all connections: another process serves this table, and clients reach it when they come again."""
        for subscriber in list(self.subscribers):
            subscriber.move_on()

    async def tell_new_owner(self) -> None:
        """Notify the new owner of the latest entry: while the table changed hands, this process may have written
        entries without a notification."""
        async with self.lock:  # such an entry may still be on its way to the store
            await self.services.store.keep(partial(statements.notify, table=self.row.id, seq=self.row.seq))

    async def refresh(self) -> None:
        """Read what others have written."""
        stored = await self.services.store.read(partial(statements.load, table=self.row.id))
        if stored is None:
            raise RequestRefused("no-such-table")
        if stored.row.seq > self.row.seq:
            entries = await self.services.store.read(partial(statements.entries, table=self.row.id, after=self.row.seq))
            self.follow([entry for entry in entries if entry.seq <= stored.row.seq], stored)
            if not self.services.settings.shared:  # otherwise the process that wrote them does what follows
                self.automation.drive()
        else:  # time given back and leases change a row without an entry
            self.stored, self.row = stored, stored.row

    async def hear(self, seq: int) -> None:
        """A process wrote this entry, or noticed a change of presence."""
        async with self.lock:
            if seq == statements.PRESENCE:
                await self.refresh()
                await self.services.presence.confirm(self.stored, self.seats_here)
                self.broadcaster.tell_if_changed()
            elif seq > self.row.seq:
                await self.refresh()

    # ── what people do ───────────────────────────────────────────────────────────────────────────────────────────────

    async def move(self, caller: Identity, seat: int, text: str, request: str, seq: int) -> int:
        """Make a player's move; return the number of its entry. Repeating a request returns the same number."""
        caller.check_seat(self.stored, seat)
        label = label_of(caller, seat, MOVE, request)

        def make(stored: StoredTable) -> Step:
            game, now = self.playing(), server_time()
            self.check_fresh(seq)
            row = stored.row if not stored.row.seats[seat].away else steps.returned(stored.row, seat, now)
            return steps.move(row, game, seat, text, label, now, self.services.settings.grace)

        return await self.once(label, make)

    async def once(self, label: str, make: Make) -> int:
        """Apply a requested step unless it has been applied already: then return the number of its entry."""
        try:
            return await self.change(make)
        except RequestRefused:
            done = await self.done(label)
            if done is None:
                raise
            return done

    async def done(self, label: str) -> int | None:
        """The entry that a request has already made."""
        entry = await self.services.store.read(partial(statements.find_request, table=self.row.id, request=label))
        return None if entry is None else entry.seq

    def playing(self) -> Game:
        """The game, if it is in progress."""
        if self.row.status == "ended":
            raise RequestRefused("ended")
        if self.game is None:
            raise RequestRefused("not-started")
        return self.game

    def check_fresh(self, seq: int) -> None:
        """Raise RequestRefused if the caller has not seen the last move. In the opening all choose at the same time."""
        if seq > self.row.seq:
            raise RequestRefused("stale", seq=self.row.seq)
        if self.game is not None and self.game.phase != "opening" and seq < self.row.moved:
            raise RequestRefused("stale", seq=self.row.seq)

    async def take_back(self, caller: Identity, seat: int, request: str, seq: int) -> int:
        """Practice only: back to the last decision of a seat."""
        caller.check_seat(self.stored, seat)
        if not self.row.options.practice:
            raise RequestRefused("practice-only")
        label = label_of(caller, seat, TAKE_BACK, request)
        done = await self.done(label)
        if done is not None:
            return done
        self.check_pace(seat)
        moved, game = self.row.moved, await self.brought_back(seat)

        def make(stored: StoredTable) -> Step:
            self.check_fresh(seq)
            if stored.row.status == "ended" or stored.row.moved != moved:
                raise RequestRefused("stale", seq=stored.row.seq)
            return steps.take_back(stored.row, game, label, seat, server_time(), self.services.settings.grace)

        return await self.once(label, make)

    async def brought_back(self, seat: int) -> Game:
        """The game before the last valid move of a seat. It is replayed in a thread, so that others continue."""
        row = self.row
        moves = await self.services.store.read(partial(statements.moves_that_count, table=row.id, moves=row.moves))
        own = [place for place, entry in enumerate(moves) if entry.seat == seat]
        if not own:
            raise RequestRefused("nothing-to-take-back", seat=seat)
        try:
            return await asyncio.to_thread(referee.play_again, self.rules, row, moves[: own[-1]])
        except referee.BrokenLog as error:
            log.error("broken-log", extra=error.details)
            raise RequestRefused("damaged") from None

    def explain(self, caller: Identity, seat: int | None, move: str) -> RefusalValues | None:
        """Why a seat may not make a move, from its own view alone; None if it may. Without a seat: a spectator."""
        if seat is not None:
            caller.check_seat(self.stored, seat)
        view = self.playing().view(SPECTATOR if seat is None else seat)
        try:
            return explain_values(view, move)
        except MoveError:
            raise RequestRefused("unreadable-move") from None

    def view_for_advice(self, seat: int) -> View:
        """The view for a hint; RequestRefused if there is nothing to advise on."""
        view = self.playing().view(seat)
        if not self.row.options.practice:
            raise RequestRefused("practice-only")
        if seat not in self.asked:
            raise RequestRefused("nothing-to-decide", seat=seat)
        return view

    async def advise(self, seat: int, view: View, address: str) -> BotAnswer:
        """A hint for a seat, on behalf of an address."""
        asker = BotAsker(address, self.row.id, hint=True)
        answer = await self.services.bots.advice(view, self.advisers.get(seat, ""), asker)
        self.advisers[seat] = answer.memory
        return answer

    async def set_away(self, caller: Identity, seat: int) -> int:
        """Let a bot play for a player who asked for it."""
        caller.check_seat(self.stored, seat)

        def make(stored: StoredTable) -> Step:
            if self.playing().over:
                raise RequestRefused("game-over")
            if stored.row.seats[seat].away:
                raise RequestRefused("already-away", seat=seat)
            self.check_pace(seat)
            return steps.go_away(stored.row, seat, "asked", server_time())

        return await self.change(make)

    async def come_back(self, caller: Identity, seat: int) -> int:
        """A player takes over again."""
        caller.check_seat(self.stored, seat)

        def make(stored: StoredTable) -> Step:
            if not stored.row.seats[seat].away:
                raise RequestRefused("not-away", seat=seat)
            return steps.come_back(stored.row, self.playing(), seat, server_time(), self.services.settings.grace)

        return await self.change(make)

    async def say(self, caller: Identity, seat: int, phrase: Utterance, request: str) -> int:
        """Say a phrase to everybody."""
        caller.check_seat(self.stored, seat)
        label = label_of(caller, seat, SAY, request)
        done = await self.done(label)
        if done is not None:
            return done
        self.services.moderation.check_voice(self.row.id)
        self.check_pace(seat)
        if not self.talk.setdefault(seat, TokenBucket(TALK, TALK_BURST)).take():
            raise RequestRefused("too-fast")
        return await self.once(label, lambda stored: steps.say(stored.row, seat, phrase, label, server_time()))

    def check_pace(self, seat: int) -> None:
        """Rate limit on phrases, absences, links and take-backs: all of them stay in the log, which others have to
        read."""
        if self.row.seq >= MOST_ENTRIES:
            raise RequestRefused("log-full")
        if not self.paces.setdefault(seat, TokenBucket(PACE, PACE_BURST)).take():
            raise RequestRefused("too-fast")

    # ── connections ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def presence_changed(self, seats: list[int]) -> None:
        """A connection with these seats was opened or closed: record it, tell the others."""
        if seats:
            alone = self.services.ownership.owns(self.row.id)
            await self.services.presence.changed(self.stored, seats, self.seats_here, alone)
        self.broadcaster.tell_if_changed()

    async def history(self, seats: list[int], since: int, address: str) -> History:
        """The log after an entry as these seats may know it, read and encoded in a thread. An address pays for a long
        one."""
        row, services = self.row, self.services
        if since >= row.seq:
            return nothing_new(row, seats)
        read = partial(read_history, rules=self.rules, row=row, seats=seats, since=since)
        if is_short(row, seats, since):
            return await services.store.read(read)
        return await services.offload.run(address, partial(services.store.read_here, read))

    async def snapshot(self, seats: list[int], host: bool, history: History) -> bytes:
        """Everything a reader needs to continue. The caller holds the lock, so that nothing happens in between; what
        happened since the history was read is added."""
        if history.seq < self.row.seq:
            read = partial(read_history, rules=self.rules, row=self.row, seats=seats, since=history.seq)
            history = history.followed_by(await self.services.store.read(read))
        return self.broadcaster.snapshot(seats, host, history)

    def check_spectator(self, seats: list[int]) -> None:
        """Raise RequestRefused unless the caller may watch the table."""
        if not seats and not self.row.options.spectators:
            raise RequestRefused("no-spectators")
