"""Whether a provider's word confirms an account, or a mail to its address must."""

from __future__ import annotations

from uuid import UUID, uuid4

from summerstow.platform.auth import validation
from summerstow.platform.auth.accounts import accounts, identity_queries, user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, TooSoon
from summerstow.platform.auth.one_time import one_time_tokens, send_throttle, token_queries
from summerstow.platform.auth.redirects import Target
from summerstow.platform.auth.sessions import session_queries, sessions
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction

from .providers import ProviderIdentity


async def confirm(
    context: AuthContext,
    tx: ElevatedTransaction,
    who: ProviderIdentity,
    user: Account,
    identity_id: UUID,
    *,
    invited: bool,
    target: Target,
) -> AuthError | None:
    """Confirm the account by the provider's word, or send the mail that will."""
    current = await user_queries.user_by_id(tx, user.id)
    assert current is not None
    email = current.email
    is_vouched_for = invited or (who.email_verified and email == who.email)
    if is_vouched_for or context.settings.autoconfirm:
        await _strip(context, tx, who, user.id, identity_id)
        if email is not None:
            await user_queries.confirm_email(tx, user.id, context.now(), proved=is_vouched_for)
        await identity_queries.make_permanent(tx, user.id)
        await identity_queries.await_token(tx, identity_id, None)
        return None
    if email is not None:
        await mail(context, tx, who, current, identity_id=identity_id, email=email, target=target)
    return AuthError(
        422, "provider_email_needs_verification", unverified(who, mailed=email is not None)
    )


async def mail(
    context: AuthContext,
    tx: ElevatedTransaction,
    who: ProviderIdentity,
    user: Account,
    *,
    identity_id: UUID,
    email: str,
    target: Target,
) -> None:
    """Mail the link, unless one is on its way: trying again must not flood a mailbox.

    Only this mail confirms the identity; another proof of the address may be another person's.
    """
    await identity_queries.await_token_at_first(tx, identity_id, uuid4())
    try:
        await send_throttle.take(context, tx, "signup", email)
    except TooSoon:
        return
    await one_time_tokens.send_confirmation(
        context,
        tx,
        user.id,
        email,
        target=target,
        challenge=None,
        user_metadata=accounts.encode(who.data),
    )
    token = await token_queries.token_of(tx, user.id, "confirmation")
    assert token is not None
    await identity_queries.await_token(tx, identity_id, token.id)


def unverified(who: ProviderIdentity, *, mailed: bool) -> str:
    """What a sign-in is refused with whose address the provider has not verified."""
    name = who.provider
    if mailed:
        notice = f"A confirmation email has been sent to your {name} email"
        return f"Unverified email with {name}. {notice}"
    return f"Unverified email with {name}. Verify the email with {name} in order to sign in"


async def _strip(
    context: AuthContext, tx: Transaction, who: ProviderIdentity, user_id: UUID, keep: UUID
) -> None:
    """Strip an account whose creator had not proved the address: nothing of theirs stays."""
    await identity_queries.strip_unconfirmed(tx, user_id, keep=keep)
    name = validation.full_name(who.data)
    if name is not None:
        await user_queries.set_profile_name(tx, user_id, name)
    await user_queries.delete_tokens(tx, user_id)
    sessions.forget(context, tx, await session_queries.delete_sessions(tx, user_id))
