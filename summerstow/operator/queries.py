"""Every statement about who works here."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import CUSTOMER, EXECUTIVE
from summerstow.platform.tables import decoded_all


class StaffAccount(msgspec.Struct, frozen=True):
    """Somebody who works here."""

    email: str | None
    full_name: str | None
    role: str
    last_sign_in_at: datetime | None


async def staff(tx: Transaction) -> list[StaffAccount]:
    """Everybody but customers."""
    rows = await tx.fetch(
        "select p.email, p.full_name, p.role, u.last_sign_in_at from public.users p "
        "join auth.users u on u.id = p.id where p.role <> $1 order by p.role, p.email",
        CUSTOMER,
    )
    return decoded_all(StaffAccount, rows)


async def role(tx: Transaction, user_id: UUID) -> str:
    """The role of an account."""
    found: str = await tx.fetchval("select role from public.users where id = $1", user_id)
    return found


async def executives(tx: Transaction) -> int:
    """How many executives there are."""
    found: int = await tx.fetchval("select count(*) from public.users where role = $1", EXECUTIVE)
    return found


async def set_role(tx: Transaction, user_id: UUID, role: str) -> None:
    """Store a role."""
    await tx.execute("update public.users set role = $2 where id = $1", user_id, role)


async def set_name(tx: Transaction, user_id: UUID, name: str) -> None:
    """Store a full name."""
    await tx.execute("update public.users set full_name = $2 where id = $1", user_id, name)


async def end_sessions(tx: Transaction, user_id: UUID) -> None:
    """Sign an account out everywhere."""
    await tx.execute("delete from auth.sessions where user_id = $1", user_id)
