"""Every statement about the days on which a crew can work."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import CUSTOMER, WORKER
from summerstow.platform.tables import decoded_all

EVERY_DAY: Final = [1, 2, 3, 4, 5, 6, 7]

#: Whether a worker can work: `t` are the terms, `w` the weekdays and `d` the chosen day.
_WORKS: Final = """
coalesce(t.last_day >= {day}, true)
  and (coalesce(t.campus_ids, '{{}}') = '{{}}' or {campus} = any(t.campus_ids))
  and coalesce(d.works, extract(isodow from {day}) = any(w.weekdays), true)
"""
_TERMS: Final = """
left join app.staff_terms t on t.user_id = u.id
left join app.work_weeks w on w.user_id = u.id
"""
_DAYS: Final = """array(select d.day from app.work_days d
  where d.user_id = u.id and d.day >= $1 and d.works = {works} order by d.day)"""


class CrewAvailability(msgspec.Struct, frozen=True, kw_only=True):
    """When a worker can work: weekdays (1 is Monday) and single days from today on."""

    user_id: UUID
    name: str
    weekdays: list[int]
    #: Days on which they cannot, or can although the week says otherwise.
    days_off: list[date]
    days_on: list[date]
    #: Where they work; none: at every campus.
    campus_ids: list[int]
    #: The last campus-local day on which they work.
    last_day: date | None


class CrewMember(msgspec.Struct, frozen=True, kw_only=True):
    """A worker who may be put on a run; `works`: they can work on its day."""

    id: UUID
    name: str
    works: bool


class NamedCrew(msgspec.Struct, frozen=True, kw_only=True):
    """A day's runs whose crew can work (`vans`), and who is named for one and cannot (`off`)."""

    day: date
    vans: int
    off: list[str]


class DayCrew(msgspec.Struct, frozen=True, kw_only=True):
    """Who can work at a campus on a day and is on no run of another campus, by name."""

    day: date
    names: list[str]


async def crew(tx: Transaction, since: date, user_id: UUID | None) -> list[CrewAvailability]:
    """One worker (`user_id`), or all of them by name."""
    rows = await tx.fetch(
        "select u.id as user_id, coalesce(nullif(u.full_name, ''), u.email) as name, "  # noqa: S608
        "coalesce(w.weekdays, $3) as weekdays, "
        f"{_DAYS.format(works='false')} as days_off, {_DAYS.format(works='true')} as days_on, "
        "coalesce(t.campus_ids, '{}') as campus_ids, t.last_day "
        f"from public.users u {_TERMS} "
        "where u.role <> $4 and case when $2::uuid is null then u.role = $5 else u.id = $2 end "
        "order by app.name_key(coalesce(nullif(u.full_name, ''), u.email)) collate \"C\", u.id",
        since,
        user_id,
        EVERY_DAY,
        CUSTOMER,
        WORKER,
    )
    return decoded_all(CrewAvailability, rows)


async def set_weekdays(tx: Transaction, user_id: UUID, weekdays: list[int]) -> None:
    """Store the weekdays on which a worker can work."""
    await tx.execute(
        "insert into app.work_weeks (user_id, weekdays) values ($1, $2) "
        "on conflict (user_id) do update set weekdays = excluded.weekdays",
        user_id,
        weekdays,
    )


async def set_days(
    tx: Transaction, user_id: UUID, first: date, last: date, works: bool | None
) -> None:
    """Store whether a worker can work on each of these days; None: as the week says."""
    await tx.execute(
        "delete from app.work_days where user_id = $1 and day between $2 and $3",
        user_id,
        first,
        last,
    )
    if works is not None:
        await tx.execute(
            "insert into app.work_days (user_id, day, works) "
            "select $1, day::date, $4 from generate_series($2::date, $3, interval '1 day') day",
            user_id,
            first,
            last,
            works,
        )


async def first_unavailable(
    tx: Transaction, workers: list[UUID], campus_id: int, on: date
) -> str | None:
    """Return the name of a person who cannot work at a campus on a day; None if all can."""
    found: str | None = await tx.fetchval(
        f"select coalesce(u.full_name, u.email) from public.users u {_TERMS} "  # noqa: S608
        "left join app.work_days d on d.user_id = u.id and d.day = $3 "
        f"where u.id = any($1) and not ({_WORKS.format(day='$3::date', campus='$2')}) limit 1",
        workers,
        campus_id,
        on,
    )
    return found


async def members(tx: Transaction, campus_id: int, on: date) -> list[CrewMember]:
    """Every worker by name, and who can work at a campus on a day."""
    rows = await tx.fetch(
        "select u.id, coalesce(nullif(u.full_name, ''), u.email) as name, "  # noqa: S608
        f"({_WORKS.format(day='$2::date', campus='$1')}) as works from public.users u {_TERMS} "
        "left join app.work_days d on d.user_id = u.id and d.day = $2 where u.role = $3 "
        "order by app.name_key(coalesce(nullif(u.full_name, ''), u.email)) collate \"C\", u.id",
        campus_id,
        on,
        WORKER,
    )
    return decoded_all(CrewMember, rows)


async def day_crews(tx: Transaction, campus_id: int, days: Sequence[date]) -> list[DayCrew]:
    """Who can work at a campus on each of these days."""
    works = _WORKS.format(day="o.day", campus="$1")
    rows = await tx.fetch(
        "select o.day, array(select coalesce(nullif(u.full_name, ''), u.email) "  # noqa: S608
        f"  from public.users u {_TERMS} "
        "  left join app.work_days d on d.user_id = u.id and d.day = o.day "
        f"  where u.role = $3 and {works} and not exists ("
        "    select from public.run_workers m join public.runs r on r.id = m.run_id "
        "    where m.user_id = u.id and r.date = o.day and r.campus_id <> $1) "
        "  order by 1) as names from unnest($2::date[]) o(day)",
        campus_id,
        days,
        WORKER,
    )
    return decoded_all(DayCrew, rows)


async def named_crews(tx: Transaction, campus_id: int, days: Sequence[date]) -> list[NamedCrew]:
    """The crews of the runs of a campus on these days; days without any are left out."""
    works = f"(u.role <> $3 and {_WORKS.format(day='r.date', campus='$1')})"
    rows = await tx.fetch(
        "select r.date as day, count(distinct r.id) filter (where c.works) as vans, "  # noqa: S608
        "array_remove(array_agg(distinct case when not c.works "
        "  then coalesce(nullif(u.full_name, ''), u.email) end), null) as off "
        "from public.runs r join public.run_workers m on m.run_id = r.id "
        f"join public.users u on u.id = m.user_id {_TERMS} "
        "left join app.work_days d on d.user_id = u.id and d.day = r.date "
        f"cross join lateral (select {works} as works) c "
        "where r.campus_id = $1 and r.date = any($2) group by r.date",
        campus_id,
        days,
        CUSTOMER,
    )
    return decoded_all(NamedCrew, rows)
