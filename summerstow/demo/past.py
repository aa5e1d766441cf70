"""Generated past bookings, so that lists and counts are met at their real size."""

from __future__ import annotations

import asyncio
import random
from datetime import date, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from summerstow import facts
from summerstow.platform import clock, published, windows
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.documents.campuses import Campus

from . import bulk, past_money, past_work
from . import past_queries as queries

#: Seconds between two looks whether another seed is done.
_POLL: Final = 0.2
#: How many bookings each campus has beside the others.
_WEIGHTS: Final = (5, 3, 2)
#: How many past seasons have money.
_BILLED: Final = 2
COLUMNS: Final = (
    "id",
    "campus_id",
    "first_name",
    "last_name",
    "guest_first_name",
    "guest_last_name",
    "email",
    "guest_email",
    "phone",
    "guest_phone",
    "residence_type",
    "building_name",
    "address",
    "supply_kit_delivery_date",
    "pickup_date",
    "pickup_time",
    "return_delivery_date",
    "delivery_option",
    "how_heard",
    "has_flight",
    "flight_time",
    "status",
    "created_at",
    "updated_at",
    "cancellation_note",
    "referral_code",
)


class _People(msgspec.Struct, frozen=True):
    first_names: tuple[str, ...]
    last_names: tuple[str, ...]


class Person(NamedTuple):
    """An invented person, whose address and number do not exist."""

    first: str
    last: str
    email: str
    phone: str

    @classmethod
    def of(cls, dice: random.Random, number: int) -> Person:
        """A person by the dice; `number` makes the address unique."""
        first, last = dice.choice(_people().first_names), dice.choice(_people().last_names)
        return cls(
            first,
            last,
            f"{first}.{last}.{number}@students.example".lower().replace("'", ""),
            f"+1 {dice.choice(('250', '604', '778'))} 555 {dice.randint(100, 199):04d}",
        )


@cache
def _people() -> _People:
    return msgspec.json.decode(
        (files("summerstow.demo") / "people.json").read_bytes(), type=_People
    )


async def generate(database: Database, count: int) -> int:
    """Add bookings of past seasons until the table holds `count`; returns how many it holds.

    Three in ten as many people have an account, and two bookings each. The last season has its
    stops, a part of its items, and with the one before its money. No mail is sent. No other
    connection uses the tables meanwhile.
    """
    while True:
        async with database.owner() as tx:
            # Never waited for: that would be a transaction that the other one waits for.
            if await tx.fetchval("select pg_try_advisory_xact_lock(7305824, 2)"):
                await _fill(tx, count)
                return int(await tx.fetchval("select count(*) from public.bookings"))
        await asyncio.sleep(_POLL)


async def _fill(tx: ElevatedTransaction, count: int) -> None:
    held: int = await tx.fetchval("select count(*) from public.bookings")
    if held >= count:
        return
    campuses = published.campuses()
    year = _last_season(clock.today())
    async with bulk.filling(tx, queries.TABLES, count - held):
        await queries.draw(
            tx,
            await queries.first_block(tx),
            count - held,
            last_season=year,
            names=(_people().first_names, _people().last_names),
            campuses=dict(zip((one.id for one in campuses), _WEIGHTS, strict=True)),
        )
        await queries.make(tx)
        await past_money.generate(tx, date(year - _BILLED + 1, 1, 1))
        await past_work.stops(tx, date(year, 1, 1))
        await past_work.items(tx, date(year, 1, 1), campuses[-1].id)
        await queries.audit(tx)


def row(
    dice: random.Random,
    person: Person,
    campus: Campus,
    *,
    pickup: date,
    back: date,
    made: datetime,
    status: str,
) -> tuple[object, ...]:
    """The values of `COLUMNS` for a booking; the dice choose the rest."""
    known = facts.booking()
    residence = dice.choice(campus.residences) if campus.residences else None
    flies = dice.random() < 0.3
    kit = dice.random() < 0.55
    option = dice.choices([one.value for one in known.delivery_options], weights=(6, 1, 3))[0]
    return (
        UUID(int=dice.getrandbits(128), version=4),
        campus.id,
        person.first,
        person.last,
        person.first,
        person.last,
        person.email,
        person.email,
        person.phone,
        person.phone,
        "on_campus" if residence else "other",
        residence.name if residence else None,
        f"Room {dice.randint(100, 999)}, {residence.address}" if residence else None,
        pickup - timedelta(days=dice.randint(4, 14)) if kit else None,
        pickup,
        dice.choice(windows.offered(campus.id)).label,
        back if option != "decide_later" or status != "cancelled" else None,
        option,
        dice.choice(queries.HEARD),
        flies,
        dice.choice(known.flight_windows).value if flies else None,
        status,
        made,
        made,
        dice.choices(queries.REASONS, (5, 3, 2, 2, 4))[0] if status == "cancelled" else None,
        f"SS-{dice.choice(queries.REFERRERS)}" if dice.random() < 0.14 else None,
    )


def _last_season(today: date) -> int:
    """The year of the last season whose free returns are over."""
    over = published.season().free_return_of(today.year)[1] < today
    return today.year if over else today.year - 1
