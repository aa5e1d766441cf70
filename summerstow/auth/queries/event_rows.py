"""Security events in the audit log."""

from __future__ import annotations

from uuid import UUID

from summerstow.kit.database import Transaction


async def insert_event(
    tx: Transaction,
    event: str,
    *,
    user_id: UUID | None,
    actor_id: UUID | None,
    actor_role: str,
    details: str,
) -> None:
    """One row; a person who acts is shown with the role of their profile. `details`: JSON text."""
    await tx.execute(
        "insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after) "
        "values ($2, coalesce((select p.role from public.users p where p.id = $2), $3), $4, "
        "'auth.users', coalesce($1::uuid::text, ''), $5)",
        user_id,
        actor_id,
        actor_role,
        event,
        details,
    )
