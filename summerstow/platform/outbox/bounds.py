"""How many mails and text messages leave in a while, and where text messages may go.

Mails are counted for one address over all kinds, and for the whole product; text messages, each
of which costs money, for the whole product. What is beyond is not lost: it is planned for later,
and then checked again for being true. So a booking under another person's address cannot flood
that address.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from summerstow.platform import rate_limits
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.rate_limits import Limit


@dataclass(frozen=True, slots=True)
class Pace:
    """Mails that one address gets."""

    an_hour: int
    a_day: int


#: An address whose owner has not proved that they read it.
UNKNOWN: Final = Pace(10, 30)
#: A customer's own address: far above what a busy day writes.
CONFIRMED: Final = Pace(60, 200)
#: Further mails to an unknown address are not written at all once so much waits for it.
_MOST_AHEAD: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SendingBounds:
    """What the whole product may write; None: as much as it likes.

    `an_hour`: mails. `texts_a_day`: text messages, codes for signing in among them.
    `text_countries`: where they may go, as letters such as `CA`.
    """

    an_hour: int | None = None
    texts_a_day: int | None = None
    text_countries: Collection[str] = ("CA", "US")


def texts_of_the_day(cap: int) -> Limit:
    """The bucket of all text messages, whatever they are about."""
    return Limit("texts", cap, 24 * 3600, burst=cap)


async def text_turn(tx: Transaction, bounds: SendingBounds, now: datetime) -> datetime | None:
    """Count a text message that is about to leave; returns None, or when one may."""
    if bounds.texts_a_day is None:
        return None
    return await rate_limits.take(tx, texts_of_the_day(bounds.texts_a_day), "all", now=now)


async def texts_held_back(tx: Transaction, bounds: SendingBounds, now: datetime) -> int:
    """How many text messages wait because the day's are used up; 0 while they are not."""
    if bounds.texts_a_day is None:
        return 0
    limit = texts_of_the_day(bounds.texts_a_day)
    if await rate_limits.left_from(tx, limit, "all", now=now) <= now:
        return 0
    count: int = await tx.fetchval(
        "select count(*) from app.outbox where sent_at is null and given_up_at is null "
        "and channel = 'text' and attempts = 0 and due_at > $1",
        now,
    )
    return count


@dataclass(frozen=True, slots=True)
class MailPace:
    """How many mails there are of the whole product in an hour (None: as many as it likes), and
    (in an hour, in a day) of a confirmed address, and of any other."""

    an_hour: int | None
    confirmed: tuple[int, int]
    unknown: tuple[int, int]
    most_ahead: timedelta


def pace_of(bounds: SendingBounds) -> MailPace:
    """Return the bounds as `app.mail_turn` takes them."""
    confirmed, unknown = ((one.an_hour, one.a_day) for one in (CONFIRMED, UNKNOWN))
    return MailPace(bounds.an_hour, confirmed, unknown, _MOST_AHEAD)


async def held_back(tx: Transaction, bounds: SendingBounds, now: datetime) -> int:
    """How many mails wait because the whole product writes too many; 0 while it does not."""
    if bounds.an_hour is None:
        return 0
    count: int = await tx.fetchval(
        "select count(*) from app.outbox where sent_at is null and given_up_at is null "
        "and channel = 'mail' and attempts = 0 and planned_at > $1 "
        # Mails from before the last hour hold none back, and are not read.
        "and exists (select from app.outbox where channel = 'mail' "
        "and planned_at > $1 - interval '1 hour' offset $2)",
        now,
        bounds.an_hour - 1,
    )
    return count
