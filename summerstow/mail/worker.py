"""Sends what stands in the outbox: after the commit, in order, again with growing delay."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import timedelta

import asyncpg
import msgspec

from summerstow.kit import log
from summerstow.kit.database import Database, Transaction
from summerstow.kit.errors import Unavailable

from . import outbox, queries
from .render import Rendered, render, render_text
from .senders import SmsSender, SmtpSender, Undeliverable

BATCH = 20
#: Seconds between looks while nobody wakes the worker: another process may have written.
IDLE = 5.0
#: Seconds in which what is written together is gathered into one batch.
GATHER = 0.05
#: Tries before a message is left for a person to look at: about a day in all.
MAX_ATTEMPTS = 12

_log = log.get("mail")


def delay(attempts: int) -> timedelta | None:
    """How long to wait after so many failed tries: 30 s, doubling, at most 4 h; then None."""
    if attempts >= MAX_ATTEMPTS:
        return None
    return timedelta(seconds=min(30 * 2 ** (attempts - 1), 4 * 3600))


class Worker:
    """Drains the outbox. Several may run at once, in one process or many: each row goes to one."""

    def __init__(self, database: Database, smtp_url: str, sms_url: str = "") -> None:
        self._database = database
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
                    messages.append((row, _rendered(row)))
                except Exception as error:
                    await _put_off(tx, row, error)
            if messages:
                await queries.capture(tx, messages)
                _log.info("messages captured", count=len(messages))
        return len(rows) == BATCH


def _rendered(row: asyncpg.Record) -> Rendered:
    make = render_text if row["channel"] == "text" else render
    return make(row["kind"], msgspec.json.decode(row["data"]))


async def _put_off(tx: Transaction, row: asyncpg.Record, error: Exception) -> None:
    wait = None if isinstance(error, Undeliverable) else delay(row["attempts"] + 1)
    await queries.failed(tx, row["id"], repr(error), wait)
    _log.warning(
        "message not sent", id=row["id"], kind=row["kind"], error=repr(error), again=str(wait)
    )
