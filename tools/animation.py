"""Animated WebP from still ones: the bitstreams of the frames in one WebP container."""

from collections.abc import Iterator, Sequence

HEAD = 12
FOREVER = 0


def chunks(still: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and content of each chunk of a WebP file."""
    assert (still[:4], still[8:12]) == (b"RIFF", b"WEBP"), "no WebP file"
    place = HEAD
    while place < len(still):
        size = int.from_bytes(still[place + 4 : place + 8], "little")
        yield still[place : place + 4], still[place + 8 : place + 8 + size]
        place += 8 + size + size % 2


def chunk(name: bytes, content: bytes) -> bytes:
    """A chunk, padded to an even length."""
    return name + len(content).to_bytes(4, "little") + content + b"\0" * (len(content) % 2)


def small(value: int) -> bytes:
    """A number of 24 bits."""
    return value.to_bytes(3, "little")


def animated(stills: Sequence[bytes], size: tuple[int, int], milliseconds: int, last: int) -> bytes:
    """All stills one after the other, for ever; the last one stays longer."""
    width, height = size
    canvas = bytes((0b10, 0, 0, 0)) + small(width - 1) + small(height - 1)
    body = chunk(b"VP8X", canvas) + chunk(b"ANIM", bytes(4) + FOREVER.to_bytes(2, "little"))
    for number, still in enumerate(stills):
        picture = next(chunk(name, content) for name, content in chunks(still) if name in (b"VP8 ", b"VP8L"))
        duration = last if number == len(stills) - 1 else milliseconds
        frame = small(0) + small(0) + small(width - 1) + small(height - 1) + small(duration) + b"\0"
        body += chunk(b"ANMF", frame + picture)
    return b"RIFF" + (len(body) + 4).to_bytes(4, "little") + b"WEBP" + body
