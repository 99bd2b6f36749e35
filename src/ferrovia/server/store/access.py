"""Where the database is worked on: in threads, so that nobody waits for a disk but those who asked."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine

Value = TypeVar("Value")
MOST_TOGETHER: Final = 200
READERS: Final = 4


class WriteJob:
    """Something to be written, and who waits for it."""

    def __init__(self, work: Callable[[Connection], Any]) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def attempt(self, connection: Connection) -> None:
        """Do it as part of a transaction. If it fails nothing of it remains, and the others' work does; unless the
        database has given up the whole transaction, as it does when the disk is full."""
        automation: Any = connection.connection.driver_connection
        automation.execute("SAVEPOINT job")  # by way of SQLAlchemy it would take four times as long as the work itself
        try:
            self.result = self.work(connection)
        except Exception as error:
            if not automation.in_transaction:
                raise
            automation.execute("ROLLBACK TO job")
            self.error = error
        automation.execute("RELEASE job")

    def settle(self, error: BaseException | None = None) -> None:
        """Tell whoever waits; a loop that is gone waits no more."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._settle, error)

    def _settle(self, error: BaseException | None) -> None:
        if self.future.done():
            return
        if error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(error)


class TableStore:
    """Reads in a few threads; writes in transactions of their own."""

    def __init__(self, engine: Engine, threads: int = READERS) -> None:
        self.engine = engine
        moment = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        self.still = engine.execution_options(**moment)
        """For reading: all statements of a transaction see the same moment, as they do in SQLite by itself."""
        self.readers = ThreadPoolExecutor(threads, thread_name_prefix="store")

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """What a function finds."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, self._look, work)

    async def write(self, work: Callable[[Connection], Value]) -> Value:
        """What a function says when all it wrote lies safely on the disk."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, self._once, work)

    def _look(self, work: Callable[[Connection], Value]) -> Value:
        with self.still.begin() as connection:
            return work(connection)

    def _once(self, work: Callable[[Connection], Value]) -> Value:
        with self.engine.begin() as connection:
            return work(connection)

    def close(self) -> None:
        """Finish what was begun."""
        self.readers.shutdown(wait=True)
        self.engine.dispose()


class GroupCommitStore(TableStore):
    """For a database that takes one writer at a time: what is asked for meanwhile is written together, so that one
    wait for the disk serves all."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.jobs: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self.writer.start()

    async def write(self, work: Callable[[Connection], Value]) -> Value:
        """Queue it and wait."""
        job = WriteJob(work)
        self.jobs.put(job)
        found: Value = await asyncio.shield(job.future)
        return found

    def _write_all(self) -> None:
        while (first := self.jobs.get()) is not None:
            together = [first]
            while len(together) < MOST_TOGETHER and not self.jobs.empty():
                job = self.jobs.get()
                if job is None:
                    self.jobs.put(None)
                    break
                together.append(job)
            self._write_together(together)

    def _write_together(self, jobs: list[WriteJob]) -> None:
        try:
            with self.engine.begin() as connection:
                for job in jobs:
                    job.attempt(connection)
        except BaseException:  # the disk, or the commit: each for itself then, so that only the guilty one fails
            self._write_singly(jobs)
        else:
            for job in jobs:
                job.settle(job.error)

    def _write_singly(self, jobs: list[WriteJob]) -> None:
        for job in jobs:
            try:
                job.result = self._once(job.work)
            except BaseException as error:
                job.settle(error)
            else:
                job.settle()

    def close(self) -> None:
        """Write what is queued, then stop."""
        self.jobs.put(None)
        self.writer.join()
        super().close()
