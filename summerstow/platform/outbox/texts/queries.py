"""Every statement about numbers that want no texts, and about what became of texts."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded

from .forms import Report


class TextCounts(msgspec.Struct, frozen=True):
    """Text messages of some days, and the numbers that want none."""

    sent: int
    delivered: int
    undelivered: int
    stopped: int


def _hashed(number: str) -> bytes:
    return sha256(number.encode()).digest()


async def stop(tx: Transaction, number: str, now: datetime) -> None:
    """Note that a number wants no text messages."""
    await tx.execute(
        "insert into app.text_stops (number_hash, stopped_at) values ($1, $2) "
        "on conflict do nothing",
        _hashed(number),
        now,
    )


async def start(tx: Transaction, number: str) -> None:
    """Note that a number wants text messages again."""
    await tx.execute("delete from app.text_stops where number_hash = $1", _hashed(number))


async def is_stopped(tx: Transaction, number: str) -> bool:
    """Return whether a number wants no text messages."""
    found: bool = await tx.fetchval(
        "select exists (select from app.text_stops where number_hash = $1)", _hashed(number)
    )
    return found


async def note(tx: Transaction, report: Report, now: datetime) -> None:
    """Note what became of a text message; a delivery has the last word."""
    await tx.execute(
        "update app.outbox set "
        "delivered_at = case when $2 then coalesce(delivered_at, $3) else delivered_at end, "
        "undelivered = case when $2 or delivered_at is not null then null else $4 end "
        "where cause = $1 and channel = 'text'",
        report.cause,
        report.delivered,
        now,
        report.why[:200],
    )


async def counts(tx: Transaction, since: datetime) -> TextCounts:
    """Count the text messages that were sent since a moment, and what became of them."""
    row = await tx.fetchrow(
        "select count(*)::int as sent, count(delivered_at)::int as delivered, "
        "count(undelivered)::int as undelivered, "
        "(select count(*)::int from app.text_stops) as stopped "
        "from app.outbox where channel = 'text' and sent_at >= $1",
        since,
    )
    assert row is not None
    return decoded(TextCounts, row)
