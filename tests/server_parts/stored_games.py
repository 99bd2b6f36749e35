"""Games written into a store without a server: long ones, finished or not, for tests of what is read from there."""

import asyncio
import random
import time
from collections.abc import Collection
from pathlib import Path

from sqlalchemy import Connection

from ferrovia.protocol.options import NewSeat, NewTable, Options
from ferrovia.rules.files.loading import load_rules
from ferrovia.server.base.table_log import Step, TableRow
from ferrovia.server.base.tokens import digest
from ferrovia.server.live import steps
from ferrovia.server.store import statements
from ferrovia.server.store.opening import open_store

GRACE = 60.0
SECRET = bytes(range(32))
"""Fixed: a dealt game may end in a shared victory, and some of the tests need a winner."""


def played(
    key: str,
    rules_id: str = "switzerland",
    players: int = 2,
    moves: int = 10_000,
    asked_by: Collection[int] = (),
) -> list[Step]:
    """A game of one client at all seats, played at random: at most this many moves. Those of the seats `asked_by` their
    players have a request, as a real client's; those of others are a bot's."""
    rules, chance, now = load_rules(rules_id), random.Random(1), time.time()
    wish = NewTable(rules_id, [NewSeat("me") for _ in range(players)], Options(practice=True))
    found = [steps.open_table(wish, rules, digest(key), frozenset(), now, SECRET)]
    found.append(steps.start(found[0].row, rules, now, GRACE))
    while found[-1].asked and len(found) < moves + 2:
        row, game, seat = found[-1].row, found[-1].game, found[-1].asked[0]
        assert game is not None
        request = f"{seat}:key:move:{len(found)}" if seat in asked_by else None
        found.append(steps.move(row, game, seat, str(chance.choice(game.legal_moves(seat))), request, now, GRACE))
    return found


def write_games(store: Path, *games: list[Step]) -> list[TableRow]:
    """Write games into a store; where they stand."""

    def write(connection: Connection) -> None:
        for first, *others in games:
            statements.create(connection, first)
            assert all(statements.append(connection, step) for step in others)

    async def run() -> None:
        opened = open_store(f"sqlite:///{store}")
        await opened.write(write)
        opened.close()

    asyncio.run(run())
    return [game[-1].row for game in games]
