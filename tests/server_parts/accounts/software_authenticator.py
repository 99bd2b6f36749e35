"""A passkey in software, which can do everything wrong that a real one never would."""

import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

SITE = "localhost"
ORIGIN = "http://localhost:8000"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encode(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def cbor_text(text: str) -> bytes:
    return bytes([0x60 + len(text)]) + text.encode()


def cbor_bytes(content: bytes) -> bytes:
    short = bytes([0x58, len(content)]) if len(content) < 256 else b"\x59" + len(content).to_bytes(2, "big")
    return short + content


@dataclass
class SoftwarePasskey:
    """A passkey of one account; each field can be falsified."""

    user: str = ""
    site: str = SITE
    origin: str = ORIGIN
    count: int = 0
    flags: int = PRESENT | VERIFIED
    counts: bool = True
    """Whether it counts its signatures; synchronised ones do not."""
    framed: bool = False
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    raw_id: bytes = field(default_factory=lambda: token_bytes(32))

    @property
    def id(self) -> str:
        return encode(self.raw_id)

    def made(self, challenge: dict[str, Any]) -> dict[str, str]:
        """What a browser answers that has made it."""
        self.user = challenge["user"]
        point = self.key.public_key().public_numbers()
        coordinates = [number.to_bytes(32, "big") for number in (point.x, point.y)]
        public = b"\xa5\x01\x02\x03\x26\x20\x01\x21" + cbor_bytes(coordinates[0]) + b"\x22" + cbor_bytes(coordinates[1])
        attested = bytes(16) + len(self.raw_id).to_bytes(2, "big") + self.raw_id + public
        data = self._data(self.flags | ATTESTED) + attested
        statement = cbor_text("fmt") + cbor_text("none") + cbor_text("attStmt") + b"\xa0" + cbor_text("authData")
        return {
            "id": self.id,
            "client_data": encode(self._client_data("webauthn.create", challenge)),
            "attestation": encode(b"\xa3" + statement + cbor_bytes(data)),
        }

    def shown(self, challenge: dict[str, Any]) -> dict[str, str]:
        """What a browser answers whose player has chosen it."""
        self.count += self.counts
        data, client_data = self._data(self.flags), self._client_data("webauthn.get", challenge)
        signature = self.key.sign(data + sha256(client_data).digest(), ECDSA(SHA256()))
        return {
            "id": self.id,
            "client_data": encode(client_data),
            "authenticator_data": encode(data),
            "signature": encode(signature),
            "user": self.user,
        }

    def _data(self, flags: int) -> bytes:
        return sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: dict[str, Any]) -> bytes:
        values = {"type": kind, "challenge": challenge["challenge"], "origin": self.origin, "crossOrigin": self.framed}
        return json.dumps(values).encode()
