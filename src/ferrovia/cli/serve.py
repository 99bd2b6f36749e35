"""`ferrovia serve`: the table server."""

import argparse
from dataclasses import fields
from typing import Any

EPILOG = """\
Tables are stored in an SQLite database in your data folder, or wherever --store says. Stopping or crashing the server
loses nothing: clients reconnect and continue. On the Internet, put a reverse proxy with TLS in front of it and set
--address; docs/hosting.md shows how, and covers PostgreSQL for several processes, backups and monitoring.

You can also set every option in a TOML file (--config, or FERROVIA_CONFIG) as `archive_days = 90`, or in the
environment as FERROVIA_ARCHIVE_DAYS=90. Options override the environment, which overrides the file.
"""


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments: one for each setting."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "serve",
        help="run the table server, for browsers and programs",
        description="Run the table server, for browsers and programs.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_settings(verb)
    verb.set_defaults(run=run)


def add_settings(verb: argparse.ArgumentParser) -> None:
    """An option for each setting that is no secret, and one for the file with the others."""
    from ferrovia.server.base.settings import Settings, option_of

    verb.add_argument("--config", metavar="FILE", help="read settings from this TOML file; options override them")
    for setting in fields(Settings):
        option, words = option_of(setting.name), setting.metadata["words"].replace("%", "%%")
        if setting.metadata["secret"]:
            continue
        if isinstance(setting.default, bool):
            verb.add_argument(option, action=argparse.BooleanOptionalAction, help=words)
        elif isinstance(setting.default, tuple):
            verb.add_argument(option, action="append", metavar="TEXT", help=words)
        else:
            kind = type(setting.default)
            limits = setting.metadata["limits"] and f"{setting.metadata['limits']}; "
            shown = f" ({limits}default: {setting.default})" if setting.default != "" else ""
            verb.add_argument(option, type=kind, metavar=kind.__name__.upper(), help=words + shown)


def run(arguments: argparse.Namespace) -> int:
    from ferrovia.cli.exit_codes import packages_for
    from ferrovia.server.base.configuration import configured
    from ferrovia.server.base.settings import Settings

    values = {setting.name: getattr(arguments, setting.name, None) for setting in fields(Settings)}
    flags = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    settings = configured(flags, arguments.config)
    with packages_for("the server"):
        from ferrovia.server.launch import announce, listen, run, try_out
    try_out(settings)
    listening = listen(settings)
    announce(settings, listening)
    return run(settings, listening)
