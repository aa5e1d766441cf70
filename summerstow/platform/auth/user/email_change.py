"""A new email address, to which both mailboxes agree (docs/wire/auth.md, "Codes and links")."""

from __future__ import annotations

from summerstow.platform.auth import events
from summerstow.platform.auth.accounts import change_queries, user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.client_origin import Device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.one_time import one_time_tokens, redeem_token, send_throttle
from summerstow.platform.auth.one_time.purposes import EMAIL_CHANGE_CURRENT, EMAIL_CHANGE_NEW
from summerstow.platform.auth.redirects import Target
from summerstow.platform.auth.validation import Challenge
from summerstow.platform.database.transaction import ElevatedTransaction


async def ask(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    email: str,
    *,
    target: Target,
    challenge: Challenge | None,
    by: Device,
) -> None:
    """Begin a change: mails go out, and nothing changes yet. The address as it is ends a change.

    Raises 422 `email_exists`, 429 `over_email_send_rate_limit`.
    """
    if email == user.email:
        if user.new_email is not None:
            await change_queries.ask_email(tx, user.id, None)
        return
    await redeem_token.refuse_taken_email(tx, email)
    if user.is_anonymous and context.settings.autoconfirm:
        await redeem_token.take_email(context, tx, user, email, by, proved=False)
        return
    await send_throttle.take(context, tx, "email_change", user.email or str(user.id))
    await send_throttle.take(context, tx, "email_change", email)
    await change_queries.ask_email(tx, user.id, email)
    await events.record(tx, "email_change_requested", user_id=user.id, by=by)
    changed = await user_queries.user_by_id(tx, user.id)
    assert changed is not None
    await send(context, tx, changed, target=target, challenge=challenge)


async def send(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    *,
    target: Target,
    challenge: Challenge | None,
) -> None:
    """Mail those who have not agreed yet: the new address, and the current one where there is one.

    With autoconfirmation the new one decides alone.
    """
    email = user.new_email
    data = {"email": user.email or "", "new_email": email}
    agreed = user.email_change_agreed
    both = user.email is not None and not context.settings.autoconfirm
    for mailbox, purpose, to in (
        ("new", EMAIL_CHANGE_NEW, email),
        ("current", EMAIL_CHANGE_CURRENT, user.email),
    ):
        if to is None or mailbox == agreed or (mailbox == "current" and not both):
            continue
        await one_time_tokens.send(
            context,
            tx,
            user.id,
            purpose,
            to,
            target=target,
            challenge=challenge,
            data={**data, "both": both},
        )
