"""How a message leaves: over SMTP. Without a mail server, messages are captured (queries.py)."""

from __future__ import annotations

import re
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

import aiosmtplib

from summerstow.kit import clock, facts

from .render import Rendered


class Undeliverable(Exception):
    """The mail server refused for good: trying again is no use."""


class SmtpSender:
    """Sends through `smtp://user:pass@host:port` (STARTTLS where offered) or `smtps://`."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._secure = parts.scheme == "smtps"
        self._host = parts.hostname or "localhost"
        self._port = parts.port or (465 if self._secure else 587)
        self._user = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password) if parts.password else None

    async def send(self, cause: str, to: str, message: Rendered) -> None:
        """Hand one message over; raises `Undeliverable` or what says that a later try may do."""
        contact = facts.contact()
        mail = EmailMessage()
        mail["From"] = f"{contact.name} <{contact.email}>"
        mail["To"] = to
        mail["Subject"] = message.subject
        mail["Date"] = formatdate(clock.now().timestamp())
        # The same for every try, so that a mailbox can tell a repeat after a lost answer.
        mail["Message-ID"] = (
            f"<{re.sub('[^A-Za-z0-9-]', '.', cause)}@{contact.email.partition('@')[2]}>"
        )
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(message.text)
        mail.add_alternative(message.html, subtype="html")
        try:
            await aiosmtplib.send(
                mail,
                sender=contact.email,
                recipients=[to],
                hostname=self._host,
                port=self._port,
                username=self._user,
                password=self._password,
                use_tls=self._secure,
                timeout=20,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            refusals = [one.code for one in error.recipients]
            if refusals and all(code >= 500 for code in refusals):
                raise Undeliverable(str(error)) from error
            raise
        except aiosmtplib.SMTPResponseException as error:
            if error.code >= 500 and not isinstance(error, aiosmtplib.SMTPAuthenticationError):
                raise Undeliverable(str(error)) from error
            raise
