"""A start beside a database that is starting itself, as after a power cut."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from summerstow.demo import prepare

#: ErrorResponse: severity, code and message, as a server in recovery answers.
_FIELDS = b"SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0"
_STARTING = b"E" + (len(_FIELDS) + 4).to_bytes(4, "big") + _FIELDS
_SSL_REQUEST = b"\x00\x00\x00\x08\x04\xd2\x16\x2f"


async def test_a_start_waits_for_a_database_that_recovers(connect: dict[str, Any]) -> None:
    """The second program of a machine is up before the first one's recovery is over."""
    refused = 0
    target = f"{connect['host']}/.s.PGSQL.{connect['port']}"

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal refused
        first = await reader.readexactly(8)
        if first == _SSL_REQUEST:
            writer.write(b"N")
            first = await reader.readexactly(8)
        if refused < 3:
            refused += 1
            writer.write(_STARTING)
            await writer.drain()
            writer.close()
            return
        far_reader, far_writer = await asyncio.open_unix_connection(target)
        far_writer.write(first)
        await asyncio.gather(_pass(reader, far_writer), _pass(far_reader, writer))

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    url = f"postgresql://{connect['user']}@127.0.0.1:{port}/{connect['database']}"
    try:
        assert await prepare.migrated({"dsn": url}) == []
    finally:
        server.close()
    assert refused == 3


async def _pass(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65536):
            sink.write(data)
            await sink.drain()
    sink.close()
