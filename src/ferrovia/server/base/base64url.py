"""Base64url without padding (RFC 4648, section 5), as WebAuthn and Web Push write it."""

from base64 import urlsafe_b64decode, urlsafe_b64encode


def to_text(content: bytes) -> str:
    """Encode bytes."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """Decode a text; ValueError if it is not base64url."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
