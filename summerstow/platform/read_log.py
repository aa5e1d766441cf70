"""What staff read of customers stands in the audit log: who, what, by which filter, how many rows.

The line is written in the read's own transaction: what cannot be noted is not answered. A read does
not wait for the disk, and stays as quick as it was; a change that answers rows waits as ever.
"""

from __future__ import annotations

from typing import Final

import msgspec

from summerstow.platform.database.transaction import Transaction

from .actor import Actor
from .roles import API_KEY, STAFF

#: Characters of one value of a filter, and of all of it.
_VALUE: Final = 40
_WHOLE: Final = 400


class Look(msgspec.Struct, frozen=True):
    """What was read: `subject` is a table or a command, `tables` what it embeds beside.

    `booking_id` and `user_id`: the booking or the customer that the request names.
    """

    subject: str
    filter: str
    rows: int
    tables: tuple[str, ...] = ()
    booking_id: str | None = None
    user_id: str | None = None


def is_noted(actor: Actor) -> bool:
    """Whether what this actor reads of customers is noted: staff, and programs with a key."""
    return actor.role in STAFF or actor.role == API_KEY


def in_short(values: list[tuple[str, str]]) -> str:
    """A filter with its values cut short."""
    parts = [f"{name[:_VALUE]}={_cut(value)}" for name, value in values]
    return "&".join(parts)[:_WHOLE]


def _cut(value: str) -> str:
    value = value.replace("\0", "")
    return value if len(value) <= _VALUE else f"{value[:_VALUE]}…"


_LINE: Final = (
    "insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after) "
    "select {0}::uuid, {1}::text, 'read', {2}::text, '', {3}::text::jsonb{rows} "
    "from {first}{more}"
)
_QUICK: Final = "(select set_config('synchronous_commit', 'off', true)) quick"
_DURABLE: Final = "(select) durable"


async def note(tx: Transaction, look: Look, *, changed: bool = False) -> None:
    """Write the line. `changed`: the transaction is more than a read, so commit durably."""
    first = _DURABLE if changed else _QUICK
    text = _LINE.format("$1", "$2", "$3", "$4", rows="", first=first, more="")
    async with tx.elevated() as elevated:
        await elevated.execute(text, *line(tx.actor, look))


def line(actor: Actor, look: Look) -> tuple[object, ...]:
    """What stands in a line."""
    details: dict[str, str | int] = {"filter": look.filter, "rows": look.rows}
    if look.tables:
        details["tables"] = ", ".join(look.tables)
    if look.booking_id:
        details["booking_id"] = look.booking_id
    if look.user_id:
        details["user_id"] = look.user_id
    return actor.user_id, actor.role, look.subject, msgspec.json.encode(details).decode()


def with_note(statement: str, count: int) -> str:
    """Extend a statement with `count` parameters that returns the number of its rows as
    `returned`: it also writes the line, from four further parameters."""
    names = (f"${count + place}" for place in range(1, 5))
    line = _LINE.format(
        *names,
        rows=" || jsonb_build_object('rows', result.returned)",
        first=_QUICK,
        more=", result",
    )
    return (
        f"with result as materialized ({statement}), noted as ({line}) "  # noqa: S608
        "select * from result"
    )
