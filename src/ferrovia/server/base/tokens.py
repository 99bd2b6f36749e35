"""Ids, codes and tokens: unguessable secrets, and what is stored of them."""

import hmac
import re
import secrets
from hashlib import sha256
from typing import Final

from ferrovia.protocol.requests import CODE_LENGTH

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which look like digits."""
ID_LETTERS: Final = "23456789" + LETTERS + LETTERS.lower().replace("l", "")
ID_LENGTH: Final = 11
TOKEN_BYTES: Final = 32
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""What `secrets.token_urlsafe(TOKEN_BYTES)` returns."""
FEWEST_DIFFERENT: Final = 12
"""Different characters in a token. One in 10^19 random ones has fewer."""


def new_id() -> str:
    """A table's id: public, but 60 bits long, so that trying finds none."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_code() -> str:
    """A join code to read out loud; it opens free seats only."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def new_token() -> str:
    """A secret that opens a seat or identifies a browser."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_token(text: str) -> bool:
    """Whether a text can be a secret made here: clients must not choose weak keys of their own."""
    return TOKEN.fullmatch(text) is not None and len(set(text)) >= FEWEST_DIFFERENT


def digest(token: str) -> str:
    """What is stored of a token."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def same(one: str, other: str) -> bool:
    """Compare two digests in constant time."""
    return hmac.compare_digest(one, other)
