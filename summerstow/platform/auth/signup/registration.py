"""What a sign-up and a passwordless way in have in common: who it is, and the account for them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from summerstow.platform.auth import events
from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.client_origin import Device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.redirects import Target
from summerstow.platform.auth.validation import Challenge, Metadata
from summerstow.platform.database.transaction import ElevatedTransaction


class RegistrationBody(msgspec.Struct):
    """What is sent; a captcha's answer is ignored."""

    email: str | None = None
    phone: str | None = None
    data: dict[str, Any] | None = None
    channel: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


class Registration(msgspec.Struct, frozen=True, kw_only=True):
    """A request that is well-formed, by one of `email` and `phone`."""

    email: str | None
    phone: str | None
    data: Metadata
    challenge: Challenge | None
    target: Target
    by: Device

    @property
    def address(self) -> str:
        """The email or the phone number."""
        return self.email or self.phone or ""


def require_open(context: AuthContext) -> None:
    """Raise 422 `signup_disabled` if sign-up is closed."""
    if context.settings.disable_signup:
        raise AuthError(422, "signup_disabled", "Signups not allowed for this instance")


async def find_account(tx: ElevatedTransaction, form: Registration) -> Account | None:
    """The account of the address, confirmed or not."""
    if form.email is not None:
        return await accounts.known_by_email(tx, form.email)
    return await user_queries.user_by_phone(tx, form.address)


async def create(
    context: AuthContext,
    tx: ElevatedTransaction,
    form: Registration,
    *,
    method: str,
    confirmed: bool,
    password_hash: str | None = None,
) -> UUID:
    """Create the account; `confirmed` is without proof of the address."""
    user_id = await accounts.create_account(
        tx,
        email=form.email,
        phone=form.phone,
        password_hash=password_hash,
        data=form.data,
        now=context.now(),
        confirmed=confirmed,
        proved=False,
    )
    await events.record(tx, "signed_up", user_id=user_id, by=form.by, method=method)
    return user_id
