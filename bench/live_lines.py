"""A change of a day's line told to everybody who has its page open."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import asyncpg

from .case import today
from .product import ANON_KEY, Product

#: Streams that each person has, below what one may have.
EACH: Final = 4
CHANGES: Final = 30


async def measure(product: Product, connection: asyncpg.Connection[Any], tokens: list[str]) -> None:
    """Open streams, change the line, and print what a change costs when everybody has heard."""
    streams = [
        await asyncio.open_connection("127.0.0.1", product.port) for _ in range(EACH * len(tokens))
    ]
    pages = [Page() for _ in streams]
    listening = []
    for number, (page, (reader, writer)) in enumerate(zip(pages, streams, strict=True)):
        writer.write(
            f"GET /live/queue HTTP/1.1\r\nHost: bench\r\napikey: {ANON_KEY}\r\n"
            f"Authorization: Bearer {tokens[number % len(tokens)]}\r\n\r\n".encode()
        )
        listening.append(asyncio.create_task(page.listen(reader)))
    # Each is told to read anew once it is open.
    await _all_heard(pages)
    before = product.cpu()
    for _ in range(CHANGES):
        for page in pages:
            page.heard.clear()
        await connection.execute(
            "update public.pickup_queue set is_ready = not is_ready where id = ("
            "select id from public.pickup_queue where campus_id = 2 and pickup_date = $1 "
            "order by queue_position limit 1)",
            today(),
        )
        await _all_heard(pages)
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


@dataclass(slots=True)
class Page:
    """One stream: how it was answered, whether it is at its end, and whether it has `heard`."""

    status: str = "no answer"
    ended: bool = False
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, reader: asyncio.StreamReader) -> None:
        """Hear of changes, and where some may have been missed, of that."""
        self.status = (await reader.readline()).decode().strip()
        while line := await reader.readline():
            if line.startswith((b"event: queue", b"event: read")):
                self.heard.set()
        self.ended = True


async def _all_heard(pages: list[Page]) -> None:
    """Wait for every page. What one has not heard ends the bench, and says how its stream is."""
    try:
        async with asyncio.timeout(10):
            for page in pages:
                await page.heard.wait()
    except TimeoutError:
        deaf = Counter(
            f"{page.status}, {'ended' if page.ended else 'open'}"
            for page in pages
            if not page.heard.is_set()
        )
        sys.exit(f"of {len(pages)} open pages some heard nothing: {dict(deaf)}")
