"""`Idempotency-Key`: a request that is sent twice happens once (decisions.md, "Bookings")."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from summerstow.kit.actor import Actor
from summerstow.kit.database import Transaction

from .errors import Refused

MAX_KEY = 200
#: What a key is remembered for, at least.
DAYS_KEPT = 7


@dataclass(frozen=True, slots=True)
class Once:
    """One request that may come again: whose, under which key, and what it says."""

    scope: str
    key: str
    request_hash: str


def once(key: str | None, actor: Actor, path: str, query: bytes, body: bytes) -> Once | None:
    """The identity of a request with this key; None without one. 400 for a key that is too long."""
    if key is None:
        return None
    if not 0 < len(key) <= MAX_KEY:
        raise Refused(400, "22001", f"Idempotency-Key must have 1 to {MAX_KEY} characters")
    whose = str(actor.user_id) if actor.user_id is not None else actor.role
    digest = hashlib.sha256(b"\0".join((path.encode(), query, body)))
    return Once(f"{whose} {path}", key, digest.hexdigest())


async def claim(tx: Transaction, request: Once) -> str | None:
    """None: it is the first, go on. Else the kept result, as JSON text, of the one that was.

    A simultaneous twin waits here until the first is done. 422 where the key stands for something
    else. Everything is in the request's own transaction: a first that fails leaves nothing.
    """
    async with tx.elevated():
        if await tx.fetchval(
            "insert into app.idempotency (scope, key, request_hash) values ($1, $2, $3) "
            "on conflict do nothing returning true",
            request.scope,
            request.key,
            request.request_hash,
        ):
            return None
        kept = await tx.fetchrow(
            "select request_hash, result::text from app.idempotency where scope = $1 and key = $2",
            request.scope,
            request.key,
        )
    if kept is None or kept["request_hash"] != request.request_hash:
        raise Refused(422, "PT422", "Idempotency-Key was already used with another request")
    return str(kept["result"])


async def keep(tx: Transaction, request: Once, result: str) -> None:
    """Keep the result (JSON text) that a repeat will be answered with."""
    async with tx.elevated():
        await tx.execute(
            "update app.idempotency set result = $3::text::jsonb where scope = $1 and key = $2",
            request.scope,
            request.key,
            result,
        )


async def forget(tx: Transaction) -> None:
    """Drop keys that nobody will repeat any more; for the schema's owner, once a day."""
    await tx.execute(
        "delete from app.idempotency where created_at < now() - make_interval(days => $1)",
        DAYS_KEPT,
    )
