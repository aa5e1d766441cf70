"""Every statement of this room's worker."""

from __future__ import annotations

from datetime import datetime, timedelta

import asyncpg
import msgspec

from summerstow.kit import clock
from summerstow.kit.database import Transaction

from .render import Rendered


async def due(tx: Transaction, limit: int) -> list[asyncpg.Record]:
    """Messages to be sent now, held for this transaction; other workers pass over them."""
    return await tx.fetch(
        "select id, cause, kind, channel, recipient, data, attempts from app.outbox "
        "where sent_at is null and given_up_at is null and due_at <= $2 "
        "order by due_at, id limit $1 for update skip locked",
        limit,
        clock.now(),
    )


async def capture(tx: Transaction, messages: list[tuple[asyncpg.Record, Rendered]]) -> None:
    """Keep messages in place of sending them, and mark them as sent."""
    rows = [
        {
            "id": row["id"],
            "channel": row["channel"],
            "recipient": row["recipient"],
            "subject": message.subject,
            "text": message.text,
            "html": message.html,
            "links": message.links,
            "attachments": message.attachments,
        }
        for row, message in messages
    ]
    await tx.execute(
        "with kept as (insert into app.captured_message "
        "(outbox_id, channel, recipient, subject, body_text, body_html, links, attachments) "
        "select * from jsonb_to_recordset($1) as m(id bigint, channel text, recipient text, "
        "subject text, text text, html text, links jsonb, attachments jsonb) order by id "
        "on conflict (outbox_id) do nothing) "
        "update app.outbox set sent_at = now(), attempts = attempts + 1, last_error = null, "
        "data = '{}' where id = any($2)",
        msgspec.json.encode(rows).decode(),
        [row["id"] for row, _ in messages],
    )


async def sent(tx: Transaction, message_id: int) -> None:
    """Mark as sent; what the template was given (links, codes) is no longer needed.

    The last words to somebody whose account is gone go with their row.
    """
    await tx.execute(
        "with gone as (delete from app.outbox where id = $1 and forget) "
        "update app.outbox set sent_at = now(), attempts = attempts + 1, last_error = null, "
        "data = '{}' where id = $1 and not forget",
        message_id,
    )


async def forget(tx: Transaction) -> None:
    """Drop last words that were captured or given up an hour ago: their address with them."""
    await tx.execute(
        "delete from app.outbox where forget "
        "and coalesce(sent_at, given_up_at) < now() - interval '1 hour'"
    )


async def failed(tx: Transaction, message_id: int, error: str, wait: timedelta | None) -> None:
    """Plan the next try after `wait`, or none."""
    await tx.execute(
        "update app.outbox set attempts = attempts + 1, last_error = $2, "
        "due_at = coalesce($4::timestamptz + $3::interval, due_at), "
        "given_up_at = case when $3::interval is null then now() end where id = $1",
        message_id,
        error[:500],
        wait,
        clock.now(),
    )


async def postpone(tx: Transaction, message_id: int, until: datetime) -> None:
    """Look at a message again later; this was no try."""
    await tx.execute("update app.outbox set due_at = $2 where id = $1", message_id, until)


async def withdraw(tx: Transaction, message_id: int) -> None:
    """Take a message back; what caused it may cause it again, should it be true again."""
    await tx.execute("delete from app.outbox where id = $1", message_id)


async def captured(tx: Transaction, recipient: str | None, limit: int) -> list[asyncpg.Record]:
    """Captured messages, newest first; a phone number may be given without its plus sign."""
    return await tx.fetch(
        "select id, channel, recipient, subject, body_text, body_html, links, attachments, sent_at "
        "from app.captured_message where $1::text is null or lower(recipient) = lower($1) "
        "or recipient = '+' || $1 "
        "order by id desc limit $2",
        recipient,
        limit,
    )


async def attachments(tx: Transaction, captured_id: int) -> str | None:
    """The files of a captured message as JSON text."""
    found: str | None = await tx.fetchval(
        "select attachments from app.captured_message where id = $1", captured_id
    )
    return found
