"""Sessions and how their people were recognised."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

import asyncpg
import msgspec

from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.errors import contended
from summerstow.platform.auth.sessions.model import SessionFacts, StoredSession
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded, decoded_all, decoded_if_any


async def insert_session(
    tx: Transaction,
    session_id: UUID,
    user_id: UUID,
    *,
    method: str,
    user_agent: str | None,
    ip: str | None,
    now: datetime,
) -> None:
    """Insert a session with its first method (amr)."""
    await tx.execute(
        "with session as (insert into auth.sessions (id, user_id, user_agent, ip, created_at) "
        "values ($1, $2, $4, $5, $6)) "
        "insert into auth.session_methods (session_id, method, at) values ($1, $3, $6)",
        session_id,
        user_id,
        method,
        user_agent,
        ip,
        now,
    )


async def update_last_sign_in(
    tx: Transaction, user_id: UUID, *, provider: str, now: datetime
) -> Account:
    """Set the last sign-in of an account and of its identity with this provider."""
    row = await tx.fetchrow(
        "with identity as ("
        "update auth.identities set last_sign_in_at = $3, updated_at = now() "
        "where user_id = $1 and provider = $2) "
        "update auth.users set last_sign_in_at = $3 where id = $1 returning *",
        user_id,
        provider,
        now,
    )
    assert row is not None
    return decoded(Account, row)


async def remember_place(
    tx: Transaction, user_id: UUID, *, program: str, network: str, now: datetime
) -> bool:
    """Store where an account signs in; return whether it has places and this one is new."""
    is_unknown: bool = await tx.fetchval(
        "insert into auth.known_places as k (user_id, program, network, first_seen_at, "
        "last_seen_at) values ($1, $2, $3, $4, $4) "
        "on conflict (user_id, program, network) do update "
        "set last_seen_at = excluded.last_seen_at "
        # xmax is 0 in a row that was inserted; the subquery sees the rows before this statement.
        "returning xmax = 0 "
        "and exists (select from auth.known_places p where p.user_id = k.user_id)",
        user_id,
        program,
        network,
        now,
    )
    return is_unknown


#: The methods of a second factor, as sessions keep them.
FACTOR_METHODS: Final = ("totp", "mfa/phone", "mfa/webauthn", "mfa/recovery_code")


# Metadata as text.
_SESSION_FACTS: Final = """
select jsonb_build_object(
  'aal', s.aal,
  'user', to_jsonb(u) || jsonb_build_object(
    'app_metadata', u.app_metadata::text, 'user_metadata', u.user_metadata::text),
  'identities', coalesce((
    select jsonb_agg(to_jsonb(i) || jsonb_build_object('identity_data', i.identity_data::text)
      order by i.created_at, i.id)
    from auth.identities i where i.user_id = u.id), '[]'),
  'factors', coalesce((
    select jsonb_agg(jsonb_build_object('id', f.id, 'factor_type', f.factor_type,
      'status', f.status, 'friendly_name', f.friendly_name, 'phone', f.phone,
      'last_challenged_at', f.last_challenged_at, 'created_at', f.created_at,
      'updated_at', f.updated_at) order by f.created_at, f.id)
    from auth.factors f where f.user_id = u.id and auth.is_live(f)), '[]'),
  'methods', coalesce((
    select jsonb_agg(jsonb_build_object('method', m.method, 'at', m.at)
      order by m.at desc, m.method)
    from auth.session_methods m where m.session_id = s.id), '[]'))
from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1
"""


async def session_facts(tx: Transaction, session_id: UUID) -> SessionFacts:
    """What the tokens of a session say; it must be there."""
    text = await tx.fetchval(_SESSION_FACTS, session_id)
    return msgspec.json.decode(text, type=SessionFacts)


async def session(tx: Transaction, session_id: UUID) -> StoredSession | None:
    """The session with the `role` of its person, or None."""
    return decoded_if_any(
        StoredSession,
        await tx.fetchrow(
            "select s.*, p.role from auth.sessions s left join public.users p on p.id = s.user_id "
            "where s.id = $1",
            session_id,
        ),
    )


async def lock_session(tx: Transaction, session_id: UUID) -> StoredSession | None:
    """`session`, for this transaction alone; waits at most five seconds, then refuses (409)."""
    await tx.execute("set local lock_timeout = '5s'")
    try:
        row = await tx.fetchrow(
            "select s.*, p.role from auth.sessions s left join public.users p on p.id = s.user_id "
            "where s.id = $1 for update of s",
            session_id,
        )
    except asyncpg.LockNotAvailableError:
        raise contended() from None
    return decoded_if_any(StoredSession, row)


async def rotate(
    tx: Transaction,
    session_id: UUID,
    *,
    user_agent: str | None,
    ip: str | None,
    keep: int,
    now: datetime,
) -> None:
    """Spend the current refresh token; the last `keep` such moments are remembered."""
    await tx.execute(
        "update auth.sessions set refresh_counter = refresh_counter + 1, refreshed_at = $2, "
        "refresh_spent_at = (array_prepend($2, refresh_spent_at))[1:$3], "
        "user_agent = $4, ip = $5 where id = $1",
        session_id,
        now,
        keep,
        user_agent,
        ip,
    )


async def sessions_of(tx: Transaction, user_id: UUID) -> list[StoredSession]:
    """A person's sessions with their `role`, the one used last first."""
    return decoded_all(
        StoredSession,
        await tx.fetch(
            "select s.*, p.role from auth.sessions s left join public.users p on p.id = s.user_id "
            "where s.user_id = $1 order by coalesce(s.refreshed_at, s.created_at) desc, s.id",
            user_id,
        ),
    )


async def end_sessions_at(tx: Transaction, user_id: UUID, now: datetime) -> list[UUID]:
    """Let all sessions of a person be over from now on, but be remembered as such."""
    return _ids(
        await tx.fetch(
            "update auth.sessions set not_after = least(not_after, $2) where user_id = $1 "
            "returning id",
            user_id,
            now,
        )
    )


async def delete_session(tx: Transaction, session_id: UUID) -> list[UUID]:
    """End one session; returns the ids that ended."""
    return _ids(await tx.fetch("delete from auth.sessions where id = $1 returning id", session_id))


async def delete_sessions(tx: Transaction, user_id: UUID, *, but: UUID | None = None) -> list[UUID]:
    """End all sessions of a person but one; returns the ids that ended."""
    return _ids(
        await tx.fetch(
            "delete from auth.sessions where user_id = $1 and id is distinct from $2 returning id",
            user_id,
            but,
        )
    )


def _ids(rows: Sequence[asyncpg.Record]) -> list[UUID]:
    return [row["id"] for row in rows]


async def role_of(tx: Transaction, user_id: UUID) -> str | None:
    """What an account is; None where there is none."""
    role: str | None = await tx.fetchval("select role from public.users where id = $1", user_id)
    return role


async def lacks_second_step(tx: Transaction, user_id: UUID, session_id: UUID | None) -> bool:
    """Whether the account has a verified factor that this session was not raised by."""
    lacks_step: bool = await tx.fetchval(
        "select exists (select from auth.factors where user_id = $1 and status = 'verified') "
        "and not exists (select from auth.sessions where id = $2 and aal = 'aal2')",
        user_id,
        session_id,
    )
    return lacks_step


async def has_factor_since(tx: Transaction, session_id: UUID | None, since: datetime) -> bool:
    """Return whether a session at aal2 was raised by a factor at this moment or later."""
    has_factor: bool = await tx.fetchval(
        "select exists (select from auth.session_methods m join auth.sessions s "
        "on s.id = m.session_id where s.id = $1 and s.aal = 'aal2' and m.method = any($3) "
        "and m.at >= $2)",
        session_id,
        since,
        list(FACTOR_METHODS),
    )
    return has_factor
