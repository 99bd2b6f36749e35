"""One live table of this process: its row, its game, and the connections that look at it.

Whatever happens is written to the store before anybody is told. Several processes may have the same table live: who
writes an entry must have seen the one before; whoever was slower reads what happened and tries again.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from ferrovia.game import Game
from ferrovia.server import clocks, referee, steps
from ferrovia.server.entries import SEATING, TAKE_BACK, Entry, Holder, Step, Stored
from ferrovia.server.limits import Bucket
from ferrovia.server.options import options_values
from ferrovia.server.pool import Answer
from ferrovia.server.refusals import Refusal
from ferrovia.server.seats import Who, check_number
from ferrovia.server.sights import asked_seats
from ferrovia.server.store import statements
from ferrovia.server.telling import Teller
from ferrovia.server.thinking import AUTOPILOT
from ferrovia.shuffle import commitment
from ferrovia.view import View

if TYPE_CHECKING:
    from ferrovia.server.hall import Hall

log = logging.getLogger("ferrovia.table")
TRIES = 5
HOPELESS = 2
"""A bot that had no answer so often in a row is not asked again."""
PACE, PACE_BURST = 0.5, 30.0
"""Phrases and the like of a seat: in a second, and at once."""
Make = Callable[[Stored], Step | None]


class Watcher(Protocol):
    """A connection that looks at a table."""

    who: Who
    address: str
    seats: list[int]
    host: bool

    def send(self, frame: bytes) -> None:
        """Queue a message."""

    def fits(self, seats: list[int]) -> bool:
        """Whether it may go on, now that its client holds these seats."""

    def lose(self) -> None:
        """Close it: it no longer belongs here."""


class Table:
    """A table while somebody looks at it, or while there is something to do at it."""

    def __init__(self, hall: "Hall", stored: Stored) -> None:
        self.hall = hall
        self.rules = hall.shelf.of(stored.row)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.driver: asyncio.Task[None] | None = None
        self.memories: dict[int, str] = {}
        """What the bots at this table remember, as their processes said."""
        self.failures: Counter[int] = Counter()
        """How often in a row the bot at a seat had no answer."""
        self.paces: dict[int, Bucket] = {}
        self.opener = ""
        """The address from which it was opened, if that was here and of late."""
        self.changes: set[asyncio.Task[int]] = set()
        self.idle_since = time.monotonic()
        self.options = options_values(stored.row.options)
        self.commitment = commitment(stored.row.secret)
        self.adopt(stored)

    def adopt(self, stored: Stored) -> None:
        """Stand where the store says."""
        self.stored = stored
        self.row = stored.row
        self.game: Game | None = referee.game_of(self.rules, self.row) if self.row.state else None
        self.asked = asked_seats(self.game) if self.game and self.row.status == "playing" else []
        """The seats that have to decide now."""
        self.teller = Teller(self)

    def present(self, seat: int) -> bool:
        """Whether a seat's player is there."""
        here = any(seat in watcher.seats for watcher in self.watchers)
        return here or self.hall.seen_elsewhere(self.stored, seat)

    @property
    def presence(self) -> list[bool]:
        """Who is there."""
        return [self.present(seat) for seat in range(self.row.players)]

    # ── changing it ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def change(self, make: Make) -> int:
        """Take a step that `make` finds from where the table stands; the number of its entry. Refusal if there is
        none. None: it stands so already. Somebody else's entry in between makes it look again."""
        work = asyncio.get_running_loop().create_task(self._change(make))
        self.changes.add(work)  # whoever asked may hang up: what is written is told all the same
        work.add_done_callback(self.changes.discard)
        return await asyncio.shield(work)

    async def _change(self, make: Make) -> int:
        async with self.lock:
            for _ in range(TRIES):
                step = make(self.stored)
                if step is None:
                    return self.row.seq
                if await self.hall.write(partial(statements.append, step=step)):
                    self.follow([step.entry], replace(self.stored, row=step.row, holders=self._held(step)))
                    self.drive()
                    return step.entry.seq
                await self.refresh()
        raise Refusal("stale")

    def _held(self, step: Step) -> tuple[Holder, ...]:
        return self.stored.holders if step.holders is None else step.holders

    def follow(self, entries: list[Entry], stored: Stored) -> None:
        """Tell everybody here what has been written, and see to what follows from it."""
        if any(entry.kind == TAKE_BACK for entry in entries):
            self.memories.clear()
        changed_seats = any(entry.kind in SEATING for entry in entries)
        self.adopt(stored)
        if changed_seats:
            self.hall.reseat(self)
        self.teller.tell(entries)
        self.hall.counted(entries)

    async def refresh(self) -> None:
        """Read what others have written."""
        stored = await self.hall.read(partial(statements.load, table=self.row.id))
        if stored is None:
            raise Refusal("no-such-table")
        if stored.row.seq > self.row.seq:
            entries = await self.hall.read(partial(statements.entries, table=self.row.id, after=self.row.seq))
            self.follow([entry for entry in entries if entry.seq <= stored.row.seq], stored)
            if not self.hall.settings.shared:  # else whoever wrote them does what follows
                self.drive()
        else:
            self.stored = stored

    async def hear(self, seq: int) -> None:
        """A process wrote this entry, or saw somebody come or go."""
        async with self.lock:
            if seq == statements.PRESENCE:
                await self.refresh()
                await self.hall.still_here(self)
                self.teller.tell_presence()
            elif seq > self.row.seq:
                await self.refresh()

    # ── what people do ───────────────────────────────────────────────────────────────────────────────────────────────

    async def move(self, who: Who, seat: int, text: str, request: str, seq: int) -> int:
        """A player's move; the number of its entry. The same request again gives the same number again."""
        who.check_seat(self.stored, seat)
        label = f"{seat}:{request}"

        def make(stored: Stored) -> Step:
            game = self.playing()
            self.check_fresh(seq, seat)
            step = steps.move(stored.row, game, seat, text, label, time.time(), self.hall.settings.grace)
            return step if not stored.row.seats[seat].away else steps.back_by_moving(step, seat)

        return await self.once(label, make)

    async def once(self, label: str, make: Make) -> int:
        """Take a step that a request asks for, unless it has been taken: then the number of its entry is known."""
        try:
            return await self.change(make)
        except Refusal:
            done = await self.done(label)
            if done is None:
                raise
            return done

    async def done(self, label: str) -> int | None:
        """The entry a request has already made."""
        found = await self.hall.read(partial(statements.find_request, table=self.row.id, request=label))
        return None if found is None else found.seq

    def playing(self) -> Game:
        """The game, if it is going on."""
        if self.row.status == "ended":
            raise Refusal("ended")
        if self.game is None:
            raise Refusal("not-started")
        return self.game

    def check_fresh(self, seq: int, seat: int) -> None:
        """Refusal if a move was made that whoever asks has not seen. In the opening all choose at the same time."""
        if seq > self.row.seq:
            raise Refusal("stale", seq=self.row.seq)
        if self.game is not None and self.game.phase != "opening" and seq < self.row.moved:
            raise Refusal("stale", seq=self.row.seq)

    async def take_back(self, who: Who, seat: int, request: str, seq: int) -> int:
        """In practice: back to the last decision of a seat."""
        who.check_seat(self.stored, seat)
        if not self.row.options.practice:
            raise Refusal("practice-only")
        label = f"{seat}:{request}"
        done = await self.done(label)
        if done is not None:
            return done
        entries = await self.hall.read(partial(statements.entries, table=self.row.id, after=0))

        def make(stored: Stored) -> Step:
            self.check_fresh(seq, seat)
            known = [entry for entry in entries if entry.seq <= stored.row.seq]
            if stored.row.status == "ended" or not known or known[-1].seq != stored.row.seq:
                raise Refusal("stale", seq=stored.row.seq)
            game = self.brought_back(known, seat)
            return steps.take_back(stored.row, game, label, seat, time.time(), self.hall.settings.grace)

        return await self.once(label, make)

    def brought_back(self, entries: list[Entry], seat: int) -> Game:
        """The game before the last move of a seat that counts."""
        moves = referee.moves_that_count(entries)
        own = [place for place, entry in enumerate(moves) if entry.seat == seat]
        if not own:
            raise Refusal("nothing-to-take-back", seat=seat)
        return referee.play_again(self.rules, self.row, moves[: own[-1]])

    def view_for_advice(self, seat: int) -> View:
        """What a player sees who asks for a hint; Refusal if there is none to give."""
        view = self.playing().view(seat)
        if not self.row.options.practice:
            raise Refusal("practice-only")
        if seat not in self.asked:
            raise Refusal("nothing-to-decide", seat=seat)
        return view

    async def set_away(self, who: Who, seat: int) -> int:
        """A player lets a bot play on."""
        who.check_seat(self.stored, seat)

        def make(stored: Stored) -> Step:
            if self.playing().over:
                raise Refusal("game-over")
            if stored.row.seats[seat].away:
                raise Refusal("already-away", seat=seat)
            self.check_pace(seat)
            return steps.go_away(stored.row, seat, "asked", time.time())

        return await self.change(make)

    async def come_back(self, who: Who, seat: int) -> int:
        """A player plays again."""
        who.check_seat(self.stored, seat)

        def make(stored: Stored) -> Step:
            if not stored.row.seats[seat].away:
                raise Refusal("not-away", seat=seat)
            return steps.come_back(stored.row, self.playing(), seat, time.time(), self.hall.settings.grace)

        return await self.change(make)

    async def say(self, who: Who, seat: int, phrase: str, request: str) -> int:
        """A phrase for everybody."""
        who.check_seat(self.stored, seat)
        label = f"{seat}:{request}"
        done = await self.done(label)
        if done is not None:
            return done
        self.check_pace(seat)
        return await self.once(label, lambda stored: steps.say(stored.row, seat, phrase, label, time.time()))

    def check_pace(self, seat: int) -> None:
        """Refusal for who says, goes or invites too often: all of that stays in the log, which others have to read."""
        if not self.paces.setdefault(seat, Bucket(PACE, PACE_BURST)).take():
            raise Refusal("too-fast")

    # ── what the server does by itself ───────────────────────────────────────────────────────────────────────────────

    def drive(self) -> None:
        """See to it that bots move and that a full table begins, in the background."""
        if self.driver is None and self.needs_driving:
            self.driver = self.hall.spawn(self._drive())

    @property
    def needs_driving(self) -> bool:
        """Whether there is something to do at once."""
        if self.row.status == "lobby":
            return all(seat.kind != "open" for seat in self.row.seats)
        return self.bot_seat() is not None

    def bot_seat(self) -> int | None:
        """A seat that has to decide and for which a bot does."""
        seats = self.row.seats
        return next((seat for seat in self.asked if seats[seat].kind == "bot" or seats[seat].away), None)

    async def _drive(self) -> None:
        try:
            while self.needs_driving:
                if self.row.status == "lobby":
                    await self._start()
                else:
                    await self._bot_move()
        except Refusal as refusal:
            log.warning("drive-stopped", extra={"table": self.row.id, "code": refusal.code})
        finally:
            self.driver = None

    async def _start(self) -> None:
        def make(stored: Stored) -> Step:
            if stored.row.status != "lobby":
                raise Refusal("already-started")
            return steps.start(stored.row, self.rules, time.time(), self.hall.settings.grace)

        await self.change(make)

    async def _bot_move(self) -> None:
        seat, game = self.bot_seat(), self.game
        assert seat is not None
        assert game is not None
        moves = self.row.moves
        chair = self.row.seats[seat]
        name = chair.bot if chair.kind == "bot" and chair.bot else AUTOPILOT
        hopeless, memory = self.failures[seat] >= HOPELESS, self.memories.get(seat, "")
        thinking = self.hall.thinkers.move(name, game.view(seat), memory, self.row.id, self.customer, hopeless)
        answer = await self._keeping_others_off(thinking)
        self.failures[seat] = self.failures[seat] + 1 if answer.stood_in else 0

        def make(stored: Stored) -> Step:
            if stored.row.moves != moves or self.bot_seat() != seat:
                raise Refusal("stale")
            now, grace = time.time(), self.hall.settings.grace
            step = steps.move(stored.row, self.playing(), seat, answer.move, None, now, grace)
            return steps.stood_in(step, seat)

        try:
            await self.change(make)
            self.memories[seat] = answer.memory
        except Refusal as refusal:
            if refusal.code != "stale":
                raise

    @property
    def customer(self) -> str:
        """The address for which bots think here; each has its turn."""
        return next((watcher.address for watcher in self.watchers if watcher.seats), self.opener)

    async def _keeping_others_off(self, thinking: Coroutine[Any, Any, Answer]) -> Answer:
        """Wait for a bot; other processes are told from time to time that somebody is at it."""
        work = asyncio.get_running_loop().create_task(thinking)
        try:
            while self.hall.settings.shared and not (await asyncio.wait({work}, timeout=clocks.LEASE / 2))[0]:
                until = clocks.next_duty(self.row, self.asked, time.time(), self.hall.settings.grace)
                with contextlib.suppress(Refusal):
                    await self.hall.write(partial(statements.put_off, table=self.row.id, seq=self.row.seq, until=until))
            return await work
        finally:
            work.cancel()

    async def look_after(self) -> float | None:
        """Something is due here: a bot, a clock, or a player who is gone. When to look again, if nothing was done."""
        if self.hall.settings.shared:
            async with self.lock:
                await self.refresh()  # others know who is there
        now, grace = time.time(), self.hall.settings.grace
        for seat in self.asked:
            why = self.why_away(seat, now)
            if why and not self.row.seats[seat].away and self.row.seats[seat].human:
                await self.change(partial(self._send_away, seat, why))
                return None
        self.drive()
        return clocks.next_duty(self.row, self.asked, now, grace)

    def _send_away(self, seat: int, why: str, stored: Stored) -> Step:
        """A bot plays on, if the seat still has to decide: its player may have come back meanwhile."""
        if seat not in self.asked or self.why_away(seat, time.time()) != why:
            raise Refusal("stale")
        return steps.go_away(stored.row, seat, why, time.time())

    def why_away(self, seat: int, now: float) -> str | None:
        """Why a bot should play for a seat; None if it should not."""
        left = clocks.left_on(self.row.options.clock, self.row.seats[seat], now)
        if left is not None and left <= 0:
            return "clock"
        gone = (
            not self.present(seat) and now - self.stored.seen.get(seat, self.row.changed_at) >= self.hall.settings.grace
        )
        others = any(self.present(other) for other in range(self.row.players) if other != seat)
        return "gone" if gone and others and clocks.waits_for(self.row, seat) else None

    # ── connections ──────────────────────────────────────────────────────────────────────────────────────────────────

    def check_spectator(self, seats: list[int]) -> None:
        """Refusal for somebody who may not even look."""
        if not seats and not self.row.options.spectators:
            raise Refusal("no-spectators")

    def seat_number(self, seat: int) -> int:
        """The seat, if it is there."""
        check_number(self.row, seat)
        return seat
