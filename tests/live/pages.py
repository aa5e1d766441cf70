"""An open page on the streams of one process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from summerstow.platform.http.asgi import Header
from summerstow.platform.live import streams
from summerstow.platform.live.streams import Streams


class Page:
    """An open page: what it was answered, and the closing of it."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.body = b""
        self.ended = False
        self._parts: asyncio.Queue[bytes] = asyncio.Queue()
        self._closed = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self._closed.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
            return
        self.body += message["body"]
        self.ended = not message.get("more_body", False)
        self._parts.put_nowait(message["body"])

    async def next(self) -> str:
        return (await asyncio.wait_for(self._parts.get(), 10)).decode().strip()

    async def lines(self, count: int = 1) -> list[Any]:
        """The next lines that it is told of."""
        told: list[Any] = []
        while len(told) < count:
            for event in (await self.next()).split("\n\n"):
                name, data = event.split("\n")
                assert name == "event: queue"
                told.append(msgspec.json.decode(data.removeprefix("data: ")))
        return told

    def close(self) -> None:
        self._closed.set()


@asynccontextmanager
async def opened(
    rest: Streams, query: str = "", path: str = streams.PATH, headers: Sequence[Header] = ()
) -> AsyncIterator[Page]:
    """A page on this application for the time of the block."""
    page = Page()
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b""}
    scope["query_string"] = query.encode()
    answer = asyncio.create_task(rest(scope, page.receive, page.send))
    try:
        yield page
    finally:
        page.close()
        await asyncio.wait_for(answer, 10)
