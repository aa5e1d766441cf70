"""Archives by `POST /rest/v1/rpc/{command}`, and their file by `GET /archives/{token}`."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Literal
from uuid import UUID, uuid4

import msgspec

from summerstow.platform import clock
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Unavailable
from summerstow.platform.http.asgi import Receive, Scope, Send, send_response
from summerstow.platform.http.signed_links import SignedLinks
from summerstow.platform.roles import EXECUTIVES

from . import queries
from .job import KEPT_DAYS

PATH: Final = "/archives"
ArchiveState = Literal["running", "ready", "failed"]


class ArchiveShown(msgspec.Struct, frozen=True):
    """The newest archive: its steps while it is made, its size and end once it is there."""

    id: UUID
    state: ArchiveState
    requested_at: datetime
    steps_done: int
    steps_total: int
    bytes: int | None
    until: datetime
    error: str | None


class ArchiveNamed(msgspec.Struct, forbid_unknown_fields=True):
    """An archive by its id."""

    archive_id: UUID


class ArchiveLink(msgspec.Struct, frozen=True):
    """The path from which an archive is downloaded, for five minutes."""

    path: str


async def newest_archive(tx: ElevatedTransaction, arguments: NoArguments) -> ArchiveShown | None:
    """Return the newest archive, if there is one."""
    del arguments
    archive = await queries.newest(tx)
    if archive is None:
        return None
    state: ArchiveState = "running"
    if archive.finished_at is not None:
        state = "ready"
    elif archive.error is not None:
        state = "failed"
    return ArchiveShown(
        archive.id,
        state,
        archive.requested_at,
        archive.steps_done,
        archive.steps_total,
        archive.bytes,
        archive.requested_at + timedelta(days=KEPT_DAYS),
        archive.error,
    )


async def request_archive(tx: ElevatedTransaction, arguments: NoArguments) -> ArchiveShown | None:
    """Ask for an archive; one that is being made is answered as it is."""
    await queries.request(tx, uuid4())
    return await newest_archive(tx, arguments)


class ArchiveLinks:
    """Makes the links of archives and reads them; `secret` is the same on every host."""

    def __init__(self, secret: str) -> None:
        self._links = SignedLinks(secret, "archive-link")

    def link(self, archive_id: UUID) -> str:
        """Return the path of an archive's file."""
        return f"{PATH}/{self._links.token(archive_id.bytes)}"

    def archive(self, token: str) -> UUID | None:
        """Return the archive of a token; None unless it is right and still holds."""
        named = self._links.named(token)
        return None if named is None else UUID(bytes=named)


def commands(links: ArchiveLinks) -> tuple[Command, ...]:
    """The package's commands."""

    async def archive_link(tx: ElevatedTransaction, arguments: ArchiveNamed) -> ArchiveLink:
        """Return where a finished archive is downloaded; 404 for any other."""
        if await queries.finished(tx, arguments.archive_id) is None:
            raise AppError("This archive is gone.", status=404, code="P0002")
        return ArchiveLink(links.link(arguments.archive_id))

    return (
        Command(
            "newest_archive", NoArguments, newest_archive, EXECUTIVES, read_only=True, elevated=True
        ),
        Command(
            "request_archive",
            NoArguments,
            request_archive,
            EXECUTIVES,
            repeatable=True,
            recent_factor=True,
            elevated=True,
        ),
        Command(
            "archive_link",
            ArchiveNamed,
            archive_link,
            EXECUTIVES,
            repeatable=True,
            reads_customers=True,
            recent_factor=True,
            elevated=True,
        ),
    )


class ArchiveFile:
    """Answers `GET /archives/{token}` with the file, part by part."""

    def __init__(self, database: Database, links: ArchiveLinks) -> None:
        self._database = database
        self._links = links

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        del receive
        try:
            await self._answer(scope, send)
        except Unavailable as error:
            plain = [(b"content-type", b"text/plain; charset=utf-8")]
            await send_response(send, error.status, plain, f"{error}\n".encode())

    async def _answer(self, scope: Scope, send: Send) -> None:
        archive_id = self._links.archive(scope["path"].removeprefix(f"{PATH}/"))
        archive = None
        if archive_id is not None and scope["method"] in ("GET", "HEAD"):
            async with self._database.owner() as tx:
                archive = await queries.finished(tx, archive_id)
        if archive is None:
            plain = [(b"content-type", b"text/plain; charset=utf-8")]
            await send_response(send, 404, plain, b"This link is over. Please ask for another.\n")
            return
        name = f"archive-{clock.campus_time(archive.requested_at):%Y-%m-%d}.zip"
        headers = [
            (b"content-type", b"application/zip"),
            (b"content-length", str(archive.bytes).encode()),
            (b"content-disposition", f'attachment; filename="{name}"'.encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        number = 0
        while scope["method"] == "GET":
            content = await self._part(archive.id, number)
            if content is None:
                break
            await send({"type": "http.response.body", "body": content, "more_body": True})
            number += 1
        await send({"type": "http.response.body", "body": b""})

    async def _part(self, archive_id: UUID, number: int) -> bytes | None:
        async with self._database.owner() as tx:
            return await queries.part(tx, archive_id, number)
