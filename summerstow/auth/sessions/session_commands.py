"""`my_sessions` and `end_session`: where a person is signed in, for their account's settings."""

from __future__ import annotations

from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.auth import events
from summerstow.auth.accounts.accounts import wire_time
from summerstow.auth.client_origin import program_of
from summerstow.auth.identity.session_lifetime import ended
from summerstow.kit import clock
from summerstow.kit.commands import Command
from summerstow.kit.database.transaction import Transaction
from summerstow.kit.errors import AppError
from summerstow.kit.roles import SIGNED_IN

from . import session_queries


class ListSessions(msgspec.Struct, forbid_unknown_fields=True):
    """A command that takes nothing."""


class EndSession(msgspec.Struct, forbid_unknown_fields=True):
    """Which session."""

    session_id: UUID


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


async def my_sessions(tx: Transaction, arguments: ListSessions) -> list[OwnSession]:
    """Those that are alive, the one used last first."""
    del arguments
    assert tx.actor.user_id is not None
    async with tx.elevated() as elevated:
        rows = await session_queries.sessions_of(elevated, tx.actor.user_id)
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


async def end_session(tx: Transaction, arguments: EndSession) -> None:
    """Sign one of one's own devices out; raises `NotFound` where it is no session of this person.

    The data API refuses its token within three seconds (`identity.BELIEVED`).
    """
    user_id = tx.actor.user_id
    async with tx.elevated() as elevated:
        session = await session_queries.session(elevated, arguments.session_id)
        if session is None or session.user_id != user_id:
            raise SessionNotFound("You have no such session; perhaps it has ended already.")
        await session_queries.delete_session(elevated, arguments.session_id)
        await events.record(
            elevated,
            "signed_out",
            user_id=user_id,
            scope="one",
            session_id=str(arguments.session_id),
        )


COMMANDS: Final = (
    Command("my_sessions", ListSessions, my_sessions, SIGNED_IN, read_only=True),
    Command("end_session", EndSession, end_session, SIGNED_IN),
)
