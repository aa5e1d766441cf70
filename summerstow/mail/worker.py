"""Sends what stands in the outbox: after the commit, in order, again with growing delay."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

import asyncpg
import msgspec

from summerstow.kit import log
from summerstow.kit.database import Database, Transaction
from summerstow.kit.errors import Unavailable

from . import outbox, queries
from .render import Rendered, render, render_text, with_files
from .senders import SmsSender, SmtpSender, Undeliverable

BATCH = 20
#: Seconds between looks while nobody wakes the worker: another process may have written.
IDLE = 5.0
#: Seconds in which what is written together is gathered into one batch.
GATHER = 0.05
#: Tries before a message is left for a person to look at: about a day in all.
MAX_ATTEMPTS = 12

#: What is to be done with a message whose time has come; a moment: ask again then.
Verdict: TypeAlias = Literal["send", "withdraw"] | datetime
#: (transaction, channel, cause, data) -> verdict.
Judge: TypeAlias = Callable[[Transaction, str, str, Mapping[str, Any]], Awaitable[Verdict]]

_log = log.get("mail")


def delay(attempts: int) -> timedelta | None:
    """How long to wait after so many failed tries: 30 s, doubling, at most 4 h; then None."""
    if attempts >= MAX_ATTEMPTS:
        return None
    return timedelta(seconds=min(30 * 2 ** (attempts - 1), 4 * 3600))


async def anything(tx: Transaction, channel: str, cause: str, data: Mapping[str, Any]) -> Verdict:
    """The judge where there is none: everything is sent."""
    del tx, channel, cause, data
    return "send"


class Worker:
    """Drains the outbox. Several may run at once, in one process or many: each row goes to one.

    A process that dies between handing a message over and marking it as sent repeats that one
    message, which nobody can tell from one that never left; it has the same Message-ID (a text
    message: the same Idempotency-Key), by which mailboxes and providers drop the repeat.

    `judge` is asked right before a message is sent, in the transaction that sends it: what is not
    true any more is withdrawn.
    """

    def __init__(
        self, database: Database, smtp_url: str, sms_url: str = "", judge: Judge = anything
    ) -> None:
        self._database = database
        self._judge = judge
        self._senders: dict[str, SmtpSender | SmsSender] = {}
        if smtp_url:
            self._senders["mail"] = SmtpSender(smtp_url)
        if sms_url:
            self._senders["text"] = SmsSender(sms_url)

    async def run(self) -> None:
        """Work until cancelled; an outage of the database is waited out."""
        while True:
            outbox.wake.clear()
            try:
                busy = await self.drain()
            except Unavailable:
                busy = False
            if not busy:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(outbox.wake.wait(), IDLE)
                await asyncio.sleep(GATHER)

    async def drain(self) -> bool:
        """Send one batch; returns whether a full one was found. Without a sender it is captured."""
        if not self._senders:
            return await self._capture()
        for _ in range(BATCH):
            # One transaction each: a crash can repeat at most the message that was under way.
            async with self._database.owner() as tx:
                rows = await queries.due(tx, 1)
                for row in rows:
                    sender = self._senders.get(row["channel"])
                    try:
                        if not await self._goes(tx, row):
                            continue
                        message = _rendered(row)
                        if sender is not None:
                            await sender.send(row["cause"], row["recipient"], message)
                    except Exception as error:
                        await _put_off(tx, row, error)
                    else:
                        if sender is None:
                            await queries.capture(tx, [(row, message)])
                        else:
                            await queries.sent(tx, row["id"])
                        _log.info("message sent", id=row["id"], kind=row["kind"])
            if not rows:
                return False
        return True

    async def _capture(self) -> bool:
        async with self._database.owner() as tx:
            rows = await queries.due(tx, BATCH)
            messages = []
            for row in rows:
                try:
                    if await self._goes(tx, row):
                        messages.append((row, _rendered(row)))
                except Exception as error:
                    await _put_off(tx, row, error)
            if messages:
                await queries.capture(tx, messages)
                _log.info("messages captured", count=len(messages))
        return len(rows) == BATCH

    async def _goes(self, tx: Transaction, row: asyncpg.Record) -> bool:
        data = msgspec.json.decode(row["data"])
        verdict = await self._judge(tx, row["channel"], row["cause"], data)
        if verdict == "withdraw":
            await queries.withdraw(tx, row["id"])
            _log.info("message withdrawn", id=row["id"], kind=row["kind"], cause=row["cause"])
        elif isinstance(verdict, datetime):
            await queries.postpone(tx, row["id"], verdict)
        return verdict == "send"


def _rendered(row: asyncpg.Record) -> Rendered:
    data = msgspec.json.decode(row["data"])
    if row["channel"] == "text":
        return render_text(row["kind"], data)
    return with_files(render(row["kind"], data), data)


async def _put_off(tx: Transaction, row: asyncpg.Record, error: Exception) -> None:
    wait = None if isinstance(error, Undeliverable) else delay(row["attempts"] + 1)
    await queries.failed(tx, row["id"], repr(error), wait)
    _log.warning(
        "message not sent", id=row["id"], kind=row["kind"], error=repr(error), again=str(wait)
    )
