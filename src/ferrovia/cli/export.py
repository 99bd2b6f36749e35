"""`ferrovia export`: every decision of recorded games as a table of numbers, for offline learning."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrovia.game.text.record import Record


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "export",
        help="turn recorded games into data for learning",
        description="Write one row for each decision of recorded games (`ferrovia arena … --records DIR`): observation,"
        " mask of legal actions, action, seat and return. Needs the extra `parquet`. docs/export.md explains the"
        " columns.",
    )
    verb.add_argument("records", type=Path, metavar="RUN", help="a folder with records, or one record")
    verb.add_argument("--parquet", type=Path, required=True, metavar="FILE", help="the file to write")
    verb.add_argument(
        "--features", choices=("full", "plain"), default="full", help="features of the observation (default full)"
    )
    verb.add_argument(
        "--reward",
        choices=("win", "margin", "points"),
        default="win",
        help="reward that the return is made of (default win)",
    )
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Export, and report the number of decisions."""
    from importlib.util import find_spec

    from ferrovia.errors import RecordError

    if find_spec("pyarrow") is None:
        raise RecordError("Parquet needs pyarrow: pip install 'ferrovia[parquet]'")
    paths = sorted(arguments.records.rglob("*.record")) if arguments.records.is_dir() else [arguments.records]
    if not paths:
        raise RecordError(
            f"{str(arguments.records)!r} contains no records; `ferrovia arena … --records DIR` writes them"
        )
    decisions = write_whole(paths, arguments)
    print(f"{decisions:,} decisions of {len(paths):,} games: {arguments.parquet}")
    return 0


def write_whole(paths: list[Path], arguments: argparse.Namespace) -> int:
    """Write the file beside its place and move it there when it is complete: an export that ends early leaves what was
    there before. Returns the number of decisions."""
    from ferrovia.arena.outputs import check_file, is_stream, real_file, unfinished
    from ferrovia.batch.trajectories import write_parquet
    from ferrovia.errors import RecordError

    path = check_file(str(arguments.parquet))
    if is_stream(path):
        raise RecordError(f"{str(path)!r} is not a regular file, which Parquet needs")
    target = real_file(path)
    try:
        decisions = write_parquet(read_all(paths), str(unfinished(target)), arguments.features, arguments.reward)
        unfinished(target).replace(target)
    finally:
        unfinished(target).unlink(missing_ok=True)
    return decisions


def read_all(paths: list[Path]) -> "Iterator[Record]":
    """The records, one after another; an error names its file."""
    from ferrovia.cli.record_files import read_text
    from ferrovia.errors import RecordError
    from ferrovia.game.text.record_parser import parse_record
    from ferrovia.rules.files.complaint import printable

    for path in paths:
        try:
            yield parse_record(read_text(str(path)))
        except RecordError as error:
            raise RecordError(f"{printable(str(path))}: {error}") from error
