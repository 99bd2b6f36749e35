"""Forwarding to an owner that is gone, that has lost the table, or whose client is gone."""

import asyncio
import contextlib
import socket
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.requests import ClientDisconnect

from ferrovia.protocol.options import NewSeat, NewTable
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.settings import Settings
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.services import Services, open_services
from ferrovia.server.sockets.forwarding import FORWARDED
from ferrovia.server.sockets.owner_connections import HEAD_BYTES
from ferrovia.server.store.notifications import ANOTHER_OWNER
from tests.server.ports import free_port
from tests.server.processes.gateway import Gateway, at_gateway, listening, raw, silent


def test_a_client_that_hangs_up_takes_no_table_from_its_owner(database: str) -> None:
    async def story(gateway: Gateway) -> None:
        async with listening() as peer:
            owner = await gateway.own(peer)
            await gateway.come(gone=True)
            assert gateway.said == ("websocket.accept", None)
            assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


@pytest.mark.parametrize("kind", ["websocket", "http"])
def test_a_table_of_an_unreachable_owner_is_served_here(database: str, kind: str) -> None:
    async def story(gateway: Gateway) -> None:
        await gateway.own(f"http://127.0.0.1:{free_port()}")
        await gateway.come(kind)
        assert (gateway.served, gateway.sent, await gateway.owner()) == (1, [], gateway.ownership.process)

    at_gateway(database, story)


@pytest.mark.parametrize("kind", ["websocket", "http"])
@pytest.mark.parametrize("dead", ["refuses", "silent"])
def test_every_address_of_an_owner_is_tried(
    database: str, kind: str, dead: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name may have an IPv6 address too, where nobody listens."""
    known = socket.getaddrinfo

    async def story(gateway: Gateway) -> None:
        refusal = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        async with raw(refusal) as peer:
            with silent() as place:
                places = [place if dead == "silent" else ("127.0.0.1", free_port()), ("127.0.0.1", urlsplit(peer).port)]

                def named(host: Any, *rest: Any, **more: Any) -> Any:
                    if host != "owner.test":
                        return known(host, *rest, **more)
                    return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", each) for each in places]

                monkeypatch.setattr(socket, "getaddrinfo", named)
                owner = await gateway.own("http://owner.test:8000")
                await gateway.come(kind)
                assert gateway.sent[0]["status"] == 404, "what the owner said"
                assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


def test_a_misdirected_connection_follows_the_table_to_its_next_owner(database: str) -> None:
    async def story(gateway: Gateway) -> None:
        async with listening() as peer:

            async def moved() -> int:
                await gateway.own(peer)
                return 421

            async with listening(moved) as first:
                await gateway.own(first)
                await gateway.come()
            assert gateway.said == ("websocket.accept", None)
            assert gateway.served == 0
            assert await gateway.owner() != gateway.ownership.process

    at_gateway(database, story)


def test_a_program_does_not_see_that_its_stream_was_misdirected(database: str) -> None:
    async def story(gateway: Gateway) -> None:
        async def restarted() -> int:
            return 421

        async with listening(restarted) as peer:
            await gateway.own(peer)
            await gateway.come("http")
        assert (gateway.served, gateway.sent, await gateway.owner()) == (1, [], gateway.ownership.process)

    at_gateway(database, story)


@pytest.mark.parametrize("kind", ["websocket", "http"])
@pytest.mark.parametrize(
    "head",
    [
        b"\r\n\r\n",
        b"HTTP/1.1\r\n\r\n",
        b"HTTP/1.1 fine\r\n\r\n",
        b"HTTP/1.1 999 what\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        b"HTTP/1.1 301 Moved Permanently\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 307 Temporary Redirect\r\nlocation: http://a.test/\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 308 Permanent Redirect\r\nlocation: ws://a.test:x/\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\na b: \x01\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nlong: " + b"x" * (HEAD_BYTES * 2) + b"\r\n\r\n",
    ],
)
def test_what_is_no_answer_of_ours_is_no_owner(database: str, kind: str, head: bytes) -> None:
    """Something else has the address by now."""

    async def story(gateway: Gateway) -> None:
        async with raw(head) as peer:
            await gateway.own(peer)
            await gateway.come(kind)
        assert (gateway.served, gateway.sent, await gateway.owner()) == (1, [], gateway.ownership.process)

    at_gateway(database, story)


def test_a_stream_that_its_client_does_not_take_is_closed(database: str) -> None:
    async def story(gateway: Gateway) -> None:
        closed = asyncio.Event()

        async def say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError), contextlib.closing(writer):
                await reader.readuntil(b"\r\n\r\n")
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
                await reader.read()
                closed.set()

        async with await asyncio.start_server(say, "127.0.0.1", 0) as server:
            await gateway.own(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            with contextlib.suppress(OSError, ClientDisconnect):
                await gateway.come("http", gone=True)
            async with asyncio.timeout(20):
                await closed.wait()

    at_gateway(database, story)


@pytest.mark.parametrize("kind", ["websocket", "http"])
def test_what_was_forwarded_is_not_forwarded_again(database: str, kind: str) -> None:
    """Also if it was meant for the process that had this address before."""

    async def story(gateway: Gateway) -> None:
        async with listening() as peer:
            owner = await gateway.own(peer)
            await gateway.come(kind, **{FORWARDED: "before"})
            assert gateway.sent[0]["status"] == 421
            assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


@pytest.mark.parametrize("host", ["a.test:99999", "a.test:x", "a.test/metrics?", "me:secret@a.test", "a.test#", "[::"])
def test_a_malformed_host_is_refused(database: str, host: str) -> None:
    async def story(gateway: Gateway) -> None:
        async with listening() as peer:
            owner = await gateway.own(peer)
            await gateway.come(host=host)
            assert gateway.said == ("websocket.http.response.start", 422)
            assert (gateway.served, await gateway.owner()) == (0, owner.process)

    at_gateway(database, story)


def test_the_owner_is_not_asked_through_a_proxy(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy would connect to whatever host the client names."""
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{free_port()}")
    monkeypatch.delenv("no_proxy", raising=False)

    async def story(gateway: Gateway) -> None:
        async with listening() as peer:
            owner = await gateway.own(peer)
            await gateway.come()
            assert gateway.said == ("websocket.accept", None)
            assert await gateway.owner() == owner.process

    at_gateway(database, story)


def test_what_the_old_owner_wrote_without_a_notification_reaches_the_new_one(database: str) -> None:
    """It has not yet heard that the table was taken from it."""
    caller, wish = Identity("a key"), NewTable("new-york", [NewSeat("me"), NewSeat("open")])

    def process(peer: str) -> tuple[Services, Hub]:
        services = open_services(Settings(store=database, peer=peer))
        return services, Hub(services)

    async def story() -> None:
        (old, old_hub), (new, new_hub) = process("http://old:1"), process("http://new:1")
        try:
            for each in (old, new):
                await each.ownership.renew()
            table = await old_hub.open(wish, caller, "here")
            assert await old.ownership.elsewhere(table.row.id) is None
            heard = asyncio.Event()

            async def listens() -> None:
                heard.set()

            new.tasks.spawn(new.bus.listen(new_hub.hear, listens))
            await heard.wait()
            assert await new.ownership.elsewhere(table.row.id, old.ownership.process) is None
            taken = await new_hub.find(table.row.id)
            assert await table.say(caller, 0, "hello", "once") > taken.row.seq
            old_hub.hear(table.row.id, ANOTHER_OWNER)
            async with asyncio.timeout(20):
                while taken.row.seq < table.row.seq:
                    await asyncio.sleep(0.01)
        finally:
            await old.close()
            await new.close()

    asyncio.run(story())
