"""How a message leaves: over SMTP, or a text provider's HTTP. Without either, it is captured."""

from __future__ import annotations

import re
from email.message import EmailMessage, Message
from email.utils import formatdate
from urllib.parse import parse_qs, unquote, urlsplit, urlunsplit

import aiosmtplib
import httpx

from summerstow.kit import clock, facts

from .render import Attachment, Rendered


class Undeliverable(Exception):
    """Whoever should send it refused for good: trying again is no use."""


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
        for one in message.attachments:
            _attach(mail, one)
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


class SmsSender:
    """Posts to an API that speaks Twilio's dialect: `https://account:token@host/path?From=number`.

    The form has To, Body, and whatever stands in the address's query (From or a service's id).
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._fixed = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self._auth = (unquote(parts.username or ""), unquote(parts.password or ""))
        host = parts.netloc.rpartition("@")[2]
        self._url = urlunsplit((parts.scheme, host, parts.path, "", ""))

    async def send(self, cause: str, to: str, message: Rendered) -> None:
        """Hand one message over; raises `Undeliverable` or what says that a later try may do."""
        form = {**self._fixed, "To": to, "Body": message.text}
        async with httpx.AsyncClient(timeout=20, auth=self._auth) as client:
            answer = await client.post(self._url, data=form, headers={"Idempotency-Key": cause})
        # The account's own troubles (a bad key, too many at once) pass; a number's do not.
        if answer.status_code in (400, 404, 422):
            raise Undeliverable(f"the text provider answered {answer.status_code}")
        if not answer.is_success:
            raise ConnectionError(f"the text provider answered {answer.status_code}")


def _attach(mail: EmailMessage, file: Attachment) -> None:
    kind = Message()
    kind["Content-Type"] = file.content_type
    parameters = kind.get_params(failobj=[])[1:]
    mail.add_attachment(
        file.content,
        subtype=kind.get_content_subtype(),
        filename=file.filename,
        params={name: value for name, value in parameters if name != "charset"},
    )
