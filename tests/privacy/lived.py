"""A season lived by one person, and the search for what is left of them."""

from __future__ import annotations

from uuid import UUID, uuid4

from tests.people import Person, booking_body, person

from .conftest import FIRST, HALL, LAST, NAME, PHONE, READ_BACK, STREET, App

#: Every column that can hold words, of every table there is.
_COLUMNS = """
select format('%I.%I', c.table_schema, c.table_name) as table_name, c.column_name
from information_schema.columns c join information_schema.tables t
  using (table_schema, table_name)
where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'app', 'auth')
  and (c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'inet', 'cidr'))
"""


async def found(app: App, *words: str) -> list[str]:
    """Where any of these words stands, in whichever spelling: `table.column: value`."""
    places = []
    async with app.database.owner() as tx:
        for row in await tx.fetch(_COLUMNS):
            column = f'"{row["column_name"]}"::text'
            rows = await tx.fetch(
                f"select {column} as value from {row['table_name']} where exists ("
                f"select from unnest($1::text[]) one where strpos(lower({column}), one) > 0)",
                [word.lower() for word in words],
            )
            places += [f"{row['table_name']}.{row['column_name']}: {one['value']}" for one in rows]
    return places


async def lived(app: App) -> tuple[Person, list[str]]:
    """A customer with a season behind them and a booking ahead; and what names them."""
    who = await app.customer()
    # From here on messages wait for a device of theirs too.
    async with app.database.owner() as tx:
        await tx.execute(
            "insert into public.push_subscriptions (user_id, endpoint, p256dh, auth, user_agent) "
            "values ($1, $2, 'p256dh', 'auth', $3)",
            who.id,
            f"https://push.example.test/{who.email}",
            f"Browser of {FIRST}",
        )
    past = await app.booked(who, pickup_date="2027-04-20")
    await app.item(who, past, f"{FIRST}'s lamp")
    # The day is far off, where the office acts and a worker may not.
    worker = await person(app.database, "admin")
    day = await app.done(worker, "pickup_day", campus_id=1, day="2027-04-20")
    stop = next(one for one in day["waiting"] if one["booking_id"] == past)
    for status in ("in_progress", "completed"):
        await app.done(
            worker,
            "set_pickup_status",
            queue_id=stop["queue_id"],
            status=status,
            items=5 if status == "completed" else None,
        )
    await app.status(past, "delivered")
    await settle(app, past)
    ahead = await app.booked(who, pickup_date="2027-04-28")
    await app.status(ahead, "confirmed")
    delivery = {"delivery_option": "same_city", "day": "2027-09-02", "address": f"{STREET} b"}
    window = {"window": "9:00 AM - 12:00 PM", "expected_fee_cents": 0}
    await app.done(who, "book_delivery", booking_id=ahead, **delivery, **window)
    office = await person(app.database, "executive", "Olga Office")
    await app.done(office, "customer_file", user_id=str(who.id))
    await app.of(who).patch(f"/users?id=eq.{who.id}", json={"full_name": f"{NAME} Junior"})
    async with app.database.owner() as tx:
        await tx.execute(
            "insert into auth.identities (user_id, provider, subject, identity_data) "
            "values ($1, 'google', $2, $3)",
            who.id,
            f"g-{who.id}",
            f'{{"email": "{who.email}", "name": "{NAME}"}}',
        )
        await tx.execute(
            "insert into auth.factors (user_id, factor_type, phone, friendly_name) "
            "values ($1, 'phone', $2, $3)",
            who.id,
            PHONE,
            f"Phone of {FIRST}",
        )
        await tx.execute(
            "insert into auth.known_places values ($1, 'Firefox', '203.0.113.0/24', now(), now())",
            who.id,
        )
        slot = await tx.fetchval(
            "insert into public.slot_availability (date, campus_id) "
            "values (date '2028-01-01' + (random() * 3000)::int, 1) returning id"
        )
        await tx.execute(
            "insert into app.waiting_list (slot_id, user_id, email, link) values ($1, $2, $3, 'x')",
            slot,
            who.id,
            who.email,
        )
        await tx.execute(
            "insert into app.idempotency (scope, key, request_hash, result) "
            "values ($1, $2, 'h', $3)",
            f"{who.id} /rest/v1/bookings",
            str(uuid4()),
            f'[{{"email": "{who.email}"}}]',
        )
        for kind in ("item", "quote"):
            await tx.execute(
                "insert into app.pictures (id, owner_id, kind, media_type, sha256, content, width, "
                "height) values (gen_random_uuid(), $1, $2, 'image/jpeg', sha256('x'), $3, 8, 8)",
                who.id,
                kind,
                f"{NAME} on a photo".encode(),
            )
        await tx.execute(
            "update public.items set picture_id = (select id from app.pictures "
            "where owner_id = $2 and kind = 'item') where booking_id = $1",
            UUID(past),
            who.id,
        )
        await tx.execute(
            "insert into app.price_matches (id, booking_id, user_id, rival, quoted_cents, quote, "
            "asked_at, picture_id) values ($1, $2, $3, 'Rival', 9900, $4, now(), (select id "
            "from app.pictures where owner_id = $3 and kind = 'quote'))",
            uuid4(),
            UUID(ahead),
            who.id,
            f"{NAME} was quoted $99",
        )
        stop = await tx.fetchval(
            "select id from public.run_stops where booking_id = $1 limit 1", UUID(ahead)
        )
        await tx.execute(
            "insert into public.stop_events (id, stop_id, booking_id, kind, state, at, "
            "received_at, signed_by, strokes, note, actor_role) values ($1, $2, $3, 'pickup', "
            "'on_way', now(), now(), $4, 'M1 1L2 2', $4, 'worker')",
            uuid4(),
            stop,
            UUID(ahead),
            NAME,
        )
        await tx.execute(
            "insert into public.fee_proposals (booking_id, stop_id, term, amount_cents, reason) "
            "values ($1, $2, 'missed_pickup', 5000, $3)",
            UUID(ahead),
            stop,
            f"{NAME} was not there",
        )
        await tx.execute(
            "insert into app.stop_proxies (booking_id, kind, name, salt, code_hash) "
            "values ($1, 'return', $2, 'salt', 'hash')",
            UUID(ahead),
            f"{NAME}'s roommate",
        )
        await tx.execute(
            "update public.date_changes set note = $2 where booking_id = $1", UUID(ahead), NAME
        )
        await tx.execute(
            "insert into public.delivery_quotes (booking_id, address, day, state, cents, note, "
            "valid_until, sent_at, decided_at, reason) values ($1, $2, '2027-09-02', 'withdrawn', "
            "9000, $3, '2027-06-01', now(), now(), $3)",
            UUID(ahead),
            STREET,
            f"{NAME} asked for the back door",
        )
    # Written while signed out, with an address that is proved: the person's own as well.
    guest = booking_body(email=who.email, first_name=FIRST, last_name=LAST, address=STREET)
    answer = await app.rest.of(None).post(
        "/bookings", json=guest | {"pickup_date": None, "pickup_time": None}, headers=READ_BACK
    )
    assert answer.status_code == 201, answer.text
    names = [FIRST, LAST, who.email, PHONE, STREET, HALL, "203.0.113."]
    return who, names


async def settle(app: App, booking: str) -> None:
    """Everything that is owed is waived, with a reason that names the person."""
    boss = await person(app.database, "executive")
    async with app.database.owner() as tx:
        owed = await tx.fetch(
            "select id, owed_cents from app.invoice_owed where booking_id = $1 and owed_cents > 0",
            UUID(booking),
        )
    assert owed
    for one in owed:
        await app.done(
            boss,
            "waive",
            once=str(uuid4()),
            invoice_id=str(one["id"]),
            amount_cents=one["owed_cents"],
            reason=f"{NAME} was ill",
        )
