"""Whether the person and the session behind a token may still act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal
from uuid import UUID

import asyncpg
import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import Role
from summerstow.platform.tables import decoded

from .session_lifetime import SessionLife

#: One text for all would be planned anew each time, which takes longer than it does.
_STANDING: Final = (
    "select {number} as number, p.role, "
    "case when u.email_confirmed_at is not null and not u.email_autoconfirmed "
    "then u.email end as proved_email, s.created_at, s.refreshed_at, s.not_after, s.aal, "
    "exists (select from "
    "auth.factors f where f.user_id = u.id and f.status = 'verified') as has_factor "
    "from {people} left join public.users p on p.id = u.id {join} auth.sessions s on {on} "
    "where {which} and (u.banned_until is null or u.banned_until <= now())"
)
_OF_ONE: Final = {"number": "1", "people": "auth.users u", "which": "u.id = $1"}
_WITH_SESSION: Final = _STANDING.format(**_OF_ONE, join="join", on="s.id = $2 and s.user_id = u.id")
_WITHOUT_SESSION: Final = _STANDING.format(**_OF_ONE, join="left join", on="false")
#: $1 are people, $2 their sessions: null where a token names none.
_OF_MANY: Final = _STANDING.format(
    number="people.number",
    people="unnest($1::uuid[], $2::uuid[]) with ordinality as people (person, session, number) "
    "join auth.users u on u.id = people.person",
    join="left join",
    on="s.id = people.session and s.user_id = u.id",
    which="(people.session is null or s.id is not null)",
)


class PersonStanding(msgspec.Struct, frozen=True):
    """Who is behind a token: a person who is not banned, and their session where it names one.

    `role` is null without a profile; `proved_email` is an email with proof of ownership;
    `aal` the session's, `has_factor` whether the person has a verified second factor.
    """

    role: Role | None
    proved_email: str | None
    aal: Literal["aal1", "aal2"] | None
    has_factor: bool
    session: SessionLife | None


async def standing(
    tx: Transaction, user_id: UUID, session_id: UUID | None
) -> PersonStanding | None:
    """Who is behind a token; None where the person or the session is gone, or they are banned."""
    row = await (
        tx.fetchrow(_WITHOUT_SESSION, user_id)
        if session_id is None
        else tx.fetchrow(_WITH_SESSION, user_id, session_id)
    )
    return None if row is None else _read(row)


async def standings(
    tx: Transaction, people: Sequence[tuple[UUID, UUID | None]]
) -> list[PersonStanding | None]:
    """Return `standing` for many (person, session) pairs, in their order."""
    rows = await tx.fetch(_OF_MANY, [one for one, _ in people], [one for _, one in people])
    by_number = {row["number"]: _read(row) for row in rows}
    return [by_number.get(number) for number, _ in enumerate(people, 1)]


def _read(row: asyncpg.Record) -> PersonStanding:
    life = None if row["created_at"] is None else decoded(SessionLife, row)
    return decoded(PersonStanding, row, session=life)
