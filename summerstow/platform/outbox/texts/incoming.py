"""`POST /texts/incoming` and `/texts/reports`: what the text provider tells (rule: text-stops)."""

from __future__ import annotations

from typing import Final, Literal

from summerstow.platform import clock, phones
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import AppError
from summerstow.platform.http.asgi import (
    Receive,
    Scope,
    Send,
    read_body,
    send_response,
)
from summerstow.platform.observability import log

from . import queries
from .forms import INCOMING, REPORTS, IncomingText, TextForm

_log = log.get("texts")
_MOST_BYTES: Final = 64 * 1024
#: What carriers in North America take for an end and a beginning, in English and French.
_STOPS: Final = frozenset(
    {
        *("stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"),
        *("arret", "arrêt"),
    }
)
_STARTS: Final = frozenset({"start", "unstop"})


class IncomingTexts:
    """Takes requests of the provider; without one, nothing is there.

    `site_url`: under which the provider knows these addresses, and signs.
    """

    def __init__(self, database: Database, form: TextForm | None, site_url: str) -> None:
        self._database = database
        self._form = form
        self._site_url = site_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        status = 200
        try:
            await self._take(scope, receive)
        except AppError as error:
            status = error.status
            _log.info("text refused", status=status, why=error.message)
        except Exception as error:  # whatever it is, the provider sends it again
            status = 500
            _log.error("incoming text failed", exc_info=error)
        # Twilio reads an answer as what to reply: nothing.
        headers = [(b"content-type", b"text/xml"), (b"cache-control", b"no-store")]
        if status == 405:
            headers.append((b"allow", b"POST"))
        await send_response(send, status, headers, b"<Response/>")

    async def _take(self, scope: Scope, receive: Receive) -> None:
        path: str = scope["path"]
        if self._form is None or path not in (INCOMING, REPORTS):
            raise AppError("There is nothing here.", status=404)
        if scope["method"] != "POST":
            raise AppError("Only POST.", status=405)
        body = await read_body(scope, receive, _MOST_BYTES)
        query = scope["query_string"].decode("latin-1")
        url = f"{self._site_url}{path}{f'?{query}' if query else ''}"
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        if not self._form.is_signed(url, headers, body):
            raise AppError("This is not signed as the provider signs.", status=403)
        if path == INCOMING:
            text = self._form.read_incoming(body)
            if text is not None:
                await self._hear(text)
            return
        report = self._form.read_report(query, body)
        if report is not None:
            async with self._database.owner() as tx:
                await queries.note(tx, report, clock.now())

    async def _hear(self, text: IncomingText) -> None:
        number, asks = phones.stored(text.number), text.asks or _asks(text.words)
        if number is None or asks is None:
            _log.info("text left out")
            return
        async with self._database.owner() as tx:
            if asks == "stop":
                await queries.stop(tx, number, clock.now())
            else:
                await queries.start(tx, number)


def _asks(words: str) -> Literal["stop", "start"] | None:
    word = words.strip().strip(".!").casefold()
    return "stop" if word in _STOPS else "start" if word in _STARTS else None
