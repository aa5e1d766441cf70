"""Every statement about what staff add to a booking's record: lines of the audit log."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction


class RecordNote(msgspec.Struct, frozen=True):
    """A note for staff, or a message that was mailed; `subject` is a message's."""

    id: int
    at: datetime
    by: str
    kind: Literal["note", "message"]
    subject: str | None
    words: str


async def list_notes(tx: ElevatedTransaction, booking_id: UUID) -> list[RecordNote]:
    """List a booking's notes and messages, the newest first, without erased ones."""
    rows = await tx.fetch(
        "select a.id, a.at, coalesce(w.full_name, 'Staff') as by, a.action as kind, "
        "a.after ->> 'subject' as subject, "
        "coalesce(a.after ->> 'note', a.after ->> 'message') as words "
        "from public.audit_log a left join public.users w on w.id = a.actor_id "
        "where a.table_name = 'bookings' and a.row_id = $1::uuid::text "
        "and a.action in ('note', 'message') "
        "and coalesce(a.after ->> 'note', a.after ->> 'message') is not null "
        "order by a.id desc limit 100",
        booking_id,
    )
    return [RecordNote(**dict(row)) for row in rows]


async def store_note(
    tx: ElevatedTransaction,
    row_id: UUID,
    kind: str,
    content: dict[str, str],
    table: Literal["bookings", "users"] = "bookings",
) -> None:
    """Store a note or message about a booking or an account as a line of the audit log."""
    await tx.execute(
        "insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after) "
        "values ($1, $2, $3, $6, $4, $5::text::jsonb)",
        tx.actor.user_id,
        tx.actor.role,
        kind,
        str(row_id),
        msgspec.json.encode(content).decode(),
        table,
    )
