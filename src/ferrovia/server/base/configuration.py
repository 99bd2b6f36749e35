"""Configuration of a server: settings from a TOML file, the environment and the command line, each of which overrides
the one before. Errors name the key, where it was given, and what it may be."""

import difflib
import os
import stat
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import Field, fields
from pathlib import Path
from typing import Any, Final

from ferrovia.errors import ServerError
from ferrovia.server.base.settings import Settings, option_of

PREFIX: Final = "FERROVIA_"
FILE: Final = "FERROVIA_CONFIG"
SEPARATOR: Final = ";"
"""Between the values of one variable: paths and bots have commas and spaces in them."""
KNOWN: Final[dict[str, Field[Any]]] = {each.name: each for each in fields(Settings)}
TRUTHS: Final = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}
KINDS: Final[dict[type, str]] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    tuple: "a list of texts",
}


def configured(
    flags: Mapping[str, Any], file: str | None = None, environment: Mapping[str, str] = os.environ
) -> Settings:
    """The settings of a server; ServerError says which one is wrong, and where."""
    path = file or environment.get(FILE)
    settings = read_file(Path(path)) if path else {}
    settings |= read_environment(environment)
    settings |= {name: (value, option_of(name)) for name, value in flags.items() if value is not None}
    places = {name: place for name, (_, place) in settings.items()}
    return Settings(**{name: value for name, (value, _) in settings.items()}).checked(places)


# ── a file ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_file(path: Path) -> dict[str, tuple[Any, str]]:
    """The values of a TOML file, each with its place. Keys are those of the options, without their hyphens."""
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ServerError(f"the configuration {str(path)!r} cannot be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ServerError(f"the configuration {str(path)!r} is not TOML: {error}") from None
    settings = {}
    for key, value in values.items():
        place, name = f"{key!r} in {path}", key.replace("-", "_")
        if name not in KNOWN:
            raise ServerError(f"there is no setting {place}{suggestion(name, KNOWN)}")
        settings[name] = (typed(KNOWN[name], value, place), place)
    if any(KNOWN[name].metadata["secret"] for name in settings):
        check_private(path)
    return settings


def check_private(path: Path) -> None:
    """Raise ServerError if everybody on this machine could read a secret."""
    if os.name == "posix" and path.stat().st_mode & stat.S_IROTH:
        raise ServerError(f"{path} contains a secret that everyone on this machine can read: chmod o-r {path}")


def typed(setting: Field[Any], value: Any, place: str) -> Any:
    """A value of a file, if its type is that of the setting."""
    kind = type(setting.default)
    if kind is tuple and isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return tuple(value)
    if kind is float and type(value) is int:
        return float(value)
    if kind is tuple or type(value) is not kind:
        raise wrong_kind(setting, value, place)
    return value


def wrong_kind(setting: Field[Any], value: Any, place: str) -> ServerError:
    """The error for a value of the wrong type. Errors end up in logs: the value of a secret is left out."""
    instead = "" if setting.metadata["secret"] else f", not {value!r}"
    return ServerError(f"{place} must be {KINDS[type(setting.default)]}{instead}")


# ── the environment ───────────────────────────────────────────────────────────────────────────────────────────────────


def read_environment(environment: Mapping[str, str]) -> dict[str, tuple[Any, str]]:
    """The values of variables like `FERROVIA_PORT`, each with its place. An empty one counts as not given."""
    names = {f"{PREFIX}{name.upper()}": name for name in KNOWN}
    for variable in environment:
        near = difflib.get_close_matches(variable, names, 1, 0.9) if variable.startswith(PREFIX) else []
        if near and variable not in names:
            raise ServerError(f"there is no setting {variable} in the environment: did you mean {near[0]}?")
    settings = {}
    for variable, name in names.items():
        if text := environment.get(variable):
            place = f"{variable} in the environment"
            settings[name] = (parsed(KNOWN[name], text, place), place)
    return settings


def parsed(setting: Field[Any], text: str, place: str) -> Any:
    """A value of a variable."""
    kind: Any = type(setting.default)
    try:
        if kind is bool:
            return TRUTHS[text.strip().lower()]
        if kind is tuple:
            return tuple(entry.strip() for entry in text.split(SEPARATOR) if entry.strip())
        return kind(text)
    except (ValueError, KeyError):
        raise wrong_kind(setting, text, place) from None


def suggestion(name: str, known: Iterable[str]) -> str:
    """A nearby name, if there is one."""
    near = difflib.get_close_matches(name, known, 1)
    return f": did you mean {near[0]!r}?" if near else "; docs/reference/serving.md lists them all"
