"""How many mails leave in a while: for one address over all kinds, and for the whole product.

What is beyond is not lost: it is planned for when its turn comes, and asked once more then whether
it is still true. Whoever writes under somebody else's address can so be no plague to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from summerstow.kit.database import Transaction


@dataclass(frozen=True, slots=True)
class Pace:
    """Mails that one address gets."""

    an_hour: int
    a_day: int


#: Nobody has shown that they read what is sent there.
UNKNOWN: Final = Pace(10, 30)
#: A customer's own address: far above what a busy day writes.
CONFIRMED: Final = Pace(60, 200)
#: Further mails to an unknown address are not written at all once so much waits for it.
_MOST_AHEAD: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Bounds:
    """`an_hour`: mails of the whole product."""

    an_hour: int


async def turn(tx: Transaction, bounds: Bounds, to: str, now: datetime) -> datetime | None:
    """When a mail to this address may go, from now on; None: never, as too many wait for it."""
    known = await tx.fetchval("select app.reads_mail($1)", to)
    pace = CONFIRMED if known else UNKNOWN
    # One more may go an hour after the one that is so many places before it, and so on.
    at: datetime = await tx.fetchval(
        "select greatest($1::timestamptz, "
        "(select planned_at + interval '1 hour' from app.outbox where lower(recipient) = lower($2) "
        "and channel = 'mail' order by planned_at desc offset $3 limit 1), "
        "(select planned_at + interval '1 day' from app.outbox where lower(recipient) = lower($2) "
        "and channel = 'mail' order by planned_at desc offset $4 limit 1), "
        "(select planned_at + interval '1 hour' from app.outbox where channel = 'mail' "
        "order by planned_at desc offset $5 limit 1))",
        now,
        to,
        pace.an_hour - 1,
        pace.a_day - 1,
        bounds.an_hour - 1,
    )
    return at if known or at <= now + _MOST_AHEAD else None


async def held_back(tx: Transaction, bounds: Bounds, now: datetime) -> int:
    """How many mails wait because the whole product writes too many; 0 while it does not."""
    found: int = await tx.fetchval(
        "select count(*) from app.outbox where sent_at is null and given_up_at is null "
        "and channel = 'mail' and attempts = 0 and planned_at > $1 "
        "and (select planned_at + interval '1 hour' > $1 from app.outbox where channel = 'mail' "
        "order by planned_at desc offset $2 limit 1)",
        now,
        bounds.an_hour - 1,
    )
    return found
