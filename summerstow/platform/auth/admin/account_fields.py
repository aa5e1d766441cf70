"""The fields of an account that the service key may set (docs/wire/auth.md, "Admin")."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any, Final, get_args
from uuid import UUID

import msgspec

from summerstow.platform.auth import validation
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import invalid
from summerstow.platform.auth.passwords import MAX_BYTES, check_hash
from summerstow.platform.roles import SIGNED_IN, Role

#: The role of every token: it says nothing of a profile.
_EVERYBODY: Final = ("", "authenticated")
_SECONDS: Final = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}
_DURATION: Final = re.compile(r"(?:(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))", re.ASCII)
#: What a duration of Go can hold: 292 years.
_LONGEST: Final = 2**63 / 1e9


class AdminUserBody(msgspec.Struct):
    """The fields of POST and PUT."""

    id: str | None = None
    email: str | None = None
    phone: str | None = None
    password: str | None = None
    password_hash: str | None = None
    email_confirm: bool | None = None
    phone_confirm: bool | None = None
    user_metadata: dict[str, Any] | None = None
    app_metadata: dict[str, Any] | None = None
    role: str | None = None
    ban_duration: str | None = None


class Fields(msgspec.Struct, frozen=True):
    """The validated fields; None for each that the body omits.

    `banned_until` is None if the body omits it, and a past time to lift a ban.
    """

    email: str | None
    phone: str | None
    password_hash: str | None
    user_metadata: dict[str, Any] | None
    app_metadata: dict[str, Any] | None
    role: Role | None
    banned_until: datetime | None


async def checked(context: AuthContext, body: AdminUserBody) -> Fields:
    """The fields of a body; raises 400 `validation_failed`.

    Password strength is not checked: that is the service key holder's decision.
    """
    if body.password and body.password_hash:
        raise invalid("Only a password or a password hash should be provided")
    if body.password and len(body.password.encode()) > MAX_BYTES:
        raise invalid(f"Password cannot be longer than {MAX_BYTES} characters")
    if body.password_hash:
        check_hash(body.password_hash)
    user_metadata = validation.metadata(body.user_metadata)
    validation.full_name(user_metadata)
    app_metadata = validation.metadata(body.app_metadata)
    return Fields(
        email=validation.email_address(body.email) if body.email else None,
        phone=validation.phone_number(body.phone) if body.phone else None,
        role=_role(body.role),
        banned_until=_banned_until(context.now(), body.ban_duration) if body.ban_duration else None,
        user_metadata=None if body.user_metadata is None else user_metadata,
        app_metadata=None if body.app_metadata is None else app_metadata,
        password_hash=(
            await context.passwords.hash(body.password) if body.password else body.password_hash
        ),
    )


def user_id(text: str) -> UUID:
    """The id that a new account is to have."""
    try:
        value = UUID(text)
    except ValueError:
        raise invalid("ID must conform to the uuid v4 format") from None
    if not value.int:
        raise invalid("ID cannot be a nil uuid")
    return value


def _role(text: str | None) -> Role | None:
    if text is None or text in _EVERYBODY:
        return None
    for role in get_args(Role):
        if role == text and role in SIGNED_IN:
            known_role: Role = role
            return known_role
    raise invalid(f"role must be one of {', '.join(sorted(SIGNED_IN))}")


def _banned_until(now: datetime, text: str) -> datetime:
    """When a ban of this Go duration (`24h`, `1h30m`) ends; `now` for `none`."""
    if text == "none":
        return now
    parts = _DURATION.findall(text)
    seconds = sum(float(number) * _SECONDS[unit] for number, unit in parts)
    if not parts or "".join(n + u for n, u in parts) != text or seconds >= _LONGEST:
        raise invalid(f'invalid format for ban duration: time: invalid duration "{text[:40]}"')
    try:
        return now + timedelta(seconds=seconds)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)
