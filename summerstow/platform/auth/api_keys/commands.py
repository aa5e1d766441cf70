"""`api_keys`, `create_api_key` and `revoke_api_key` (rule: api-keys)."""

from __future__ import annotations

import hashlib
import secrets
from datetime import date, datetime, timedelta
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec
from uuid6 import uuid7

from summerstow.platform import clock
from summerstow.platform.commands import WORDS, Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Invalid
from summerstow.platform.roles import EXECUTIVES, SCOPES, Scope

from . import queries
from .queries import StoredKey

#: What every key begins with, by which it is known among other tokens, and by scanners of code.
PREFIX: Final = "ssk_"
#: Bytes of chance in a key: nobody guesses one, so that a plain hash keeps it.
_BYTES: Final = 32
_SHOWN: Final = 4
_LONGEST: Final = timedelta(days=366)


class CreateApiKey(msgspec.Struct, forbid_unknown_fields=True):
    """A key for a program; `last_day` is the campus-local day after which it no longer holds."""

    name: Annotated[str, msgspec.Meta(pattern=WORDS, max_length=80)]
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=20)]
    last_day: date


class OneApiKey(msgspec.Struct, forbid_unknown_fields=True):
    """A key."""

    id: UUID


class ApiKey(msgspec.Struct, frozen=True):
    """A key without its secret, of which `ends_with` are the last characters."""

    id: UUID
    name: str
    ends_with: str
    scopes: list[Scope]
    created_at: datetime
    created_by: str | None
    last_day: date
    last_used_at: datetime | None
    state: Literal["holds", "over", "revoked"]


class NewApiKey(msgspec.Struct, frozen=True):
    """A key with its secret, which is shown this once."""

    id: UUID
    secret: str


def hash_of(secret: str) -> bytes:
    """Return what is stored of a key."""
    return hashlib.sha256(secret.encode()).digest()


async def api_keys(tx: ElevatedTransaction, arguments: NoArguments) -> list[ApiKey]:
    """Return all keys, the newest first."""
    del arguments
    now = clock.now()
    return [_shown(one, now) for one in await queries.keys(tx)]


async def create_api_key(tx: ElevatedTransaction, arguments: CreateApiKey) -> NewApiKey:
    """Make a key and return its secret. Raises `Invalid` for a day that is over or too far."""
    today = clock.today()
    if arguments.last_day < today:
        raise Invalid("The last day is over.")
    if arguments.last_day > today + _LONGEST:
        raise Invalid("A key holds for a year at most.")
    key_id, secret = uuid7(), PREFIX + secrets.token_urlsafe(_BYTES)
    await queries.add(
        tx,
        key_id,
        name=" ".join(arguments.name.split()),
        hashed=hash_of(secret),
        ends_with=secret[-_SHOWN:],
        scopes=[one for one in SCOPES if one in arguments.scopes],
        now=clock.now(),
        expires_at=clock.moment(arguments.last_day + timedelta(days=1)),
    )
    return NewApiKey(key_id, secret)


async def revoke_api_key(tx: ElevatedTransaction, arguments: OneApiKey) -> None:
    """Revoke a key at once; the same again changes nothing."""
    if not await queries.revoke(tx, arguments.id, clock.now()):
        raise AppError("There is no such key.", status=404, code="P0002")


COMMANDS: Final = (
    Command("api_keys", NoArguments, api_keys, EXECUTIVES, read_only=True, elevated=True),
    Command(
        "create_api_key",
        CreateApiKey,
        create_api_key,
        EXECUTIVES,
        recent_factor=True,
        repeatable=True,
        elevated=True,
    ),
    Command("revoke_api_key", OneApiKey, revoke_api_key, EXECUTIVES, elevated=True),
)


def _shown(key: StoredKey, now: datetime) -> ApiKey:
    over = key.expires_at <= now
    return ApiKey(
        key.id,
        key.name,
        key.ends_with,
        key.scopes,
        key.created_at,
        key.created_by,
        clock.campus_time(key.expires_at).date() - timedelta(days=1),
        key.last_used_at,
        "revoked" if key.revoked_at else "over" if over else "holds",
    )
