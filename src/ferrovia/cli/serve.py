"""`ferrovia serve`: the table server."""

import argparse
from dataclasses import fields
from typing import Any

EPILOG = """\
Tables lie in an SQLite database in your own data folder, or wherever --store says. Stopping the server, or its crash,
loses nothing: people reconnect and go on. For the Internet put a reverse proxy with TLS before it and set --address;
docs/hosting.md shows how, with PostgreSQL for several processes, backups, and what to watch.
"""


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments: one for each setting."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "serve",
        help="the table server, for games in the browser and by programs",
        description="Serve tables to browsers and programs.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_settings(verb)
    verb.set_defaults(run=run)


def add_settings(verb: argparse.ArgumentParser) -> None:
    """An option for each setting."""
    from ferrovia.server.base.settings import Settings

    for each in fields(Settings):
        option = f"--{each.name.replace('_', '-')}"
        words = each.metadata["words"].replace("%", "%%")
        if isinstance(each.default, bool):
            verb.add_argument(option, action="store_true", help=words)
        elif isinstance(each.default, tuple):
            verb.add_argument(option, action="append", metavar="TEXT", help=words)
        else:
            kind = type(each.default)
            limits = each.metadata["limits"] and f"{each.metadata['limits']}; "
            shown = f" ({limits}default: {each.default})" if each.default != "" else ""
            verb.add_argument(
                option, type=kind, default=each.default, metavar=kind.__name__.upper(), help=words + shown
            )


def run(arguments: argparse.Namespace) -> int:
    from ferrovia.cli.exit_codes import what_is_missing
    from ferrovia.errors import ServerError
    from ferrovia.server.base.settings import Settings

    several = [each.name for each in fields(Settings) if isinstance(each.default, tuple)]
    values = {each.name: getattr(arguments, each.name) for each in fields(Settings)}
    values = {name: tuple(value or ()) if name in several else value for name, value in values.items()}
    settings = Settings(**values).checked()
    try:
        from ferrovia.server.launch import announce, listen, run, try_out
    except ImportError as error:
        raise ServerError(f"the server needs {what_is_missing(error)}") from None
    try_out(settings)
    listening = listen(settings)
    announce(settings, listening)
    return run(settings, listening)
