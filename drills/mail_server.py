"""An SMTP server on loopback that behaves badly on request and counts what it accepted."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from typing import Any, Literal

from aiosmtpd.smtp import SMTP

#: `slow`: accepts after `MailServer.pause` seconds. `over_quota`: refuses the sender (550), as a
#: provider does whose customer has sent too much. `busy`: refuses for now (451). `unknown_person`:
#: refuses every recipient for good. `dies`: drops the connection without an answer after it has
#: accepted a message for the first time.
Behaviour = Literal["well", "slow", "over_quota", "busy", "unknown_person", "dies"]


async def _at_once(command: str) -> None:
    del command


@dataclass
class MailServer:
    """What it does now, and what it has accepted: copies by Message-ID and by recipient.

    Beside its behaviour: `refuse` is the answer to a whole message, `refuse_sender` to MAIL FROM,
    and `refuse_recipient` to RCPT TO. `before` is awaited ahead of each answer, with its command.
    """

    behaviour: Behaviour = "well"
    pause: float = 17.0
    refuse: str | None = None
    refuse_sender: str | None = None
    refuse_recipient: str | None = None
    before: Callable[[str], Awaitable[None]] = _at_once
    received: list[Any] = field(default_factory=list)
    copies: Counter[str] = field(default_factory=Counter)
    recipients: Counter[str] = field(default_factory=Counter)
    #: Message-IDs that were accepted without an answer.
    unanswered: set[str] = field(default_factory=set)
    conversations: int = 0
    refusals: int = 0
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, holds: Callable[[], bool], within: float) -> bool:
        """Wait, from one conversation to the next, until `holds()`; False where it never does."""
        try:
            async with asyncio.timeout(within):
                while not holds():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def handle_EHLO(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        """Greet."""
        del server, envelope
        self.conversations += 1
        self._news.set()
        await self.before("EHLO")
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Begin a message, or refuse its sender."""
        del server, session
        await self.before("MAIL")
        if self.behaviour == "over_quota":
            return self._refused("550 5.7.1 Daily sending quota exceeded")
        if self.refuse_sender:
            return self._refused(self.refuse_sender)
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Take a recipient, or refuse it."""
        del server, session
        await self.before("RCPT")
        if self.behaviour == "unknown_person":
            return self._refused("550 5.1.1 No such user here")
        if self.refuse_recipient:
            return self._refused(self.refuse_recipient)
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take the message as the behaviour has it, or refuse it."""
        del session
        refusal = "451 4.3.2 Try again later" if self.behaviour == "busy" else self.refuse
        if refusal:
            await self.before("DATA")
            return self._refused(refusal)
        if self.behaviour == "slow":
            await asyncio.sleep(self.pause)
        identity = str(message_from_bytes(envelope.content)["Message-ID"])
        self.received.append(envelope)
        self.copies[identity] += 1
        self.recipients.update(one.lower() for one in envelope.rcpt_tos)
        self._news.set()
        await self.before("DATA")
        if self.behaviour == "dies" and self.copies[identity] == 1:
            self.unanswered.add(identity)
            server.transport.abort()
        return "250 OK"

    def _refused(self, answer: str) -> str:
        self.refusals += 1
        return answer


@asynccontextmanager
async def serving(server: MailServer, port: int = 0, *, utf8: bool = True) -> AsyncIterator[str]:
    """The address of the open server, as an `SMTP_URL`; `utf8`: it offers SMTPUTF8."""
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(
        lambda: SMTP(server, loop=loop, enable_SMTPUTF8=utf8), "127.0.0.1", port
    )
    try:
        yield f"smtp://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    finally:
        listening.close()
