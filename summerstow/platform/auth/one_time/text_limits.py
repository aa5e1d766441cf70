"""Checks before each text message that a request triggers, since each costs money."""

from __future__ import annotations

from typing import Final

from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.rate_limits.limits import LimitReached
from summerstow.platform.outbox.bounds import texts_of_the_day
from summerstow.platform.phones import may_be_texted
from summerstow.platform.rate_limits import Limit

_DAY: Final = 24 * 3600
#: For one number; a person who mistypes needs fewer.
_EACH: Final = Limit("texts to", 10, _DAY, burst=10)


def require_textable(context: AuthContext, phone: str) -> None:
    """Raise 422 `sms_send_failed` for a number (E.164 digits) that we do not send to."""
    if not may_be_texted(phone, context.settings.sms_countries):
        raise AuthError(422, "sms_send_failed", "Text messages cannot be sent to this number")


async def take(context: AuthContext, phone: str) -> None:
    """Count a text message that is about to be sent to this number.

    Raises as `require_textable`, and 429 `over_sms_send_rate_limit` where the day's messages, of
    this number or of the whole product, are used up.
    """
    require_textable(context, phone)
    try:
        await context.limits.take(_EACH, phone)
        await context.limits.take(texts_of_the_day(context.settings.sms_daily_cap), "all")
    except LimitReached as reached:
        raise AuthError(
            429,
            "over_sms_send_rate_limit",
            "SMS rate limit exceeded",
            headers=reached.headers,
        ) from None
