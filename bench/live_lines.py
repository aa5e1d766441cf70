"""A change of a day's line told to everybody who has its page open."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import asyncpg

from .crew_cases import today
from .product import ANON_KEY, Product

#: Streams that each person has, below what one may have.
EACH: Final = 4
CHANGES: Final = 30


async def measure(product: Product, connection: asyncpg.Connection[Any], tokens: list[str]) -> None:
    """Open streams, change the line, and print what a change costs when everybody has heard."""
    streams = [
        await asyncio.open_connection("127.0.0.1", product.port) for _ in range(EACH * len(tokens))
    ]
    heard = asyncio.Semaphore(0)
    listening = []
    for number, (reader, writer) in enumerate(streams):
        writer.write(
            f"GET /live/queue HTTP/1.1\r\nHost: bench\r\napikey: {ANON_KEY}\r\n"
            f"Authorization: Bearer {tokens[number % len(tokens)]}\r\n\r\n".encode()
        )
        listening.append(asyncio.create_task(_listen(reader, heard)))
    await asyncio.sleep(3)
    before = product.cpu()
    for _ in range(CHANGES):
        await connection.execute(
            "update public.pickup_queue set is_ready = not is_ready where id = ("
            "select id from public.pickup_queue where campus_id = 2 and pickup_date = $1 "
            "order by place limit 1)",
            today(),
        )
        for _ in streams:
            async with asyncio.timeout(10):
                await heard.acquire()
    spent = product.cpu() - before
    told = CHANGES * len(streams)
    print(
        f"live fan-out: {CHANGES} changes to {len(streams)} open pages, "
        f"{1000 * spent / CHANGES:.1f} ms of CPU a change, {1000 * spent / told:.3f} a page"
    )
    for task in listening:
        task.cancel()
    for _, writer in streams:
        writer.close()


async def _listen(reader: asyncio.StreamReader, heard: asyncio.Semaphore) -> None:
    while line := await reader.readline():
        if line.startswith(b"event: queue"):
            heard.release()
