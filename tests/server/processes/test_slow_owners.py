"""Forwarding to an owner that is busy, or hangs."""

import asyncio
import contextlib
from typing import Any

import pytest

from ferrovia.server.sockets import forwarding
from tests.server.processes.gateway import Gateway, accepted, at_gateway, raw


@pytest.mark.parametrize("kind", ["websocket", "http"])
def test_a_busy_owner_keeps_its_tables(database: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is slow to answer, but renews its lease."""
    monkeypatch.setattr(forwarding, "ANSWER_SECONDS", 0.1)
    monkeypatch.setattr(forwarding, "PATIENCE", 1000)
    refusal = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

    async def story(gateway: Gateway) -> None:
        async with raw(refusal, wait=1.0) as peer:
            owner = await gateway.own(peer)
            await gateway.come(kind)
            assert gateway.sent[0]["status"] == 404, "what the owner said"
            assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


def test_a_client_of_an_owner_that_stays_busy_is_told_to_come_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "ANSWER_SECONDS", 0.05)

    async def story(gateway: Gateway) -> None:
        async with raw(b"", wait=30.0) as peer:
            owner = await gateway.own(peer)
            await gateway.come("http")
            assert gateway.sent[0]["status"] == 503
            assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


@pytest.mark.parametrize("kind", ["websocket", "http"])
def test_an_owner_that_hangs_loses_its_tables_with_its_lease(
    database: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system still accepts connections for it."""
    monkeypatch.setattr(forwarding, "ANSWER_SECONDS", 0.1)
    monkeypatch.setattr(forwarding, "PATIENCE", 1000)

    async def story(gateway: Gateway) -> None:
        async with raw(b"", wait=30.0) as peer:
            owner = await gateway.own(peer)
            coming = asyncio.create_task(gateway.come(kind))
            await asyncio.sleep(0.5)
            assert not coming.done()
            await owner.release()
            await coming
        assert (gateway.served, gateway.sent, await gateway.owner()) == (1, [], gateway.ownership.process)

    at_gateway(database, story)


@pytest.mark.parametrize("kind", ["websocket", "http"])
@pytest.mark.parametrize("alive", [True, False])
def test_an_answer_that_comes_while_its_owner_is_looked_for_is_not_lost(
    database: str, kind: str, alive: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is used if the owner is alive; if not, its connection is closed."""
    monkeypatch.setattr(forwarding, "ANSWER_SECONDS", 0.1)
    monkeypatch.setattr(forwarding, "PATIENCE", 1)

    async def story(gateway: Gateway) -> None:
        asked, closed = asyncio.Event(), asyncio.Event()

        async def say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError), contextlib.closing(writer):
                head = await reader.readuntil(b"\r\n\r\n")
                await asked.wait()
                writer.write(accepted(head) if kind == "websocket" else b"HTTP/1.1 200 OK\r\n\r\n")
                if alive and kind == "http":
                    writer.write_eof()
                await reader.read()
                closed.set()

        async def is_alive(owner: Any) -> bool:
            found = {task for task in asyncio.all_tasks() if task.get_coro().__name__ in ("connect", "streamed")}  # type: ignore[union-attr]
            assert len(found) == 1
            asked.set()
            await asyncio.wait(found)
            return alive

        monkeypatch.setattr(gateway.ownership, "is_alive", is_alive)
        async with await asyncio.start_server(say, "127.0.0.1", 0) as server:
            owner = await gateway.own(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            await gateway.come(kind)
            async with asyncio.timeout(20):
                await closed.wait()
            if alive:
                assert gateway.said == (
                    ("websocket.accept", None) if kind == "websocket" else ("http.response.start", 200)
                )
                assert (gateway.served, await gateway.owner()) == (0, owner.process)
            else:
                assert (gateway.served, gateway.sent, await gateway.owner()) == (1, [], gateway.ownership.process)

    at_gateway(database, story)
