"""The demo accounts, their booking for today, and slots to be booked.

Loaded once; the demo customer's pickup is moved to today at each start, so that the queue can be
seen on any day.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.bookings import service as bookings
from summerstow.bookings.model import Booking
from summerstow.platform import clock, published
from summerstow.platform.auth.accounts import accounts
from summerstow.platform.auth.passwords import Passwords
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import ADMIN, CUSTOMER, EXECUTIVE, WORKER, Role

from . import keeping, past_money, rivals
from . import season as season_data

PASSWORD: Final = "demo-password"  # noqa: S105 - public on purpose, demo mode alone
ACCOUNTS: Final[tuple[tuple[str, str, Role], ...]] = (
    ("customer@demo.test", "Casey Lindqvist", CUSTOMER),
    ("customer2@demo.test", "Noor Haddad", CUSTOMER),
    ("worker@demo.test", "Wren Okafor", WORKER),
    ("admin@demo.test", "Alma Reyes", ADMIN),
    ("executive@demo.test", "Eli Fontaine", EXECUTIVE),
)
_CUSTOMER: Final = ACCOUNTS[0][0]
#: The worker's colleagues, by campus: a part of the season.
_COLLEAGUES: Final[tuple[tuple[str, str, int], ...]] = (
    ("mina.duval@demo.test", "Mina Duval", 1),
    ("omar.sutherland@demo.test", "Omar Sutherland", 2),
    ("lena.fournier@demo.test", "Lena Fournier", 2),
    ("tom.arsenault@demo.test", "Tom Arsenault", 3),
    ("ida.castellano@demo.test", "Ida Castellano", 3),
)
_CREWS: Final = (("worker@demo.test", 1), *((email, campus) for email, _, campus in _COLLEAGUES))
#: Whose things came back, with a disputed fee and a claim: a part of the season.
_RETURNED: Final[tuple[str, str, Role]] = ("customer3@demo.test", "Hana Mori", CUSTOMER)


async def load(database: Database, *, season: bool) -> None:
    """Make what is missing of the demo; safe to run at every start, by several starts at once.

    `season`: with other people's bookings too, once, beside the five accounts and the one booking,
    and with the accounts of `_RETURNED` and `_COLLEAGUES`.
    """
    password_hash = None
    async with database.owner() as tx:
        await tx.execute("select pg_advisory_xact_lock(7305824, 1)")
        known = {row["email"] for row in await tx.fetch("select email from public.users")}
        people = [*ACCOUNTS]
        if season:
            people += [_RETURNED, *((email, name, WORKER) for email, name, _ in _COLLEAGUES)]
        for email, name, role in people:
            if email not in known:
                password_hash = password_hash or await Passwords(blocklist=False).hash(PASSWORD)
                await accounts.create_account(
                    tx,
                    email=email,
                    password_hash=password_hash,
                    data={"full_name": name, "name": name},
                    now=clock.now(),
                    role=role,
                    confirmed=True,
                )
        await _book_today(tx)
        await _offer_slots(tx, clock.today())
        fresh = season and await season_data.load(tx, _CUSTOMER)
    if fresh:
        async with database.owner() as tx:
            await past_money.generate(tx)
            await rivals.load(tx)
    if season:
        await keeping.load(database, _RETURNED[0], _CREWS)


async def _book_today(tx: Transaction) -> None:
    """The demo customer's booking, picked up today and in the queue."""
    user_id: UUID = await tx.fetchval("select id from public.users where email = $1", _CUSTOMER)
    today = clock.today()
    old = await tx.fetchval(
        "select row_to_json(b) from public.bookings b where user_id = $1 "
        "and status in ('pending', 'confirmed', 'in_queue') order by created_at desc limit 1",
        user_id,
    )
    if old is not None:
        stored = Booking.of(msgspec.json.decode(old))
        if stored.pickup_date != today:
            new = await tx.fetchval(
                "update public.bookings b set pickup_date = $2 where id = $1 "
                "returning row_to_json(b)",
                stored.id,
                today,
            )
            await bookings.changed(tx, stored, Booking.of(msgspec.json.decode(new)))
        return
    if await tx.fetchval("select 1 from public.bookings where user_id = $1", user_id):
        return
    campus = next(one for one in published.campuses() if one.slug == "ubcv")
    new = await tx.fetchval(
        "insert into public.bookings as b "
        "(user_id, campus_id, first_name, last_name, email, phone, building_name, address, "
        "supply_kit_delivery_date, pickup_date, pickup_time, "
        "delivery_option, status) "
        "values ($1, $2, 'Casey', 'Lindqvist', $3, '+1 604 555 0117', $4, $5, $6, $7, $8, "
        "'decide_later', 'confirmed') returning row_to_json(b)",
        user_id,
        campus.id,
        _CUSTOMER,
        campus.residences[0].name,
        campus.residences[0].address,
        today - timedelta(days=5),
        today,
        campus.pickup_windows[0].label,
    )
    row = msgspec.json.decode(new)
    await bookings.changed(tx, Booking.of(row | {"pickup_date": None}), Booking.of(row))


async def _offer_slots(tx: Transaction, today: date) -> None:
    """Six weeks of slots on each campus, six days a week, so that windows have a limit to meet."""
    days = [today + timedelta(days=number) for number in range(1, 43)]
    await tx.execute(
        "insert into public.slot_availability "
        "(date, campus_id, capacity, available_slots, time_of_day) "
        "select day, c.id, 5, 5, part from unnest($1::date[]) day, public.campuses c, "
        "unnest(array['morning', 'afternoon', 'evening']) part "
        "on conflict on constraint slot_availability_window_key do nothing",
        [day for day in days if day.isoweekday() != 7],
    )
