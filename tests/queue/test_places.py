"""Positions are 1..n and equal in line and run, whatever joins, leaves and is moved."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.crew.queue import queries, service
from summerstow.platform import published, windows
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from tests.people import person

DAYS = (date(2032, 5, 1), date(2032, 5, 2))
RESIDENCES = ("Walter Gage", "Élan", "walter gage", "Totem Park", None, "Vanier 12", "")
TIMES = (*(one.label for one in published.known_campus(1).pickup_windows), "10:00 AM", None)
RANKS: dict[str | None, int] = {"morning": 1, "afternoon": 2, "evening": 3}

_LINES = """
select q.pickup_date as day, q.run_id, q.id, q.queue_position as number
from public.pickup_queue q
where q.pickup_date = any($1) order by q.run_id, q.queue_position, q.created_at, q.id
"""
_STOPS = """
select id, run_id, kind, position from public.run_stops where date = any($1)
order by run_id, position
"""


class Model:
    """What the lines of two days hold, as lists of bookings."""

    def __init__(self) -> None:
        self.lines: dict[date, list[UUID]] = {day: [] for day in DAYS}


async def _book(tx: ElevatedTransaction, dice: random.Random, day: date) -> UUID:
    found: UUID = await tx.fetchval(
        "insert into public.bookings (campus_id, first_name, last_name, email, status, "
        "pickup_date, pickup_time, building_name, return_delivery_date, created_at) "
        "values (1, 'Stop', 'Here', $1, 'confirmed', $2, $3, $4, $5, clock_timestamp()) "
        "returning id",
        f"{uuid4().hex}@example.test",
        day,
        dice.choice(TIMES),
        dice.choice(RESIDENCES),
        dice.choice((None, None, *DAYS)),
    )
    await queries.join(
        tx,
        found,
    )
    return found


async def _line(tx: ElevatedTransaction, day: date) -> list[UUID]:
    rows = await tx.fetch(
        "select id from public.pickup_queue where pickup_date = $1 and campus_id = 1 "
        "order by queue_position, created_at, id",
        day,
    )
    return [row["id"] for row in rows]


async def _check(tx: ElevatedTransaction) -> None:
    lines = await tx.fetch(_LINES, list(DAYS))
    stops = await tx.fetch(_STOPS, list(DAYS))
    pickups = {one["id"] for one in stops if one["kind"] == "pickup"}
    assert {one["id"] for one in lines} == pickups
    for run in {one["run_id"] for one in stops}:
        line = [one for one in lines if one["run_id"] == run]
        mine = [one for one in stops if one["run_id"] == run]
        assert [one["number"] for one in line] == list(range(1, len(line) + 1))
        assert [one["position"] for one in mine] == list(range(1, len(mine) + 1))
        assert [one["id"] for one in line] == [one["id"] for one in mine if one["id"] in pickups]


async def _drag(tx: ElevatedTransaction, dice: random.Random, day: date) -> None:
    """One to somewhere else, or all of them anyhow."""
    now = await _line(tx, day)
    order = list(now)
    if dice.random() < 0.2:
        dice.shuffle(order)
    elif order:
        order.insert(dice.randrange(len(order)), order.pop(dice.randrange(len(order))))
    await service.put_in_order(tx, now, order)
    assert await _line(tx, day) == order


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_joins_leaves_and_moves_positions_are_one_to_n(
    database: Database, seed: int
) -> None:
    dice = random.Random(seed)
    async with database.owner() as tx:
        await tx.execute("delete from public.pickup_queue where pickup_date = any($1)", list(DAYS))
        booked: dict[UUID, date] = {}
        for _ in range(120):
            day = dice.choice(DAYS)
            what = dice.random()
            if what < 0.45 or not booked:
                booked[await _book(tx, dice, day)] = day
            elif what < 0.6:
                gone = dice.choice(list(booked))
                del booked[gone]
                await queries.leave(tx, gone)
            elif what < 0.75:
                one = dice.choice(list(booked))
                await tx.execute(
                    "update public.bookings set pickup_date = $2 where id = $1", one, day
                )
                await service.move(tx, one, was=(1, booked[one]), goes_to=(1, day))
                booked[one] = day
            else:
                await _drag(tx, dice, day)
            await tx.execute("set constraints all immediate")
            await _check(tx)
        for day in DAYS:
            assert len(await _line(tx, day)) == sum(one == day for one in booked.values())


async def test_those_who_were_not_moved_stand_by_window_residence_and_creation(
    database: Database,
) -> None:
    dice, day = random.Random(8), DAYS[0] + timedelta(days=10)
    async with database.owner() as tx:
        for _ in range(60):
            await _book(tx, dice, day)
        rows: list[Any] = await tx.fetch(
            "select b.pickup_time, lower(coalesce(b.building_name, '~')) as residence, "
            "b.created_at from public.pickup_queue q join public.bookings b on b.id = q.booking_id "
            "where q.pickup_date = $1 order by q.queue_position",
            day,
        )
    line = [
        (
            RANKS.get(windows.time_of_day(one["pickup_time"]), 4),
            one["residence"].encode(),
            one["created_at"],
        )
        for one in rows
    ]
    assert line == sorted(line)


def test_as_few_as_possible_move() -> None:
    a, b, c, d, e = line = [uuid4() for _ in range(5)]
    assert service.find_unmoved(line, line) == set(line)
    assert service.find_unmoved(line, [e, a, b, c, d]) == {a, b, c, d}
    assert service.find_unmoved(line, [b, c, d, e, a]) == {b, c, d, e}
    assert service.find_unmoved(line, [a, c, b, d, e]) >= {a, d, e}
    assert len(service.find_unmoved(line, [e, d, c, b, a])) == 1
    assert service.find_unmoved([], []) == set()


async def test_who_comes_behind_what_has_begun_stands_in_order_of_coming(
    database: Database,
) -> None:
    """The crew is at the day's last stop; what is booked then is not put before it, nor turned."""
    dice, day = random.Random(9), DAYS[0] + timedelta(days=11)
    async with database.owner() as tx:
        last = await _book(tx, dice, day)
        await tx.execute(
            "update public.run_stops set state = 'on_way', \"window\" = $2 "
            "where booking_id = $1 and kind = 'pickup'",
            last,
            published.known_campus(1).pickup_windows[-1].label,
        )
        later = []
        for number in range(3):
            later.append(
                await tx.fetchval(
                    "insert into public.bookings (campus_id, first_name, last_name, email, status, "
                    "return_delivery_date, return_delivery_time) "
                    "values (1, 'Stop', 'Here', $1, 'picked_up', $2, $3) returning id",
                    f"{number}-{uuid4().hex}@example.test",
                    day,
                    published.known_campus(1).pickup_windows[0].label,
                )
            )
            await tx.execute("set constraints all immediate")
        rows = await tx.fetch(
            "select booking_id from public.run_stops where date = $1 and campus_id = 1 "
            "and (booking_id = any($2) or booking_id = $3 and kind = 'pickup') order by position",
            day,
            later,
            last,
        )
    assert [row["booking_id"] for row in rows] == [last, *later]


@pytest.mark.parametrize("number", [2**31 - 1, -(2**31)])
async def test_any_integer_may_be_typed_and_people_go_on_joining(
    database: Database, number: int
) -> None:
    day = date(2032, 5, 3)
    dice = random.Random(3)
    async with database.owner() as tx:
        first = [await _book(tx, dice, day) for _ in range(4)]
        line = await _line(tx, day)
        run_id = await tx.fetchval(
            "update public.pickup_queue set queue_position = $2 where id = any($1) "
            "returning run_id",
            line[1:3],
            number,
        )
        await service.follow_numbers(tx, 1, day, run_id)
        for _ in range(4):
            await _book(tx, dice, day)
        lines = await tx.fetch(_LINES, [day])
        assert number in [one["number"] for one in lines]
        for booking in first:
            await queries.leave(tx, booking)
        assert len(await _line(tx, day)) == 4
        await tx.execute("delete from public.bookings where pickup_date = $1", day)


async def test_ids_are_in_the_order_of_joining(database: Database) -> None:
    """So that entries of indexes by them lie together."""
    async with database.owner() as tx:
        ids = [
            await tx.fetchval(
                "insert into public.pickup_queue (user_id, pickup_date, queue_position) "
                "values ($1, '2032-05-03', 1) returning id",
                (await person(database)).id,
            )
            for _ in range(8)
        ]
    assert ids == sorted(ids)
