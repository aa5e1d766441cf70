"""Positions are 1..n and equal in line and run, whatever joins, leaves and is moved."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.kit import facts
from summerstow.kit.database.pool import Database
from summerstow.kit.database.transaction import ElevatedTransaction
from summerstow.queue import queries, service
from tests.people import person

DAYS = (date(2032, 5, 1), date(2032, 5, 2))
RESIDENCES = ("Walter Gage", "Élan", "walter gage", "Totem Park", None, "Vanier 12", "")
TIMES = (*facts.booking().times, None)

_LINES = """
select n.pickup_date as day, n.run_id, n.id, n.number,
  app.number_in_line(q.run_id, q.place, q.queue_position) as alone
from app.numbered_line n join public.pickup_queue q on q.id = n.id
where n.pickup_date = any($1) order by n.run_id, n.place
"""
_STOPS = """
select run_id, queue_id, app.number_in_run(run_id, place) as position
from public.run_stops where date = any($1) order by run_id, place
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
    await queries.join(tx, found, *service.window_ranks())
    return found


async def _line(tx: ElevatedTransaction, day: date) -> list[UUID]:
    rows = await tx.fetch(
        "select id from public.pickup_queue where pickup_date = $1 and campus_id = 1 "
        "order by place",
        day,
    )
    return [row["id"] for row in rows]


async def _check(tx: ElevatedTransaction) -> None:
    lines = await tx.fetch(_LINES, list(DAYS))
    stops = await tx.fetch(_STOPS, list(DAYS))
    assert {one["id"] for one in lines} == {one["queue_id"] for one in stops} - {None}
    for run in {one["run_id"] for one in stops}:
        line = [one for one in lines if one["run_id"] == run]
        mine = [one for one in stops if one["run_id"] == run]
        assert [one["number"] for one in line] == list(range(1, len(line) + 1))
        assert [one["alone"] for one in line] == [one["number"] for one in line]
        assert [one["position"] for one in mine] == list(range(1, len(mine) + 1))
        assert [one["id"] for one in line] == [one["queue_id"] for one in mine if one["queue_id"]]


async def _drag(tx: ElevatedTransaction, dice: random.Random, day: date) -> None:
    """One to somewhere else, or all of them anyhow."""
    now = await _line(tx, day)
    order = list(now)
    if dice.random() < 0.2:
        dice.shuffle(order)
    elif order:
        order.insert(dice.randrange(len(order)), order.pop(dice.randrange(len(order))))
    await service.put_in_order(tx, now, order, in_line=True)
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


async def test_one_who_is_moved_to_the_same_place_again_and_again(database: Database) -> None:
    """No number is left between two neighbours, and the order is right all the same."""
    dice, day = random.Random(7), DAYS[0] + timedelta(days=9)
    async with database.owner() as tx:
        for _ in range(5):
            await _book(tx, dice, day)
        for _ in range(200):
            now = await _line(tx, day)
            order = [now[0], now[-1], *now[1:-1]]
            await service.put_in_order(tx, now, order, in_line=True)
            assert await _line(tx, day) == order


async def test_those_who_were_not_moved_stand_by_window_residence_and_creation(
    database: Database,
) -> None:
    dice, day = random.Random(8), DAYS[0] + timedelta(days=10)
    times, windows = service.window_ranks()
    async with database.owner() as tx:
        for _ in range(60):
            await _book(tx, dice, day)
        rows: list[Any] = await tx.fetch(
            "select b.pickup_time, lower(coalesce(b.building_name, '~')) as residence, "
            "b.created_at from public.pickup_queue q join public.bookings b on b.id = q.booking_id "
            "where q.pickup_date = $1 order by q.place",
            day,
        )
    ranks = dict(zip(times, windows, strict=True))
    line = [
        (ranks.get(one["pickup_time"], 1000), one["residence"].encode(), one["created_at"])
        for one in rows
    ]
    assert line == sorted(line)


def test_as_few_as_possible_move() -> None:
    a, b, c, d, e = line = [uuid4() for _ in range(5)]
    assert service.staying(line, line) == set(line)
    assert service.staying(line, [e, a, b, c, d]) == {a, b, c, d}
    assert service.staying(line, [b, c, d, e, a]) == {b, c, d, e}
    assert service.staying(line, [a, c, b, d, e]) >= {a, d, e}
    assert len(service.staying(line, [e, d, c, b, a])) == 1
    assert service.staying([], []) == set()


async def test_who_comes_behind_what_has_begun_stands_in_order_of_coming(
    database: Database,
) -> None:
    """The crew is at the day's last stop; what is booked then is not put before it, nor turned."""
    dice, day = random.Random(9), DAYS[0] + timedelta(days=11)
    async with database.owner() as tx:
        last = await _book(tx, dice, day)
        await tx.execute(
            "select app.put_stop(id, app.place_at_end(run_id)) from public.run_stops "
            "where booking_id = $1 and kind = 'pickup'",
            last,
        )
        await tx.execute(
            "update public.run_stops set state = 'on_way' "
            "where booking_id = $1 and kind = 'pickup'",
            last,
        )
        later = []
        for number in range(3):
            later.append(
                await tx.fetchval(
                    "insert into public.bookings (campus_id, first_name, last_name, email, status, "
                    "return_delivery_date) values (1, 'Stop', 'Here', $1, 'picked_up', $2) "
                    "returning id",
                    f"{number}-{uuid4().hex}@example.test",
                    day,
                )
            )
            await tx.execute("set constraints all immediate")
        rows = await tx.fetch(
            "select booking_id from public.run_stops where date = $1 and campus_id = 1 "
            "and (booking_id = any($2) or booking_id = $3 and kind = 'pickup') order by place",
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
        typed = "update public.pickup_queue set queue_position = $2 where id = $1"
        await tx.execute(typed, line[1], number)
        await tx.execute(typed, line[2], number)
        for _ in range(4):
            await _book(tx, dice, day)
        lines = await tx.fetch(_LINES, [day])
        assert [one["alone"] for one in lines] == [one["number"] for one in lines]
        assert number in [one["number"] for one in lines]
        for booking in first:
            await tx.execute("select app.leave_line($1)", booking)
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
