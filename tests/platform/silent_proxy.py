"""A proxy that can fall silent: it takes every connection and byte, and passes nothing on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field


@dataclass(eq=False)
class Proxy:
    """A TCP proxy on 127.0.0.1 before `target`: a port there, or the path of a socket."""

    target: int | str
    port: int = 0
    #: How many connections it has taken, and how many while it was silent.
    taken: int = 0
    swallowed: int = 0
    _silent: bool = False
    _open: set[asyncio.StreamWriter] = field(default_factory=set)
    _serving: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def host(self) -> str:
        """Host and port, as they stand in an address."""
        return f"127.0.0.1:{self.port}"

    def fall_silent(self) -> None:
        """From here on nothing is answered: not on open connections, and not on new ones."""
        self._silent = True

    def speak(self) -> None:
        """Pass on what comes from here on; what was swallowed is lost, and its connections cut."""
        self._silent = False
        self.cut()

    def cut(self) -> None:
        """End every open connection with a reset."""
        for writer in list(self._open):
            writer.transport.abort()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.taken += 1
        self._open.add(writer)
        if task := asyncio.current_task():
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        far: asyncio.StreamWriter | None = None
        try:
            if self._silent:
                self.swallowed += 1
                while await reader.read(65536):
                    pass
                return
            other, far = await self._reach()
            self._open.add(far)
            await asyncio.gather(self._pass(reader, far), self._pass(other, writer))
        except OSError:
            pass
        finally:
            for one in (writer, far):
                if one is not None:
                    self._open.discard(one)
                    one.close()

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.target, str):
            return await asyncio.open_unix_connection(self.target)
        return await asyncio.open_connection("127.0.0.1", self.target)

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            if not self._silent:
                sink.write(data)
                with suppress(OSError):
                    await sink.drain()
        if not self._silent:
            sink.close()


@asynccontextmanager
async def proxy(target: int | str, port: int = 0) -> AsyncIterator[Proxy]:
    """A proxy before a port of 127.0.0.1, or a socket; it speaks until it is silenced."""
    one = Proxy(target)
    listening = await asyncio.start_server(one._take, "127.0.0.1", port)
    one.port = listening.sockets[0].getsockname()[1]
    try:
        yield one
    finally:
        listening.close()
        one.cut()
        await asyncio.gather(*one._serving, return_exceptions=True)
