"""Processes for bots that are dismissed while they think: what their bots have started ends with them."""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Callable

import psutil
import pytest

from ferrovia.game.game import Game
from ferrovia.processes import pool as pool_module
from ferrovia.processes.pool import NoAnswer
from ferrovia.server.workers.bot_pool import BotAsker, BotPool

MEMORY = 4096


def programs(seconds: str) -> list[psutil.Process]:
    """The `sleep` of that many seconds, wherever it runs."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.cmdline() == ["sleep", seconds] and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(120):
        while not condition():
            await asyncio.sleep(0.05)


async def thinking(pool: BotPool, seconds: str, limit: float) -> "asyncio.Task[object]":
    """A question to a program that never answers, as soon as it is there."""
    view = Game("switzerland", 2, seed=1).view(0)
    asked: asyncio.Task[object] = asyncio.create_task(
        pool.ask(f"exec:sleep {seconds}", view, "", limit, BotAsker("somebody", "table"))
    )
    await until(lambda: programs(seconds))
    return asked


def test_a_program_ends_when_the_server_stops_while_it_thinks() -> None:
    async def run() -> None:
        pool = BotPool(1, MEMORY)
        asked = await thinking(pool, "86411", 60)
        asked.cancel()
        await asyncio.wait([asked])
        await pool.close()
        left = programs("86411")
        for process in left:
            process.kill()
        assert not left

    asyncio.run(run())


def test_a_program_ends_when_its_answer_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "LATE_SECONDS", -57.0)  # as if the process did not notice by itself

    async def run() -> None:
        pool = BotPool(1, MEMORY)
        asked = await thinking(pool, "86412", 60)
        with pytest.raises(NoAnswer):
            await asked
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(until(lambda: not programs("86412")), 5)
        await pool.close()
        left = programs("86412")
        for process in left:
            process.kill()
        assert not left

    asyncio.run(run())


def test_the_reader_loads_no_bots() -> None:
    """It would take as much memory as a process for bots, and as long to start."""
    code = (
        "import sys, ferrovia.server.workers.replay_child\n"
        "print([name for name in sys.modules if name.startswith('ferrovia.bots')])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
