"""Every statement about API keys."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.roles import Scope
from summerstow.platform.tables import decoded_all, decoded_if_any


class KeyHolder(msgspec.Struct, frozen=True):
    """A key that holds, and what it may do."""

    id: UUID
    scopes: list[Scope]


class StoredKey(msgspec.Struct, frozen=True):
    """A key without its secret, of which `ends_with` are the last characters."""

    id: UUID
    name: str
    ends_with: str
    scopes: list[Scope]
    created_at: datetime
    created_by: str | None
    expires_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


async def use(tx: Transaction, hashed: bytes, now: datetime) -> KeyHolder | None:
    """Return the key of a hash if it holds, and note its use, once a minute at most."""
    row = await tx.fetchrow(
        "with key as (select id, scopes, last_used_at from app.api_keys "
        "  where hash = $1 and revoked_at is null and expires_at > $2), "
        "used as (update app.api_keys k set last_used_at = $2 from key where k.id = key.id "
        "  and coalesce(key.last_used_at < $2::timestamptz - interval '1 minute', true)) "
        "select id, scopes from key",
        hashed,
        now,
    )
    return decoded_if_any(KeyHolder, row)


async def add(
    tx: ElevatedTransaction,
    key_id: UUID,
    *,
    name: str,
    hashed: bytes,
    ends_with: str,
    scopes: Sequence[Scope],
    now: datetime,
    expires_at: datetime,
) -> None:
    """Store a key by its hash."""
    await tx.execute(
        "insert into app.api_keys (id, name, hash, ends_with, scopes, created_at, created_by, "
        "expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8)",
        key_id,
        name,
        hashed,
        ends_with,
        scopes,
        now,
        tx.actor.user_id,
        expires_at,
    )


async def keys(tx: ElevatedTransaction) -> list[StoredKey]:
    """Return all keys, the newest first."""
    rows = await tx.fetch(
        "select k.*, coalesce(u.full_name, u.email) as created_by from ("
        "select id, name, ends_with, scopes, created_at, created_by as maker, expires_at, "
        "last_used_at, revoked_at from app.api_keys) k "
        "left join public.users u on u.id = k.maker order by k.created_at desc, k.id desc"
    )
    return decoded_all(StoredKey, rows)


async def revoke(tx: ElevatedTransaction, key_id: UUID, now: datetime) -> bool:
    """Revoke a key for good; returns whether there is such a key."""
    found: UUID | None = await tx.fetchval(
        "update app.api_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning id",
        key_id,
        now,
    )
    return found is not None
