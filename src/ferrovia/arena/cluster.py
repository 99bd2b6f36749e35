"""Workers on a Ray cluster (the extra `ray`): tasks go to any free worker, and those of a lost worker are
submitted again. The games, and so the result, do not depend on where they are played."""

import socket
from concurrent.futures import Future
from typing import Any, Final

from ferrovia.arena.job_player import play_job
from ferrovia.arena.jobs import Job, PlayedGames, Signals
from ferrovia.arena.store import code_version
from ferrovia.errors import ArenaError, FerroviaError

HERE: Final = ("local", "here")
"""Addresses that start a cluster on this machine alone; `auto` finds one that runs on it."""


PATIENCE: Final = 10.0
"""Seconds to wait for an answer from another machine."""


def play_task(job: Job, version: dict[str, Any]) -> PlayedGames:
    """Play a job on a machine of the cluster, if it has the same bots and rules."""
    if code_version() != version:
        raise ArenaError("a machine of the cluster has a different version of ferrovia; install the same one on all")
    return play_job(job, Signals())


class Cluster:
    """The workers of a Ray cluster."""

    fail_together = False

    def __init__(self, address: str, size: int | None = None) -> None:
        self.ray = import_ray()
        connect(self.ray, address, size)
        errors = self.ray.exceptions
        self.lost: tuple[type[BaseException], ...] = (
            *(errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError, errors.OutOfMemoryError),
            *(errors.RaySystemError, errors.LocalRayletDiedError, errors.TaskCancelledError),
        )
        self.size = size or max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        self.task = self.ray.remote(max_retries=0, num_cpus=1)(play_task)  # the runner counts how often a job is lost
        self.version = code_version()
        self.under_way: dict[Future[PlayedGames], Any] = {}

    def submit(self, job: Job) -> "Future[PlayedGames]":
        """Play a job on any free worker."""
        reference = self.task.remote(job, self.version)
        future: Future[PlayedGames] = Future()
        self.under_way[future] = reference
        future.add_done_callback(lambda done: self.under_way.pop(done, None))
        reference.future().add_done_callback(lambda done: pass_on(done, future))
        return future

    def finished(self) -> int:
        """Always 0: Ray does not report progress."""
        return 0

    def end_stalled(self) -> int:
        """Always 0: the workers run on other machines, out of reach."""
        return 0

    def abandon(self) -> None:
        """Nothing to do: the cluster manages its own workers."""

    def stop(self) -> None:
        """Abandon running tasks."""
        for reference in list(self.under_way.values()):
            self.ray.cancel(reference, force=True)

    def close(self) -> None:
        """Disconnect from the cluster; one that was started here ends."""
        self.ray.shutdown()


def pass_on(done: "Future[PlayedGames]", future: "Future[PlayedGames]") -> None:
    """The result of a task, without Ray's wrapping."""
    error = done.exception()
    if error is None:
        future.set_result(done.result())
    else:
        future.set_exception(own_error(error))


def own_error(error: BaseException) -> BaseException:
    """An error of ours from another machine, as one sentence; Ray turns it into a traceback."""
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, FerroviaError) else error


def import_ray() -> Any:
    """Ray, if it is installed."""
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise ArenaError("a cluster needs Ray, which is not installed: pip install 'ferrovia[ray]'") from error
    return ray


def check_reachable(address: str) -> None:
    """Test an address with a host and a port: Ray itself would wait for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, ValueError, OverflowError) as error:
        raise unreachable(address, error) from error


def unreachable(address: str, error: Exception) -> ArenaError:
    """The error for a cluster that does not answer."""
    reason = " ".join(str(error).split())[:200]
    return ArenaError(f"no Ray cluster answers at {address!r}: {reason}")


def connect(ray: Any, address: str, size: int | None) -> None:
    """Join a cluster, or start one on this machine."""
    check_reachable(address)
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    options |= {"include_dashboard": False, "num_cpus": size} if address in HERE else {"address": address}
    try:
        ray.init(**options)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise unreachable(address, error) from error
