"""The animated picture of the README: a WebP container that browsers read."""

from tools.animation import animated, chunk, chunks


def still(content: bytes) -> bytes:
    body = chunk(b"VP8 ", content)
    return b"RIFF" + (len(body) + 4).to_bytes(4, "little") + b"WEBP" + body


def test_every_frame_is_in_the_container_and_the_last_one_stays():
    film = animated([still(b"one"), still(b"other")], (720, 450), 450, 4000)
    assert int.from_bytes(film[4:8], "little") == len(film) - 8
    names = [name for name, _ in chunks(film)]
    assert names == [b"VP8X", b"ANIM", b"ANMF", b"ANMF"]
    canvas, _, first, last = (content for _, content in chunks(film))
    assert canvas[4:] == (719).to_bytes(3, "little") + (449).to_bytes(3, "little")
    assert [int.from_bytes(frame[12:15], "little") for frame in (first, last)] == [450, 4000]
    assert first[16:] == chunk(b"VP8 ", b"one")
