"""Every statement that makes the demo's season: bookings with the addresses of `_OURS`."""

# ruff: noqa: S608 - what is put in is a constant of this file

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

from summerstow.platform import clock, published
from summerstow.platform.database.transaction import Transaction

#: Addresses with a number from `season._FIRST` on.
_OURS: Final = "b.email ~ '[.]50[0-9]{4}@students[.]example$'"


@dataclass(frozen=True, slots=True)
class Counted:
    """A booking whose things the crew counted."""

    id: UUID
    user_id: UUID
    pickup_date: date
    return_delivery_date: date
    items: int


async def is_there(tx: Transaction) -> bool:
    """Whether the season was made before."""
    result: bool = await tx.fetchval(
        f"select exists (select 1 from public.bookings b where {_OURS})"
    )
    return result


async def make_accounts(tx: Transaction, today: date, *, every: int) -> None:
    """Every so manieth has an account, made on the day of booking; nobody has its password.

    Nobody with a pickup about today: accounts are reminded of theirs.
    """
    await tx.execute(
        "with chosen as (select * from (select distinct on (email) b.*, "
        "row_number() over (order by b.created_at, b.id) as number "
        f"from public.bookings b where {_OURS} and b.status <> 'cancelled' "
        "and b.pickup_date not between $1::date - 1 and $1::date + 3 "
        "and b.pickup_date > $1::date - 60) b where number % $2 = 0), "
        "account as (insert into auth.users "
        "(id, email, email_confirmed_at, created_at, updated_at) "
        "select gen_random_uuid(), email, created_at, created_at, created_at from chosen "
        "returning id, email, created_at) "
        "insert into public.users (id, email, full_name, customer_id, created_at) "
        "select a.id, a.email, c.first_name || ' ' || c.last_name, "
        "'SS-' || upper(translate(left(md5(a.email), 5), '01', 'XZ')), a.created_at "
        "from account a join chosen c on c.email = a.email",
        today,
        every,
    )
    await tx.execute(
        "update public.bookings b set user_id = u.id from public.users u "
        f"where u.email = b.email and {_OURS}"
    )


async def line_up(tx: Transaction, today: date, customer: str) -> None:
    """Put everybody with a pickup to come into their day's line, by the rule line-order."""
    await tx.execute(
        "select app.join_queue(id) from (select b.id "
        f"from public.bookings b where {_OURS} and b.pickup_date >= $1 "
        "and b.status in ('pending', 'confirmed') order by b.created_at, b.id) b",
        today,
    )
    await put_first(tx, today, customer)


async def put_first(tx: Transaction, today: date, customer: str) -> None:
    """Let the demo's customer stand before all others of the line."""
    await tx.execute(
        "select app.move_stop(q.id, 1) from public.pickup_queue q "
        "join public.bookings b on b.id = q.booking_id where b.email = $2 and q.pickup_date >= $1",
        today,
        customer,
    )


async def move_to_today(tx: Transaction, today: date, customer: str) -> None:
    """What was still to do on a day that is over is to do today, so that the line is never bare."""
    moved = await tx.fetch(
        "update public.bookings b set pickup_date = $1 "
        f"where {_OURS} and b.user_id is null and b.pickup_date < $1 "
        "and b.status = 'confirmed' and exists (select 1 from public.pickup_queue q "
        "where q.booking_id = b.id and q.pickup_date < $1) "
        "and not exists (select 1 from public.pickups p where p.booking_id = b.id) returning b.id",
        today,
    )
    if moved:
        await tx.execute(
            "update public.pickup_queue set pickup_date = $1 where booking_id = any($2::uuid[])",
            today,
            [one["id"] for one in moved],
        )
        await put_first(tx, today, customer)


async def ask_for_kits(tx: Transaction, today: date, *, at_each: int) -> None:
    """So many of a campus's bookings to come have their kit today, so that no van starts empty."""
    await tx.execute(
        "update public.bookings set supply_kit_delivery_date = $1 where id in ("
        "select id from (select b.id, row_number() over (partition by b.campus_id "
        "order by b.supply_kit_delivery_date = $1 desc nulls last, b.pickup_date, b.id) as number "
        f"from public.bookings b where {_OURS} and b.pickup_date > $1::date + 3 "
        "and b.status in ('pending', 'confirmed') and not exists ("
        "select 1 from public.kit_deliveries k where k.booking_id = b.id "
        "and k.state in ('delivered', 'failed'))) b where number <= $2) "
        "and supply_kit_delivery_date is distinct from $1",
        today,
        at_each,
    )


async def hand_out_kits(tx: Transaction, today: date) -> None:
    """Kits of the last days are delivered, one failed; today's are on their way, packed or not."""
    await tx.execute(
        "insert into public.kit_stock (campus_id, kits) "
        "select id, (array[34, 8, 21])[1 + (id - 1) % 3] from public.campuses "
        "on conflict (campus_id) do nothing"
    )
    await tx.execute(
        "insert into public.kit_deliveries (booking_id, state, delivered_at, note) "
        "select id, state, case state when 'delivered' then $2::timestamptz end, "
        "case state when 'failed' then 'Nobody there at 10:40, no answer on the phone' end from ("
        "select b.id, case when b.supply_kit_delivery_date < $1 then "
        "case when b.status = 'confirmed' and row_number() over (order by b.id) % 9 = 0 "
        "then 'failed' else 'delivered' end "
        "when b.supply_kit_delivery_date > $1 then 'packed' else (array['out', 'packed', null])"
        "[1 + row_number() over (partition by b.campus_id, b.supply_kit_delivery_date "
        "order by b.id) % 3] end as state "
        f"from public.bookings b where {_OURS} "
        "and b.status in ('confirmed', 'picked_up') and b.pickup_date > $1::date - 60 "
        "and b.supply_kit_delivery_date <= $1::date + 1) k where state is not null",
        today,
        clock.now(),
    )


async def take_places(tx: Transaction, today: date) -> None:
    """What is to come stands in its window's places; the first window to come is full."""
    times = published.campuses()[0].pickup_windows
    await tx.execute(
        "update public.bookings b set slot_id = s.id from public.slot_availability s "
        "where s.campus_id = b.campus_id and s.date = b.pickup_date and s.time_of_day = "
        "($2::text[])[array_position($3::text[], b.pickup_time)] "
        f"and b.pickup_date > $1 and b.status in ('pending', 'confirmed') and {_OURS}",
        today,
        [one.time_of_day for one in times],
        [one.label for one in times],
    )
    await tx.execute(
        "update public.slot_availability s set capacity = greatest(s.capacity, t.taken), "
        "available_slots = greatest(s.capacity, t.taken) - t.taken from ("
        "select slot_id, count(*)::int as taken from public.bookings "
        "where slot_id is not null group by slot_id) t where t.slot_id = s.id"
    )
    await tx.execute(
        "update public.slot_availability s set capacity = capacity - available_slots, "
        "available_slots = 0 where id = (select slot_id from public.bookings b "
        f"where slot_id is not null and {_OURS} order by pickup_date, id limit 1)"
    )


async def ask_for_quotes(tx: Transaction, today: date) -> None:
    """Some of the collected go to another city: two wait for a quote, one has it, one said no."""
    rows = await tx.fetch(
        "update public.bookings b set delivery_option = 'different_city', "
        "delivery_address = '12 Lakeshore Drive, Calgary AB T2P 1J9' where id in ("
        f"select id from public.bookings b where {_OURS} and status = 'picked_up' "
        "order by id limit 4) returning id, delivery_address, return_delivery_date"
    )
    for place, one in enumerate(sorted(rows, key=lambda found: str(found["id"]))):
        await tx.execute(
            "insert into public.delivery_quotes (booking_id, address, day, state, cents, note, "
            "valid_until, asked_at, sent_at, decided_at) select $1, $2, $3, $4, p.cents, "
            "case when p.cents is not null then 'By road, with our own van' end, "
            "case when p.cents is not null then $5::date + 10 end, "
            "$6::timestamptz - interval '3 d', "
            "case when p.cents is not null then $6::timestamptz - interval '2 d' end, "
            "case when $4 = 'declined' then $6::timestamptz - interval '1 d' end "
            "from (select case when $4 <> 'asked' then 38000 end as cents) p",
            one["id"],
            one["delivery_address"],
            one["return_delivery_date"],
            ("asked", "asked", "sent", "declined")[place],
            today,
            clock.now(),
        )


async def counted(tx: Transaction, limit: int) -> list[Counted]:
    """So many bookings of accounts whose things are counted and have a day to come back."""
    rows = await tx.fetch(
        "select b.id, b.user_id, b.pickup_date, b.return_delivery_date, sum(k.items_counted)::int "
        "as items from public.bookings b join public.pickups k on k.booking_id = b.id "
        f"where {_OURS} and b.user_id is not null and b.status = 'picked_up' "
        "and k.items_counted > 0 and b.return_delivery_date > b.pickup_date "
        "group by b.id order by b.id limit $1",
        limit,
    )
    return [Counted(**row) for row in rows]


async def ask_for_price_match(
    tx: Transaction,
    of: Counted,
    *,
    rival: str,
    cents: int,
    words: str,
    asked_at: datetime,
    answer: str | None,
) -> None:
    """A customer shows a rival's quote; with an answer it was declined."""
    await tx.execute(
        "insert into app.price_matches (id, booking_id, user_id, rival, quoted_cents, quote, "
        "asked_at, credit_cents, answer, answered_at) select $1::uuid, $1::uuid, $2::uuid, "
        "$3::text, $4::int, $5::text, $6::timestamptz, case when $7::text is not null then 0 end, "
        "$7::text, case when $7::text is not null then $6::timestamptz + interval '2 h' end",
        of.id,
        of.user_id,
        rival,
        cents,
        words,
        asked_at,
        answer,
    )


async def wait_for_places(tx: Transaction) -> None:
    """Two people wait for a place in the window that is full."""
    await tx.execute(
        "insert into app.waiting_list (slot_id, email, link) "
        "select s.id, who, '/book' from (select id from public.slot_availability "
        "where available_slots = 0 order by date, id limit 1) s, "
        "unnest(array['ivy.moreau@students.example', 'tomas.ek@students.example']) who "
        "on conflict do nothing"
    )


async def list_items(tx: Transaction, customer: str) -> None:
    """What the demo customer has listed for today."""
    await tx.execute(
        "insert into public.items (id, booking_id, kind, description, boxed, "
        "declared_value_cents) select gen_random_uuid(), b.id, i.kind, i.words, i.boxed, i.cents "
        "from public.bookings b, (values ('box', 'Books and binders', true, 12000), "
        "('box', 'Winter clothes', true, 20000), ('suitcase', 'Blue suitcase', false, 15000)) "
        "i(kind, words, boxed, cents) where b.email = $1 "
        "and not exists (select 1 from public.items o where o.booking_id = b.id)",
        customer,
    )
