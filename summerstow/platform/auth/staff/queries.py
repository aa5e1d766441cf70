"""Every statement about who works here."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import CUSTOMER, EXECUTIVE, TITLES, Role
from summerstow.platform.tables import decoded_all, decoded_if_any


class StaffMember(msgspec.Struct, frozen=True):
    """A member of staff; `last_sign_in_at` is None before the first sign-in."""

    id: UUID
    name: str
    email: str | None
    role: Role
    last_sign_in_at: datetime | None
    #: Second factors in use, recovery codes not counted.
    factors: int
    #: Sign-ins that are still good.
    sessions: int
    #: Where they work; none: at every campus.
    campus_ids: list[int]
    #: The last campus-local day on which they work.
    last_day: date | None


_STAFF: Final = """
select p.id, coalesce(nullif(p.full_name, ''), p.email, 'Without a name') as name, p.email, p.role,
  u.last_sign_in_at,
  (select count(*) from auth.factors f where f.user_id = p.id and f.status = 'verified'
    and f.factor_type <> 'recovery_code')::integer as factors,
  (select count(*) from auth.sessions s where s.user_id = p.id)::integer as sessions,
  coalesce(t.campus_ids, '{}') as campus_ids, t.last_day
from public.users p join auth.users u on u.id = p.id left join app.staff_terms t on t.user_id = p.id
where p.role <> $1
"""


async def staff(tx: ElevatedTransaction) -> list[StaffMember]:
    """Everybody but customers, executives first."""
    order = (
        "order by array_position($2::text[], p.role), "
        "app.name_key(coalesce(nullif(p.full_name, ''), p.email)) collate \"C\", p.id"
    )
    rows = await tx.fetch(f"{_STAFF} {order}", CUSTOMER, list(TITLES)[::-1])
    return decoded_all(StaffMember, rows)


async def member(tx: ElevatedTransaction, user_id: UUID) -> StaffMember | None:
    """A member of staff by the account; None for other people."""
    row = await tx.fetchrow(f"{_STAFF} and p.id = $2", CUSTOMER, user_id)
    return decoded_if_any(StaffMember, row)


async def role(tx: ElevatedTransaction, user_id: UUID) -> str:
    """The role of an account."""
    role: str = await tx.fetchval("select role from public.users where id = $1", user_id)
    return role


async def executives(tx: ElevatedTransaction) -> int:
    """How many executives there are, locked until the transaction ends."""
    rows = await tx.fetch(
        "select id from public.users where role = $1 order by id for no key update", EXECUTIVE
    )
    return len(rows)


async def set_role(tx: ElevatedTransaction, user_id: UUID, role: str) -> None:
    """Store a role."""
    await tx.execute("update public.users set role = $2 where id = $1", user_id, role)


async def set_terms(
    tx: ElevatedTransaction, user_id: UUID, campus_ids: list[int], last_day: date | None
) -> None:
    """Store where a member of staff works, and until when."""
    await tx.execute(
        "insert into app.staff_terms (user_id, campus_ids, last_day) values ($1, $2, $3) "
        "on conflict (user_id) do update "
        "set campus_ids = excluded.campus_ids, last_day = excluded.last_day",
        user_id,
        campus_ids,
        last_day,
    )


async def drop_terms(tx: ElevatedTransaction, user_id: UUID) -> None:
    """Forget where a member of staff works, and until when."""
    await tx.execute("delete from app.staff_terms where user_id = $1", user_id)


async def past_last_day(tx: ElevatedTransaction, today: date) -> list[UUID]:
    """Members of staff whose last day is over."""
    rows = await tx.fetch(
        "select t.user_id from app.staff_terms t join public.users p on p.id = t.user_id "
        "where t.last_day < $1 and p.role <> $2",
        today,
        CUSTOMER,
    )
    return [row["user_id"] for row in rows]


async def set_name(tx: ElevatedTransaction, user_id: UUID, name: str) -> None:
    """Store a full name."""
    await tx.execute("update public.users set full_name = $2 where id = $1", user_id, name)


async def end_sessions(tx: ElevatedTransaction, user_id: UUID) -> None:
    """Sign an account out everywhere."""
    await tx.execute("delete from auth.sessions where user_id = $1", user_id)


async def remove_factors(tx: ElevatedTransaction, user_id: UUID) -> int:
    """Remove second factors and recovery codes; how many there were."""
    rows = await tx.fetch("delete from auth.factors where user_id = $1 returning id", user_id)
    return len(rows)
