"""The services of one server process, opened once and passed to what needs them."""

import asyncio
from dataclasses import dataclass

from ferrovia.core.file_lock import FileLock
from ferrovia.server.accounts.player_keys import PlayerKeys
from ferrovia.server.base.background import BackgroundTasks
from ferrovia.server.base.moderation import Moderation
from ferrovia.server.base.name_filter import NameFilter, read_name_filter
from ferrovia.server.base.observability import Metrics
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.base.settings import Settings
from ferrovia.server.live.ownership import TableOwnership
from ferrovia.server.live.presence import Presence
from ferrovia.server.push.turn_notifier import TurnNotifier
from ferrovia.server.store.access import StorePort
from ferrovia.server.store.notifications import NotificationBus, open_bus
from ferrovia.server.store.opening import hold, open_store
from ferrovia.server.workers.bot_pool import BotService
from ferrovia.server.workers.offload import Offloader


@dataclass(frozen=True)
class Services:
    """What tables, requests and the scheduler share."""

    settings: Settings
    library: RulesLibrary
    store: StorePort
    bus: NotificationBus
    presence: Presence
    bots: BotService
    push: TurnNotifier
    tasks: BackgroundTasks
    offload: Offloader
    metrics: Metrics
    moderation: Moderation
    names: NameFilter
    ownership: TableOwnership
    players: PlayerKeys
    lock: FileLock | None
    """The lock on a store in a file, which belongs to one server."""

    async def close(self) -> None:
        """Stop in good order: pending writes are finished, running bots are abandoned."""
        await self.ownership.release()
        await self.tasks.close()
        await self.bots.close()
        await asyncio.get_running_loop().run_in_executor(None, self.offload.close)
        await asyncio.get_running_loop().run_in_executor(None, self.store.close)
        if self.lock:
            self.lock.release()


def open_services(settings: Settings) -> Services:
    """All services of a process; ServerError says what is unavailable."""
    metrics, moderation, names = Metrics(), Moderation(), read_name_filter(settings.blocked_names)
    library = RulesLibrary(settings.map)
    bots = BotService(settings, metrics)
    lock = hold(settings.url)  # first: opening would bring the store of a running, older server to a newer format
    try:
        store = StorePort(open_store(settings.url))
    except BaseException:
        if lock:
            lock.release()
        raise
    presence = Presence(store, settings.shared)
    push, bus, tasks = TurnNotifier(store, settings), open_bus(settings.url), BackgroundTasks()
    offload, ownership = Offloader(settings.expensive_seconds), TableOwnership(store, settings.peer)
    return Services(
        settings,
        library,
        store,
        bus,
        presence,
        bots,
        push,
        tasks,
        offload,
        metrics,
        moderation,
        names,
        ownership,
        PlayerKeys(store, settings.accounts),
        lock,
    )
