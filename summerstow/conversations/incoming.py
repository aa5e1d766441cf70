"""`POST /mail/incoming`: a mail server hands over replies of customers (rule: reply-by-mail)."""

from __future__ import annotations

import asyncio
import hmac
import json
from hashlib import sha256
from typing import Final
from uuid import uuid5

from summerstow.platform.database.pool import Database
from summerstow.platform.errors import AppError
from summerstow.platform.http.asgi import (
    MAX_BODY,
    Receive,
    Scope,
    Send,
    header,
    read_body,
    send_response,
)
from summerstow.platform.observability import log
from summerstow.platform.text import is_blank

from . import queries, service
from .model import MAX_WORDS
from .reply import MailReply, read_reply

_log = log.get("incoming mail")
_MEDIA_TYPE: Final = "message/rfc822"


class IncomingMail:
    """The webhook for incoming mail; without a key it does not exist.

    A mail that is not a customer's reply is accepted and logged, so that it is not sent again.
    """

    def __init__(self, database: Database, key: str) -> None:
        self._database = database
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        status, words = 202, "received"
        try:
            self._check(scope)
            raw = await read_body(scope, receive, MAX_BODY)
            # A large mail takes a second to parse.
            reply = await asyncio.to_thread(_read, raw)
            if reply is not None:
                await self._take(reply)
        except AppError as error:
            status, words = error.status, error.message
            _log.info("mail refused", status=status)
        except Exception as error:  # whatever it is, the mail server tries again
            status, words = 500, "Something went wrong."
            _log.error("incoming mail failed", exc_info=error)
        headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        if status == 503:
            headers.append((b"retry-after", b"60"))
        if status == 405:
            headers.append((b"allow", b"POST"))
        await send_response(send, status, headers, json.dumps({"message": words}).encode())

    def _check(self, scope: Scope) -> None:
        if not self._key or scope["path"] != "/mail/incoming":
            raise AppError("There is nothing here.", status=404)
        if scope["method"] != "POST":
            raise AppError("Only POST.", status=405)
        sent = (header(scope, b"authorization") or "").encode("utf-8", "replace")
        if not hmac.compare_digest(sent, f"Bearer {self._key}".encode()):
            raise AppError("The key is wrong.", status=401)
        media_type = (header(scope, b"content-type") or "").partition(";")[0].strip().lower()
        if media_type != _MEDIA_TYPE:
            raise AppError(f"Send the raw mail as {_MEDIA_TYPE}.", status=415)

    async def _take(self, reply: MailReply) -> None:
        """Add a reply to its conversation, or log why it is none."""
        if reply.is_automatic or not reply.token or is_blank(reply.words):
            _log.info("mail left out", automatic=reply.is_automatic, token=bool(reply.token))
            return
        async with self._database.owner() as tx:
            hashed = sha256(reply.token.encode()).digest()
            conversation = await queries.hold_by_reply_token(tx, hashed)
            if conversation is None:
                _log.info("mail left out", token="unknown")  # noqa: S106
                return
            known = await queries.addresses_of_customer(tx, conversation)
            if reply.sender.lower() not in known:
                _log.info("mail left out", conversation=str(conversation.id), sender="other")
                return
            async with tx.on_behalf(conversation.user_id) as customer:
                message_id = uuid5(conversation.id, reply.key)
                words = service.plain_words(reply.words)[:MAX_WORDS]
                await service.add_customer_message(
                    customer, conversation, message_id, words, "mail"
                )


def _read(raw: bytes) -> MailReply | None:
    try:
        return read_reply(raw)
    except Exception as error:  # sent again, the parser would fail at it again
        _log.warning("mail left out", error=repr(error))
        return None
