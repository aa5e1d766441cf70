"""A program of others on loopback that takes webhooks and checks their signatures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from standardwebhooks import Webhook


@dataclass(frozen=True)
class Received:
    """A request as it came."""

    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """The message's id, by which a receiver drops repeats."""
        return self.headers["webhook-id"]

    def verified(self, secret: str) -> dict[str, Any]:
        """The event, once its signature and time are checked; raises where they are wrong."""
        found: dict[str, Any] = Webhook(secret).verify(self.body, self.headers)
        return found


@dataclass
class Receiver:
    """Answers with `status`; keeps what it gets."""

    url: str = ""
    status: int = 204
    location: str = ""
    requests: list[Received] = field(default_factory=list)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one request."""
        _, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests.append(Received(headers, body))
        location = f"location: {self.location}\r\n" if self.location else ""
        head = f"HTTP/1.1 {self.status} x\r\ncontent-length: 0\r\nconnection: close\r\n{location}"
        writer.write(f"{head}\r\n".encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    """Run a receiver."""
    receiver = Receiver()
    server = await asyncio.start_server(receiver.answer, "127.0.0.1", 0)
    receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hooks"
    async with server:
        yield receiver
