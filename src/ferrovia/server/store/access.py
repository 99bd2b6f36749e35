"""Database access off the event loop: reads in a few threads, writes in transactions, grouped where that is faster."""

import asyncio
import contextlib
import logging
import math
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.store.statements import Append

log = logging.getLogger(__name__)
Value = TypeVar("Value")
MOST_TOGETHER: Final = 200
READERS: Final = 4
MANY: Final = 200.0
"""Writes a second from which on groups are kept apart, so that at least two come together."""
APART_SECONDS: Final = 0.01
"""Time from one such group to the next. A group costs more than the moves in it, and nobody notices the delay."""
LEARNING: Final = 0.05
"""How much the latest write counts in the average latency; the first ones count alike."""


class WriteJob:
    """A queued write, and the future of its result."""

    def __init__(self, work: Callable[[Connection], Any]) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self, connection: Connection) -> None:
        """Run it in a transaction shared with others."""
        self.result = self.work(connection)

    def run_apart(self, connection: Connection) -> None:
        """Run it under a savepoint of the shared transaction. If it fails, only this write is rolled back, unless the
        database has given up the whole transaction, as it does when the disk is full."""
        driver: Any = connection.connection.driver_connection
        driver.execute("SAVEPOINT job")  # through SQLAlchemy it would take four times as long as the work itself
        try:
            self.result = self.work(connection)
        except Exception as error:
            if not getattr(driver, "in_transaction", True):  # PostgreSQL can always go back to the savepoint
                raise
            driver.execute("ROLLBACK TO job")
            self.error = error
        driver.execute("RELEASE job")

    def settle(self) -> None:
        """Resolve the future."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


def commit(connection: Connection, jobs: Sequence[WriteJob]) -> None:
    """Run jobs in a transaction."""
    with connection.begin():
        for job in jobs:
            job.run(connection)


def commit_apart(connection: Connection, jobs: Sequence[WriteJob]) -> None:
    """Run jobs in a transaction, each under a savepoint."""
    with connection.begin():
        for job in jobs:
            job.run_apart(connection)


def commit_entries(connection: Connection, jobs: Sequence[WriteJob], quiet: bool) -> None:
    """Run jobs that are plain entries in a transaction of PostgreSQL, in one go."""
    appends = [job.work for job in jobs if isinstance(job.work, Append)]
    for job, result in zip(jobs, Append.commit_all(connection, appends, quiet), strict=True):
        job.result = result


def is_plain(job: WriteJob) -> bool:
    """Whether a job is an entry for which one statement is enough."""
    return isinstance(job.work, Append) and job.work.is_plain


def plain_entries(jobs: Sequence[WriteJob], quiet: bool) -> list[WriteJob]:
    """The plain entries among jobs of which others are notified, or need not be."""
    return [job for job in jobs if isinstance(job.work, Append) and job.work.is_plain and job.work.quiet == quiet]


def settle_all(jobs: Sequence[WriteJob]) -> None:
    """Resolve the futures of written jobs."""
    for job in jobs:
        job.settle()


def report_written(jobs: Sequence[WriteJob]) -> None:
    """Resolve futures from another thread, with one wake-up of their event loop; a closed one no longer waits."""
    if not jobs[0].loop.is_closed():
        jobs[0].loop.call_soon_threadsafe(settle_all, jobs)


class TableStore:
    """Reads in a few threads, writes in one by group commit: what is queued while it waits for the disk is committed
    together. One wait for the disk, and few switches between threads, serve all."""

    def __init__(self, engine: Engine, threads: int = READERS) -> None:
        self.engine = engine
        moment = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        self.snapshots = engine.execution_options(**moment)
        """For reading: all statements of a transaction see one snapshot, as they always do in SQLite."""
        self.readers = ThreadPoolExecutor(threads, thread_name_prefix="store")
        self.jobs: queue.SimpleQueue[list[WriteJob]] = queue.SimpleQueue()
        """Jobs in the groups in which they came; an empty one is the end."""
        self.coming: list[WriteJob] = []
        """Jobs of this turn of the event loop, which are queued together."""
        self.connection: Connection | None = None
        self.writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self.writer.start()

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """The result of a function that reads."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, self.read_here, work)

    def read_here(self, work: Callable[[Connection], Value]) -> Value:
        """The same in the calling thread."""
        with self.snapshots.begin() as connection:
            return work(connection)

    async def write(self, work: Callable[[Connection], Value]) -> Value:
        """The result of a function that writes, once its writes are safely on disk."""
        job = WriteJob(work)
        if not self.coming:
            job.loop.call_soon(self._queue)
        self.coming.append(job)
        value: Value = await job.future
        return value

    def _queue(self) -> None:
        coming, self.coming = self.coming, []
        if coming:
            self.jobs.put(coming)

    def _write_all(self) -> None:
        began, lately = time.monotonic(), 0.0  # writes of the last second, more or less
        while together := self.jobs.get():
            began, before = time.monotonic(), began
            while len(together) < MOST_TOGETHER and not self.jobs.empty():
                more = self.jobs.get()
                if not more:
                    self.jobs.put(more)
                    break
                together = together + more
            self._write_together(together)
            report_written(together)
            lately = lately * math.exp(before - began) + len(together)
            if lately > MANY:
                time.sleep(max(0.0, began + APART_SECONDS - time.monotonic()))
        self._let_go()

    def _write_together(self, jobs: list[WriteJob]) -> None:
        """Write jobs in one transaction; on PostgreSQL plain entries have their own, which is faster."""
        if self.engine.dialect.name == "postgresql":
            for quiet in (True, False):
                if plain := plain_entries(jobs, quiet):
                    self._write_group(plain, partial(commit_entries, quiet=quiet))
            jobs = [job for job in jobs if not is_plain(job)]
        if jobs:
            self._write_group(jobs, commit)

    def _write_group(self, jobs: list[WriteJob], first: Callable[[Connection, Sequence[WriteJob]], None]) -> None:
        """Write jobs in one transaction. If one fails, they are written again with savepoints, which take their time;
        if the disk or the commit fails, one by one, so that only the write at fault fails."""
        for attempt in (first, commit_apart):
            try:
                attempt(self._kept(), jobs)
            except BaseException:
                self._let_go()
            else:
                return
        self._write_singly(jobs)

    def _kept(self) -> Connection:
        """The writer's own connection: to borrow one for each group would take longer than to write a move."""
        if self.connection is None:
            self.connection = self.engine.connect()
        return self.connection

    def _let_go(self) -> None:
        """Close the writer's connection; the next group gets a new one."""
        connection, self.connection = self.connection, None
        with contextlib.suppress(SQLAlchemyError):
            if connection is not None:
                connection.invalidate()
                connection.close()

    def _write_singly(self, jobs: list[WriteJob]) -> None:
        for job in jobs:
            try:
                with self.engine.begin() as connection:
                    job.result, job.error = job.work(connection), None
            except BaseException as error:
                job.error = error

    def close(self) -> None:
        """Finish queued writes and pending reads, then stop."""
        self._queue()
        self.jobs.put([])
        self.writer.join()
        self.readers.shutdown(wait=True)
        self.engine.dispose()


class StorePort:
    """The store as the rest of the server uses it: if the database fails, the request is refused."""

    def __init__(self, store: TableStore) -> None:
        self.store = store
        self.usual, self.writes = 0.0, 0
        """Seconds until a write is on disk, a running average, and how many there were."""
        self.frozen = False
        """Whether the operator has made it read-only."""
        self.writing: dict[object, float] = {}
        """When each write that is not on disk yet began, oldest first."""

    @property
    def latency(self) -> float:
        """Seconds until a write is on disk: on average, or as long as the oldest one has been waiting."""
        oldest = next(iter(self.writing.values()), None)
        return self.usual if oldest is None else max(self.usual, time.monotonic() - oldest)

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """Read from the store."""
        try:
            return await self.store.read(work)
        except SQLAlchemyError as error:
            raise failed(error) from None

    def read_here(self, work: Callable[[Connection], Value]) -> Value:
        """Read from the store in the calling thread, which must not be that of the event loop."""
        try:
            return self.store.read_here(work)
        except SQLAlchemyError as error:
            raise failed(error) from None

    async def write(self, work: Callable[[Connection], Value]) -> Value:
        """Write to the store; the data is safe on disk when this returns. RequestRefused in read-only mode."""
        if self.frozen:
            raise RequestRefused("read-only")
        return await self.keep(work)

    async def keep(self, work: Callable[[Connection], Value]) -> Value:
        """Write what no player asked for, in read-only mode too: presence, and the operator's orders."""
        mark, began = object(), time.monotonic()
        self.writing[mark] = began
        try:
            return await self.store.write(work)
        except IntegrityError as error:  # a uniqueness violation: usually a request that came twice
            log.warning("store-clash", extra={"why": first_line(error)})
            raise RequestRefused("store-failed") from None
        except SQLAlchemyError as error:
            raise failed(error) from None
        finally:
            del self.writing[mark]
            self.writes += 1
            self.usual += (time.monotonic() - began - self.usual) * max(LEARNING, 1 / self.writes)

    def close(self) -> None:
        """Finish pending work."""
        self.store.close()


def failed(error: SQLAlchemyError) -> RequestRefused:
    """The refusal for a database that failed; the log gets the first line of its message."""
    log.error("store-failed", extra={"why": first_line(error)})
    return RequestRefused("store-failed")


def first_line(error: BaseException) -> str:
    """The first line of a driver's message."""
    lines = [line for line in str(getattr(error, "orig", error)).splitlines() if line.strip()]
    return lines[0][:200] if lines else type(error).__name__
