"""`my_sessions` and `end_session`: where a person is signed in, for their account's settings."""

from __future__ import annotations

from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.auth import events
from summerstow.platform.auth.accounts.accounts import wire_time
from summerstow.platform.auth.client_origin import program_of
from summerstow.platform.auth.identity.session_lifetime import ended
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError
from summerstow.platform.roles import EXECUTIVES, SIGNED_IN, STAFF

from . import session_queries


class ListSessions(msgspec.Struct, forbid_unknown_fields=True):
    """A command that takes nothing."""


class EndSession(msgspec.Struct, forbid_unknown_fields=True):
    """Which session."""

    session_id: UUID


class EndStaffSessions(msgspec.Struct, forbid_unknown_fields=True):
    """Which member of the staff."""

    user_id: UUID


class EndedSessions(msgspec.Struct, frozen=True):
    """How many devices were signed out."""

    ended: int


class SessionNotFound(AppError):
    """404: no session of this person."""

    status = 404
    code = "PT404"


class OwnSession(msgspec.Struct, frozen=True):
    """A place where one is signed in; `refreshed_at` is null before the first refresh.

    `program` is such as `Firefox on Windows`; `current` the one that asks.
    """

    id: UUID
    created_at: str
    refreshed_at: str | None
    user_agent: str | None
    program: str | None
    ip: str | None
    aal: Literal["aal1", "aal2"]
    current: bool


async def my_sessions(tx: ElevatedTransaction, arguments: ListSessions) -> list[OwnSession]:
    """Those that are alive, the one used last first."""
    del arguments
    assert tx.actor.user_id is not None
    rows = await session_queries.sessions_of(tx, tx.actor.user_id)
    return [
        OwnSession(
            id=row.id,
            created_at=wire_time(row.created_at),
            refreshed_at=wire_time(row.refreshed_at) if row.refreshed_at else None,
            user_agent=row.user_agent,
            program=program_of(row.user_agent),
            ip=str(row.ip) if row.ip else None,
            aal=row.aal,
            current=row.id == tx.actor.session_id,
        )
        for row in rows
        if ended(row, clock.now()) is None
    ]


async def end_session(tx: ElevatedTransaction, arguments: EndSession) -> None:
    """Sign one of one's own devices out; raises `NotFound` where it is no session of this person.

    The data API refuses its token within three seconds (`identity.BELIEVED`).
    """
    user_id = tx.actor.user_id
    session = await session_queries.session(tx, arguments.session_id)
    if session is None or session.user_id != user_id:
        raise SessionNotFound("You have no such session; perhaps it has ended already.")
    await session_queries.delete_session(tx, arguments.session_id)
    await events.record(
        tx,
        "signed_out",
        user_id=user_id,
        scope="one",
        session_id=str(arguments.session_id),
    )


async def end_staff_sessions(tx: ElevatedTransaction, arguments: EndStaffSessions) -> EndedSessions:
    """Sign a member of the staff out everywhere (rule: staff-signed-out): a lost phone, a last day.

    Raises `SessionNotFound` if the account is not a staff member's.
    """
    role = await session_queries.role_of(tx, arguments.user_id)
    if role not in STAFF:
        raise SessionNotFound("Nobody of the staff has this account.")
    session_ids = await session_queries.delete_sessions(tx, arguments.user_id)
    await events.record(
        tx,
        "signed_out_by_staff",
        user_id=arguments.user_id,
        ended=len(session_ids),
    )
    return EndedSessions(len(session_ids))


COMMANDS: Final = (
    Command("my_sessions", ListSessions, my_sessions, SIGNED_IN, read_only=True, elevated=True),
    Command("end_session", EndSession, end_session, SIGNED_IN, elevated=True),
    Command("end_staff_sessions", EndStaffSessions, end_staff_sessions, EXECUTIVES, elevated=True),
)
