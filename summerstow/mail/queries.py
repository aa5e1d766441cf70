"""Every statement of this room's worker."""

from __future__ import annotations

from datetime import timedelta

import asyncpg
import msgspec

from summerstow.kit.database import Transaction

from .render import Rendered


async def due(tx: Transaction, limit: int) -> list[asyncpg.Record]:
    """Messages to be sent now, held for this transaction; other workers pass over them."""
    return await tx.fetch(
        "select id, cause, kind, channel, recipient, data, attempts from app.outbox "
        "where sent_at is null and given_up_at is null and due_at <= now() "
        "order by due_at, id limit $1 for update skip locked",
        limit,
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
        }
        for row, message in messages
    ]
    await tx.execute(
        "with kept as (insert into app.captured_message "
        "(outbox_id, channel, recipient, subject, body_text, body_html, links) "
        "select * from jsonb_to_recordset($1) as m(id bigint, channel text, recipient text, "
        "subject text, text text, html text, links jsonb) order by id "
        "on conflict (outbox_id) do nothing) "
        "update app.outbox set sent_at = now(), attempts = attempts + 1, last_error = null, "
        "data = '{}' where id = any($2)",
        msgspec.json.encode(rows).decode(),
        [row["id"] for row, _ in messages],
    )


async def sent(tx: Transaction, message_id: int) -> None:
    """Mark as sent; what the template was given (links, codes) is no longer needed."""
    await tx.execute(
        "update app.outbox set sent_at = now(), attempts = attempts + 1, last_error = null, "
        "data = '{}' where id = $1",
        message_id,
    )


async def failed(tx: Transaction, message_id: int, error: str, wait: timedelta | None) -> None:
    """Plan the next try after `wait`, or none."""
    await tx.execute(
        "update app.outbox set attempts = attempts + 1, last_error = $2, "
        "due_at = coalesce(now() + $3::interval, due_at), "
        "given_up_at = case when $3::interval is null then now() end where id = $1",
        message_id,
        error[:500],
        wait,
    )


async def captured(tx: Transaction, recipient: str | None, limit: int) -> list[asyncpg.Record]:
    """Captured messages, newest first; a phone number may be given without its plus sign."""
    return await tx.fetch(
        "select id, channel, recipient, subject, body_text, body_html, links, sent_at "
        "from app.captured_message where $1::text is null or lower(recipient) = lower($1) "
        "or recipient = '+' || $1 "
        "order by id desc limit $2",
        recipient,
        limit,
    )
