"""A real SMTP conversation on loopback, for whoever looks at what is mailed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiosmtpd.smtp import SMTP


class PostOffice:
    """A mail server's memory; refuses what it is told to refuse."""

    def __init__(self) -> None:
        self.received: list[Any] = []
        self.refuse: str | None = None

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take the message, or answer with the refusal."""
        if self.refuse:
            return self.refuse
        self.received.append(envelope)
        return "250 OK"


@asynccontextmanager
async def serving(office: PostOffice) -> AsyncIterator[str]:
    """The office's address while it is open, as an `SMTP_URL`."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(office, loop=loop), "127.0.0.1", 0)
    try:
        yield f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
