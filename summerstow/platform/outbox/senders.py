"""How a message leaves, and a mail over SMTP. Without a sender it is captured."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage, Message
from email.utils import formatdate
from typing import Any, Final, Protocol
from urllib.parse import unquote, urlsplit

import aiosmtplib

from summerstow.platform import clock, published
from summerstow.platform.text import mail_address

from .render import Attachment, Rendered

#: Seconds that one message may take from the first byte to the answer to its last.
DEADLINE: Final = 120.0
#: Seconds for the farewell after that, which changes nothing.
_FAREWELL: Final = 2.0

#: Answers to a recipient that speak of the address itself. A bare 550 is not among them: servers
#: say it of a quota and of a policy as well.
_NO_SUCH_ADDRESS: Final = frozenset({551, 553})
#: "5.1.x" says that the address is wrong; .7 and .8 of them mean the sender's.
_BAD_ADDRESS: Final = re.compile(r"5\.1\.(?![78]\b)\d+\b")
_ENHANCED: Final = re.compile(r"\s*[245]\.\d{1,3}\.\d{1,3}\b")


class Undeliverable(Exception):
    """The recipient was refused for good: trying again is no use."""


class RecipientGone(Exception):
    """The recipient no longer exists, which is no fault: the message is dropped."""


class NotAccepted(Exception):
    """It was not accepted, and a later try may do.

    `channel`: the trouble is the server's or the account's, and so every other message's too.
    `doubtful`: it was handed over whole and the answer was lost, so that it may have gone.
    """

    def __init__(self, words: str, *, channel: bool = False, doubtful: bool = False) -> None:
        super().__init__(words)
        self.channel = channel
        self.doubtful = doubtful


async def _unnoted() -> None:
    """The default, without a record of the handover."""


@dataclass
class Handover:
    """How far the sending of one message is: `is_complete` once all of it has left.

    `begin` is awaited right before the first byte of the message leaves, and may raise: then it
    does not leave. What is noted there tells whether a process that ended may have handed it over.
    """

    begin: Callable[[], Awaitable[None]] = _unnoted
    is_complete: bool = False


class Sender(Protocol):
    """Something that messages leave through."""

    async def send(self, cause: str, to: str, message: Rendered, handover: Handover) -> None:
        """Hand one message over; raises `Undeliverable`, `NotAccepted` or `RecipientGone`."""


class SmtpSender:
    """Sends through `smtp://user:pass@host:port` (STARTTLS where offered) or `smtps://`."""

    def __init__(self, url: str, deadline: float = DEADLINE) -> None:
        parts = urlsplit(url)
        self._deadline = deadline
        self._secure = parts.scheme == "smtps"
        self._host = parts.hostname or "localhost"
        self._port = parts.port or (465 if self._secure else 587)
        self._user = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password) if parts.password else None

    async def send(self, cause: str, to: str, message: Rendered, handover: Handover) -> None:
        """Hand one message over; raises `Undeliverable` or `NotAccepted`."""
        try:
            to = mail_address(to)
        except ValueError as error:
            raise Undeliverable(f"{to} is no address that a mail server takes") from error
        business = published.business()
        mail = EmailMessage()
        mail["From"] = Address(business.name, addr_spec=business.sender)
        if message.reply_token:
            local, _, domain = business.email.rpartition("@")
            mail["Reply-To"] = f"{local}+{message.reply_token}@{domain}"
        elif business.sender != business.email:
            mail["Reply-To"] = business.email
        mail["To"] = to
        mail["Subject"] = message.subject
        mail["Date"] = formatdate(clock.now().timestamp())
        # The same for every try, so that a mailbox can tell a repeat after a lost answer.
        mail["Message-ID"] = (
            f"<{re.sub('[^A-Za-z0-9-]', '.', cause)}@{business.sender.partition('@')[2]}>"
        )
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(message.text)
        mail.add_alternative(message.html, subtype="html")
        for one in message.attachments:
            _attach(mail, one)
        client = _Client(
            hostname=self._host,
            port=self._port,
            username=self._user,
            password=self._password,
            use_tls=self._secure,
            timeout=self._deadline,
        )
        client.handover = handover
        try:
            async with asyncio.timeout(self._deadline):
                await self._converse(client, mail, business.sender, to)
        except (aiosmtplib.SMTPServerDisconnected, OSError, TimeoutError) as error:
            raise NotAccepted(repr(error), channel=True, doubtful=handover.is_complete) from error
        else:
            # The message is theirs: whatever becomes of the farewell is of no interest.
            with contextlib.suppress(Exception):
                await asyncio.wait_for(client.quit(), _FAREWELL)
        finally:
            client.close()

    async def _converse(self, client: _Client, mail: EmailMessage, sender: str, to: str) -> None:
        try:
            await client.connect()
        except aiosmtplib.SMTPException as error:
            raise NotAccepted(repr(error), channel=True) from error
        try:
            await client.send_message(mail, sender=sender, recipients=[to])
        except aiosmtplib.SMTPRecipientsRefused as error:
            if all(_is_final(one.code, one.message) for one in error.recipients):
                raise Undeliverable(str(error)) from error
            raise NotAccepted(repr(error)) from error
        except aiosmtplib.SMTPSenderRefused as error:
            raise NotAccepted(repr(error), channel=True) from error
        except aiosmtplib.SMTPResponseException as error:
            raise NotAccepted(repr(error), channel=error.code == 421) from error


class _Client(aiosmtplib.SMTP):
    """Notes when the whole message has left: from then on it may have been accepted."""

    handover: Handover

    async def data(self, message: str | bytes, /, **options: Any) -> aiosmtplib.SMTPResponse:
        await self.handover.begin()
        protocol = self.protocol
        if protocol is None:
            raise aiosmtplib.SMTPServerDisconnected("Connection lost")
        write = protocol.write

        def noted(data: bytes) -> None:
            write(data)
            # The first is the word DATA alone, the second the message.
            self.handover.is_complete = data != b"DATA\r\n"

        protocol.write = noted  # type: ignore[method-assign]
        try:
            answer = await super().data(message, **options)
        except aiosmtplib.SMTPDataError:
            self.handover.is_complete = False
            raise
        return answer


def _is_final(code: int, words: str) -> bool:
    """Whether an answer to RCPT TO says that this address is none."""
    if _ENHANCED.match(words):
        return code >= 500 and _BAD_ADDRESS.match(words.strip()) is not None
    return code in _NO_SUCH_ADDRESS


def _attach(mail: EmailMessage, file: Attachment) -> None:
    kind = Message()
    kind["Content-Type"] = file.content_type
    if file.encoded:
        main, subtype = kind.get_content_maintype(), kind.get_content_subtype()
        mail.add_attachment(file.body, maintype=main, subtype=subtype, filename=file.filename)
        return
    parameters = kind.get_params(failobj=[])[1:]
    mail.add_attachment(
        file.content,
        subtype=kind.get_content_subtype(),
        filename=file.filename,
        params={name: value for name, value in parameters if name != "charset"},
    )
