"""Ways in through other providers, and the flows that lead there and back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from summerstow.platform.auth.accounts.model import Identity
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_if_any


async def by_subject(tx: Transaction, provider: str, subject: str) -> Identity | None:
    """The way in of this person at this provider, or None."""
    return decoded_if_any(
        Identity,
        await tx.fetchrow(
            "select * from auth.identities where provider = $1 and subject = $2", provider, subject
        ),
    )


async def owners_of_address(tx: Transaction, email: str) -> Sequence[UUID]:
    """The accounts to which a provider's verified address leads.

    The account with that email, else those with a verified identity for it. Single sign-on
    accounts are excluded.
    """
    rows = await tx.fetch(
        "select id from auth.users where email = $1 and not exists (select from auth.identities i "
        "where i.user_id = users.id and i.provider like 'sso:%')",
        email,
    ) or await tx.fetch(
        "select distinct user_id as id from auth.identities where provider not like 'sso:%' "
        "and lower(identity_data ->> 'email') = $1 "
        "and identity_data -> 'email_verified' = 'true'::jsonb",
        email,
    )
    return [row["id"] for row in rows]


async def refresh_identity(
    tx: Transaction, identity_id: UUID, user_id: UUID, data: str, now: datetime
) -> None:
    """What the provider says of the person today, as JSON text; and whose way in it is."""
    await tx.execute(
        "update auth.identities set identity_data = $2, user_id = $3, last_sign_in_at = $4, "
        "updated_at = now() where id = $1",
        identity_id,
        data,
        user_id,
        now,
    )


async def await_token(tx: Transaction, identity_id: UUID, token_id: UUID | None) -> None:
    """The mail whose answer makes this identity good; None: it is good."""
    await tx.execute(
        "update auth.identities set awaits_token = $2, updated_at = now() where id = $1",
        identity_id,
        token_id,
    )


async def await_token_at_first(tx: Transaction, identity_id: UUID, token_id: UUID) -> None:
    """Let the identity wait for this mail, unless it waits for another one."""
    await tx.execute(
        "update auth.identities set awaits_token = $2, updated_at = now() "
        "where id = $1 and awaits_token is null",
        identity_id,
        token_id,
    )


async def doubt(tx: Transaction, user_id: UUID) -> None:
    """Make all identities except the email's own wait for a confirmation that never comes.

    Used for an account with an unproved email: `settle` then removes them.
    """
    await tx.execute(
        "update auth.identities i set awaits_token = gen_random_uuid(), updated_at = now() "
        "from auth.users u "
        "where u.id = $1 and i.user_id = u.id and i.provider <> 'email' "
        "and i.awaits_token is null and not coalesce("
        "lower(i.identity_data ->> 'email') = u.email "
        "and i.identity_data -> 'email_verified' = 'true'::jsonb, false)",
        user_id,
    )


async def settle(tx: Transaction, user_id: UUID, token_id: UUID, now: datetime) -> bool:
    """The mail of this token was answered: identities that wait for another one go.

    The account keeps one for its address at least. True where some were removed.
    """
    rows = await tx.fetch(
        "delete from auth.identities where user_id = $1 and awaits_token <> $2 returning id",
        user_id,
        token_id,
    )
    await tx.execute(
        "update auth.identities set awaits_token = null, updated_at = now() "
        "where user_id = $1 and awaits_token = $2",
        user_id,
        token_id,
    )
    await make_permanent(tx, user_id)
    if rows:
        await tx.execute(
            "insert into auth.identities (user_id, provider, subject, identity_data, created_at, "
            "updated_at) select id, 'email', id, jsonb_build_object('sub', id, 'email', email, "
            "'email_verified', true, 'phone_verified', false), $2, $2 from auth.users "
            "where id = $1 and email is not null "
            "and not exists (select from auth.identities where user_id = $1)",
            user_id,
            now,
        )
        await derive_providers(tx, user_id)
    return bool(rows)


async def delete_identity(tx: Transaction, identity_id: UUID) -> None:
    """Close one way in."""
    await tx.execute("delete from auth.identities where id = $1", identity_id)


async def strip_unconfirmed(tx: Transaction, user_id: UUID, *, keep: UUID) -> None:
    """Remove what another person may have added to an account: password, other identities.

    Only for accounts whose email is not yet proved.
    """
    await tx.execute(
        "update auth.users set password_hash = null, phone = null, new_email = null, "
        "new_phone = null, user_metadata = '{}' where id = $1",
        user_id,
    )
    await tx.execute("delete from auth.identities where user_id = $1 and id <> $2", user_id, keep)


async def derive_providers(tx: Transaction, user_id: UUID) -> None:
    """`app_metadata.provider` and `.providers` from the identities, the oldest first."""
    await tx.execute(
        "update auth.users set app_metadata = app_metadata || providers.listed from ("
        "select jsonb_build_object('provider', (array_agg(provider order by first))[1], "
        "'providers', jsonb_agg(provider order by first)) as listed from ("
        "select provider, min(created_at) as first from auth.identities where user_id = $1 "
        "group by provider) as each_one) as providers where id = $1 "
        "and providers.listed ->> 'provider' is not null",
        user_id,
    )


async def set_address(
    tx: Transaction,
    user_id: UUID,
    email: str,
    confirmed_at: datetime | None,
    *,
    proved: bool = True,
) -> None:
    """Set another email on an account and its profile; the email must be free.

    `proved` is False where it counts as confirmed by auto-confirmation alone.
    """
    await tx.execute(
        "update public.users p set email = $2 from auth.users u where p.id = $1 and u.id = $1 "
        "and lower(p.email) is not distinct from u.email "
        "and not exists (select from public.users o where o.id <> $1 and lower(o.email) = $2)",
        user_id,
        email,
    )
    await tx.execute(
        "update auth.users set email = $2, email_confirmed_at = $3, "
        "email_autoconfirmed = $3::timestamptz is not null and not $4 where id = $1",
        user_id,
        email,
        confirmed_at,
        proved,
    )


async def release_address(tx: Transaction, user_id: UUID) -> None:
    """Remove an unconfirmed email from an account that has another owner."""
    await tx.execute(
        "delete from auth.identities where user_id = $1 and provider = 'email'", user_id
    )
    await tx.execute(
        "update public.users p set email = null from auth.users u where p.id = $1 and u.id = $1 "
        "and lower(p.email) = u.email",
        user_id,
    )
    await tx.execute("update auth.users set email = null where id = $1", user_id)


async def make_permanent(tx: Transaction, user_id: UUID) -> None:
    """Turn an anonymous account into a permanent one."""
    await tx.execute(
        "update auth.users set is_anonymous = false where id = $1 and is_anonymous", user_id
    )


async def forget_phone(tx: Transaction, user_id: UUID) -> None:
    """The account has no phone number any more."""
    await tx.execute(
        "update auth.users set phone = null, phone_confirmed_at = null where id = $1", user_id
    )


async def delete_account(tx: Transaction, user_id: UUID) -> None:
    """Delete an account that was never signed in to."""
    await tx.execute("delete from auth.users where id = $1", user_id)
