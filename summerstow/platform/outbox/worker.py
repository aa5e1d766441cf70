"""Sends what stands in the outbox: after the commit, in order, again with growing delay.

A message is claimed and its try counted in one transaction, sent outside of any, and marked in
another: the database never waits for a mail server.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Any, Final, Literal, TypeAlias

import msgspec

from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.observability import log

from . import outbox, queries
from .pacing import MAX_DOUBTS, Channel, delay
from .render import Attachment, Rendered, completed, render, render_push, render_text, with_files
from .senders import (
    DEADLINE,
    Handover,
    NotAccepted,
    RecipientGone,
    Sender,
    SmtpSender,
    Undeliverable,
)
from .texts import queries as text_queries

#: Messages on their way at once, so that one slow conversation does not hold up the others.
AT_ONCE: Final = 8
#: Seconds between looks without a wake-up: another process may have written.
IDLE: Final = 5.0
#: Seconds between two renewals.
RENEW_EVERY: Final = 5.0
#: How long a message is this process's; renewed while its conversation goes on, so that the mail
#: of a process that died leaves within about a minute.
LEASE: Final = timedelta(seconds=40)
#: The same where messages are captured: no conversation, no doubt.
CAPTURE_LEASE: Final = timedelta(seconds=5)
NO_TIME: Final = timedelta(0)
#: How long a message whose lease ran out waits for a late mark.
GRACE: Final = timedelta(seconds=15)
#: Seconds for messages under way when the process ends.
FAREWELL: Final = 3.0

#: What is to be done with a message whose time has come; a moment: ask again then.
Verdict: TypeAlias = Literal["send", "withdraw"] | datetime
#: (kind, data) -> files that go with a mail.
Attach: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[tuple[Attachment, ...]]]
#: (transaction, channel, cause, data) -> verdict.
Judge: TypeAlias = Callable[[Transaction, str, str, Mapping[str, Any]], Awaitable[Verdict]]

_log = log.get("mail")


async def anything(tx: Transaction, channel: str, cause: str, data: Mapping[str, Any]) -> Verdict:
    """The judge where there is none: everything is sent."""
    del tx, channel, cause, data
    return "send"


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What became of a message: the log's words, and the statement that marks it."""

    words: str
    mark: Callable[[Transaction], Awaitable[None]]
    error: Exception | None = None


class Worker:
    """Drains the outbox. Several may run at once, in one process or many: each row goes to one.

    A process that dies between handing a message over and marking it as sent repeats that one
    message once. The repeat has the same Message-ID (a text message: the same Idempotency-Key),
    by which mailboxes and providers drop it.

    `judge` runs right before a message is sent, to withdraw what is no longer true. `deadline`:
    seconds for sending one message. `captures`: messages without a server are stored for reading.
    Otherwise mail waits for a server, and a text message, whose mail says the
    same, is dropped. `text` sends text messages. `push` sends to devices: what cannot be delivered
    there is dropped too.
    """

    def __init__(
        self,
        database: Database,
        smtp_url: str,
        text: Sender | None = None,
        judge: Judge = anything,
        *,
        site_url: str = "",
        deadline: float = DEADLINE,
        captures: bool = True,
        push: Sender | None = None,
        attach: Attach | None = None,
    ) -> None:
        self._database = database
        self._judge = judge
        self._attach = attach
        self._site_url = site_url
        self._captures = captures
        self._senders: dict[str, Sender] = {}
        if smtp_url:
            self._senders["mail"] = SmtpSender(smtp_url, deadline)
        if text is not None:
            self._senders["text"] = text
        self._channels = {"mail": Channel(), "text": Channel()}
        if push is not None:
            self._senders["push"] = push
            self._channels["push"] = Channel()
        #: Mail waits for a server where there is none.
        self.serves = [name for name in self._channels if name != "mail" or smtp_url or captures]
        self._under_way: set[asyncio.Task[None]] = set()
        self._claims: set[int] = set()
        self._renewal: asyncio.Task[None] | None = None
        self._swept = float("-inf")

    @cached_property
    def holder(self) -> str:
        """Who holds what was claimed. First read in the process that sends: it may be a fork."""
        return f"{socket.gethostname()}:{secrets.token_hex(6)}"

    async def step(self) -> int:
        """Claim what is due and may be sent now, and begin to send it; returns how many."""
        rows: list[queries.Claimed] = []
        free = AT_ONCE - len(self._under_way)
        sweeps = time.monotonic() - self._swept >= IDLE
        async with self._database.owner() as tx:
            for name in self.serves:
                channel, leaves = self._channels[name], name in self._senders
                if sweeps:
                    grace = GRACE if leaves else NO_TIME
                    await queries.sweep_claims(
                        tx, name, grace, doubts=int(leaves), most_doubts=MAX_DOUBTS
                    )
                limit = channel.allowance(free - len(rows))
                if limit > 0:
                    lease = LEASE if leaves else CAPTURE_LEASE
                    rows += await queries.claim(tx, self.holder, name, limit, lease)
        if sweeps:
            self._swept = time.monotonic()
        self._claims.update(row.id for row in rows if row.channel in self._senders)
        # Captured messages have no server to spare, and stay in order.
        batches = [[row] for row in rows if row.channel in self._senders]
        captured = [row for row in rows if row.channel not in self._senders]
        for batch in [*batches, captured] if captured else batches:
            task = asyncio.create_task(self._handle_each(batch))
            self._under_way.add(task)
            task.add_done_callback(self._finish)
        if self._claims and self._renewal is None:
            self._renewal = asyncio.create_task(self._renew())
        return len(rows)

    async def drain(self) -> int:
        """Send until nothing is due that may be sent now; returns how many were taken on."""
        count = 0
        while True:
            count += await self.step()
            if not self._under_way:
                return count
            await asyncio.wait(self._under_way, return_when="FIRST_COMPLETED")
            # Their callbacks free the places.
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Let current sends end, for a moment; the rest is released or left to its lease."""
        if self._under_way:
            _, left = await asyncio.wait(self._under_way, timeout=FAREWELL)
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
        if self._renewal is not None:
            self._renewal.cancel()

    async def _renew(self) -> None:
        """Keep the claims of what is under way, again and again until nothing is."""
        while True:
            await asyncio.sleep(RENEW_EVERY)
            if not self._claims:
                self._renewal = None
                return
            try:
                async with self._database.owner() as tx:
                    await queries.renew(tx, self.holder, sorted(self._claims), LEASE)
            except Exception as error:
                with contextlib.suppress(Exception):
                    _log.warning("claims not renewed", error=repr(error))

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        outbox.wake.set()

    async def _handle_each(self, rows: list[queries.Claimed]) -> None:
        for row in rows:
            await self._handle(row)

    async def _handle(self, row: queries.Claimed) -> None:
        """Judge, send and mark one claimed message."""
        handover = Handover(partial(self._begin, row.id))
        channel = self._channels[row.channel]
        channel.under_way += 1
        try:
            outcome = await self._judge_now(row) or await self._send(row, channel, handover)
            await self._mark(outcome)
            with contextlib.suppress(Exception):
                say = _log.warning if outcome.error else _log.info
                details = {"error": repr(outcome.error)} if outcome.error else {}
                say(outcome.words, id=row.id, kind=row.kind, **details)
        except asyncio.CancelledError:
            if not handover.is_complete:
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(1), self._database.owner() as tx:
                        await queries.put_back(tx, row.id, self.holder, row.was_due)
            raise
        finally:
            channel.under_way -= 1
            self._claims.discard(row.id)

    async def _judge_now(self, row: queries.Claimed) -> _Outcome | None:
        """The end of a message that does not go now, or None: it goes."""
        if row.channel not in self._senders and not self._captures:
            return _Outcome(
                "message dropped", lambda tx: queries.mark_sent(tx, row.id, row.was_due)
            )
        try:
            async with self._database.owner() as tx:
                data = msgspec.json.decode(row.data)
                verdict = await self._judge(tx, row.channel, row.cause, data)
                if row.channel == "text" and await text_queries.is_stopped(tx, row.recipient):
                    verdict = "withdraw"
        except Exception as error:
            return self._put_off(row, error)
        if verdict == "send":
            return None
        if verdict == "withdraw":
            return _Outcome(
                "message withdrawn", lambda tx: queries.withdraw(tx, row.id, self.holder)
            )
        until = verdict
        return _Outcome(
            "message postponed", lambda tx: queries.put_back(tx, row.id, self.holder, until)
        )

    async def _begin(self, message_id: int) -> None:
        """Note that a message leaves; raises `NotAccepted` where that cannot be noted."""
        try:
            async with self._database.owner() as tx:
                ours = await queries.begin_handover(tx, message_id, self.holder)
        except Exception as error:
            raise NotAccepted(f"The handing over could not be noted: {error!r}") from error
        if not ours:
            raise NotAccepted("The claim ran out before the message was handed over.")

    async def _send(self, row: queries.Claimed, channel: Channel, handover: Handover) -> _Outcome:
        sender = self._senders.get(row.channel)
        try:
            message = await self._whole(row)
            if sender is None:
                return _Outcome("message captured", lambda tx: queries.capture(tx, row, message))
            await sender.send(row.cause, row.recipient, message, handover)
        except RecipientGone:
            channel.worked()
            return _Outcome(
                "message withdrawn", lambda tx: queries.withdraw(tx, row.id, self.holder)
            )
        except Undeliverable as error:
            channel.worked()
            return self._put_off(row, error)
        except Exception as error:
            if isinstance(error, NotAccepted):
                channel.failed(whole=error.channel)
            return self._put_off(row, error)
        channel.worked()
        return _Outcome("message sent", lambda tx: queries.mark_sent(tx, row.id, row.was_due))

    async def _whole(self, row: queries.Claimed) -> Rendered:
        """The message with the files that are drawn as it leaves."""
        message = _render(row, self._site_url)
        if self._attach is None or row.channel != "mail":
            return message
        files = await self._attach(row.kind, msgspec.json.decode(row.data))
        return replace(message, attachments=(*message.attachments, *files))

    def _put_off(self, row: queries.Claimed, error: Exception) -> _Outcome:
        doubts = int(isinstance(error, NotAccepted) and error.doubtful)
        wait = delay(row.attempts)
        if isinstance(error, Undeliverable) or row.doubts + doubts >= MAX_DOUBTS:
            wait = None
        if wait is None and row.channel == "push":
            return _Outcome(
                "message dropped", lambda tx: queries.let_go(tx, row.id, self.holder), error
            )
        words = "message not sent" if wait else "message given up"
        return _Outcome(
            words,
            lambda tx: queries.failed(tx, row.id, self.holder, repr(error), wait, doubts=doubts),
            error,
        )

    async def _mark(self, outcome: _Outcome) -> None:
        """Mark what became of a message, however long the database is away."""
        wait = 0.25
        while True:
            try:
                async with self._database.owner() as tx:
                    await outcome.mark(tx)
            except Exception as error:
                with contextlib.suppress(Exception):
                    _log.warning("message not marked", outcome=outcome.words, error=repr(error))
                await asyncio.sleep(wait)
                wait = min(wait * 2, IDLE)
            else:
                return


def _render(row: queries.Claimed, site_url: str) -> Rendered:
    data = completed(msgspec.json.decode(row.data), site_url)
    if row.channel == "text":
        return render_text(row.kind, data)
    if row.channel == "push":
        return render_push(row.kind, data)
    message = replace(render(row.kind, data), reply_token=data.get("reply_token") or "")
    return with_files(message, data)
