"""A pooler in transaction mode: a few connections to the server, lent for one transaction each.

It knows nothing of prepared statements, as PgBouncer before 1.21, and makes process ids up.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

_STARTUP = struct.pack("!I", 196608)
#: What comes before the first query: settings, and that the server is ready.
Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class LendingPooler:
    """Before the server of `connect` (a folder of sockets without passwords)."""

    def __init__(self, connect: dict[str, Any], size: int) -> None:
        self._connect = connect
        self._idle: asyncio.Queue[Pair] = asyncio.Queue()
        self._size = size
        self._greeting = b""
        self._servers: list[Pair] = []

    async def open(self) -> None:
        """Connect to the server as often as there are connections to lend."""
        user, name = self._connect["user"], self._connect["database"]
        for _ in range(self._size):
            path = f"{self._connect['host']}/.s.PGSQL.{self._connect['port']}"
            reader, writer = await asyncio.open_unix_connection(path)
            words = b"".join(
                one.encode() + b"\0" for one in ("user", user, "database", name, "timezone", "UTC")
            )
            body = _STARTUP + words + b"\0"
            writer.write(struct.pack("!I", len(body) + 4) + body)
            settings = b""
            while (message := await _message(reader))[:1] != b"Z":
                if message[:1] == b"S":
                    settings += message
            self._greeting = settings
            self._servers.append((reader, writer))
            self._idle.put_nowait((reader, writer))

    def close(self) -> None:
        """End what is lent and what is not."""
        for _, writer in self._servers:
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client, until it hangs up."""
        server: Pair | None = None
        answering: asyncio.Task[None] | None = None
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while (await reader.readexactly(_length(await reader.readexactly(4))))[:4] != _STARTUP:
                writer.write(b"N")
            ready = b"Z" + struct.pack("!I", 5) + b"I"
            made_up = b"K" + struct.pack("!III", 12, 4_000_000_000, 1)
            writer.write(b"R" + struct.pack("!II", 8, 0) + self._greeting + made_up + ready)
            while (message := await _message(reader))[:1] != b"X":
                if answering is None or answering.done():
                    server = await self._idle.get()
                    answering = asyncio.create_task(self._answer(server, writer))
                assert server is not None
                server[1].write(message)
        if server is not None and answering is not None and not answering.done():
            answering.cancel()
            server[1].transport.abort()
        writer.close()

    async def _answer(self, server: Pair, client: asyncio.StreamWriter) -> None:
        """Pass on what the server says, until a transaction has ended."""
        while True:
            answer = await _message(server[0])
            ended = answer[:1] == b"Z" and answer[-1:] == b"I"
            if ended:
                self._idle.put_nowait(server)
            client.write(answer)
            if ended:
                return


def _length(word: bytes) -> int:
    return int(struct.unpack("!I", word)[0]) - 4


async def _message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(5)
    return head + await reader.readexactly(_length(head[1:]))


@asynccontextmanager
async def lending(connect: dict[str, Any], size: int) -> AsyncIterator[dict[str, Any]]:
    """Arguments for `asyncpg.connect` through such a pooler."""
    pooler = LendingPooler(connect, size)
    await pooler.open()
    listening = await asyncio.start_server(pooler.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    try:
        yield connect | {"host": "127.0.0.1", "port": port}
    finally:
        listening.close()
        pooler.close()
