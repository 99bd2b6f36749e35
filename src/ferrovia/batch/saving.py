"""Files of games: NumPy's npz with the states, the seeds, and the hash of their rules."""

import os
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ferrovia.engine.state import STATE
from ferrovia.errors import OtherRules, RecordError, UnknownRules
from ferrovia.game.checks import check_rules
from ferrovia.rules.resolved import Rules

FORMAT: Final = 1
SHAPES: Final = {
    "format": ("iu", 0),
    "rules": ("U", 0),
    "hash": ("U", 0),
    "players": ("iu", 0),
    "seeds": ("iu", 1),
    "states": ("u", 1),
}
"""The arrays of a file: the kind of their numbers, and their dimensions."""


def write_games(
    path: str | os.PathLike[str], rules: Rules, players: int, states: Any, seeds: NDArray[np.uint64]
) -> None:
    """Write games to a file."""
    with Path(path).open("wb") as file:
        np.savez(
            file,
            format=np.array(FORMAT),
            rules=np.array(rules.id),
            hash=np.array(rules.hash),
            players=np.array(players),
            seeds=seeds,
            states=np.frombuffer(states.tobytes(), np.uint8),
        )


def read_games(
    path: str | os.PathLike[str], rules: str | os.PathLike[str] | Rules | None
) -> tuple[Rules, int, Any, NDArray[np.uint64]]:
    """The rules, the number of players, the states and the seeds in a file."""
    with Path(path).open("rb") as raw:  # no such file, or one that may not be read: the system's own words name it
        try:
            with np.load(raw, allow_pickle=False) as file:
                arrays = {name: file[name] for name in SHAPES}
        except Exception as error:  # NumPy raises whatever its parser meets: OSError, TokenError, zlib.error …
            raise RecordError(f"{os.fspath(path)!r} is no file of games") from error
    if any(arrays[name].dtype.kind not in kinds or arrays[name].ndim != axes for name, (kinds, axes) in SHAPES.items()):
        raise RecordError(f"{os.fspath(path)!r} is no file of games")
    if arrays["format"] != FORMAT or arrays["states"].nbytes != len(arrays["seeds"]) * STATE.itemsize:
        raise RecordError(f"{os.fspath(path)!r} was written by another version of Ferrovia")
    resolved = rules_named(str(arrays["rules"])) if rules is None else check_rules(rules)
    if resolved.hash != str(arrays["hash"]):
        raise OtherRules(
            f"the games were played by rules {str(arrays['hash'])[:12]}, but these are {resolved.hash[:12]}"
        )
    states = np.frombuffer(bytearray(arrays["states"].tobytes()), STATE)
    return resolved, int(arrays["players"]), states, arrays["seeds"].astype(np.uint64)


def rules_named(name: str) -> Rules:
    """The rules a file of games names; those of a board of one's own are in no place that the file knows."""
    try:
        return check_rules(name)
    except UnknownRules as error:
        raise UnknownRules(f"the games use the rules {name!r}, which are not built in: load(…, rules=FILE)") from error
