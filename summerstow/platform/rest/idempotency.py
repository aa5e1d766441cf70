"""`Idempotency-Key`: a request that is sent twice happens once, and is answered once."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import asyncpg
import msgspec

from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError
from summerstow.platform.roles import ANON

from .answer import REPLAYED
from .errors import Refused, as_app_error
from .request import Request

MAX_KEY: Final = 200
#: What a key is remembered for, at least.
RETENTION_DAYS: Final = 7
#: How long a refusal under a key is: long enough for every retry by itself.
HOURS_REFUSED: Final = 24
#: Refusals because of the request, not of its caller or time.
_DEFINITE: Final = frozenset({400, 404, 409, 422})


@dataclass(frozen=True, slots=True)
class Once:
    """A request that may be repeated: its caller, its key and a hash of its content.

    Guests are identified by their address. A UUID key `roams`: a phone that changes its network
    repeats the request from another address.
    """

    scope: str
    key: str
    request_hash: str
    roams: bool = False

    @property
    def text(self) -> str:
        """The same as JSON."""
        return msgspec.json.encode(self).decode()


class Refusal(msgspec.Struct, frozen=True):
    """A stored refusal."""

    status: int
    code: str
    message: str
    details: str | None = None
    hint: str | None = None
    facts: object = None


class RefusedBefore(Refused):
    """The refusal of the first request with this key, once more."""


def of(request: Request, body: bytes) -> Once | None:
    """The identity of a request with an `Idempotency-Key`; None without one. 400 for a key that is
    too long."""
    key, actor, path = request.header(b"idempotency-key"), request.actor, request.path
    if key is None:
        return None
    if not 0 < len(key) <= MAX_KEY:
        raise Refused(400, "22001", f"Idempotency-Key must have 1 to {MAX_KEY} characters")
    parts = (path.encode(), request.query_string, body)
    digest = hashlib.sha256(b"\0".join(parts)).hexdigest()
    if actor.user_id is not None:
        return Once(f"{actor.user_id} {path}", key, digest)
    if actor.role != ANON:
        return Once(f"{actor.role} {path}", key, digest)
    return Once(f"anon {actor.address or '-'} {path}", key, digest, roams=_is_uuid(key))


@asynccontextmanager
async def remembering(database: Database, once: Once | None) -> AsyncIterator[None]:
    """Keep what a request with a key is refused with, after its transaction."""
    try:
        yield
    except (AppError, asyncpg.PostgresError) as error:
        refused = as_app_error(error)
        if once is not None and refused.status < 500:
            await keep_refusal(database, once, refused)
        raise


def _is_uuid(key: str) -> bool:
    try:
        UUID(key)
    except ValueError:
        return False
    return True


# True for the first request with its key; a simultaneous twin waits here. A key that roams ($4)
# is the client's alone, whatever address it comes from.
_REMEMBER: Final = """
insert into app.idempotency (scope, key, request_hash) select $1, $2, $3
where not exists (select from app.idempotency_refusals
    where (scope, key, request_hash) = ($1, $2, $3))
  and not ($4 and exists (select from app.idempotency
    where key = $2 and request_hash = $3 and starts_with(scope, 'anon ')))
on conflict do nothing returning true
"""


async def claim(tx: Transaction, request: Once) -> str | None:
    """Return None for a first request, else the stored result of the earlier one as JSON text.

    A simultaneous duplicate waits until the first is done. Raises 422 if the key belongs to
    another request, `RefusedBefore` if the first was refused. All in the request's own
    transaction: a failed first request leaves only its refusal.
    """
    identity = (request.scope, request.key, request.request_hash)
    async with tx.elevated() as elevated:
        if await elevated.fetchval(_REMEMBER, *identity, request.roams):
            return None
        if request.roams:
            earlier: str | None = await elevated.fetchval(
                "select result::text from app.idempotency "
                "where key = $1 and request_hash = $2 and starts_with(scope, 'anon ')",
                *identity[1:],
            )
            if earlier is not None:
                return earlier
        entry = await elevated.fetchrow(
            "select request_hash, result::text from app.idempotency where scope = $1 and key = $2",
            *identity[:2],
        )
        if entry is None:
            refusal = await elevated.fetchval(
                "select refusal::text from app.idempotency_refusals "
                "where (scope, key, request_hash) = ($1, $2, $3) "
                "and created_at > now() - make_interval(hours => $4)",
                *identity,
                HOURS_REFUSED,
            )
            if refusal is not None:
                raise _before(refusal)
    if entry is None or entry["request_hash"] != request.request_hash:
        raise Refused(422, "PT422", "Idempotency-Key was already used with another request")
    return str(entry["result"])


def _before(text: str) -> RefusedBefore:
    refusal = msgspec.json.decode(text, type=Refusal)
    return RefusedBefore(
        refusal.status,
        refusal.code,
        refusal.message,
        refusal.details,
        refusal.hint,
        facts=refusal.facts,
        headers=(REPLAYED,),
    )


async def keep(tx: Transaction, request: Once, result: str) -> None:
    """Keep the result (JSON text) that a repeat will be answered with."""
    async with tx.elevated() as elevated:
        await elevated.execute(
            "update app.idempotency set result = $3::text::jsonb where scope = $1 and key = $2",
            request.scope,
            request.key,
            result,
        )


async def keep_refusal(database: Database, request: Once, error: AppError) -> None:
    """Keep a definite refusal for its repeats, once its transaction is undone."""
    if error.status not in _DEFINITE or isinstance(error, RefusedBefore) or error.code == "PT422":
        return
    refusal = Refusal(
        error.status, error.code, error.message, error.details, error.hint, error.facts
    )
    async with database.owner() as tx:
        await tx.execute(
            "insert into app.idempotency_refusals (scope, key, request_hash, refusal) "
            "select $1, $2, $3, $4::text::jsonb where not exists "
            "(select from app.idempotency where scope = $1 and key = $2) on conflict do nothing",
            request.scope,
            request.key,
            request.request_hash,
            msgspec.json.encode(refusal).decode(),
        )


async def forget(tx: ElevatedTransaction) -> None:
    """Delete expired keys; once a day."""
    await tx.execute(
        "delete from app.idempotency where created_at < now() - make_interval(days => $1)",
        RETENTION_DAYS,
    )
    await tx.execute(
        "delete from app.idempotency_refusals "
        "where created_at < now() - make_interval(hours => $1)",
        HOURS_REFUSED,
    )
