"""Security events: into the audit log, in the transaction that they are part of.

Admins and executives read them there: `table_name` is
`auth.users`, `row_id` the account's id, `action` the event, `after` its details with the address
and the program that caused it.
"""

from __future__ import annotations

from functools import partial
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.observability import log
from summerstow.platform.roles import ANON, SERVICE_ROLE

from .client_origin import Device

_log = log.get("auth")

#: Events that a caller can cause without having proved ownership of the account.
_BY_ANYBODY: Final = frozenset({"sign_in_failed", "token_replayed", "link_sent"})
#: What is done to the account by another person.
_BY_STAFF: Final = frozenset({"signed_out_by_staff"})


async def record(
    tx: ElevatedTransaction,
    event: str,
    *,
    user_id: UUID | None,
    by: Device | None = None,
    **details: str | int | bool,
) -> None:
    """Write one event (snake_case, past tense) of an account, and a log line once it stands.

    `user_id` is None if no account matches the address. `details` never hold a secret: no password,
    token, code or link.
    """
    device = {"ip": by.ip, "user_agent": by.user_agent} if by is not None else {}
    after = {name: value for name, value in {**details, **device}.items() if value is not None}
    is_service = tx.actor.role == SERVICE_ROLE
    person = None if is_service or event in _BY_ANYBODY else user_id
    if event in _BY_STAFF:
        person = tx.actor.user_id
    account = "" if user_id is None else str(user_id)
    await tx.execute(
        # A person is shown with the role of their profile.
        "insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after) "
        "values ($1, coalesce((select p.role from public.users p where p.id = $1), $2), $3, "
        "'auth.users', $4, $5)",
        person,
        SERVICE_ROLE if is_service else ANON,
        event,
        account,
        msgspec.json.encode(after).decode(),
    )
    logged = {name: value for name, value in after.items() if name != "user_agent"}
    tx.after_commit(partial(_log.info, event, user_id=account or None, **logged))
