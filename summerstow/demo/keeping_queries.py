"""Every statement that makes the demo's things in our keeping."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final
from uuid import UUID, uuid4

import msgspec

from summerstow.platform import clock, published
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import WORKER

#: How many of the season's collected bookings have their items on shelves.
_KEPT: Final = 40
#: Of these, the days from today on which some come back.
_RETURNS: Final = {0: -1, 1: 0, 2: 0, 3: 1, 5: 1, 6: 1}
_WORDS: Final = (
    "Books and binders",
    "Winter clothes",
    "Kitchen things",
    "Bedding",
    "Shoes",
    "Desk lamp and cables",
    "Sports gear",
)

#: What crews recorded on the last two weeks' runs: a stop each thirteen minutes from nine on.
_PAST_EVENTS: Final = """
insert into public.stop_events
  (id, stop_id, booking_id, kind, day, state, at, received_at, actor_id, actor_role)
select gen_random_uuid(), s.id, s.booking_id, s.kind, s.date, 'completed', t.at, t.at, m.user_id,
  'worker'
from public.run_stops s cross join lateral (
    select user_id from public.run_workers where run_id = s.run_id order by user_id limit 1) m
  cross join lateral (select (s.date + time '16:05') at time zone 'UTC'
    + s.position * interval '13 minutes' as at) t
where s.date between $1::date - 14 and $1::date - 1 and s.state = 'completed'
  and not exists (select from public.stop_events e where e.stop_id = s.id)
"""


class Collected(msgspec.Struct, frozen=True):
    """A collected booking; `returns`: in how many days from today it comes back, if soon."""

    id: UUID
    campus_id: int
    picked_up: date
    returns: int | None


async def is_there(tx: Transaction) -> bool:
    """Whether it was made before."""
    result: bool = await tx.fetchval("select exists (select from public.locations)")
    return result


async def worker(tx: Transaction) -> UUID:
    """The demo's worker."""
    result: UUID = await tx.fetchval(
        "select id from public.users where role = $1 order by created_at limit 1", WORKER
    )
    return result


async def crew_up(tx: Transaction, today: date, crews: Sequence[tuple[str, int]]) -> None:
    """Give today's and tomorrow's runs a name, a van and their crew, where nobody did; the runs of
    the last two weeks get a crew that recorded its stops. `crews`: email and campus."""
    emails, campuses = zip(*crews, strict=True)
    await tx.execute(
        "update public.runs set name = case campus_id when 1 then 'Blue van' when 2 "
        "then 'Lake van' else 'Hill van' end, van_items = 60 "
        "where date between $1::date - 14 and $1::date + 1 and is_default and van_items is null",
        today,
    )
    await tx.execute(
        "insert into public.run_workers (run_id, user_id) select r.id, u.id "
        "from unnest($2::text[], $3::integer[]) c (email, campus_id) "
        "join public.runs r using (campus_id) join public.users u on u.email = c.email "
        "where r.date between $1::date - 14 and $1::date + 1 "
        "and not exists (select from public.run_workers m where m.run_id = r.id "
        "  and m.user_id <> all(select id from public.users where email = any($2))) "
        "on conflict do nothing",
        today,
        list(emails),
        list(campuses),
    )
    await tx.execute(_PAST_EVENTS, today)


async def add_photo(tx: Transaction, worker: UUID, content: bytes, sha256: bytes) -> UUID:
    """A photo from the door, of whoever took it."""
    result: UUID = await tx.fetchval(
        "insert into app.pictures (id, owner_id, kind, media_type, sha256, content, width, "
        "height, created_at) "
        "values ($1, $2, 'evidence', 'image/jpeg', $3, $4, 640, 480, $5) returning id",
        uuid4(),
        worker,
        sha256,
        content,
        clock.now(),
    )
    return result


async def collected(tx: Transaction, today: date) -> list[Collected]:
    """The season's collected bookings without an account; the last of them is today's."""
    rows = await tx.fetch(
        "select b.id, b.campus_id, b.pickup_date from public.bookings b "
        "where b.email ~ '[.]50[0-9]{4}@students[.]example$' and b.status = 'picked_up' "
        "and b.user_id is null and b.delivery_option <> 'different_city' "
        "order by b.campus_id, b.pickup_date, b.id limit $1",
        _KEPT,
    )
    bookings = [
        Collected(booking, campus, day, _RETURNS.get(number))
        for number, (booking, campus, day) in enumerate(rows)
    ]
    if bookings:
        newest = max(range(len(bookings)), key=lambda place: bookings[place].picked_up)
        one = bookings[newest]
        await tx.execute("update public.bookings set pickup_date = $2 where id = $1", one.id, today)
        await tx.execute(
            "update public.pickups set pickup_date = $2, completed_at = $3 where booking_id = $1",
            one.id,
            today,
            clock.now(),
        )
        # Pickups and Runs count the same stops as done.
        stop_id = await tx.fetchval(
            "insert into public.run_stops (run_id, campus_id, date, booking_id, user_id, kind, "
            'position, state, "window", completed_at) '
            "select r.id, b.campus_id, $2, b.id, b.user_id, 'pickup', "
            "1 + (select count(*) from public.run_stops o where o.run_id = r.id), "
            "'completed', b.pickup_time, $3 from public.bookings b "
            "cross join lateral (select app.run_of_day(b.campus_id, $2) as id) r "
            "where b.id = $1 and not exists (select from public.run_stops s "
            "where s.booking_id = b.id and s.kind = 'pickup' and s.date = $2) returning id",
            one.id,
            today,
            clock.now(),
        )
        if stop_id is not None:
            await tx.execute("select app.move_stop($1, 1)", stop_id)
        bookings[newest] = Collected(one.id, one.campus_id, today, None)
    return bookings


async def describe(tx: Transaction) -> None:
    """Words for the boxes that were scanned without any."""
    await tx.execute(
        "update public.items i set description = ($1::text[])[1 + (n.number % $2)::int] "
        "from (select id, row_number() over (order by id) as number from public.items "
        "where kind = 'box' and label_code is not null) n where n.id = i.id",
        list(_WORDS),
        len(_WORDS),
    )


async def show_own_items(tx: Transaction, photos: list[UUID]) -> None:
    """Photos of what the demo's customer listed, each its own."""
    await tx.execute(
        "with mine as (select i.id, b.user_id, row_number() over (order by i.number) as place "
        "from public.items i join public.bookings b on b.id = i.booking_id "
        "where b.email = 'customer@demo.test' and i.picture_id is null), "
        "wanted as (select p.*, m.id as item_id, m.user_id from unnest($1::uuid[]) "
        "with ordinality w (id, place) join app.pictures p on p.id = w.id "
        "join mine m on m.place = w.place * 2 - 1), "
        "added as (insert into app.pictures (id, owner_id, kind, media_type, sha256, content, "
        "width, height, created_at) select gen_random_uuid(), user_id, 'item', media_type, "
        "sha256, content, width, height, created_at from wanted returning id, sha256) "
        "update public.items i set picture_id = added.id from added "
        "join wanted on wanted.sha256 = added.sha256 where i.id = wanted.item_id",
        photos,
    )


async def bring_back(tx: Transaction, booking_id: UUID, day: date) -> None:
    """Let a booking come back on a day, to where its people live."""
    windows = published.campuses()[0].pickup_windows
    await tx.execute(
        "update public.bookings set delivery_option = 'same_city', return_delivery_date = $2, "
        "return_delivery_time = $3, delivery_address = coalesce(address, '2205 Lower Mall') "
        "where id = $1",
        booking_id,
        day,
        windows[len(windows) // 2].label,
    )


async def return_of(tx: Transaction, booking_id: UUID) -> UUID | None:
    """The stop of a booking's return."""
    result: UUID | None = await tx.fetchval(
        "select id from public.run_stops where booking_id = $1 and kind = 'return'", booking_id
    )
    return result


async def returned_booking(tx: Transaction, customer: str, today: date) -> tuple[UUID, UUID]:
    """(account, booking) of a demo customer whose things came back yesterday."""
    campus = published.campuses()[0]
    row = await tx.fetchrow(
        "insert into public.bookings (user_id, campus_id, first_name, last_name, email, phone, "
        "building_name, address, pickup_date, pickup_time, return_delivery_date, delivery_option, "
        "delivery_address, status, created_at) "
        "select u.id, $2, split_part(u.full_name, ' ', 1), split_part(u.full_name, ' ', 2), "
        "u.email, '+1 604 555 0118', $3, $4, $5, $6, $7, 'same_city', $4, 'picked_up', $8 "
        "from public.users u where u.email = $1 returning user_id, id",
        customer,
        campus.id,
        campus.residences[1].name,
        campus.residences[1].address,
        today.fromordinal(today.toordinal() - 70),
        campus.pickup_windows[0].label,
        today.fromordinal(today.toordinal() - 1),
        # Two weeks before its pickup.
        clock.now() - timedelta(days=84),
    )
    assert row is not None
    return row["user_id"], row["id"]


async def first_returned(tx: Transaction, booking_id: UUID, *, declared_cents: int) -> UUID:
    """Close a booking whose items came back; its first item, with this declared value."""
    await tx.execute("update public.bookings set status = 'delivered' where id = $1", booking_id)
    result: UUID = await tx.fetchval(
        "update public.items set declared_value_cents = $2 "
        "where booking_id = $1 and number = 1 returning id",
        booking_id,
        declared_cents,
    )
    return result
