"""The accountant's files: a link by `POST /rest/v1/rpc/accounting_link`, the file by GET."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import AsyncIterator
from typing import Any, Final

import asyncpg
import msgspec

from summerstow.platform.commands import Command
from summerstow.platform.database.outages import outages_unavailable
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import Invalid, Unavailable
from summerstow.platform.http.asgi import Receive, Scope, Send, send_response
from summerstow.platform.http.signed_links import SignedLinks
from summerstow.platform.roles import EXECUTIVES
from summerstow.platform.tables import decoded

from . import layouts, queries
from .model import IN_LAYOUTS, OF_A_DAY, AccountingFile

PATH: Final = "/accounting"
_ROWS: Final = 500
#: Days of a period; files of one process at a time, each of which takes a connection.
_MOST_DAYS: Final = 1100
_MOST_FILES: Final = 2
_PLAIN: Final = [(b"content-type", b"text/plain; charset=utf-8")]


class AccountingLink(msgspec.Struct, frozen=True):
    """The path from which a file is downloaded, for five minutes."""

    path: str


def links(secret: str) -> SignedLinks:
    """Return what signs the links of these files."""
    return SignedLinks(secret, "accounting-file")


def command(signed: SignedLinks) -> Command:
    """The command that answers with a file's link."""

    async def accounting_link(tx: Transaction, arguments: AccountingFile) -> AccountingLink:
        """Return where a file is downloaded; raises `Invalid` for days that it cannot have."""
        del tx
        if arguments.layout != "csv" and arguments.kind not in IN_LAYOUTS:
            raise Invalid("Neither program imports this file. Please take it as CSV.")
        days = (arguments.last - arguments.first).days
        if days < 0:
            raise Invalid("The last day must not be before the first.")
        if days > _MOST_DAYS or not 2001 <= arguments.first.year <= 2099:
            raise Invalid("A file is of at most three years.")
        return AccountingLink(f"{PATH}/{signed.token(msgspec.json.encode(arguments))}")

    return Command(
        "accounting_link",
        AccountingFile,
        accounting_link,
        EXECUTIVES,
        repeatable=True,
        reads_customers=True,
    )


class AccountingFiles:
    """Answers `GET /accounting/{token}` with the file, row by row."""

    def __init__(self, database: Database, signed: SignedLinks) -> None:
        self._database = database
        self._signed = signed
        self._turns = asyncio.Semaphore(_MOST_FILES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        del receive
        named = self._signed.named(scope["path"].removeprefix(f"{PATH}/"))
        if named is None or scope["method"] not in ("GET", "HEAD"):
            await send_response(send, 404, _PLAIN, b"This link is over. Please ask for another.\n")
            return
        request = msgspec.json.decode(named, type=AccountingFile)
        headers = [
            (b"content-type", b"text/csv; charset=utf-8"),
            (b"content-disposition", f'attachment; filename="{file_name(request)}"'.encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        has_begun = False
        try:
            async with self._turns:
                async for content in read_file(self._database, request):
                    if not has_begun:
                        start = {"type": "http.response.start", "status": 200, "headers": headers}
                        await send(start)
                        has_begun = True
                        if scope["method"] == "HEAD":
                            break
                    await send({"type": "http.response.body", "body": content, "more_body": True})
        except Unavailable as error:
            if has_begun:
                raise
            await send_response(send, error.status, _PLAIN, f"{error}\n".encode())
            return
        await send({"type": "http.response.body", "body": b""})


def file_name(request: AccountingFile) -> str:
    """Return the name of a file: `invoices-2026-01-01-to-2026-12-31-xero.csv`."""
    days = f"{request.last}" if request.kind in OF_A_DAY else f"{request.first}-to-{request.last}"
    layout = "" if request.layout == "csv" else f"-{request.layout}"
    return f"{request.kind}-{days}{layout}.csv"


async def read_file(database: Database, request: AccountingFile) -> AsyncIterator[bytes]:
    """Yield a file in parts, as of one moment; no part holds more than some hundred rows.

    It takes a connection of its own and no lock that a write waits for.
    """
    sql, values, kind = queries.statement(request)
    address = {**database.arguments, "statement_cache_size": 0}
    with outages_unavailable():
        connection = await asyncpg.connect(**address)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            cursor = await connection.cursor(sql, *values)
            # A spreadsheet knows UTF-8 by its mark; the two programs do not want one.
            mark = b"\xef\xbb\xbf" if request.layout == "csv" else b""
            yield mark + _text([layouts.headings(request)])
            while rows := await cursor.fetch(_ROWS):
                lines: list[list[str]] = []
                for row in rows:
                    lines += layouts.lines(request, decoded(kind, row))
                yield _text(lines)
    finally:
        await connection.close()


def _text(rows: list[list[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()
