"""Uploads within bounds, who may look, and what becomes of a picture that hangs on nothing."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.kit import clock
from summerstow.kit.actor import Actor
from summerstow.kit.database.pool import Database
from summerstow.kit.database.transaction import ElevatedTransaction, Transaction
from summerstow.kit.errors import AppError, Conflict, Forbidden, TooOften
from summerstow.kit.roles import ANON, OFFICE, STAFF, WORKER

from . import queries
from .content import Content, Kind, checked
from .model import ShownFile, UploadedFile

#: What an account of a customer may keep: a picture of every item of a season, and some quotes.
MOST_FILES: Final = 100
MOST_BYTES: Final = 24 * 1024 * 1024
#: Uploads of an account that are kept from within this time.
RATE: Final = 60
#: The same for staff, who photograph a day's items.
STAFF_RATE: Final = 1200
WITHIN: Final = timedelta(hours=1)
#: How long an upload may hang on nothing; longer than `WITHIN`, so that it is counted.
LOOSE: Final = timedelta(hours=2)


class Stored(msgspec.Struct, frozen=True):
    """An upload as it is answered; its sides in pixels where it is a picture."""

    id: UUID
    kind: str
    media_type: str
    bytes: int
    width: int | None
    height: int | None


class Pictures:
    """The files of one process; pictures are worked on one after the other, beside the loop."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._drawing = asyncio.Semaphore(1)

    async def store(
        self, actor: Actor, picture_id: UUID, kind: Kind, body: bytes
    ) -> tuple[Stored, bool]:
        """Keep a file under an id of its sender's, and whether it is new; the same twice is one.

        Raises `TooOften`, `Conflict` for a full account or an id that stands for something else,
        and as `content.checked` does.
        """
        user_id = actor.user_id
        assert user_id is not None
        if kind == "evidence" and actor.role not in STAFF:
            # Kept until it is named, which a customer's would never be.
            raise Forbidden("Only our crew takes pictures as evidence.")
        digest = hashlib.sha256(body).digest()
        async with self._database.owner(actor) as tx:
            known = await queries.about(tx, picture_id)
            if known is None:
                await _admit(tx, user_id, len(body))
        if known is not None:
            return _same(known, user_id, kind, digest), False
        content = await self._checked(body, kind)
        async with self._database.owner(actor) as tx:
            await queries.hold_account(tx, user_id)
            known = await queries.about(tx, picture_id)
            if known is not None:
                return _same(known, user_id, kind, digest), False
            await _admit(tx, user_id, len(content.body))
            new = await queries.insert(
                tx,
                picture_id,
                user_id=user_id,
                kind=kind,
                sha256=digest,
                content=content,
                now=clock.now(),
            )
            row = await queries.about(tx, picture_id)
            assert row is not None
            return _same(row, user_id, kind, digest), new

    async def seen(self, actor: Actor, picture_id: UUID) -> ShownFile:
        """A picture that this actor may see, with its content; 404 otherwise."""
        async with self._database.owner(actor) as tx:
            row = await queries.seen(
                tx,
                picture_id,
                actor.user_id,
                office=actor.role in OFFICE,
                crew_day=clock.today() if actor.role == WORKER else None,
            )
        if row is None:
            raise AppError("There is no such picture.", status=404, code="P0002")
        return row

    async def _checked(self, body: bytes, kind: Kind) -> Content:
        async with self._drawing:
            return await asyncio.to_thread(checked, body, kind)


def admit(actor: Actor) -> None:
    """`Forbidden` (401 signed out) for whoever has no account to keep files for."""
    if not actor.signed_in:
        raise Forbidden("Please sign in.", status=401 if actor.role == ANON else 403)


async def attach(tx: ElevatedTransaction, picture_id: UUID, kind: Kind, *, to: UUID | None) -> None:
    """The asker's upload is to hang on something of `to`'s.

    Raises `Conflict` where it is another's, of another kind, in use already, or gone.
    """
    if not await queries.take(tx, picture_id, tx.actor.user_id, kind, to):
        raise Conflict("This picture is not here any more. Please choose it again.")


async def forget_loose(tx: Transaction) -> None:
    """Uploads that were never used are kept no longer."""
    await queries.forget_loose(tx, clock.now() - LOOSE)


async def _admit(tx: Transaction, user_id: UUID, size: int) -> None:
    now = clock.now()
    kept = await queries.kept(tx, user_id, now - WITHIN)
    if tx.actor.role in STAFF:
        if kept.recent >= STAFF_RATE:
            raise _too_often(kept.first, now)
        return
    if kept.files >= MOST_FILES or kept.bytes + size > MOST_BYTES:
        raise Conflict(
            f"You can keep at most {MOST_FILES} pictures of {MOST_BYTES // 2**20} MB in all. "
            "Please remove one first."
        )
    if kept.recent >= RATE:
        raise _too_often(kept.first, now)


def _too_often(first: datetime | None, now: datetime) -> TooOften:
    assert first is not None
    return TooOften(int((first + WITHIN - now).total_seconds()) + 1)


def _same(known: UploadedFile, user_id: UUID, kind: Kind, digest: bytes) -> Stored:
    if (known.owner_id, known.kind, known.sha256) != (user_id, kind, digest):
        raise Conflict("This id stands for another picture. Please choose it again.")
    return Stored(**{one: getattr(known, one) for one in Stored.__struct_fields__})
