"""A real PostgreSQL for the tests, in a folder of its own; `make postgres` installs the programs it needs.

It listens on a free port of this machine and asks for a password. It stops on request, and also when the process that
started it is gone, however that came about.
"""

import contextlib
import os
import pwd
import re
import secrets
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from tests.server.ports import free_port

START_SECONDS = 60.0
DEBIAN = Path("/usr/lib/postgresql")
NOT_HERE = (
    "PostgreSQL is not installed, and the server is tested on it: run `make postgres` as root or with sudo, "
    "or put its `initdb` and `postgres` on the PATH."
)
WATCHED = """
exec 3<&0
"$@" 3<&- & child=$!
( word=; read -r word <&3; kill -QUIT $child
  [ "$word" = stay ] || { while kill -0 $child; do sleep 0.1; done; rm -rf "$FOLDER"; } ) 2> /dev/null &
wait $child
"""
"""Runs a program until its input is closed, which also happens when the process at the other end is killed; then the
folder is deleted too."""
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "timezone": "UTC",
    "log_min_messages": "fatal",
}


class NoPostgres(Exception):
    """It cannot be had here; the sentence says what to do."""


def programs() -> Path:
    """The folder with `initdb` and `postgres`: of the PATH, or else Debian's newest."""
    debian = sorted(DEBIAN.glob("*/bin"), key=lambda folder: version(folder.parent.name), reverse=True)
    for folder in (None, *debian):
        found = shutil.which("initdb", path=folder), shutil.which("postgres", path=folder)
        if found[0] and found[1]:
            return Path(found[0]).resolve().parent
    raise NoPostgres(NOT_HERE)


def version(name: str) -> tuple[int, ...]:
    """9.6 comes before 15."""
    return tuple(int(part) for part in re.findall(r"\d+", name))


def as_whom() -> dict[str, Any]:
    """PostgreSQL refuses to run as root, so root runs it as another user."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            found = pwd.getpwnam(name)
            return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    raise NoPostgres("PostgreSQL does not run as root, and there is neither a user `postgres` nor `nobody` here.")


class Postgres:
    """A server with databases to be had."""

    def __init__(self) -> None:
        self.bin, self.whom = programs(), as_whom()
        # Not pytest's own folder: nobody but its owner may look into that.
        self.folder = Path(tempfile.mkdtemp(prefix="ferrovia-postgres-", dir="/tmp" if self.whom else None))
        self.log = self.folder / "log.txt"
        self.password = secrets.token_urlsafe(12)
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Postgres":
        """Make a cluster and bring it up."""
        (self.folder / "password").write_text(self.password)
        self.log.touch()
        if self.whom:
            for each in (self.folder, self.folder / "password", self.log):
                os.chown(each, self.whom["user"], self.whom["group"])
        self._make_cluster()
        for _ in range(5):  # another process may have taken the port in the meantime
            self._run(free_port())
            if self._ready():
                return self
            self.stop()
        raise NoPostgres(f"PostgreSQL does not start: {self.said()}")

    def _make_cluster(self) -> None:
        command: list[str | Path] = [
            self.bin / "initdb",
            "-D",
            self.folder / "data",
            "-U",
            "ferrovia",
            "--encoding=UTF8",
            "--locale=C",
        ]
        secure = ["--auth=scram-sha-256", f"--pwfile={self.folder / 'password'}", "--no-sync"]
        with self.log.open("ab") as log:
            made = subprocess.run([*command, *secure], cwd="/", stdout=log, stderr=log, check=False, **self.whom)
        if made.returncode:
            raise NoPostgres(f"PostgreSQL makes no cluster: {self.said()}")

    def _run(self, port: int) -> None:
        self.port = port
        settings = {**SETTINGS, "port": str(port), "unix_socket_directories": str(self.folder)}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                ["/bin/sh", "-c", WATCHED, "sh", str(self.bin / "postgres"), "-D", str(self.folder / "data"), *words],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,  # Ctrl-C is for the tests, which then stop it
                env={**os.environ, "FOLDER": str(self.folder)},
                **self.whom,
            )

    def _ready(self) -> bool:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(psycopg.OperationalError), self.connect():
                return True
            if self.process is None or self.process.poll() is not None:
                break
            time.sleep(0.05)
        return False

    def stop(self) -> None:
        """At once; what was committed is there when it runs again."""
        if self.process is not None:
            assert self.process.stdin
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.write(b"stay\n")
                self.process.stdin.flush()
            self.process.stdin.close()
            self.process.wait(60)
            self.process = None

    def remove(self) -> None:
        """Stop it and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def said(self) -> str:
        """The end of its log."""
        return self.log.read_text(errors="replace")[-2000:]

    def url(self, database: str = "postgres") -> str:
        """The address of a database, with its password."""
        return f"postgresql://ferrovia:{quote(self.password)}@127.0.0.1:{self.port}/{database}"

    def connect(self, database: str = "postgres") -> "psycopg.Connection[Any]":
        """A connection of the tests' own, beside those of what is tested."""
        return psycopg.connect(self.url(database), autocommit=True, connect_timeout=10)

    def new_database(self, encoding: str = "UTF8") -> str:
        """The address of a database that nobody has used and nobody else will use."""
        name = f"ferrovia_{secrets.token_hex(6)}"
        with self.connect() as connection:
            connection.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0")
        return self.url(name)

    def empty_database(self) -> str:
        """The address of a database with nothing in it. It is the same one each time, which is a lot faster, so only
        one test at a time can use it."""
        with self.connect() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        return self.url()
