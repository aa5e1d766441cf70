"""An account and its profile: making one, and the wire's User (docs/wire/auth.md, "User")."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec

from summerstow.platform.auth.accounts.model import Account, Identity, ShownFactor
from summerstow.platform.auth.validation import Metadata, full_name
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.observability import log
from summerstow.platform.roles import CUSTOMER, Role

from . import identity_queries, user_queries

_log = log.get("auth")

#: Without 0 O 1 I L U, which are misread on a box label.
CUSTOMER_ID_ALPHABET: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
_ATTEMPTS = 20
_TIMES = (
    "email_confirmed_at",
    "phone_confirmed_at",
    "invited_at",
    "confirmation_sent_at",
    "recovery_sent_at",
    "email_change_sent_at",
    "phone_change_sent_at",
    "reauthentication_sent_at",
    "last_sign_in_at",
    "banned_until",
    "deleted_at",
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
    phone: str | None = None,
    role: Role = CUSTOMER,
    confirmed: bool = False,
    proved: bool = True,
    user_id: UUID | None = None,
) -> UUID:
    """Make an account with its identities and profile; `email` is validated and lower-cased,
    `phone` is E.164 digits.

    With neither the account is anonymous. `confirmed` applies to both; `proved` is False if only
    auto-confirmation confirms them. `role` is the profile's: set by the seed and the command line.
    """
    user_id = user_id or uuid4()
    contacts = {"email": email, "phone": phone}
    providers = [name for name, value in contacts.items() if value is not None]
    metadata = signup_metadata(user_id, email, data, phone=phone) if providers else data
    await user_queries.insert_user(
        tx,
        user_id,
        email=email,
        phone=phone,
        password_hash=password_hash,
        app_metadata=encode(
            {"provider": providers[0], "providers": providers} if providers else {}
        ),
        user_metadata=encode(metadata),
        is_anonymous=not providers,
        now=now,
    )
    for provider in providers:
        await user_queries.insert_identity(
            tx,
            user_id,
            provider=provider,
            subject=str(user_id),
            data=encode(metadata),
            now=now,
        )
    await create_profile(tx, user_id, email, role, full_name(data))
    if confirmed and email is not None:
        await user_queries.confirm_email(tx, user_id, now, proved=proved)
    if confirmed and phone is not None:
        await user_queries.confirm_phone(tx, user_id, now)
    _log.info("account_created", user_id=str(user_id), role=role, confirmed=confirmed)
    return user_id


def signup_metadata(
    user_id: UUID, email: str | None, data: Metadata, *, phone: str | None = None
) -> Metadata:
    """Sign-up data with what the server adds."""
    contacts = {"email": email, "phone": phone}
    return {
        **data,
        "sub": str(user_id),
        **{name: value for name, value in contacts.items() if value is not None},
        "email_verified": False,
        "phone_verified": False,
    }


def draw_customer_id() -> str:
    """`SS-` and five characters that cannot be misread."""
    return "SS-" + "".join(secrets.choice(CUSTOMER_ID_ALPHABET) for _ in range(5))


async def create_profile(
    tx: Transaction, user_id: UUID, email: str | None, role: Role, name: str | None
) -> None:
    """The profile that every account has; a customer id of its own is drawn for it."""
    for _ in range(_ATTEMPTS):
        if await user_queries.insert_profile(
            tx,
            user_id,
            email=email,
            role=role,
            full_name=name,
            customer_id=draw_customer_id(),
        ):
            return
    raise CustomerIdsExhausted


def proved_email(user: Account) -> str | None:
    """Return the email if its owner has proved it; auto-confirmation is no proof."""
    proved = user.email_confirmed_at is not None and not user.email_autoconfirmed
    return user.email if proved else None


async def known_by_email(tx: Transaction, email: str) -> Account | None:
    """Return the account that an email leads to, or None.

    If the owner is verified by phone only, the unconfirmed email is removed from the account: its
    real owner must not end up in someone else's account.
    """
    user = await user_queries.user_by_email(tx, email)
    if user is None or user.email_confirmed_at or not user.phone_confirmed_at:
        return user
    await identity_queries.release_address(tx, user.id)
    await user_queries.delete_tokens(tx, user.id, ("confirmation", "recovery"))
    return None


async def user_json(tx: Transaction, user_id: UUID) -> dict[str, Any]:
    """The account as the wire shows it."""
    row = await user_queries.user_by_id(tx, user_id)
    assert row is not None
    identities = await user_queries.identities(tx, user_id)
    return user_body(row, identities, await user_queries.factors(tx, user_id))


def user_body(
    row: Account,
    identities: Sequence[Identity],
    factors: Sequence[ShownFactor] = (),
) -> dict[str, Any]:
    """A row with its identities and factors as the wire's User; what is empty there is left out."""
    body: dict[str, Any] = {
        "id": str(row.id),
        "aud": "authenticated",
        "role": "authenticated",
        "email": row.email or "",
        "phone": row.phone or "",
    }
    body.update((name, wire_time(at)) for name in _TIMES if (at := getattr(row, name)) is not None)
    confirmed = [at for at in (row.email_confirmed_at, row.phone_confirmed_at) if at is not None]
    if confirmed:
        body["confirmed_at"] = wire_time(min(confirmed))
    body.update(
        (name, new)
        for name, new in (("new_email", row.new_email), ("new_phone", row.new_phone))
        if new is not None
    )
    body["app_metadata"] = decode(row.app_metadata)
    body["user_metadata"] = decode(row.user_metadata)
    body["identities"] = [_identity(one) for one in identities]
    if factors:
        body["factors"] = [factor_body(one) for one in factors]
    body["created_at"] = wire_time(row.created_at)
    body["updated_at"] = wire_time(row.updated_at)
    body["is_anonymous"] = row.is_anonymous
    return body


def fake_user(
    email: str | None, data: Metadata, now: datetime, *, phone: str | None = None
) -> dict[str, Any]:
    """Return the User that reveals a taken address, as upstream answers it: no identities."""
    moment = wire_time(now)
    provider = "phone" if email is None else "email"
    return {
        "id": str(uuid4()),
        "aud": "authenticated",
        "role": "",
        "email": email or "",
        "phone": phone or "",
        "confirmation_sent_at": moment,
        "app_metadata": {"provider": provider, "providers": [provider]},
        "user_metadata": data,
        "identities": [],
        "created_at": moment,
        "updated_at": moment,
        "is_anonymous": False,
    }


def pending_user(
    user_id: UUID,
    identity_id: UUID,
    email: str | None,
    data: Metadata,
    now: datetime,
    *,
    phone: str | None = None,
) -> dict[str, Any]:
    """Return the User that every sign-up to be confirmed is answered with.

    Built from the request alone, so that it is the same whether the address is new, waits for its
    confirmation or is taken (rule: no-guessing-accounts).
    """
    moment = wire_time(now)
    provider = "phone" if email is None else "email"
    metadata = signup_metadata(user_id, email, data, phone=phone)
    identity = Identity(
        id=identity_id,
        user_id=user_id,
        provider=provider,
        subject=str(user_id),
        identity_data=encode(metadata),
        awaits_token=None,
        last_sign_in_at=now,
        created_at=now,
        updated_at=now,
    )
    return {
        "id": str(user_id),
        "aud": "authenticated",
        "role": "authenticated",
        "email": email or "",
        "phone": phone or "",
        "confirmation_sent_at": moment,
        "app_metadata": {"provider": provider, "providers": [provider]},
        "user_metadata": metadata,
        "identities": [_identity(identity)],
        "created_at": moment,
        "updated_at": moment,
        "is_anonymous": False,
    }


def _identity(row: Identity) -> dict[str, Any]:
    data = decode(row.identity_data)
    body: dict[str, Any] = {
        "identity_id": str(row.id),
        "id": row.subject,
        "user_id": str(row.user_id),
        "identity_data": data,
        "provider": row.provider,
        "last_sign_in_at": wire_time(row.last_sign_in_at or row.created_at),
        "created_at": wire_time(row.created_at),
        "updated_at": wire_time(row.updated_at),
    }
    if isinstance(data.get("email"), str):
        body["email"] = data["email"]
    return body


def factor_body(row: ShownFactor) -> dict[str, Any]:
    """A row as the wire's Factor; nothing that proves it crosses the wire."""
    body: dict[str, Any] = {
        "id": str(row.id),
        "created_at": wire_time(row.created_at),
        "updated_at": wire_time(row.updated_at),
        "status": row.status,
        "factor_type": row.factor_type,
        "phone": row.phone or "",
        "last_challenged_at": None,
    }
    if row.friendly_name:
        body["friendly_name"] = row.friendly_name
    if row.last_challenged_at is not None:
        body["last_challenged_at"] = wire_time(row.last_challenged_at)
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
