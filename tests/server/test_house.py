"""Several processes behind one address: stopping one stops all of them, also one that is just being started."""

import socket
from typing import Any

from ferrovia.server.base.settings import Settings
from ferrovia.server.run import ServerProcesses


class Born:
    """A process that is told to stop before anybody has noted that it is there."""

    def __init__(self, house: ServerProcesses) -> None:
        self.house, self.told = house, False

    def start(self) -> None:
        self.house.close()

    def terminate(self) -> None:
        self.told = True


class Nursery:
    """Makes such processes."""

    def __init__(self, house: ServerProcesses) -> None:
        self.house = house

    def Process(self, **_: Any) -> Born:
        return Born(self.house)


def test_a_process_that_is_just_being_started_is_told_to_stop() -> None:
    with socket.socket() as listening:
        house = ServerProcesses(Settings(workers=2), listening)
        house.context = Nursery(house)  # type: ignore[assignment]
        house.start_missing()
    assert [process.told for process in house.processes.values()] == [True]
