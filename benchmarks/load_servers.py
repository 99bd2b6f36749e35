"""The servers of a load test, and a PostgreSQL for them."""

import argparse
import contextlib
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent))  # for the PostgreSQL of the tests

from tests.server.ports import free_port
from tests.server.postgres_process import Postgres

MANY = "1000000"
STOP_SECONDS = 60.0
GENEROUS = (
    *("--requests-per-second", "--messages-per-second", "--tables-per-client", "--sockets-per-client"),
    *("--tries-per-minute", "--expensive-seconds"),
)


def used_by(processes: list[psutil.Process]) -> float:
    """Seconds of processor time of some processes that are still there."""
    seconds = 0.0
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):  # a worker of PostgreSQL ends whenever it is done
            seconds += sum(process.cpu_times()[:2])
    return seconds


class Fleet:
    """Servers with one bot each that share a store: a fresh SQLite database, a fresh PostgreSQL, or one given."""

    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        self.arguments, self.folder = arguments, folder
        self.postgres = Postgres().start() if arguments.postgres else None
        database = self.postgres.new_database() if self.postgres else str(folder / "tables.sqlite")
        self.store = arguments.store or database
        self.started: list[subprocess.Popen[bytes]] = []
        self.ports: list[int] = []

    def start(self) -> None:
        """Start all servers, and wait until they are ready."""
        for _ in range(self.arguments.servers):
            self._start_one(free_port())
        for port in self.ports:
            self._wait(port)
        self.servers = [psutil.Process(process.pid) for process in self.started]

    def _start_one(self, port: int) -> None:
        options = [word for option in GENEROUS for word in (option, MANY)]
        if not (self.arguments.admission or self.arguments.arriving):
            options += ["--overload-lag", "3600", "--overload-processor", "100"]
        if self.arguments.servers > 1:
            options += ["--peer", f"http://127.0.0.1:{port}"]
        command = [sys.executable, "-m", "ferrovia", "serve", "--store", self.store, "--port", str(port), "--bots", "1"]
        with (self.folder / "log.txt").open("ab") as log:
            self.started.append(subprocess.Popen([*command, *options], stderr=log, stdout=log, start_new_session=True))
        self.ports.append(port)

    def _wait(self, port: int) -> None:
        for _ in range(4000):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit((self.folder / "log.txt").read_text())

    @property
    def memory(self) -> float:
        """Megabytes of all servers, without their bots."""
        return sum(float(server.memory_info().rss) for server in self.servers) / 1e6

    @property
    def used(self) -> tuple[float, float]:
        """Seconds of processor time of the servers, and of their own PostgreSQL."""
        if self.postgres is None or self.postgres.process is None:
            return used_by(self.servers), 0.0
        shell = psutil.Process(self.postgres.process.pid)
        return used_by(self.servers), used_by(shell.children(recursive=True))

    def said(self, *events: str) -> list[str]:
        """The lines of the servers' logs about some events."""
        lines = (self.folder / "log.txt").read_text().splitlines()
        return [line for line in lines if any(event in line for event in events)]

    def stop(self) -> None:
        """Stop everything."""
        for process in self.started:
            process.terminate()
        try:
            for process in self.started:
                process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            print("a server did not stop in time")
        finally:
            for process in self.started:
                process.kill()
            if self.postgres:
                self.postgres.remove()
