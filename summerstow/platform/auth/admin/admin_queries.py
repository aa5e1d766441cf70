"""What the service key asks of the accounts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from summerstow.platform.auth.accounts.model import Account, Identity
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import CUSTOMER
from summerstow.platform.tables import decoded_all

#: By what a list may be ordered.
SORTABLE: Final = ("created_at", "updated_at", "last_sign_in_at", "email")

_MATCHES = (
    "($1 = '' or strpos(lower(u.email), lower($1)) > 0 or exists (select from public.users p "
    "where p.id = u.id and strpos(app.folded(p.full_name), app.folded($1)) > 0))"
)


async def count_users(tx: Transaction, part: str) -> int:
    """How many accounts have this part in their address or name."""
    return int(
        await tx.fetchval(f"select count(*) from auth.users u where {_MATCHES}", part)  # noqa: S608
    )


async def page_of_users(
    tx: Transaction, part: str, *, sort: str, descending: bool, limit: int, offset: int
) -> list[Account]:
    """One page of them; `sort` is one of `SORTABLE`."""
    if sort not in SORTABLE:
        raise ValueError(sort)
    order = f"u.{sort} {'desc' if descending else 'asc'} nulls last, u.id"
    return decoded_all(
        Account,
        await tx.fetch(
            f"select u.* from auth.users u where {_MATCHES} order by {order} limit $2 offset $3",  # noqa: S608
            part,
            limit,
            offset,
        ),
    )


async def identities_of(tx: Transaction, user_ids: Sequence[UUID]) -> list[Identity]:
    """The ways in of several accounts, oldest first."""
    return decoded_all(
        Identity,
        await tx.fetch(
            "select * from auth.identities where user_id = any ($1) order by created_at, id",
            list(user_ids),
        ),
    )


async def with_factors(tx: Transaction, user_ids: Sequence[UUID]) -> set[UUID]:
    """Those of these accounts that have second factors."""
    rows = await tx.fetch(
        "select distinct user_id from auth.factors where user_id = any ($1)", list(user_ids)
    )
    return {row["user_id"] for row in rows}


async def set_app_metadata(tx: Transaction, user_id: UUID, app_metadata: str) -> None:
    """All of the app metadata, as JSON text."""
    await tx.execute("update auth.users set app_metadata = $2 where id = $1", user_id, app_metadata)


async def set_banned_until(tx: Transaction, user_id: UUID, until: datetime | None) -> None:
    """Ban an account until then, or lift the ban."""
    await tx.execute("update auth.users set banned_until = $2 where id = $1", user_id, until)


async def set_role(tx: Transaction, user_id: UUID, role: str) -> None:
    """The role of the profile: what its person may do."""
    await tx.execute(
        "update public.users set role = $2 where id = $1 and role <> $2", user_id, role
    )


async def set_email(tx: Transaction, user_id: UUID, email: str) -> None:
    """Another address at once, for the account, its profile and its way in by mail.

    The profile keeps an address that executives gave it, or that another profile has.
    """
    await tx.execute(
        "update public.users p set email = $2 from auth.users u where p.id = $1 and u.id = $1 "
        "and lower(p.email) is not distinct from u.email "
        "and not exists (select from public.users o where o.id <> $1 and lower(o.email) = $2)",
        user_id,
        email,
    )
    await tx.execute(
        "update auth.users set email = $2, new_email = null, email_change_agreed = null, "
        "is_anonymous = false where id = $1",
        user_id,
        email,
    )


async def set_phone(tx: Transaction, user_id: UUID, phone: str) -> None:
    """Another number at once (E.164 digits)."""
    await tx.execute(
        "update auth.users set phone = $2, new_phone = null, is_anonymous = false where id = $1",
        user_id,
        phone,
    )


async def put_identity(
    tx: Transaction, user_id: UUID, provider: str, data: str, now: datetime
) -> None:
    """The way in by mail or phone, whose data (JSON text) join what is there."""
    await tx.execute(
        "insert into auth.identities (user_id, provider, subject, identity_data, created_at, "
        "updated_at) values ($1, $2, $1::uuid::text, $3, $4, $4) "
        "on conflict (provider, subject) do update "
        "set identity_data = identities.identity_data || excluded.identity_data",
        user_id,
        provider,
        data,
        now,
    )


async def delete_user(tx: Transaction, user_id: UUID) -> None:
    """The account and all that is only its own; bookings stay, without their person."""
    await tx.execute("delete from auth.users where id = $1", user_id)


async def erase_user(tx: Transaction, user_id: UUID, now: datetime) -> None:
    """Anonymize an account: keep its row, remove personal data and every way to sign in."""
    for table in (
        "sessions",
        "identities",
        "factors",
        "one_time_tokens",
        "flow_states",
        "known_places",
    ):
        await tx.execute(f"delete from auth.{table} where user_id = $1", user_id)  # noqa: S608
    await tx.execute(
        "update auth.users set deleted_at = $2, email = null, phone = null, new_email = null, "
        "new_phone = null, password_hash = null, app_metadata = '{}', user_metadata = '{}', "
        "email_confirmed_at = null, phone_confirmed_at = null where id = $1",
        user_id,
        now,
    )
    await tx.execute(
        "update public.users set email = null, full_name = null, role = $2 where id = $1",
        user_id,
        CUSTOMER,
    )
