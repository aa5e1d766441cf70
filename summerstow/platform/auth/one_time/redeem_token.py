"""Using up what a message let its reader prove, and what follows for the account.

A sign-in ends every other way to sign in that is pending, but not a pending change of address or
number, which would otherwise end without notice; a new password ends those too.

Wire: docs/wire/auth.md, "Codes and links".
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from summerstow.platform.auth import events
from summerstow.platform.auth.accounts import change_queries, identity_queries, user_queries
from summerstow.platform.auth.accounts.accounts import decode, proved_email
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.client_origin import Device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.one_time.model import OneTimeToken
from summerstow.platform.auth.sessions import session_queries, sessions
from summerstow.platform.auth.validation import full_name
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.outbox import outbox

from . import send_throttle, token_queries

#: What the first of the two mailboxes is answered.
HALF_DONE: Final = (
    "Confirmation link accepted. Please proceed to confirm link sent to the other email"
)
_SIGN_INS: Final = ("confirmation", "recovery", "phone_confirmation", "reauthentication")


class Redemption(Enum):
    """The outcome: no such token (any more), half of a change of address, or all of it."""

    NO_TOKEN = auto()
    HALF = auto()
    COMPLETE = auto()


async def redeem(
    context: AuthContext, tx: ElevatedTransaction, token: OneTimeToken, by: Device
) -> Redemption:
    """Redeem a token by its kind; raises 403 `user_banned`, or 422 `email_exists` or
    `phone_exists` if another account has taken the new address."""
    user = await user_queries.lock_user(tx, token.user_id)
    if user is None or await token_queries.token_by_id(tx, token.id) is None:
        return Redemption.NO_TOKEN
    until = user.banned_until
    if until is not None and until > context.now():
        raise AuthError(403, "user_banned", "User is banned")
    match token.kind:
        case "email_change_current" | "email_change_new":
            return await _agree(context, tx, user, token, by)
        case "phone_change":
            await take_phone(context, tx, user, user.new_phone, by)
            return Redemption.COMPLETE
        case "phone_confirmation":
            await _take_over(context, tx, user, token)
            await user_queries.confirm_phone(tx, user.id, context.now())
            await send_throttle.forget(context, tx, user.phone)
        case _:
            await _take_over(context, tx, user, token)
            await user_queries.confirm_email(tx, user.id, context.now())
            await send_throttle.forget(context, tx, user.email)
    await user_queries.delete_tokens(tx, user.id, _SIGN_INS)
    return Redemption.COMPLETE


async def _take_over(
    context: AuthContext, tx: Transaction, user: Account, token: OneTimeToken
) -> None:
    """Give an unconfirmed account the password and the data of the redeemed message.

    Its current ones may be those of a stranger who signed up with another person's address.
    Auto-confirmation is no proof either.
    """
    if proved_email(user) is not None or user.phone_confirmed_at is not None:
        return
    if user.email_autoconfirmed:
        sessions.forget(context, tx, await session_queries.delete_sessions(tx, user.id))
        await user_queries.delete_factors(tx, user.id)
        await identity_queries.doubt(tx, user.id)
    if await identity_queries.settle(tx, user.id, token.id, context.now()):
        sessions.forget(context, tx, await session_queries.delete_sessions(tx, user.id))
        await user_queries.delete_factors(tx, user.id)
    await change_queries.ask_email(tx, user.id, None)
    await change_queries.ask_phone(tx, user.id, None)
    await user_queries.set_password(tx, user.id, token.password_hash)
    if token.user_metadata is not None:
        await user_queries.set_user_metadata(tx, user.id, token.user_metadata)
        name = full_name(decode(token.user_metadata))
        if name is not None:
            await user_queries.set_profile_name(tx, user.id, name)


async def _agree(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    token: OneTimeToken,
    by: Device,
) -> Redemption:
    if user.new_email is None:
        return Redemption.NO_TOKEN
    mailbox: change_queries.Mailbox = "new" if token.kind == "email_change_new" else "current"
    agreed = {user.email_change_agreed, mailbox}
    needs_both = user.email is not None and not context.settings.autoconfirm
    if needs_both and agreed != {"current", "new"}:
        await change_queries.agree(tx, user.id, mailbox)
        await user_queries.delete_tokens(tx, user.id, [token.kind])
        return Redemption.HALF
    await take_email(context, tx, user, user.new_email, by)
    return Redemption.COMPLETE


async def take_email(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    email: str,
    by: Device,
    *,
    proved: bool = True,
) -> None:
    """The account has this address from now on; its old one gets a mail, and its bookings follow.

    `proved` is False where no mailbox agreed: then nothing follows.
    """
    await refuse_taken_email(tx, email)
    await change_queries.set_email(tx, user.id, email, context.now(), proved=proved)
    await user_queries.delete_tokens(tx, user.id)
    await send_throttle.forget(context, tx, user.email, email)
    await events.record(tx, "email_changed", user_id=user.id, by=by)
    if user.email is not None:
        await outbox.post(
            tx,
            cause=f"email_changed:{user.id}:{context.now().isoformat()}",
            kind="email_changed",
            to=user.email,
            data={"new_email": email, "site_url": context.settings.site_url},
        )
    if proved:
        await sessions.welcome(context, tx, user.id, email)


async def take_phone(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    phone: str | None,
    by: Device,
) -> None:
    """The account has this number (E.164 digits) from now on; its owner gets a mail."""
    if phone is None:
        raise AuthError(403, "otp_expired", "Token has expired or is invalid")
    await refuse_taken_phone(tx, phone)
    await change_queries.set_phone(tx, user.id, phone, context.now())
    await user_queries.delete_tokens(tx, user.id)
    await send_throttle.forget(context, tx, phone)
    await events.record(tx, "phone_changed", user_id=user.id, by=by)
    if user.email is not None and user.email_confirmed_at is not None:
        await outbox.post(
            tx,
            cause=f"phone_changed:{user.id}:{context.now().isoformat()}",
            kind="phone_changed",
            to=user.email,
            data={
                "ending": phone[-2:],
                "link": f"{context.settings.site_url}/auth",
                "site_url": context.settings.site_url,
            },
        )


async def refuse_taken_email(tx: Transaction, email: str) -> None:
    """Raise 422 `email_exists` if an account has the address; lock it for the transaction."""
    await user_queries.lock_address(tx, email)
    if await user_queries.user_by_email(tx, email) is not None:
        raise AuthError(
            422, "email_exists", "A user with this email address has already been registered"
        )


async def refuse_taken_phone(tx: Transaction, phone: str) -> None:
    """Raise 422 `phone_exists` if an account has the number; lock it for the transaction."""
    await user_queries.lock_address(tx, phone)
    if await user_queries.user_by_phone(tx, phone) is not None:
        raise AuthError(
            422, "phone_exists", "A user with this phone number has already been registered"
        )
