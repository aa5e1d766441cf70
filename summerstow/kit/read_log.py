"""What staff read of customers stands in the audit log: who, what, by which filter, how many rows.

The line is written in the read's own transaction: what cannot be noted is not answered. It does not
wait for the disk, so that a read stays as quick as it was.
"""

from __future__ import annotations

from typing import Final

import msgspec

from summerstow.kit.database.transaction import Transaction

from .actor import Actor
from .roles import STAFF

#: Characters of one value of a filter, and of all of it.
_VALUE: Final = 40
_WHOLE: Final = 400


class Look(msgspec.Struct, frozen=True):
    """What was read: `subject` is a table or a command, `tables` what it embeds beside."""

    subject: str
    filter: str
    rows: int
    tables: tuple[str, ...] = ()


def is_noted(actor: Actor) -> bool:
    """Whether what this actor reads of customers is noted."""
    return actor.role in STAFF


def in_short(given: list[tuple[str, str]]) -> str:
    """A filter with its values cut short."""
    parts = [f"{name[:_VALUE]}={_cut(value)}" for name, value in given]
    return "&".join(parts)[:_WHOLE]


def _cut(value: str) -> str:
    value = value.replace("\0", "")
    return value if len(value) <= _VALUE else f"{value[:_VALUE]}…"


async def note(tx: Transaction, look: Look) -> None:
    """Write the line."""
    details: dict[str, str | int] = {"filter": look.filter, "rows": look.rows}
    if look.tables:
        details["tables"] = ", ".join(look.tables)
    async with tx.elevated() as elevated:
        await elevated.execute(
            "insert into public.audit_log "
            "(actor_id, actor_role, action, table_name, row_id, after) "
            "select $1, $2, 'read', $3, '', $4::text::jsonb "
            "from (select set_config('synchronous_commit', 'off', true)) quick",
            tx.actor.user_id,
            tx.actor.role,
            look.subject,
            msgspec.json.encode(details).decode(),
        )
