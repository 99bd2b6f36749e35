"""Several processes behind one address: stopping one stops all of them, also one that is just being started."""

import socket
from typing import Any

from ferrovia.server.base.settings import Settings
from ferrovia.server.launch import ServerProcesses


class StartingProcess:
    """A process that is stopped before it has been registered."""

    def __init__(self, supervisor: ServerProcesses) -> None:
        self.supervisor, self.told = supervisor, False

    def start(self) -> None:
        self.supervisor.close()

    def terminate(self) -> None:
        self.told = True


class FakeContext:
    """Makes such processes."""

    def __init__(self, supervisor: ServerProcesses) -> None:
        self.supervisor = supervisor

    def Process(self, **_: Any) -> StartingProcess:
        return StartingProcess(self.supervisor)


def test_a_process_that_is_just_being_started_is_told_to_stop() -> None:
    with socket.socket() as listening:
        supervisor = ServerProcesses(Settings(workers=2), listening)
        supervisor.context = FakeContext(supervisor)  # type: ignore[assignment]
        supervisor.start_missing()
    assert [process.told for process in supervisor.processes.values()] == [True]
