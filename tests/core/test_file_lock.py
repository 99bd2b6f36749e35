"""Locks between processes."""

import subprocess
import sys
from pathlib import Path

from ferrovia.core.file_lock import FileLock

HOLDER = """
import sys
from pathlib import Path
from ferrovia.core.file_lock import FileLock
lock = FileLock(Path(sys.argv[1]))
lock.acquire()
print("held", flush=True)
sys.stdin.readline()
"""


def test_a_lock_is_held_against_other_processes_and_freed_by_their_end(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert not FileLock(path).acquire(wait=False)
        holder.kill()
    lock = FileLock(path)
    assert lock.acquire(wait=False)
    assert not FileLock(path).acquire(wait=False)
    lock.release()
    with FileLock(path):
        pass
