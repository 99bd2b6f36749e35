"""VAPID (RFC 8292): the key that identifies this server to push services, created once per store."""

import json
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from ferrovia.server.base.base64url import to_bytes, to_text
from ferrovia.server.push.encryption import CURVE, point_of

LIFE_SECONDS: Final = 12 * 3600
NUMBER_BYTES: Final = 32
NO_CONTACT: Final = "mailto:nobody@ferrovia.invalid"


def new_key() -> str:
    """A new private key as text, to be stored."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return to_text(number.to_bytes(NUMBER_BYTES, "big"))


@dataclass(frozen=True)
class VapidKey:
    """The server's key pair."""

    private: ec.EllipticCurvePrivateKey
    contact: str
    """Where a push service reaches the operator: an https or mailto address."""

    @staticmethod
    def read(text: str, address: str = "") -> "VapidKey":
        """The stored key; `address` is the public address of the server."""
        private = ec.derive_private_key(int.from_bytes(to_bytes(text), "big"), CURVE)
        return VapidKey(private, address if address.startswith("https://") else NO_CONTACT)

    @property
    def public(self) -> str:
        """The public key, which browsers subscribe with."""
        return to_text(point_of(self.private.public_key()))

    def authorization(self, endpoint: str, now: float) -> str:
        """The header that signs a message to a push service."""
        parts = urlsplit(endpoint)
        audience = f"{parts.scheme}://{parts.netloc}"
        claims = {"aud": audience, "exp": int(now) + LIFE_SECONDS, "sub": self.contact}
        return f"vapid t={self._token(claims)}, k={self.public}"

    def _token(self, claims: dict[str, object]) -> str:
        """A JSON Web Token, signed with ES256."""
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join(to_text(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        numbers = decode_dss_signature(self.private.sign(text.encode(), ec.ECDSA(SHA256())))
        return f"{text}.{to_text(b''.join(number.to_bytes(NUMBER_BYTES, 'big') for number in numbers))}"
