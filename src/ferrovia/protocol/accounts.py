"""Accounts with passkeys: what a browser is asked, what it answers, and what it learns."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from ferrovia.protocol.options import CLOSED, Name, Truth
from ferrovia.protocol.requests import Profile
from ferrovia.protocol.typed_dict import TypedDict

Purpose = Literal["create", "add", "sign-in", "confirm"]
PasskeyId = Annotated[str, Field(min_length=16, max_length=1400, pattern=r"^[A-Za-z0-9_-]+$")]
ClientData = Annotated[str, Field(min_length=1, max_length=2000, pattern=r"^[A-Za-z0-9_-]+$")]
Binary = Annotated[str, Field(min_length=1, max_length=8000, pattern=r"^[A-Za-z0-9_-]+$")]
"""Bytes in base64url."""
UserHandle = Annotated[str, Field(max_length=86, pattern=r"^[A-Za-z0-9_-]*$")]
"""At most 64 bytes."""


@dataclass(frozen=True)
class AskChallenge:
    """Ask for a challenge: to create an account, add a passkey to it, sign in, or show a passkey of it once more."""

    __pydantic_config__ = CLOSED
    purpose: Purpose


@dataclass(frozen=True)
class PasskeyMade:
    """What a browser answers when it has made a passkey."""

    __pydantic_config__ = CLOSED
    id: PasskeyId
    client_data: ClientData
    attestation: Binary


@dataclass(frozen=True)
class PasskeyShown:
    """What a browser answers when its player has chosen a passkey."""

    __pydantic_config__ = CLOSED
    id: PasskeyId
    client_data: ClientData
    authenticator_data: Binary
    signature: Binary
    user: UserHandle
    """The id of the account, as the passkey has kept it. Empty where the server named the passkeys (`confirm`) and the
    authenticator leaves it out, as it may."""


@dataclass(frozen=True)
class CreateAccount:
    """Open an account for this browser's player. The name is shown to nobody else and need not be unique."""

    __pydantic_config__ = CLOSED
    name: Name
    passkey: PasskeyMade


@dataclass(frozen=True)
class SignOut:
    """Sign this browser out, or with `others` every other one."""

    __pydantic_config__ = CLOSED
    others: Truth = False


@dataclass(frozen=True)
class SaveProfile:
    """Keep this browser's profile in the account; pages pack and read it by themselves."""

    __pydantic_config__ = CLOSED
    profile: Profile


class PasskeyChallenge(TypedDict):
    """What to pass to `navigator.credentials`. Binary values are in base64url."""

    challenge: str
    site: str
    """The relying party's id."""
    user: str
    """The id of the account that a new passkey is for."""
    name: str
    """Its name; empty for a new account."""
    passkeys: list[str]
    """Passkeys of the account: one of them has to be shown, or no more is made where one of them is."""
    seconds: int
    """How long it may take."""


class PasskeyInfo(TypedDict):
    """A passkey of the account."""

    id: str
    created_at: float
    used_at: float
    here: bool
    """Whether this browser signed in with it."""


class AccountShown(TypedDict):
    """The account that a browser is signed in to."""

    name: str
    passkeys: list[PasskeyInfo]
    browsers: int
    """How many are signed in."""
    profile: str
    """What a page saved last; empty: nothing yet."""


class AccountInfo(TypedDict):
    """Accounts on this server."""

    offered: bool
    """Whether this server has accounts."""
    account: AccountShown | None
    """The account that this browser is signed in to."""
