"""One WebSocket connection at a table: hello, then updates and requests, until one side closes it."""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Coroutine
from functools import partial
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ferrovia.game.game import SPECTATOR
from ferrovia.game.typed.lines import parse_line
from ferrovia.game.view import View
from ferrovia.protocol import requests
from ferrovia.protocol.messages import HintGiven, accepted, explained, line_read, refused
from ferrovia.protocol.requests import CLIENT_MESSAGE, LARGEST, Hello
from ferrovia.server.base.address_limits import MESSAGE_BURST, AddressLimits
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.load import LoadMonitor
from ferrovia.server.base.rate_limits import TokenBucket
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.http.credentials import address_of, check_origin, identify
from ferrovia.server.http.responses import refusal_response
from ferrovia.server.live.broadcast import frame
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.services import Services
from ferrovia.server.live.table import LiveTable
from ferrovia.server.sockets import close_codes

log = logging.getLogger(__name__)
Value = TypeVar("Value")
CLOSING_SECONDS: Final = 5.0
MOST_WAITING: Final = 1 << 20
"""Bytes that may be queued for a slow reader before its connection is closed."""


class BadFrame(Exception):
    """A frame that cannot be a message: holds the code with which the connection closes."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class SocketConnection:
    """A connection, with what it may see and its send queue. `load` says whether there is room for spectators, and is
    told how long moves take."""

    def __init__(
        self, services: Services, hub: Hub, websocket: WebSocket, limits: AddressLimits, load: LoadMonitor | None = None
    ) -> None:
        self.services, self.hub, self.websocket, self.limits, self.load = services, hub, websocket, limits, load
        self.caller, self.address = Identity(), address_of(websocket)
        self.seats: list[int] = []
        self.host = False
        self.table: LiveTable | None = None
        self.waiting: deque[bytes] = deque()
        self.size = 0
        self.more = asyncio.Event()
        self.gathering = False
        """Whether what is queued waits for more: a move's update and its acknowledgement leave as one."""
        self.closing: int | None = None
        self.hearing: asyncio.Task[str] | None = None
        """The message after the hello, which is waited for while the snapshot is made."""
        self.asking: set[asyncio.Task[Any]] = set()
        """Hints under way."""
        rate = services.settings.messages_per_second
        self.bucket = TokenBucket(rate, rate * MESSAGE_BURST)

    # ── sending ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def send(self, frame: bytes) -> None:
        """Queue a message; a connection that does not read is closed."""
        if self.closing is not None:
            return
        self.waiting.append(frame)
        self.size += len(frame)
        if self.size - len(self.waiting[0]) > MOST_WAITING:  # beyond the first, which may be a long log
            self.services.metrics.dropped.inc()
            self.close(close_codes.SLOW_READER)
        if not self.gathering:
            self.more.set()

    def fits(self, seats: list[int]) -> bool:
        """Whether it shows exactly the seats of its client."""
        return seats == self.seats

    def lose(self) -> None:
        """Close it: the seats have changed hands, and the client has to connect again."""
        self.close(close_codes.SEATS_CHANGED)

    def move_on(self) -> None:
        """Close it: another process serves the table, and the client reaches that when it connects again."""
        self.close(close_codes.COME_AGAIN)

    def close(self, code: int) -> None:
        """Stop sending and hang up."""
        self.closing = code if self.closing is None else self.closing
        self.waiting.clear()
        self.more.set()

    async def write(self) -> None:
        """Send what is queued until the connection is closed."""
        while True:
            await self.more.wait()
            self.more.clear()
            while self.waiting and self.closing is None:
                message = self.waiting.popleft()
                self.size -= len(message)
                await self.websocket.send_text(message.decode())
            if self.closing is not None:
                return

    # ── receiving ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def serve(self, name: str) -> None:
        """Serve the connection from the hello to its end."""
        try:
            hello = await asyncio.wait_for(self.receive(), self.services.settings.patience)
            if not isinstance(hello, Hello):
                return await self.hang_up(close_codes.NO_HELLO)
            await self.enter(name, hello)
        except (TimeoutError, ValidationError):
            return await self.hang_up(close_codes.NO_HELLO)
        except BadFrame as unfit:
            return await self.hang_up(unfit.code)
        except RequestRefused as refusal:
            return await self.hang_up(close_codes.BY_REFUSAL.get(refusal.code, close_codes.NOT_NOW))
        await self.talk()
        return None

    async def unless_gone(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Await something for the client; drop it if the client hangs up first."""
        job, hearing = asyncio.create_task(work), asyncio.create_task(self.websocket.receive_text())
        self.hearing = hearing
        try:
            await asyncio.wait({job, hearing}, return_when=asyncio.FIRST_COMPLETED)
            if not job.done() and isinstance(hearing.exception(), WebSocketDisconnect):
                raise WebSocketDisconnect
            return await job
        finally:
            job.cancel()

    async def receive(self) -> Any:
        """The next message, validated."""
        if self.websocket.application_state == WebSocketState.DISCONNECTED:  # noticed while something was being sent
            raise WebSocketDisconnect
        try:
            text = await (self.hearing or self.websocket.receive_text())
        except KeyError:  # Starlette raises this for a binary message
            raise BadFrame(close_codes.NOT_TEXT) from None
        finally:
            self.hearing = None
        if len(text.encode()) > LARGEST:
            raise BadFrame(close_codes.TOO_LARGE)
        return CLIENT_MESSAGE.validate_json(text)

    async def enter(self, name: str, hello: Hello) -> None:
        """Find the table and the seats, and send the snapshot. Nothing can happen between that and the updates."""
        table = await self.hub.find(name)
        self.caller = await identify(self.websocket, self.services.players, *hello.tokens) or Identity()
        self.seats = self.caller.seats(table.stored)
        if hello.tokens and not self.seats:
            raise RequestRefused("wrong-token")
        table.check_spectator(self.seats)
        if not self.seats and self.load:
            self.load.check(bots=False)
        history = await self.unless_gone(table.history(self.seats, hello.since, self.address))
        async with table.lock:
            if not self.fits(self.caller.seats(table.stored)):
                raise RequestRefused("not-your-seat")
            self.host = self.caller.hosts(table.row)
            snapshot = await table.snapshot(self.seats, self.host, history)
            self.table = table
            table.subscribers.add(self)
            self.send(snapshot)
        if not self.services.ownership.serves(name):  # it was taken in the meantime
            self.move_on()

    async def settle_in(self, table: LiveTable) -> None:
        """Let the others know that the player is here. It takes a write to the store, for which the snapshot does not
        wait. If it fails the connection goes on: a client that was sent away would be back in a second, and the next
        heartbeat writes presence again."""
        try:
            await table.presence_changed(self.seats)
        except RequestRefused:
            table.broadcaster.tell_if_changed()
        for seat in self.seats:
            if table.row.seats[seat].away:
                with contextlib.suppress(RequestRefused):
                    await table.come_back(self.caller, seat)
        if not self.services.settings.shared:  # otherwise it happens where it was left, or when it is due
            table.automation.drive()

    async def talk(self) -> None:
        """Read and write concurrently until one of them ends."""
        tasks = {asyncio.create_task(self.listen()), asyncio.create_task(self.write())}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*tasks, *self.asking):
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                self.check_end(ended)
            await self.hang_up(self.closing or 1000)

    def check_end(self, ended: BaseException | None) -> None:
        """Log an end that the other side did not cause: it is our bug."""
        if isinstance(ended, Exception) and not isinstance(ended, (WebSocketDisconnect, OSError)):
            log.error("request-failed", exc_info=ended, extra={"method": "websocket"})
            self.services.metrics.errors.inc()
            self.close(close_codes.OUR_FAULT)

    async def listen(self) -> None:
        """Handle the client's requests."""
        if self.table is not None and self.closing is None:
            await self.settle_in(self.table)
        while self.closing is None:
            try:
                message = await self.receive()
            except ValidationError:
                self.refuse(None, RequestRefused("bad-message"))
                message = None
            except BadFrame as unfit:
                return self.close(unfit.code)
            if not self.bucket.take():
                return self.close(close_codes.TOO_FAST)
            if message is not None:
                await self.carry_out(message)
        return None

    async def carry_out(self, message: Any) -> None:
        """Carry out one request, or refuse it."""
        request = getattr(message, "id", None)
        try:
            self.limits.messages.check(self.address)
            await self.handle(message)
        except RequestRefused as refusal:
            self.refuse(request, refusal)

    def refuse(self, request: str | None, refusal: RequestRefused) -> None:
        self.services.metrics.refused.labels(refusal.code).inc()
        self.send(frame(refused(request, refusal.code, refusal.rule, refusal.parameters)))

    async def handle(self, message: Any) -> None:
        """Dispatch a message by kind."""
        table, caller = self.table, self.caller
        assert table is not None
        match message:
            case requests.MakeMove():
                seq = await self.move(table, message)
            case requests.TakeBack():
                seq = await table.take_back(caller, message.seat, message.id, message.seq)
            case requests.ComeBack():
                seq = await table.come_back(caller, message.seat)
            case requests.Autopilot():
                seq = await table.set_away(caller, message.seat)
            case requests.Say():
                seq = await table.say(caller, message.seat, message.phrase, message.id)
            case requests.AskHint():
                return await self.hint(table, message)
            case requests.Explain():
                refusal = table.explain(caller, message.seat, message.move)
                return self.send(frame(explained(message.id, message.seat, table.row.seq, refusal)))
            case requests.AskTyped():
                return await self.read_typed(table, message)
            case requests.Ping():
                return self.send(frame({"message": "pong"}))
            case _:
                raise RequestRefused("bad-message")
        self.send(frame(accepted(message.id, seq)))
        return None

    async def move(self, table: LiveTable, message: requests.MakeMove) -> int:
        """Make a move. What this client is told of it is sent with the acknowledgement, because every write to a socket
        costs about as much as encoding a view."""
        began = time.monotonic()
        self.gathering = True
        try:
            seq = await table.move(self.caller, message.seat, message.move, message.id, message.seq)
        finally:
            self.gathering = False
            if self.waiting:
                self.more.set()  # wakes the writer once this message is done with, not before
        taken = time.monotonic() - began
        self.services.metrics.seconds.observe(taken)
        if self.load:
            self.load.note_move(taken)
        return seq

    async def read_typed(self, table: LiveTable, message: requests.AskTyped) -> None:
        """Parse a typed line for a seat of the caller, or for a spectator. A long one takes a while: not here."""
        if message.seat is not None:
            self.caller.check_seat(table.stored, message.seat)
        view = table.playing().view(SPECTATOR if message.seat is None else message.seat)
        seq = table.row.seq
        parse = partial(parse_line, view, message.line, message.language)
        line = await self.services.offload.run(self.address, parse)
        self.send(frame(line_read(message.id, message.seat, seq, line)))

    async def hint(self, table: LiveTable, message: requests.AskHint) -> None:
        """Ask for a hint within the rate limit, in the background."""
        self.caller.check_seat(table.stored, message.seat)
        view = table.view_for_advice(message.seat)
        self.limits.hints.check(self.address)
        task = self.services.tasks.spawn(self._hint(table, view, message))
        self.asking.add(task)  # a client that hangs up no longer wants the hint
        task.add_done_callback(self.asking.discard)

    async def _hint(self, table: LiveTable, view: View, message: requests.AskHint) -> None:
        seq = table.row.seq
        try:
            answer = await table.advise(message.seat, view, self.address)
        except RequestRefused as refusal:
            return self.refuse(message.id, refusal)
        hint: HintGiven = {
            "message": "hint",
            "id": message.id,
            "seat": message.seat,
            "seq": seq,
            "move": answer.move,
            "facts": answer.facts,
            "reason": answer.reason,
        }
        self.send(frame(hint))
        return None

    async def hang_up(self, code: int) -> None:
        """Close the connection, unless it is closed already."""
        if self.websocket.application_state == WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect, TimeoutError):
                await asyncio.wait_for(
                    self.websocket.close(code), min(CLOSING_SECONDS, self.services.settings.patience)
                )


async def serve_socket(
    services: Services, hub: Hub, websocket: WebSocket, table: str, limits: AddressLimits, load: LoadMonitor
) -> None:
    """A connection from its handshake to its end."""
    address = address_of(websocket)
    try:
        check_origin(websocket, services.settings)
        limits.sockets.take(address, "too-many-sockets")
    except RequestRefused as refusal:
        await websocket.send_denial_response(refusal_response(refusal))
        return
    services.metrics.sockets.inc()
    socket = SocketConnection(services, hub, websocket, limits, load)
    try:
        await websocket.accept()
        await socket.serve(table)
    except (WebSocketDisconnect, OSError):
        pass
    finally:
        limits.sockets.give_back(address)
        services.metrics.sockets.dec()
        if socket.hearing is not None:
            socket.hearing.cancel()
            await asyncio.gather(socket.hearing, return_exceptions=True)
        if socket.table is not None:
            socket.table.subscribers.discard(socket)
            with contextlib.suppress(RequestRefused):
                await socket.table.presence_changed(socket.seats)
