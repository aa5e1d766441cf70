"""Whether the person and the session behind a token may still act."""

from __future__ import annotations

from uuid import UUID

import asyncpg

from summerstow.kit.database.transaction import Transaction

Row = asyncpg.Record


async def standing(tx: Transaction, user_id: UUID, session_id: UUID | None) -> Row | None:
    """The `role` of a person who is not banned, null without a profile, with the `proved_email` of
    the account and when their session began, was refreshed and is over, all null where the token
    names none; None where the person or the session is gone. `aal` is the session's, `has_factor`
    whether the person has a verified second factor.
    """
    return await tx.fetchrow(
        "select p.role, case when u.email_confirmed_at is not null and not u.email_autoconfirmed "
        "then u.email end as proved_email, s.created_at, s.refreshed_at, s.not_after, s.aal, "
        "exists (select from "
        "auth.factors f where f.user_id = u.id and f.status = 'verified') as has_factor "
        "from auth.users u left join public.users p on p.id = u.id "
        "left join auth.sessions s on s.id = $2 and s.user_id = u.id where u.id = $1 "
        "and (u.banned_until is null or u.banned_until <= now()) "
        "and ($2::uuid is null or s.id is not null)",
        user_id,
        session_id,
    )
