"""Messages as rows: written in the transaction that causes them, sent after it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec

from summerstow.kit import clock
from summerstow.kit.database import Transaction

#: Set after each commit that wrote a message, so that this process's worker looks at once.
wake = asyncio.Event()


async def post(
    tx: Transaction,
    *,
    cause: str,
    kind: str,
    to: str,
    data: Mapping[str, object],
    channel: str = "mail",
) -> None:
    """Write a message that stands or falls with the transaction. Runs elevated.

    `cause` names what it is for (`booking-received:<id>`): a second message for the same cause is
    not written. `kind` is a template of `mail/templates`; `data` is what the template is given.
    Under `attachments` it may hold files: `{filename, content_type, content}`, all text.
    """
    await tx.execute(
        "insert into app.outbox (cause, kind, channel, recipient, data, due_at) "
        "values ($1, $2, $3, $4, $5, $6) on conflict (cause) do nothing",
        cause,
        kind,
        channel,
        to,
        msgspec.json.encode(data).decode(),
        clock.now(),
    )
    tx.after_commit(wake.set)


async def text(
    tx: Transaction, *, cause: str, kind: str, to: str, data: Mapping[str, object]
) -> None:
    """Write a text message as `post` writes a mail. `to` is E.164 with its plus sign."""
    await post(tx, cause=cause, kind=kind, to=to, data=data, channel="text")
