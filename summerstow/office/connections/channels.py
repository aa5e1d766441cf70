"""The text provider: how it is set up, what became of messages, a test (rule: text-stops)."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

import msgspec
from uuid6 import uuid7

from summerstow.platform import clock, phones
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.http import site
from summerstow.platform.outbox import outbox
from summerstow.platform.outbox.texts import queries
from summerstow.platform.outbox.texts.forms import INCOMING, FormName, form_of
from summerstow.platform.roles import EXECUTIVES

_COUNTED: Final = timedelta(days=30)


class TextTo(msgspec.Struct, forbid_unknown_fields=True):
    """A phone number."""

    phone: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class TextChannel(msgspec.Struct, frozen=True):
    """How text messages leave. `captured`: in a demo they are kept for reading.

    `missing`: in sentences what the settings lack. `incoming`: where the provider sends messages
    to. Counts are of the last 30 days; `stopped` are numbers that want none.
    """

    state: Literal["on", "captured", "off"]
    form: FormName
    host: str | None
    missing: list[str]
    incoming: str
    sent: int
    delivered: int
    undelivered: int
    stopped: int


class TextSent(msgspec.Struct, frozen=True):
    """Where the text message goes, as E.164."""

    sent_to: str


def commands(url: str, form: FormName, *, captures: bool) -> tuple[Command, ...]:
    """The commands; `captures`: messages without a provider are kept for reading."""
    state: Literal["on", "captured", "off"] = "on" if url else "captured" if captures else "off"

    async def text_channel(tx: ElevatedTransaction, arguments: NoArguments) -> TextChannel:
        """Return how text messages leave, and what became of them."""
        del arguments
        counts = await queries.counts(tx, clock.now() - _COUNTED)
        return TextChannel(
            state,
            form,
            urlsplit(url).hostname if url else None,
            form_of(form, url).missing() if url else [],
            site.link(INCOMING),
            counts.sent,
            counts.delivered,
            counts.undelivered,
            counts.stopped,
        )

    async def send_test_text(tx: ElevatedTransaction, arguments: TextTo) -> TextSent:
        """Send a text message to a number.

        Raises `Invalid` for a number that is not texted, `Conflict` where texts are off or it wants
        none.
        """
        number = phones.stored(arguments.phone)
        if number is None or not outbox.may_be_texted(number):
            raise Invalid("We do not send text messages to this number.")
        if state == "off":
            raise Conflict("Text messages are off: SMS_URL is not set.")
        if await queries.is_stopped(tx, number):
            raise Conflict("This number answered STOP. It gets texts again once it sends START.")
        data = {"link": "/admin-dashboard?tab=settings"}
        cause = f"test-text:{uuid7()}"
        await outbox.text(tx, cause=cause, kind="test_mail_text", to=number, data=data)
        return TextSent(number)

    return (
        Command(
            "text_channel", NoArguments, text_channel, EXECUTIVES, read_only=True, elevated=True
        ),
        Command("send_test_text", TextTo, send_test_text, EXECUTIVES, elevated=True),
    )
