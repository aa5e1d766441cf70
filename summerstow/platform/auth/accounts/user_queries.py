"""Accounts, their identities and their profiles."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from summerstow.platform.auth.accounts.model import Account, Factor, Identity
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import ADMIN, CUSTOMER
from summerstow.platform.tables import decoded_all, decoded_if_any


async def lock_address(tx: Transaction, address: str) -> None:
    """Let one request at a time decide what becomes of an address."""
    await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 7305824))", address)


async def user_by_id(tx: Transaction, user_id: UUID) -> Account | None:
    """The account, or None."""
    return decoded_if_any(
        Account, await tx.fetchrow("select * from auth.users where id = $1", user_id)
    )


async def user_by_email(tx: Transaction, email: str) -> Account | None:
    """The account with this lower-cased address, or None."""
    return decoded_if_any(
        Account, await tx.fetchrow("select * from auth.users where email = $1", email)
    )


async def user_by_phone(tx: Transaction, phone: str) -> Account | None:
    """The account with this number (E.164 digits), or None."""
    return decoded_if_any(
        Account, await tx.fetchrow("select * from auth.users where phone = $1", phone)
    )


async def lock_user(tx: Transaction, user_id: UUID) -> Account | None:
    """The account, not changed by others until this transaction ends; or None."""
    return decoded_if_any(
        Account, await tx.fetchrow("select * from auth.users where id = $1 for update", user_id)
    )


async def identities(tx: Transaction, user_id: UUID) -> list[Identity]:
    """The account's ways in, oldest first."""
    return decoded_all(
        Identity,
        await tx.fetch(
            "select * from auth.identities where user_id = $1 order by created_at, id", user_id
        ),
    )


async def insert_user(
    tx: Transaction,
    user_id: UUID,
    *,
    email: str | None,
    password_hash: str | None,
    app_metadata: str,
    user_metadata: str,
    is_anonymous: bool,
    now: datetime,
    phone: str | None = None,
) -> None:
    """A new account; metadata as JSON text."""
    await tx.execute(
        "insert into auth.users (id, email, password_hash, app_metadata, user_metadata, "
        "is_anonymous, created_at, updated_at, phone) values ($1, $2, $3, $4, $5, $6, $7, $7, $8)",
        user_id,
        email,
        password_hash,
        app_metadata,
        user_metadata,
        is_anonymous,
        now,
        phone,
    )


async def insert_identity(
    tx: Transaction, user_id: UUID, *, provider: str, subject: str, data: str, now: datetime
) -> None:
    """A way in: what the provider says of the person, as JSON text."""
    await tx.execute(
        "insert into auth.identities (user_id, provider, subject, identity_data, last_sign_in_at, "
        "created_at, updated_at) values ($1, $2, $3, $4, $5, $5, $5)",
        user_id,
        provider,
        subject,
        data,
        now,
    )


async def insert_profile(
    tx: Transaction,
    user_id: UUID,
    *,
    email: str | None,
    role: str,
    full_name: str | None,
    customer_id: str,
) -> bool:
    """Return False if the customer id is taken. A profile that has an email keeps it."""
    tag = await tx.execute(
        "insert into public.users (id, email, role, full_name, customer_id) values ($1, "
        "case when exists (select from public.users where lower(email) = lower($2)) "
        "then null else $2 end, $3, $4, $5) on conflict (customer_id) do nothing",
        user_id,
        email,
        role,
        full_name,
        customer_id,
    )
    return tag.endswith("1")


async def set_profile_name(tx: Transaction, user_id: UUID, full_name: str) -> None:
    """The profile's full name."""
    await tx.execute("update public.users set full_name = $2 where id = $1", user_id, full_name)


async def set_password(tx: Transaction, user_id: UUID, password_hash: str | None) -> None:
    """An argon2id hash in place of the one before; None: no password."""
    await tx.execute(
        "update auth.users set password_hash = $2 where id = $1", user_id, password_hash
    )


async def set_user_metadata(tx: Transaction, user_id: UUID, user_metadata: str) -> None:
    """All of the user metadata, as JSON text."""
    await tx.execute(
        "update auth.users set user_metadata = $2 where id = $1", user_id, user_metadata
    )


async def confirm_email(
    tx: Transaction, user_id: UUID, now: datetime, *, proved: bool = True
) -> None:
    """Confirm the email. The first confirmation time stays, unless that was no proof and this is.

    `proved`: its owner read a message there, or a provider vouches for it. False means
    auto-confirmation, which never revokes an earlier proof.
    """
    await tx.execute(
        "update auth.users set email_confirmed_at = "
        "case when $3 and email_autoconfirmed then $2 else coalesce(email_confirmed_at, $2) end, "
        "email_autoconfirmed = case when $3 then false "
        "when email_confirmed_at is null then true else email_autoconfirmed end, "
        """user_metadata = user_metadata || '{"email_verified": true}' where id = $1""",
        user_id,
        now,
        proved,
    )
    await tx.execute(
        "update auth.identities set updated_at = now(), "
        """identity_data = identity_data || '{"email_verified": true}' """
        "where user_id = $1 and provider = 'email'",
        user_id,
    )


async def confirm_phone(tx: Transaction, user_id: UUID, now: datetime) -> None:
    """The number is its person's; the first such moment stays."""
    await tx.execute(
        "update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, $2), "
        """user_metadata = user_metadata || '{"phone_verified": true}' where id = $1""",
        user_id,
        now,
    )
    await tx.execute(
        "update auth.identities set updated_at = now(), "
        """identity_data = identity_data || '{"phone_verified": true}' """
        "where user_id = $1 and provider = 'phone'",
        user_id,
    )


async def list_as_admin(tx: Transaction, user_id: UUID) -> None:
    """Say in the account that its address is a listed one: a site derives profiles from that."""
    await tx.execute(
        """update auth.users set app_metadata = app_metadata || '{"role": "admin"}' """
        "where id = $1 and not app_metadata ? 'role'",
        user_id,
    )


async def make_admin(tx: Transaction, user_id: UUID, now: datetime) -> bool:
    """Make a customer admin, the first time alone; False where nothing changed."""
    first = await tx.fetchval(
        "update auth.users set made_admin_at = $2 where id = $1 and made_admin_at is null "
        "returning true",
        user_id,
        now,
    )
    if not first:
        return False
    tag = await tx.execute(
        "update public.users set role = $2 where id = $1 and role = $3", user_id, ADMIN, CUSTOMER
    )
    return tag.endswith("1")


async def delete_tokens(tx: Transaction, user_id: UUID, kinds: Sequence[str] | None = None) -> None:
    """End the person's tokens of these kinds; None: all."""
    await tx.execute(
        "delete from auth.one_time_tokens where user_id = $1 "
        "and ($2::text[] is null or kind = any ($2))",
        user_id,
        None if kinds is None else list(kinds),
    )


async def factors(tx: Transaction, user_id: UUID) -> list[Factor]:
    """A person's factors, verified and not, oldest first."""
    return decoded_all(
        Factor,
        await tx.fetch(
            "select * from auth.factors f where f.user_id = $1 and auth.is_live(f) "
            "order by f.created_at, f.id",
            user_id,
        ),
    )


async def delete_factors(tx: Transaction, user_id: UUID) -> None:
    """Remove every factor of an account that has come into other hands."""
    await tx.execute("delete from auth.factors where user_id = $1", user_id)
