"""`ferrovia check`: every complaint about rule sets, maps and layouts, each with its file and line."""

import argparse
from itertools import chain
from typing import Any

FINE, COMPLAINTS, UNREADABLE = 0, 1, 2
UNREADABLE_CODES = frozenset({"no-such-file", "is-a-directory", "unreadable"})


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb = verbs.add_parser("check", help="list every mistake in rule sets, maps and layouts")
    verb.add_argument("files", nargs="*", metavar="FILE", help="files to check (default: all built-in ones)")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print every complaint and one summary line; return 1 if there was any, 2 if a file cannot be read."""
    from ferrovia.rules.checks.files import check_built_in, check_file

    complaints_of_all = chain.from_iterable(map(check_file, arguments.files)) if arguments.files else check_built_in()
    complaints = list(dict.fromkeys(complaints_of_all))  # two files may share a map
    for complaint in complaints:
        print(complaint)
    count = len(arguments.files)
    what = f"{count} file{'s' * (count != 1)}" if count else "all built-in files"
    print(f"{what} checked: {len(complaints) or 'no'} complaint{'s' * (len(complaints) != 1)}")
    if any(complaint.code in UNREADABLE_CODES for complaint in complaints):
        return UNREADABLE
    return COMPLAINTS if complaints else FINE
