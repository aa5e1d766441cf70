"""`POST /files?id=…&kind=…` with the file as its body, `GET /files/{id}`.

Below `/files/labels/` another package answers, as these do.

A client's claim about a file's type is ignored. Response headers keep a browser from treating a
file as a page, and responses are private to the caller, but for pictures
of the site, whose names have an ending.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, get_args
from urllib.parse import parse_qs
from uuid import UUID

import msgspec

from summerstow.platform.actor import Actor
from summerstow.platform.errors import AppError, Invalid, TooOften
from summerstow.platform.http.asgi import (
    BodyTooLarge,
    Header,
    Receive,
    Scope,
    Send,
    read_body,
    send_response,
)
from summerstow.platform.observability import log
from summerstow.platform.rate_limits import Limit, TakeOf

from .content import ENDINGS, MOST_BYTES, PUBLIC, Kind
from .service import Pictures, admit

PATH: Final = "/files"
#: Files that a visitor may send.
_UPLOADS: Final = Limit("files", 900, 3600, burst=300)
_log = log.get("pictures")
_JSON: Final[list[Header]] = [
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
]
_GUARDED: Final[list[Header]] = [
    # Revalidated each time: permissions can change.
    (b"cache-control", b"private, no-cache"),
    (b"vary", b"authorization"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; sandbox"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
]
_SHARED: Final[list[Header]] = [
    # Another picture has another id.
    (b"cache-control", b"public, max-age=31536000, immutable"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; sandbox"),
    (b"referrer-policy", b"no-referrer"),
]
_LABELS: Final = "labels/"
#: Label files that a visitor may generate.
_LABEL_FILES: Final = Limit("label files", 60, 3600, burst=20)


#: (file name, PDF) of what a path below `/files/labels/` and its query name.
Papers = Callable[[Actor, str, bytes], Awaitable[tuple[str, bytes]]]


class Files:
    """The application of /files; `identify` and `take` (limits) are those of the data API."""

    def __init__(
        self,
        pictures: Pictures,
        identify: Callable[[Scope], Awaitable[Actor]],
        take: TakeOf | None = None,
        labels: Papers | None = None,
    ) -> None:
        self._pictures = pictures
        self._labels = labels
        self._identify = identify
        self._take = take

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        head = scope["method"] == "HEAD"
        try:
            status, headers, body = await self._answer(scope, receive)
        except AppError as error:
            status, headers, body = _refusal(error)
        except Exception:  # any failure still gets a response
            _log.exception("failed", method=scope["method"], path=scope["path"])
            status, headers, body = _refusal(
                AppError("That did not work. Please try again.", status=500, code="XX000")
            )
        await send_response(send, status, headers, body, head=head)

    async def _answer(self, scope: Scope, receive: Receive) -> tuple[int, list[Header], bytes]:
        path, method = scope["path"], scope["method"]
        sending = path == PATH
        if method not in (("POST",) if sending else ("GET", "HEAD")):
            raise AppError("Method Not Allowed", status=405, code="PT405")
        actor = await self._identify(scope)
        if sending:
            admit(actor)
            if self._take is not None:
                await self._take(actor, _UPLOADS, 1)
            return await self._store(actor, scope, receive)
        name = path.removeprefix(f"{PATH}/")
        if self._labels is not None and name.startswith(_LABELS):
            admit(actor)
            if self._take is not None:
                await self._take(actor, _LABEL_FILES, 1)
            return _paper(
                await self._labels(actor, name.removeprefix(_LABELS), scope["query_string"])
            )
        return await self._show(actor, name)

    async def _store(
        self, actor: Actor, scope: Scope, receive: Receive
    ) -> tuple[int, list[Header], bytes]:
        picture_id, kind = _parse_upload(scope["query_string"])
        try:
            body = await read_body(scope, receive, MOST_BYTES)
        except BodyTooLarge as error:
            raise BodyTooLarge(f"A file may have at most {MOST_BYTES // 2**20} MB.") from error
        stored, new = await self._pictures.store(actor, picture_id, kind, body)
        place = (b"location", f"{PATH}/{stored.id}".encode())
        return 201 if new else 200, [*_JSON, place], msgspec.json.encode(stored)

    async def _show(self, actor: Actor, name: str) -> tuple[int, list[Header], bytes]:
        try:
            picture_id = UUID(name.partition(".")[0])
        except ValueError:
            raise AppError("There is no such picture.", status=404, code="P0002") from None
        row = await self._pictures.show(actor, picture_id)
        filename = f"{row.kind}-{picture_id.hex[:8]}.{ENDINGS[row.media_type]}"
        headers = [
            *(_SHARED if row.kind in PUBLIC else _GUARDED),
            (b"content-type", row.media_type.encode()),
            (b"content-disposition", f'attachment; filename="{filename}"'.encode()),
        ]
        return 200, headers, row.content


def _paper(file: tuple[str, bytes]) -> tuple[int, list[Header], bytes]:
    name, body = file
    headers = [
        *_GUARDED,
        (b"content-type", b"application/pdf"),
        (b"content-disposition", f'attachment; filename="{name}"'.encode()),
    ]
    return 200, headers, body


def _parse_upload(query: bytes) -> tuple[UUID, Kind]:
    parameters = parse_qs(query.decode("latin-1"))
    try:
        picture_id = UUID(parameters["id"][0])
    except (KeyError, ValueError):
        raise Invalid("id must be a UUID of your own choice.") from None
    kind = next((one for one in get_args(Kind) if parameters.get("kind") == [one]), None)
    if kind is None:
        raise Invalid("kind must be item, quote, evidence, claim, logo or campus.")
    return picture_id, kind


def _refusal(error: AppError) -> tuple[int, list[Header], bytes]:
    headers = list(_JSON)
    if error.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if error.status == 503:
        headers.append((b"retry-after", b"1"))
    if isinstance(error, TooOften):
        headers.append((b"retry-after", str(error.seconds).encode()))
    body = {"code": error.code, "details": error.details, "hint": error.hint}
    return error.status, headers, msgspec.json.encode(body | {"message": error.message})
