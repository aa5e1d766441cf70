"""Whether the person and the session behind a token may still act."""

from __future__ import annotations

from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.kit.database.transaction import Transaction
from summerstow.kit.roles import Role
from summerstow.kit.tables import decoded

from .session_lifetime import SessionLife

#: One text for both would be planned anew each time, which takes longer than it does.
_STANDING: Final = (
    "select p.role, case when u.email_confirmed_at is not null and not u.email_autoconfirmed "
    "then u.email end as proved_email, s.created_at, s.refreshed_at, s.not_after, s.aal, "
    "exists (select from "
    "auth.factors f where f.user_id = u.id and f.status = 'verified') as has_factor "
    "from auth.users u left join public.users p on p.id = u.id {join} auth.sessions s on {on} "
    "where u.id = $1 and (u.banned_until is null or u.banned_until <= now())"
)
_WITH_SESSION: Final = _STANDING.format(join="join", on="s.id = $2 and s.user_id = u.id")
_WITHOUT_SESSION: Final = _STANDING.format(join="left join", on="false")


class PersonStanding(msgspec.Struct, frozen=True):
    """Who is behind a token: a person who is not banned, and their session where it names one.

    `role` is null without a profile; `proved_email` an address that somebody showed to be theirs;
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
    if row is None:
        return None
    life = None if row["created_at"] is None else decoded(SessionLife, row)
    return decoded(PersonStanding, row, session=life)
