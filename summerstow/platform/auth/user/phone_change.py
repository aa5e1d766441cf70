"""A new phone number, confirmed by a code that is texted to it."""

from __future__ import annotations

from summerstow.platform.auth.accounts import change_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.client_origin import Device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.one_time import one_time_tokens, redeem_token, send_throttle
from summerstow.platform.auth.one_time.purposes import PHONE_CHANGE
from summerstow.platform.database.transaction import ElevatedTransaction


async def ask(
    context: AuthContext, tx: ElevatedTransaction, user: Account, phone: str, by: Device
) -> None:
    """Text a code to the number; with autoconfirmation it counts at once.

    The number as it is ends a change. Raises 422 `phone_exists`, 429 `over_sms_send_rate_limit`.
    """
    if phone == user.phone:
        if user.new_phone is not None:
            await change_queries.ask_phone(tx, user.id, None)
        return
    if context.settings.autoconfirm:
        await redeem_token.take_phone(context, tx, user, phone, by)
        return
    await redeem_token.refuse_taken_phone(tx, phone)
    await send_throttle.take(context, tx, "phone", phone)
    await change_queries.ask_phone(tx, user.id, phone)
    await one_time_tokens.send(context, tx, user.id, PHONE_CHANGE, phone)
