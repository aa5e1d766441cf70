"""A real SMTP conversation on loopback, for whoever looks at what is mailed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiosmtpd.smtp import SMTP


class PostOffice:
    """A mail server's memory; refuses what it is told to refuse.

    `refuse` is the answer to a whole message, `refuse_sender` to MAIL FROM, and
    `refuse_recipient` to RCPT TO. `before` is awaited ahead of each answer, with its verb.
    """

    def __init__(self) -> None:
        self.received: list[Any] = []
        self.refuse: str | None = None
        self.refuse_sender: str | None = None
        self.refuse_recipient: str | None = None
        self.before: Callable[[str], Awaitable[None]] = _at_once
        self.conversations = 0

    async def handle_EHLO(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        """Greet."""
        self.conversations += 1
        await self.before("EHLO")
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Take the sender, or answer with the refusal."""
        await self.before("MAIL")
        if self.refuse_sender:
            return self.refuse_sender
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Take the recipient, or answer with the refusal."""
        await self.before("RCPT")
        if self.refuse_recipient:
            return self.refuse_recipient
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take the message, or answer with the refusal."""
        if self.refuse:
            await self.before("DATA")
            return self.refuse
        self.received.append(envelope)
        await self.before("DATA")
        return "250 OK"


async def _at_once(verb: str) -> None:
    del verb


@asynccontextmanager
async def serving(office: PostOffice) -> AsyncIterator[str]:
    """The office's address while it is open, as an `SMTP_URL`."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(office, loop=loop), "127.0.0.1", 0)
    try:
        yield f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
