"""Verification of passkeys, by the library `webauthn`, which is imported when it is first needed."""

import json
import logging
from contextlib import suppress
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from ferrovia.protocol.accounts import PasskeyMade, PasskeyShown
from ferrovia.server.base.base64url import to_bytes, to_text
from ferrovia.server.base.refusals import RequestRefused

log = logging.getLogger(__name__)
MOST_KEY_BYTES: Final = 1024
"""A public key of RSA with 4096 bits takes half of it."""
ALGORITHMS: Final = (-8, -7, -257)
"""Ed25519, ES256 and RS256, by their numbers in COSE."""


class NewPasskey(NamedTuple):
    """What is stored of a passkey."""

    id: str
    public_key: bytes
    sign_count: int


class PasskeyVerifier:
    """Verifies what browsers answer to a challenge, for the site at one address."""

    def __init__(self, address: str) -> None:
        self.origin = address.rstrip("/")
        self.site = urlsplit(address).hostname or ""
        """The relying party: passkeys are bound to it."""

    def made(self, answer: PasskeyMade, challenge: str) -> NewPasskey:
        """A new passkey; RequestRefused if it was not made here, for this challenge, by a person who was verified."""
        from webauthn import verify_registration_response
        from webauthn.helpers.cose import COSEAlgorithmIdentifier

        response = {"clientDataJSON": answer.client_data, "attestationObject": answer.attestation}
        try:
            check_own_page(answer.client_data)
            verified = verify_registration_response(
                credential={"id": answer.id, "rawId": answer.id, "type": "public-key", "response": response},
                expected_challenge=to_bytes(challenge),
                expected_rp_id=self.site,
                expected_origin=self.origin,
                require_user_verification=True,
                supported_pub_key_algs=[COSEAlgorithmIdentifier(number) for number in ALGORITHMS],
            )
        except Exception as error:  # the library lets many kinds through for what is malformed
            raise refused(error) from None
        if len(verified.credential_public_key) > MOST_KEY_BYTES or to_text(verified.credential_id) != answer.id:
            raise refused(ValueError("key"))
        return NewPasskey(answer.id, verified.credential_public_key, verified.sign_count)

    def shown(self, answer: PasskeyShown, challenge: str, known: NewPasskey) -> int:
        """The sign count of a passkey that was shown; RequestRefused if this is not the one that is known."""
        from webauthn import verify_authentication_response

        response = {
            "clientDataJSON": answer.client_data,
            "authenticatorData": answer.authenticator_data,
            "signature": answer.signature,
        }
        try:
            check_own_page(answer.client_data)
            verified = verify_authentication_response(
                credential={"id": answer.id, "rawId": answer.id, "type": "public-key", "response": response},
                expected_challenge=to_bytes(challenge),
                expected_rp_id=self.site,
                expected_origin=self.origin,
                credential_public_key=known.public_key,
                credential_current_sign_count=known.sign_count,
                require_user_verification=True,
            )
        except Exception as error:
            raise refused(error) from None
        return int(verified.new_sign_count)


def refused(error: Exception) -> RequestRefused:
    """One refusal for everything that can be wrong; the log says a little more."""
    log.warning("passkey-refused", extra={"why": str(error)[:100] or type(error).__name__})
    return RequestRefused("passkey-refused")


def check_own_page(client_data: str) -> None:
    """Raise ValueError if the browser says that another site's page has framed ours, which the library does not ask."""
    if client_values(client_data).get("crossOrigin", False) is not False:
        raise ValueError("cross-origin")


def challenge_of(client_data: str) -> str:
    """The challenge that a browser says it has answered; empty if it cannot be read."""
    with suppress(ValueError):
        return str(client_values(client_data).get("challenge", ""))
    return ""


def client_values(client_data: str) -> dict[str, Any]:
    """What the browser says it has done. ValueError if it cannot be read."""
    with suppress(RecursionError):
        values = json.loads(to_bytes(client_data))
        if isinstance(values, dict):
            return values
    raise ValueError("client data")
