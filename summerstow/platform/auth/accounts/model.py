"""Accounts, their ways in and their factors, as the database keeps them."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec


class Account(msgspec.Struct, frozen=True):
    """A sign-in account; phone numbers are E.164 digits, metadata is JSON text.

    `email_autoconfirmed`: the email counts as confirmed without proof of ownership.
    `email_change_agreed`: the mailbox that has agreed to `new_email`; both must.
    """

    id: UUID
    email: str | None
    phone: str | None
    password_hash: str | None
    is_anonymous: bool
    app_metadata: str
    user_metadata: str
    email_confirmed_at: datetime | None
    email_autoconfirmed: bool
    phone_confirmed_at: datetime | None
    invited_at: datetime | None
    confirmation_sent_at: datetime | None
    recovery_sent_at: datetime | None
    signup_notice_sent_at: datetime | None
    email_change_sent_at: datetime | None
    phone_change_sent_at: datetime | None
    reauthentication_sent_at: datetime | None
    last_sign_in_at: datetime | None
    banned_until: datetime | None
    deleted_at: datetime | None
    new_email: str | None
    new_phone: str | None
    email_change_agreed: Literal["current", "new"] | None
    created_at: datetime
    updated_at: datetime


class Identity(msgspec.Struct, frozen=True):
    """A way into an account: what a provider calls its person, and says of them as JSON text.

    `awaits_token`: the mail whose answer makes it good.
    """

    id: UUID
    user_id: UUID
    provider: str
    subject: str
    identity_data: str
    awaits_token: UUID | None
    last_sign_in_at: datetime | None
    created_at: datetime
    updated_at: datetime


class ShownFactor(msgspec.Struct, frozen=True):
    """What its owner may know of a second step."""

    id: UUID
    factor_type: str
    status: Literal["unverified", "verified"]
    friendly_name: str
    phone: str | None
    last_challenged_at: datetime | None
    created_at: datetime
    updated_at: datetime


class Factor(ShownFactor, frozen=True):
    """A second step: an app's secret, a number (E.164 digits), a passkey or recovery codes."""

    user_id: UUID
    sealed_secret: str | None
    last_step: int | None
    credential_id: bytes | None
    public_key: bytes | None
    sign_count: int | None
    transports: list[str]
    wrong_guesses: int
    wrong_since: datetime | None
