"""Who signed up on which day, by sums, against the accounts one by one."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4

from summerstow.kit import clock
from summerstow.kit.database.pool import Database
from summerstow.kit.database.transaction import ElevatedTransaction
from summerstow.reports import queries, sums
from summerstow.reports.ranges import DayRange, offsets

DAYS = 20


def _moment(dice: random.Random) -> datetime:
    """Often where a campus day begins, and often so late that no job has summed it."""
    day = clock.today() - timedelta(days=dice.choice([0, 1, 2, dice.randint(0, DAYS)]))
    return clock.moment(day) + timedelta(minutes=dice.choice([-61, -1, 0, 59, 60, 61]))


async def _signed_up(tx: ElevatedTransaction, dice: random.Random) -> UUID:
    """Now, or, as staff bring accounts along, at an earlier moment."""
    user_id = uuid4()
    await tx.execute(
        "insert into auth.users (id, email) values ($1, $2)", user_id, f"{user_id}@example.test"
    )
    await tx.execute(
        "insert into public.users (id, role, customer_id, created_at) "
        "values ($1, $2, $3, coalesce($4, now()))",
        user_id,
        dice.choice(["customer", "customer", "customer", "worker"]),
        f"X{user_id.hex[:10].upper()}",
        dice.choice([_moment(dice), None]),
    )
    return user_id


async def _change(tx: ElevatedTransaction, dice: random.Random, people: list[UUID]) -> None:
    one = dice.choice(people)
    what = dice.choice(["sign up", "sign up", "role", "moment", "delete"])
    if what == "sign up":
        people.append(await _signed_up(tx, dice))
    elif what == "role":
        role = dice.choice(["customer", "worker"])
        await tx.execute("update public.users set role = $2 where id = $1", one, role)
    elif what == "moment":
        at = _moment(dice)
        await tx.execute("update public.users set created_at = $2 where id = $1", one, at)
    elif len(people) > 1:
        await tx.execute("delete from public.users where id = $1", one)
        people.remove(one)


async def _agree(tx: ElevatedTransaction) -> None:
    days = DayRange(clock.today() - timedelta(days=DAYS), clock.today())
    counted: Counter[date] = Counter()
    first, end = days.moments()
    for row in await tx.fetch("select created_at from public.users where role = 'customer'"):
        if first <= row["created_at"] < end:
            counted[clock.campus_time(row["created_at"]).date()] += 1
    rows, _ = await queries.by_day(tx, [days], days.last, None)
    assert {one.day: one.sign_ups for one in rows if one.sign_ups} == counted


async def test_everybody_counts_once_whatever_happens(database: Database) -> None:
    dice = random.Random(420)
    async with database.owner() as tx:
        people = [await _signed_up(tx, dice) for _ in range(8)]
    for number in range(120):
        async with database.owner() as tx:
            await _change(tx, dice, people)
            if dice.random() < 0.3:
                await sums.add_up_some(tx, sign_ups=dice.randint(1, 4))
            await _agree(tx)
        if number % 40 == 39:
            await sums.add_up(database)
            async with database.owner() as tx:
                await _agree(tx)
                assert await tx.fetchval("select sum(sign_ups) from app.sign_up_sums") > 0


def test_every_moment_falls_on_its_campus_day() -> None:
    for year in (2024, 2026, 2030):
        first = date(year, 1 + year % 7, 5)
        last = date(year + 1, first.month, 4)
        moments, behind = offsets(first, last)
        at = clock.moment(first)
        while at < clock.moment(last + timedelta(days=1)):
            for one in (at, at + timedelta(minutes=59)):
                reckoned = one - behind[sum(since <= one for since in moments) - 1]
                assert reckoned.astimezone(UTC).date() == clock.campus_time(one).date()
            at += timedelta(hours=1)
