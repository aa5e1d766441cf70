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
from .render import render
from .senders import SmtpSender, Undeliverable

BATCH = 20
#: Seconds between looks while nobody wakes the worker: another process may have written.
IDLE = 5.0
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

    def __init__(self, database: Database, smtp_url: str) -> None:
        self._database = database
        self._sender = SmtpSender(smtp_url) if smtp_url else None

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

    async def drain(self) -> bool:
        """Send one batch; returns whether a full one was found."""
        if self._sender is None:
            async with self._database.owner() as tx:
                rows = await queries.due(tx, BATCH)
                for row in rows:
                    await self._deliver(tx, row)
            return len(rows) == BATCH
        for _ in range(BATCH):
            # One transaction each: a crash can repeat at most the message that was under way.
            async with self._database.owner() as tx:
                rows = await queries.due(tx, 1)
                for row in rows:
                    await self._deliver(tx, row)
            if not rows:
                return False
        return True

    async def _deliver(self, tx: Transaction, row: asyncpg.Record) -> None:
        message_id: int = row["id"]
        attempts: int = row["attempts"] + 1
        try:
            message = render(row["kind"], msgspec.json.decode(row["data"]))
            if self._sender is None:
                await queries.capture(tx, row, message)
            else:
                await self._sender.send(row["cause"], row["recipient"], message)
        except asyncpg.PostgresError:
            raise
        except Exception as error:
            wait = None if isinstance(error, Undeliverable) else delay(attempts)
            await queries.failed(tx, message_id, repr(error), wait)
            _log.warning(
                "message not sent", id=message_id, kind=row["kind"], error=repr(error), again=wait
            )
        else:
            await queries.sent(tx, message_id)
            _log.info("message sent", id=message_id, kind=row["kind"])
