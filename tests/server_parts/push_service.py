"""A push service of the tests' own, which decrypts what it is sent as a browser would."""

import hmac
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ferrovia.server.base.base64url import to_text
from ferrovia.server.push.encryption import CURVE, point_of

AUTH = bytes(range(16))
WAIT = 60.0


class PushService(ThreadingHTTPServer):
    """A push service and the browser behind it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), PushHandler)
        self.key = ec.generate_private_key(CURVE)
        self.status = 201
        self.messages: Queue[tuple[str, dict[str, str], Any]] = Queue()
        """Which browser was told, the headers and the message."""

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def subscription(self, name: str = "browser") -> dict[str, str]:
        return {
            "endpoint": f"{self.origin}/{name}",
            "p256dh": to_text(point_of(self.key.public_key())),
            "auth": to_text(AUTH),
        }

    def decrypt(self, body: bytes) -> bytes:
        return decrypt(body, self.key, AUTH)


def decrypt(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """A message as a browser reads it, by RFC 8291, 8188 and 5869 alone: nothing of the server's own code."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    point, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(sealed) <= size, "one record"
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    own = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    secret = hkdf(auth, key.exchange(ec.ECDH(), sender), b"WebPush: info\x00" + own + point, 32)
    content_key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = hkdf(salt, secret, b"Content-Encoding: nonce\x00", 12)
    content, delimiter, padding = AESGCM(content_key).decrypt(nonce, sealed, None).rpartition(b"\x02")
    assert delimiter
    assert not padding.strip(b"\x00")
    return content


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869 with SHA-256, for keys no longer than a hash."""
    extracted = hmac.digest(salt, secret, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")[:length]


class PushHandler(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        message = json.loads(self.server.decrypt(body))
        self.server.messages.put((self.path.removeprefix("/"), dict(self.headers.items()), message))
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def service() -> Iterator[PushService]:
    found = PushService()
    thread = threading.Thread(target=found.serve_forever, daemon=True)
    thread.start()
    yield found
    found.shutdown()
    found.server_close()
