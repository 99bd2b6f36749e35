"""Message encryption for Web Push (RFC 8291): only the subscribed browser can read a message."""

import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ferrovia.server.base.base64url import to_bytes

CURVE: Final = ec.SECP256R1()
RECORD_SIZE: Final = 4096
SALT_BYTES: Final = 16
LAST_RECORD: Final = b"\x02"


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_point(text: str) -> ec.EllipticCurvePublicKey:
    """A browser's public key; ValueError if it is not a point on the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to_bytes(text))


def encrypt(
    content: bytes,
    p256dh: str,
    auth: str,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message in the content coding `aes128gcm`, for a browser's public key and the secret it shares with us. `own`
    and `salt` are new for each message, except in tests."""
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(SALT_BYTES)
    reader, point = read_point(p256dh), point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), reader)
    secret = derived(shared, to_bytes(auth), b"WebPush: info\0" + point_of(reader) + point, 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, content + LAST_RECORD, None)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Key derivation: HKDF with SHA-256."""
    return HKDF(SHA256(), length, salt, info).derive(secret)
