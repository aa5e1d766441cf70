"""An account and its profile: making one, reading one, the wire's User (contract A2.1, A2.2)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid4

import asyncpg
import msgspec

from summerstow.kit import log
from summerstow.kit.actor import Role
from summerstow.kit.database import Transaction

from .queries import user_rows
from .validation import Metadata, full_name

_log = log.get("auth")

#: Without 0 O 1 I L U, which are misread on a box label (decisions.md, "Accounts").
CUSTOMER_ID_ALPHABET: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
_ATTEMPTS = 20
_TIMES = (
    "email_confirmed_at",
    "phone_confirmed_at",
    "confirmation_sent_at",
    "recovery_sent_at",
    "last_sign_in_at",
    "banned_until",
)


class CustomerIdsExhausted(Exception):
    """No free customer id was drawn; with 24 million of them that is a fault."""


async def create_account(
    tx: Transaction,
    *,
    email: str | None,
    password_hash: str | None,
    data: Metadata,
    now: datetime,
    role: Role = "customer",
    confirmed: bool = False,
    user_id: UUID | None = None,
) -> UUID:
    """Make an account with its identity and profile; `email` is validated and lower-cased.

    Without an e-mail address the account is anonymous. `role` is the profile's: sign-up never gives
    it (decisions.md); the seed and the command line do.
    """
    user_id = user_id or uuid4()
    await user_rows.insert_user(
        tx,
        user_id,
        email=email,
        password_hash=password_hash,
        app_metadata=encode({} if email is None else {"provider": "email", "providers": ["email"]}),
        user_metadata=encode(data if email is None else signup_metadata(user_id, email, data)),
        is_anonymous=email is None,
        now=now,
    )
    if email is not None:
        identity = signup_metadata(user_id, email, data)
        await user_rows.insert_identity(
            tx,
            user_id,
            provider="email",
            subject=str(user_id),
            data=encode(identity),
            now=now,
        )
    await _create_profile(tx, user_id, email, role, full_name(data))
    if confirmed and email is not None:
        await user_rows.confirm_email(tx, user_id, now)
    _log.info("account_created", user_id=str(user_id), role=role, confirmed=confirmed)
    return user_id


def signup_metadata(user_id: UUID, email: str, data: Metadata) -> Metadata:
    """Sign-up data with what the server adds (contract A4.1)."""
    return {
        **data,
        "sub": str(user_id),
        "email": email,
        "email_verified": False,
        "phone_verified": False,
    }


def draw_customer_id() -> str:
    """`SS-` and five characters that cannot be misread."""
    return "SS-" + "".join(secrets.choice(CUSTOMER_ID_ALPHABET) for _ in range(5))


async def _create_profile(
    tx: Transaction, user_id: UUID, email: str | None, role: Role, name: str | None
) -> None:
    for _ in range(_ATTEMPTS):
        if await user_rows.insert_profile(
            tx,
            user_id,
            email=email,
            role=role,
            full_name=name,
            customer_id=draw_customer_id(),
        ):
            return
    raise CustomerIdsExhausted


async def user_json(tx: Transaction, user_id: UUID) -> dict[str, Any]:
    """The account as the wire shows it."""
    row = await user_rows.user_by_id(tx, user_id)
    assert row is not None
    return user_body(row, await user_rows.identities(tx, user_id))


def user_body(row: asyncpg.Record, identities: Sequence[asyncpg.Record]) -> dict[str, Any]:
    """A row and its identities as the wire's User; fields that are empty there are left out."""
    body: dict[str, Any] = {
        "id": str(row["id"]),
        "aud": "authenticated",
        "role": "authenticated",
        "email": row["email"] or "",
        "phone": row["phone"] or "",
    }
    body.update((name, wire_time(row[name])) for name in _TIMES if row[name] is not None)
    confirmed = [
        at for at in (row["email_confirmed_at"], row["phone_confirmed_at"]) if at is not None
    ]
    if confirmed:
        body["confirmed_at"] = wire_time(min(confirmed))
    body["app_metadata"] = decode(row["app_metadata"])
    body["user_metadata"] = decode(row["user_metadata"])
    body["identities"] = [_identity(one) for one in identities]
    body["created_at"] = wire_time(row["created_at"])
    body["updated_at"] = wire_time(row["updated_at"])
    body["is_anonymous"] = row["is_anonymous"]
    return body


def fake_user(email: str, data: Metadata, now: datetime) -> dict[str, Any]:
    """What a sign-up for a taken address is answered: nobody's account (contract A4.1)."""
    moment = wire_time(now)
    return {
        "id": str(uuid4()),
        "aud": "authenticated",
        "role": "",
        "email": email,
        "phone": "",
        "confirmation_sent_at": moment,
        "app_metadata": {"provider": "email", "providers": ["email"]},
        "user_metadata": data,
        "identities": [],
        "created_at": moment,
        "updated_at": moment,
        "is_anonymous": False,
    }


def _identity(row: asyncpg.Record) -> dict[str, Any]:
    data = decode(row["identity_data"])
    body: dict[str, Any] = {
        "identity_id": str(row["id"]),
        "id": row["subject"],
        "user_id": str(row["user_id"]),
        "identity_data": data,
        "provider": row["provider"],
        "last_sign_in_at": wire_time(row["last_sign_in_at"] or row["created_at"]),
        "created_at": wire_time(row["created_at"]),
        "updated_at": wire_time(row["updated_at"]),
    }
    if isinstance(data.get("email"), str):
        body["email"] = data["email"]
    return body


def wire_time(moment: datetime) -> str:
    """RFC 3339 in UTC with microseconds: `2026-01-02T03:04:05.678901Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def encode(value: object) -> str:
    """JSON text as the database takes it."""
    return msgspec.json.encode(value).decode()


def decode(text: str) -> Metadata:
    """JSON text of the database as an object."""
    return msgspec.json.decode(text, type=dict[str, Any])
