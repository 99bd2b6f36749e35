"""A list of one's own tables: asking for it makes none of them live."""

import asyncio
from pathlib import Path

from ferrovia.protocol.options import NewSeat, NewTable
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.settings import Settings
from ferrovia.server.http.tables import info
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.services import open_services
from ferrovia.server.store import statements

KEY = "a-key-of-a-program-that-asks-for-everything"


def test_a_list_of_tables_keeps_none_in_memory(tmp_path: Path) -> None:
    async def run() -> None:
        services = open_services(Settings(store=str(tmp_path / "tables.sqlite")))
        hub = Hub(services)
        who = Identity(KEY)
        wish = NewTable("new-york", [NewSeat("me"), NewSeat("me")])
        names = [(await hub.open(wish, who, "here")).row.id for _ in range(3)]
        while not all(table.game for table in hub.tables.values()):
            await asyncio.sleep(0.01)
        shown = [info(table, who) for table in hub.tables.values()]
        for name in names[1:]:
            hub.tables.pop(name)
        found = await hub.glance(names, "here")
        assert set(hub.tables) == set(names[:1])
        assert [info(table, who) | {"changed_at": 0} for table in found] == [each | {"changed_at": 0} for each in shown]
        assert set(await services.store.read(lambda connection: statements.of_client(connection, who.client))) == set(
            names
        )
        await services.close()

    asyncio.run(run())
