"""Warm-up of the kernels: compiled in a child process that reports its progress, then loaded in this one."""

import asyncio
import contextlib
import hashlib
import json
import logging
import sys
from pathlib import Path

from ferrovia.bots.kernels.choose import choose_in
from ferrovia.core import compile
from ferrovia.core.code_key import code_key
from ferrovia.game.game import SPECTATOR, Game
from ferrovia.game.warm import engine_key
from ferrovia.server.base.garbage import spare_long_lived
from ferrovia.server.base.table_log import START, LogEntry
from ferrovia.server.base.warm_up import WarmUp
from ferrovia.server.live.player_views import happening, sight

log = logging.getLogger(__name__)
CHILD = ("-m", "ferrovia.server.warm_child")


def load_compiled() -> None:
    """Compile or load everything a table needs before anybody is served: later, everybody would wait for it."""
    game = Game("switzerland", 2, secret=bytes(32))
    game.play(game.legal_moves()[0])
    for seat in (SPECTATOR, 0):
        sight(game, seat)
        happening(game.rules, LogEntry(1, START, None, "{}", 0, 0.0), seat, game.setup_events.tobytes())
    game.scores()
    game.view(0).explain("draw")


def compiled_mark() -> Path | None:
    """The file that marks kernels and bots of this code as compiled; None if compiled code is not cached."""
    if compile.FOLDER is None:
        return None
    bots = code_key(getattr(choose_in, "py_func", choose_in))
    key = hashlib.sha256(f"{engine_key()}{bots}".encode()).hexdigest()[:16]
    return compile.FOLDER / f"server-{key}"


async def warm(warm_up: WarmUp) -> None:
    """Compile in a child process, once per machine, then load. `warm_up.ready` is left to the caller."""
    mark = await asyncio.to_thread(compiled_mark)
    if mark is not None and not mark.exists():
        if await compile_in_child(warm_up) == 0:
            mark.touch()
        else:
            log.error("compiling-failed")  # loading compiles what is missing, without progress
    await asyncio.to_thread(load_compiled)
    spare_long_lived()


async def compile_in_child(warm_up: WarmUp) -> int:
    """Follow the child's progress to its end; return its exit code. This process keeps answering in the meantime."""
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(sys.executable, *CHILD, stdin=pipe, stdout=pipe)
    try:
        assert child.stdout
        async for line in child.stdout:
            with contextlib.suppress(ValueError, TypeError):
                warm_up.advance(*json.loads(line))
        return await child.wait()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
