"""Whose account it is that a provider vouches for (docs/wire/auth.md, "Linking accounts").

An address that the provider has not verified never leads into an account that exists, whatever
SUMMERSTOW_AUTOCONFIRM says: some providers let people claim an address without checking it.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid4

from summerstow.platform.auth import events, validation
from summerstow.platform.auth.accounts import accounts, identity_queries, user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.client_origin import Device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.redirects import Target
from summerstow.platform.auth.sessions.bearer import banned
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.observability import log
from summerstow.platform.outbox import outbox
from summerstow.platform.roles import CUSTOMER

from . import confirmation
from .confirmation import unverified
from .providers import ProviderIdentity

_log = log.get("auth")


@dataclass(frozen=True)
class LinkingOutcome:
    """The account; and, where it may not be entered yet, what to say once that is committed."""

    user_id: UUID
    refusal: AuthError | None = None


async def decide(
    context: AuthContext,
    tx: ElevatedTransaction,
    who: ProviderIdentity,
    *,
    by: Device,
    target: Target,
    join: UUID | None = None,
    invited: UUID | None = None,
) -> LinkingOutcome:
    """The account of this person, with the identity in it.

    `join`: the signed-in account that the identity is added to by hand. `invited`: the account
    whose invitation is answered so. `target` is where the link of a confirmation mail leads.
    Raises 422 `signup_disabled`, 403 `user_banned`, 422 `identity_already_exists`, 422
    `email_exists`, 400 `validation_failed`.
    """
    await user_queries.lock_address(tx, f"{who.provider} {who.subject}")
    if who.email:
        await user_queries.lock_address(tx, who.email)
    if join is not None:
        return await _join(context, tx, who, join, by=by, target=target)
    user, identity_id = await _find_or_add(context, tx, who, invited=invited, by=by)
    if user is None:
        user, identity_id = await _create(context, tx, who, by)
    assert identity_id is not None
    user_id: UUID = user.id
    refusal = None
    if not _is_confirmed(user) and not (context.settings.autoconfirm and user.email is None):
        refusal = await confirmation.confirm(
            context, tx, who, user, identity_id, invited=invited == user_id, target=target
        )
    if refusal is None:
        await _merge_metadata(tx, user_id, who)
    await identity_queries.derive_providers(tx, user_id)
    return LinkingOutcome(user_id, refusal)


async def _find_or_add(
    context: AuthContext,
    tx: ElevatedTransaction,
    who: ProviderIdentity,
    *,
    invited: UUID | None,
    by: Device,
) -> tuple[Account | None, UUID | None]:
    """The account that is the person's already, and the identity in it."""
    identity = await identity_queries.by_subject(tx, who.provider, who.subject)
    if identity is not None:
        user = await _lock_active(context, tx, identity.user_id)
        if identity.awaits_token is not None and _is_confirmed(user):
            if not (who.email_verified and who.email == user.email):
                raise AuthError(
                    422,
                    "provider_email_needs_verification",
                    unverified(who, mailed=False),
                )
            await identity_queries.await_token(tx, identity.id, None)
        verified_owner = await _find_verified_owner(tx, who, user)
        if verified_owner is not None:
            user = await _lock_active(context, tx, verified_owner)
        await identity_queries.refresh_identity(
            tx, identity.id, user.id, accounts.encode(who.data), context.now()
        )
        if verified_owner is not None:
            await identity_queries.delete_account(tx, identity.user_id)
            await _notify_owner(context, tx, user, who, by)
        return user, identity.id
    owner = await _check_invitation(tx, who, invited) if invited else await _owner(tx, who)
    if owner is None:
        return None, None
    user = await _lock_active(context, tx, owner)
    identity_id = await _add(context, tx, owner, who)
    await _notify_owner(context, tx, user, who, by)
    return user, identity_id


async def _find_verified_owner(
    tx: Transaction, who: ProviderIdentity, user: Account
) -> UUID | None:
    """Return another account that the address leads to, if the identity's own was never used.

    That account was created before the provider had verified the address, and is empty.
    """
    if _is_confirmed(user) or user.is_anonymous:
        return None
    if not who.email_verified or user.email == who.email:
        return None
    owner = await _owner(tx, who)
    if owner is not None and owner != user.id:
        return owner
    assert who.email is not None
    await identity_queries.set_address(tx, user.id, who.email, None)
    return None


async def _owner(tx: Transaction, who: ProviderIdentity) -> UUID | None:
    """The one account to which a verified address leads."""
    if who.email is None or not who.email_verified:
        return None
    owners = await identity_queries.owners_of_address(tx, who.email)
    if len(owners) != 1:
        return None
    user = await user_queries.lock_user(tx, owners[0])
    if user is None:
        return None
    if user.phone_confirmed_at is not None and user.email_confirmed_at is None:
        # Its owner is known by the phone; the address was only ever claimed.
        await identity_queries.release_address(tx, user.id)
        return None
    return owners[0]


async def _check_invitation(tx: Transaction, who: ProviderIdentity, invited: UUID) -> UUID:
    user = await user_queries.lock_user(tx, invited)
    if user is None or user.email != who.email:
        raise AuthError(
            400, "validation_failed", "Invited email does not match emails from external provider"
        )
    return invited


async def _create(
    context: AuthContext, tx: ElevatedTransaction, who: ProviderIdentity, by: Device
) -> tuple[Account, UUID]:
    """Create an account, without its address if that is unverified and taken."""
    if context.settings.disable_signup:
        raise AuthError(422, "signup_disabled", "Signups not allowed for this instance")
    if who.email is None:
        raise AuthError(422, "provider_email_needs_verification", unverified(who, mailed=False))
    is_taken = await user_queries.user_by_email(tx, who.email) is not None
    user_id = uuid4()
    await user_queries.insert_user(
        tx,
        user_id,
        email=None if is_taken else who.email,
        password_hash=None,
        app_metadata=accounts.encode({"provider": who.provider, "providers": [who.provider]}),
        user_metadata="{}",
        is_anonymous=False,
        now=context.now(),
    )
    await accounts.create_profile(
        tx,
        user_id,
        None if is_taken else who.email,
        CUSTOMER,
        validation.full_name(who.data),
    )
    identity_id = await _add(context, tx, user_id, who)
    await events.record(tx, "signed_up", user_id=user_id, by=by, provider=who.provider)
    user = await user_queries.lock_user(tx, user_id)
    assert user is not None
    return user, identity_id


async def may_join(tx: Transaction, who: ProviderIdentity, user_id: UUID) -> None:
    """Raise 422 `identity_already_exists` where the identity is in this or another account."""
    identity = await identity_queries.by_subject(tx, who.provider, who.subject)
    if identity is not None:
        whose = "" if identity.user_id == user_id else " to another user"
        raise AuthError(422, "identity_already_exists", f"Identity is already linked{whose}")


async def _join(
    context: AuthContext,
    tx: ElevatedTransaction,
    who: ProviderIdentity,
    user_id: UUID,
    *,
    by: Device,
    target: Target,
) -> LinkingOutcome:
    """Add the identity to the account that began it."""
    user = await _lock_active(context, tx, user_id)
    await may_join(tx, who, user_id)
    identity_id = await _add(context, tx, user_id, who)
    refusal = None
    if user.email is None and who.email is not None:
        if await user_queries.user_by_email(tx, who.email) is not None:
            raise AuthError(
                422,
                "email_exists",
                "A user with this email address has already been registered",
            )
        confirmed = who.email_verified or context.settings.autoconfirm
        await identity_queries.set_address(
            tx,
            user_id,
            who.email,
            context.now() if confirmed else None,
            proved=who.email_verified,
        )
        if confirmed:
            await identity_queries.make_permanent(tx, user_id)
        else:
            await confirmation.mail(
                context, tx, who, user, identity_id=identity_id, email=who.email, target=target
            )
            refusal = AuthError(422, "email_not_confirmed", unverified(who, mailed=True))
    await _merge_metadata(tx, user_id, who)
    await identity_queries.derive_providers(tx, user_id)
    await _notify_owner(context, tx, user, who, by)
    return LinkingOutcome(user_id, refusal)


def _is_confirmed(user: Account) -> bool:
    return user.email_confirmed_at is not None or user.phone_confirmed_at is not None


async def _lock_active(context: AuthContext, tx: Transaction, user_id: UUID) -> Account:
    user = await user_queries.lock_user(tx, user_id)
    if user is None:
        raise AuthError(403, "user_not_found", "User not found")
    if banned(context, user):
        raise AuthError(403, "user_banned", "User is banned")
    return user


async def _add(context: AuthContext, tx: Transaction, user_id: UUID, who: ProviderIdentity) -> UUID:
    await user_queries.insert_identity(
        tx,
        user_id,
        provider=who.provider,
        subject=who.subject,
        data=accounts.encode(who.data),
        now=context.now(),
    )
    identity = await identity_queries.by_subject(tx, who.provider, who.subject)
    assert identity is not None
    identity_id: UUID = identity.id
    return identity_id


async def _merge_metadata(tx: Transaction, user_id: UUID, who: ProviderIdentity) -> None:
    """Key by key; left as it is where it would grow too long for a token."""
    user = await user_queries.user_by_id(tx, user_id)
    assert user is not None
    try:
        metadata = validation.metadata(accounts.decode(user.user_metadata) | who.data)
    except AuthError as error:
        _log.warning("metadata_not_merged", user_id=str(user_id), why=error.message)
        return
    await user_queries.set_user_metadata(tx, user_id, accounts.encode(metadata))


async def _notify_owner(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    who: ProviderIdentity,
    by: Device,
) -> None:
    """The owner learns by mail what was connected, and whether a password fell with it."""
    await events.record(tx, "identity_linked", user_id=user.id, by=by, provider=who.provider)
    if user.email is None:
        return
    await outbox.post(
        tx,
        cause=f"identity_linked:{user.id}:{who.provider}:{who.subject}:{context.now().isoformat()}",
        kind="identity_linked",
        to=user.email,
        data={
            "provider": who.label,
            "account": who.email or "",
            "password_removed": not _is_confirmed(user) and user.password_hash is not None,
            "link": f"{context.settings.site_url}/account",
        },
    )
