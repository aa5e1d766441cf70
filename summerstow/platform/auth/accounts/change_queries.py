"""Changes of an account's address or number: pending ones, and what a finished one writes."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal
from uuid import UUID

from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_if_any

Mailbox = Literal["current", "new"]

#: `app_metadata`'s providers follow the identities, the oldest first.
_PROVIDERS: Final = (
    "update auth.users u set app_metadata = u.app_metadata || (select jsonb_build_object("
    "'provider', (array_agg(i.provider order by i.created_at, i.id))[1], "
    "'providers', array_agg(i.provider order by i.created_at, i.id)) "
    "from auth.identities i where i.user_id = u.id) "
    "where u.id = $1 and exists (select from auth.identities i where i.user_id = u.id)"
)


async def user_by_new_email(tx: Transaction, email: str) -> Account | None:
    """The account that last began to change to this address, or None."""
    return decoded_if_any(
        Account,
        await tx.fetchrow(
            "select * from auth.users where new_email = $1 "
            "order by email_change_sent_at desc nulls last limit 1",
            email,
        ),
    )


async def user_by_new_phone(tx: Transaction, phone: str) -> Account | None:
    """The account that last began to change to this number, or None."""
    return decoded_if_any(
        Account,
        await tx.fetchrow(
            "select * from auth.users where new_phone = $1 "
            "order by phone_change_sent_at desc nulls last limit 1",
            phone,
        ),
    )


async def ask_email(tx: Transaction, user_id: UUID, email: str | None) -> None:
    """Begin a change of address anew; None ends a pending one."""
    await tx.execute(
        "update auth.users set new_email = $2, email_change_agreed = null where id = $1",
        user_id,
        email,
    )
    await tx.execute(
        "delete from auth.one_time_tokens where user_id = $1 "
        "and kind in ('email_change_current', 'email_change_new')",
        user_id,
    )


async def ask_phone(tx: Transaction, user_id: UUID, phone: str | None) -> None:
    """Begin a change of number anew; None ends a pending one."""
    await tx.execute("update auth.users set new_phone = $2 where id = $1", user_id, phone)
    await tx.execute(
        "delete from auth.one_time_tokens where user_id = $1 and kind = 'phone_change'", user_id
    )


async def agree(tx: Transaction, user_id: UUID, mailbox: Mailbox) -> None:
    """One of the two mailboxes has agreed to the new address."""
    await tx.execute(
        "update auth.users set email_change_agreed = $2 where id = $1", user_id, mailbox
    )


async def set_email(
    tx: Transaction, user_id: UUID, email: str, now: datetime, *, proved: bool
) -> None:
    """The account's confirmed address from now on, in its identity and its profile too.

    The profile keeps its old one where another profile has the new one.
    """
    await tx.execute(
        "update auth.users set email = $2, email_confirmed_at = $3, new_email = null, "
        "email_change_agreed = null, is_anonymous = false, email_autoconfirmed = not $4, "
        "user_metadata = user_metadata || "
        "jsonb_build_object('email', $2::text, 'email_verified', true) where id = $1",
        user_id,
        email,
        now,
        proved,
    )
    await _set_identity(tx, user_id, "email", email, now)
    await tx.execute(
        "update public.users set email = $2 where id = $1 and not exists "
        "(select from public.users p where lower(p.email) = lower($2) and p.id <> $1)",
        user_id,
        email,
    )


async def set_phone(tx: Transaction, user_id: UUID, phone: str, now: datetime) -> None:
    """The account's confirmed number from now on, in its identity too."""
    await tx.execute(
        "update auth.users set phone = $2, phone_confirmed_at = $3, new_phone = null, "
        "is_anonymous = false, user_metadata = user_metadata || "
        "jsonb_build_object('phone', $2::text, 'phone_verified', true) where id = $1",
        user_id,
        phone,
        now,
    )
    await _set_identity(tx, user_id, "phone", phone, now)


async def _set_identity(
    tx: Transaction, user_id: UUID, provider: str, address: str, now: datetime
) -> None:
    await tx.execute(
        "insert into auth.identities as i (user_id, provider, subject, identity_data, "
        "last_sign_in_at, created_at, updated_at) values ($1::uuid, $2::text, $1::uuid::text, "
        "jsonb_build_object('sub', $1::uuid::text, 'email_verified', false, 'phone_verified', "
        "false, $2::text, $3::text, $2::text || '_verified', true), $4, $4, $4) "
        "on conflict (provider, subject) do update set updated_at = now(), "
        "identity_data = i.identity_data || "
        "jsonb_build_object($2::text, $3::text, $2::text || '_verified', true)",
        user_id,
        provider,
        address,
        now,
    )
    await tx.execute(_PROVIDERS, user_id)


async def mark_invited(tx: Transaction, user_id: UUID, now: datetime) -> None:
    """When the person was invited."""
    await tx.execute("update auth.users set invited_at = $2 where id = $1", user_id, now)
