"""Security events: into the audit log, in the transaction that they are part of.

Admins and executives read them there: `table_name` is
`auth.users`, `row_id` the account's id, `action` the event, `after` its details with the address
and the program that caused it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final
from uuid import UUID

import msgspec

from summerstow.kit.actor import Actor
from summerstow.kit.database.transaction import ElevatedTransaction, Transaction
from summerstow.kit.observability import log
from summerstow.kit.roles import ANON, SERVICE_ROLE

from .client_origin import Device

_log = log.get("auth")

#: What somebody may cause who has not shown to be the account's owner.
_BY_ANYBODY: Final = frozenset({"sign_in_failed", "token_replayed", "link_sent"})
#: What is done to the account by another person.
_BY_STAFF: Final = frozenset({"signed_out_by_staff"})


@dataclass(frozen=True, slots=True)
class SecurityEvent:
    """One event as the audit log keeps it; `details` are JSON text."""

    name: str
    user_id: UUID | None
    actor_id: UUID | None
    actor_role: str
    details: str

    def logged_once_kept(self, tx: Transaction) -> None:
        """Write a line of the log once the event stands."""
        account = None if self.user_id is None else str(self.user_id)
        shown: dict[str, object] = msgspec.json.decode(self.details)
        shown.pop("user_agent", None)
        tx.after_commit(partial(_log.info, self.name, user_id=account, **shown))


async def record(
    tx: ElevatedTransaction,
    event: str,
    *,
    user_id: UUID | None,
    by: Device | None = None,
    **details: str | int | bool,
) -> None:
    """Write one event (snake_case, past tense) of an account, and a log line once it stands.

    `user_id` is None where no account is known by the address that was given. `details` never hold
    a secret: no password, token, code or link.
    """
    made = of(tx.actor, event, user_id=user_id, by=by, **details)
    await _insert(tx, made)
    made.logged_once_kept(tx)


def of(
    actor: Actor,
    event: str,
    *,
    user_id: UUID | None,
    by: Device | None = None,
    **details: str | int | bool,
) -> SecurityEvent:
    """The event that `record` would write, for who writes it together with something else."""
    known = {"ip": by.ip, "user_agent": by.user_agent} if by is not None else {}
    after = {name: value for name, value in {**details, **known}.items() if value is not None}
    service = actor.role == SERVICE_ROLE
    person = None if service or event in _BY_ANYBODY else user_id
    if event in _BY_STAFF:
        person = actor.user_id
    role = SERVICE_ROLE if service else ANON
    return SecurityEvent(event, user_id, person, role, msgspec.json.encode(after).decode())


async def _insert(tx: Transaction, event: SecurityEvent) -> None:
    await tx.execute(
        "select auth.note($1, $2, $3, $4, $5)",
        event.name,
        event.user_id,
        event.actor_id,
        event.actor_role,
        event.details,
    )
