"""`/dev/mailbox`: captured messages, in demo mode alone."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import msgspec
from jinja2 import Environment, PackageLoader

from summerstow.platform.database.pool import Database
from summerstow.platform.errors import Unavailable
from summerstow.platform.http import inline_sources
from summerstow.platform.http.asgi import Receive, Scope, Send, header, send_response
from summerstow.platform.settings.model import LOOPBACK_NAMES

from . import queries
from .render import Attachment, completed, render, render_text

_pages = Environment(
    loader=PackageLoader("summerstow.platform.outbox", "templates"), autoescape=True
)
_ELSEWHERE = b"The mailbox of the demo is read at http://localhost.\n"
#: More than any message's number has; PostgreSQL would refuse it as too large.
_DIGITS = 18
#: Of the page without messages, so that none can bring a style of its own.
_STYLES = " ".join(
    inline_sources.sources(
        _pages.get_template("mailbox.html").render(messages=[], to="").encode(), "style"
    )
)
_POLICY = (f"default-src 'none'; style-src {_STYLES}; form-action 'self'; base-uri 'none'").encode()


class Mailbox:
    """The page, and its JSON at `/dev/mailbox.json?to=ADDRESS`; newest first, at most 200.

    The page begins with what waits, and so does the JSON with `&waiting`.

    What was attached to a message stands at `/dev/mailbox/{id}/{filename}`.
    """

    def __init__(self, database: Database, site_url: str = "") -> None:
        """`site_url`: under its name and this machine's own it is read; empty: under any."""
        self._database = database
        self._site_url = site_url
        self._hosts = LOOPBACK_NAMES | {urlsplit(site_url).hostname} if site_url else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a GET."""
        del receive
        if self._hosts is not None and _host(scope) not in self._hosts:
            # A page of another site could lead its own name here and read the mails.
            await send_response(send, 421, [(b"content-type", b"text/plain")], _ELSEWHERE)
            return
        _, _, rest = scope["path"].partition("/dev/mailbox/")
        if rest:
            await self._file(rest, scope["method"], send)
            return
        query = parse_qs(scope["query_string"].decode("latin-1"))
        to = query.get("to", [""])[0].strip()
        is_page = not scope["path"].endswith(".json")
        status, kind = 200, b"application/json"
        try:
            messages = await self._list_captured(to or None)
            if is_page or "waiting" in query:
                messages = await self._list_waiting(to or None) + messages
        except Unavailable as error:
            status, kind, body = 503, b"text/plain", error.message.encode()
        else:
            if not is_page:
                body = msgspec.json.encode(messages)
            else:
                kind = b"text/html; charset=utf-8"
                page = _pages.get_template("mailbox.html").render(messages=messages, to=to)
                body = page.encode()
        headers = [
            (b"content-type", kind),
            (b"cache-control", b"no-store"),
            (b"content-security-policy", _POLICY),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send_response(send, status, headers, body, head=scope["method"] == "HEAD")

    async def _list_waiting(self, to: str | None) -> list[dict[str, object]]:
        async with self._database.owner() as tx:
            rows = await queries.waiting(tx, to, 50)
        found: list[dict[str, object]] = []
        for row in rows:
            data = completed(msgspec.json.decode(row.data), self._site_url)
            words = (render_text if row.channel == "text" else render)(row.kind, data)
            found.append(
                {
                    "to": row.recipient,
                    "subject": words.subject,
                    "text": words.text,
                    "waits_until": row.due_at.isoformat(),
                    "channel": row.channel,
                    "attachments": [],
                }
            )
        return found

    async def _list_captured(self, to: str | None) -> list[dict[str, object]]:
        async with self._database.owner() as tx:
            rows = await queries.captured(tx, to, 200)
        return [
            {
                "to": row.recipient,
                "subject": row.subject,
                "text": row.body_text,
                "html": row.body_html,
                "sent_at": row.sent_at.isoformat(),
                "links": msgspec.json.decode(row.links),
                "channel": row.channel,
                "attachments": [
                    {
                        "filename": one.filename,
                        "content_type": one.content_type,
                        "url": f"/dev/mailbox/{row.id}/{one.filename}",
                    }
                    for one in msgspec.json.decode(row.attachments, type=list[Attachment])
                ],
            }
            for row in rows
        ]

    async def _file(self, rest: str, method: str, send: Send) -> None:
        number, _, filename = rest.partition("/")
        files: list[Attachment] = []
        if number.isascii() and number.isdigit() and len(number) < _DIGITS:
            async with self._database.owner() as tx:
                text = await queries.attachments(tx, int(number))
            files = msgspec.json.decode(text or "[]", type=list[Attachment])
        file = next((one for one in files if one.filename == filename), None)
        status, kind, body = 404, "text/plain", b"There is no such file."
        headers = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
        if file is not None:
            status, kind, body = 200, file.content_type, file.body
            headers.append(
                (b"content-disposition", f'attachment; filename="{file.filename}"'.encode())
            )
        headers.append((b"content-type", kind.encode()))
        await send_response(send, status, headers, body, head=method == "HEAD")


def _host(scope: Scope) -> str | None:
    try:
        return urlsplit(f"//{header(scope, b'host') or ''}").hostname
    except ValueError:
        return None
