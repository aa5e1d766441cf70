"""Heads and bodies that never end, come apart or come in thousands: only their senders notice."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress

import httpx
import pytest

from .product import ANON, Product
from .wire import read_answer, request

HALF = (
    b"POST /auth/v1/recover HTTP/1.1\r\nhost: x\r\napikey: anon\r\n"
    b'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"email": '
)
TARGETS = ("/auth/v1/recover", "/rest/v1/bookings", "/rest/v1/rpc/campus_clock")


async def test_a_thousand_half_bodies_of_one_address_leave_others_alone(product: Product) -> None:
    opened = await asyncio.gather(
        *(asyncio.open_connection("127.0.0.1", product.port) for _ in range(1024))
    )
    try:
        for _, writer in opened:
            writer.write(HALF)
        # Neighbours behind the same address and people elsewhere, reading and signing in.
        for address in ("127.0.0.1", "127.0.0.2"):
            transport = httpx.AsyncHTTPTransport(local_address=address)
            async with httpx.AsyncClient(
                transport=transport, base_url=product.url, headers=ANON, timeout=60
            ) as client:
                for _ in range(20):
                    assert (await client.get("/rest/v1/campuses")).status_code == 200
                    assert (await client.get("/healthz")).status_code == 200
                signed_in = await client.post(
                    "/auth/v1/token?grant_type=password",
                    json={"email": "customer@demo.test", "password": "demo-password"},
                )
                assert signed_in.status_code == 200, signed_in.text
        # None of them holds its connection for good.
        async with asyncio.timeout(120):
            answers = await asyncio.gather(*(read_answer(*both) for both in opened))
        assert {one.status for one in answers} == {408, 429}
        assert sum(one.status == 408 for one in answers) <= 2 * 64
    finally:
        for _, writer in opened:
            writer.close()


async def test_a_head_that_stops_ends_its_connection(product: Product) -> None:
    opened = await asyncio.gather(
        *(asyncio.open_connection("127.0.0.1", product.port) for _ in range(64))
    )
    try:
        for _, writer in opened:
            writer.write(b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-half: ")
        async with httpx.AsyncClient(base_url=product.url, timeout=60) as client:
            assert (await client.get("/healthz")).status_code == 200
        async with asyncio.timeout(120):
            await asyncio.gather(*(_closed(reader) for reader, _ in opened))
    finally:
        for _, writer in opened:
            writer.close()


async def _closed(reader: asyncio.StreamReader) -> None:
    """Return once the server has closed a connection, whatever it answered."""
    with suppress(ConnectionError):
        await reader.read()


@pytest.mark.parametrize("target", TARGETS)
async def test_a_body_that_stops_is_answered_and_its_connection_ends(
    product: Product, target: str
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", product.port)
    writer.write(HALF.replace(b"/auth/v1/recover", target.encode()))
    async with asyncio.timeout(60):
        answer = await read_answer(reader, writer)
    assert answer.status == 408
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["code"] in (408, "request_timeout")


async def test_a_body_in_drops_is_ended_too(product: Product) -> None:
    async with AsyncExitStack() as ends, asyncio.timeout(90):
        reader, writer = await asyncio.open_connection("127.0.0.1", product.port)
        ends.callback(writer.close)
        writer.write(HALF.replace(b"length: 100", b"length: 100000"))
        reading = asyncio.ensure_future(read_answer(reader, writer))
        while not reading.done():
            with suppress(ConnectionError):
                writer.write(b" ")
                await writer.drain()
            await asyncio.wait({reading}, timeout=0.2)
        assert reading.result().status == 408


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("broken", [b"zz\r\n{}\r\n0\r\n\r\n", b"2\r\n{}xx0\r\n\r\n", b"-1\r\n{}"])
async def test_a_broken_chunked_body_is_a_bad_request(
    product: Product, target: str, broken: bytes
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", product.port)
    head = request("POST", target, ANON | {"content-type": "application/json"}, b"", chunked=True)
    writer.write(head.removesuffix(b"0\r\n\r\n") + broken)
    async with asyncio.timeout(60):
        answer = await read_answer(reader, writer)
    assert answer.status == 400, answer.body
