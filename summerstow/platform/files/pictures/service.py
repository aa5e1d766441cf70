"""Bounds and visibility of uploads, and deletion of unused ones."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.actor import Actor
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError, Conflict, Forbidden, TooOften
from summerstow.platform.roles import ANON, EXECUTIVE, OFFICE, STAFF, WORKER

from . import queries
from .content import PUBLIC, Content, Kind, convert_upload
from .model import UploadedFile, VisibleFile

#: What an account of a customer may keep: a picture of every item of a season, and some quotes.
MOST_FILES: Final = 100
MOST_BYTES: Final = 24 * 1024 * 1024
#: Uploads count towards an account's limit for this time.
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
    """The uploads of one process; pictures are converted one at a time, beside the event loop."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._drawing = asyncio.Semaphore(1)

    async def store(
        self, actor: Actor, picture_id: UUID, kind: Kind, body: bytes
    ) -> tuple[Stored, bool]:
        """Store a file under its sender's id; also returns whether it is new.

        Raises `TooOften`, `Conflict` for a full account or an id that stands for something else,
        and as `content.convert_upload` does.
        """
        user_id = actor.user_id
        assert user_id is not None
        if kind == "evidence" and actor.role not in STAFF:
            # Stored until it is named, which a customer's would never be.
            raise Forbidden("Only our crew takes pictures as evidence.")
        if kind in PUBLIC and actor.role != EXECUTIVE:
            raise Forbidden("Only an executive changes pictures of the site.")
        # Those of the site stay when the account of who chose them goes.
        owner_id = None if kind in PUBLIC else user_id
        digest = hashlib.sha256(body).digest()
        async with self._database.owner(actor) as tx:
            upload = await queries.find_upload(tx, picture_id)
            if upload is None:
                await _admit(tx, user_id, len(body))
        if upload is not None:
            return _describe(upload, owner_id, kind, digest), False
        content = await self._convert(body, kind)
        async with self._database.owner(actor) as tx:
            await queries.hold_account(tx, user_id)
            upload = await queries.find_upload(tx, picture_id)
            if upload is not None:
                return _describe(upload, owner_id, kind, digest), False
            await _admit(tx, user_id, len(content.body))
            new = await queries.insert_upload(
                tx,
                picture_id,
                owner_id=owner_id,
                kind=kind,
                sha256=digest,
                content=content,
                now=clock.now(),
            )
            row = await queries.find_upload(tx, picture_id)
            assert row is not None
            return _describe(row, owner_id, kind, digest), new

    async def show(self, actor: Actor, picture_id: UUID) -> VisibleFile:
        """Return an upload that this actor may see; raises 404 otherwise."""
        async with self._database.owner(actor) as tx:
            row = await queries.find_visible_upload(
                tx,
                picture_id,
                actor.user_id,
                office=actor.role in OFFICE,
                crew_day=clock.today() if actor.role == WORKER else None,
            )
        if row is None:
            admit(actor)
            raise AppError("There is no such picture.", status=404, code="P0002")
        return row

    async def _convert(self, body: bytes, kind: Kind) -> Content:
        async with self._drawing:
            return await asyncio.to_thread(convert_upload, body, kind)


def admit(actor: Actor) -> None:
    """Raise `Forbidden` (401 if signed out) for a caller without an account."""
    if not actor.signed_in:
        raise Forbidden("Please sign in.", status=401 if actor.role == ANON else 403)


async def attach(tx: ElevatedTransaction, picture_id: UUID, kind: Kind, *, to: UUID | None) -> None:
    """Use the caller's upload for a record of `to`.

    Raises `Conflict` if it belongs to another, is of another kind, in use already, or gone.
    """
    if not await queries.claim_upload(tx, picture_id, tx.actor.user_id, kind, to):
        raise Conflict("This picture is not here any more. Please choose it again.")


async def forget_loose(tx: Transaction) -> None:
    """Delete uploads that were never used."""
    await queries.delete_unused(tx, clock.now() - LOOSE)


async def _admit(tx: Transaction, user_id: UUID, size: int) -> None:
    now = clock.now()
    uploads = await queries.count_uploads(tx, user_id, now - WITHIN)
    if tx.actor.role in STAFF:
        if uploads.recent >= STAFF_RATE:
            raise _too_often(uploads.first, now)
        return
    if uploads.files >= MOST_FILES or uploads.bytes + size > MOST_BYTES:
        raise Conflict(
            f"You can keep at most {MOST_FILES} pictures of {MOST_BYTES // 2**20} MB in all. "
            "Please remove one first."
        )
    if uploads.recent >= RATE:
        raise _too_often(uploads.first, now)


def _too_often(first: datetime | None, now: datetime) -> TooOften:
    assert first is not None
    return TooOften(int((first + WITHIN - now).total_seconds()) + 1)


def _describe(upload: UploadedFile, owner_id: UUID | None, kind: Kind, digest: bytes) -> Stored:
    if (upload.owner_id, upload.kind, upload.sha256) != (owner_id, kind, digest):
        raise Conflict("This id stands for another picture. Please choose it again.")
    return Stored(**{one: getattr(upload, one) for one in Stored.__struct_fields__})
