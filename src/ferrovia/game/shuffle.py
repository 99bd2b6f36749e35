"""Provably fair shuffle (commit and reveal): all chance of a game follows from a secret revealed when the game is over.

Before the setup and before each move, the game's generator is keyed with HMAC-SHA-256(secret, number of the move).
Players who knew the secret's `commitment` from the start can then verify that nothing was changed. A player who works
out the generator's state from visible cards learns nothing about later moves.
"""

import hmac
import secrets
from hashlib import sha256
from typing import Any

import numpy as np

from ferrovia.engine import batch
from ferrovia.errors import TableError
from ferrovia.game.checks import quoted

SECRET_BYTES = 32
WORD_BYTES = 8
KEY_WORDS = 3


def new_secret() -> bytes:
    """A random, unguessable secret."""
    return secrets.token_bytes(SECRET_BYTES)


def check_secret(secret: object) -> bytes:
    """Check that a value can be a secret."""
    if not isinstance(secret, bytes) or len(secret) != SECRET_BYTES:
        raise TableError(f"the secret of a shuffle must be {SECRET_BYTES} bytes, not {quoted(type(secret).__name__)}")
    return secret


def commitment(secret: bytes) -> str:
    """The hash of a secret, which can be shown before the game."""
    return sha256(check_secret(secret)).hexdigest()


def rekey(states: Any, secret: bytes, number: int) -> None:
    """Key the generator of a state for a move; number 0 is the setup."""
    digest = hmac.digest(secret, f"ferrovia:{number}".encode(), "sha256")
    batch.key_at(states, 0, *np.frombuffer(digest, f"<u{WORD_BYTES}", KEY_WORDS))
