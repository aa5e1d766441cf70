"""A plain booking is one statement, and stores what the steps would have stored."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import msgspec
import pytest

from summerstow.kit import clock
from summerstow.kit.database.pool import Database
from summerstow.kit.database.transaction import Transaction
from tests.people import Person, RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}
#: Nothing that a single statement looks after: such a booking goes step by step.
BY_STEPS = {"Prefer": "return=representation, handling=strict, max-affected=1"}
#: Ids, secrets and moments, which no two bookings share.
_OWN = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9A-F]{4}-[0-9A-F]{4}\b|(?<=confirm-booking/)[\w-]{43}"
)


class Trips:
    """The statements that were sent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        really = Transaction.connection

        async def counted(tx: Transaction) -> Any:
            self.count += 1
            return await really(tx)

        monkeypatch.setattr(Transaction, "connection", counted)


async def _slot(rest: RestClients, day: str, capacity: int) -> None:
    made = await rest.of(None, service=True).post(
        "/slot_availability",
        json={"date": day, "campus_id": 1, "capacity": capacity, "available_slots": capacity},
    )
    assert made.status_code == 201, made.text


async def _all_of(database: Database, booking_id: str) -> dict[str, Any]:
    """Everything that is stored of a booking, without what is its own alone."""
    async with database.owner() as tx:
        text = await tx.fetchval(
            """
            select json_build_object(
              'row', to_jsonb(b) - array['created_at', 'updated_at'],
              'line', (select json_agg(
                  to_jsonb(q) - array['id', 'created_at', 'updated_at', 'place',
                    'queue_position'])
                from pickup_queue q where q.booking_id = b.id),
              'stops', (select json_agg(s.kind) from run_stops s where s.booking_id = b.id),
              'prices', (select valid_from from app.booking_prices p where p.booking_id = b.id),
              'calendar', (select json_agg(c) from app.calendar_entries c
                where c.booking_id = b.id),
              'waits', (select json_agg(u) from app.unconfirmed_bookings u
                where u.booking_id = b.id),
              'links', (select count(*) from app.guest_links g where g.booking_id = b.id),
              'mails', (select json_agg(to_jsonb(o) - '{id,created_at}'::text[])
                from app.outbox o where o.cause = 'booking-received:' || b.id),
              'log', (select json_agg(json_build_array(a.actor_role, a.action, a.before,
                  a.after - '{created_at,updated_at}'::text[]) order by a.id)
                from audit_log a where a.row_id = b.id::text))
            from bookings b where id = $1::text::uuid
            """,
            booking_id,
        )
    found: dict[str, Any] = msgspec.json.decode(_OWN.sub("own", text))
    return found


@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("signed_in", [False, True])
async def test_one_statement_stores_what_the_steps_store(
    rest: RestClients,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    *,
    signed_in: bool,
    limited: bool,
) -> None:
    """A guest's and a customer's, in a window with a limit and in one without."""
    moment = clock.now()
    monkeypatch.setattr(clock, "now", lambda: moment)
    await rest.app.open()
    day = f"2027-05-{3 + 2 * signed_in + limited:02}"
    if limited:
        await _slot(rest, day, 4)
    body = booking_body(
        pickup_date=day,
        building_name="Nootka House",
        contact_name="Jo Park",
        return_delivery_date="2027-09-01",
        has_flight=True,
        flight_time="morning",
    )
    stored = []
    for headers in (READ_BACK, BY_STEPS):
        who: Person | None = await person(database) if signed_in else None
        trips = Trips(monkeypatch)
        answer = await rest.of(who, address="10.1.2.3").post(
            "/bookings", json=body, headers=headers
        )
        assert answer.status_code == 201, answer.text
        assert (trips.count == 1) is (headers is READ_BACK)
        (row,) = answer.json()
        everything = await _all_of(database, row["id"])
        assert (row["slot_id"] is not None) is limited
        stored.append(everything)
        monkeypatch.undo()
        monkeypatch.setattr(clock, "now", lambda: moment)
    assert stored[0] == stored[1]
    assert len(stored[0]["mails"]) == 1


@pytest.mark.parametrize("limited", [False, True])
async def test_many_together_store_what_one_alone_stores(
    rest: RestClients, database: Database, monkeypatch: pytest.MonkeyPatch, *, limited: bool
) -> None:
    """Guests and customers, with and without a key, all in the same statements."""
    moment = clock.now()
    monkeypatch.setattr(clock, "now", lambda: moment)
    await rest.app.open()
    day = f"2027-05-{22 + limited}"
    if limited:
        await _slot(rest, day, 20)
    body = booking_body(
        pickup_date=day, building_name="Nootka House", return_delivery_date="2027-09-01"
    )
    del body["email"]

    async def book(number: int, who: Person | None, key: str | None) -> dict[str, Any]:
        client = rest.of(who, address=f"10.1.3.{number % 4}")
        headers = READ_BACK if key is None else READ_BACK | {"Idempotency-Key": key}
        email = f"together-{limited:d}-{number}@example.test" if who is None else who.email
        answer = await client.post("/bookings", json=body | {"email": email}, headers=headers)
        assert answer.status_code == 201, answer.text
        row: dict[str, Any] = answer.json()[0]
        return row

    async def asked(number: int) -> dict[str, Any]:
        who = await person(database) if number % 4 >= 2 else None
        return {
            "number": number,
            "who": who,
            "key": f"key {limited:d} {number}" if number % 2 else None,
        }

    alone = [await book(**await asked(number)) for number in range(4)]
    together = await asyncio.gather(*(book(**one) for one in [await asked(n) for n in range(4, 9)]))
    async with database.owner() as tx:
        stored = await tx.fetch(
            "select xmin::text, slot_id is not null as placed from bookings "
            "where id = any($1::uuid[])",
            [row["id"] for row in together],
        )
    # The first goes out alone.
    assert len({row["xmin"] for row in stored}) == 2
    assert {row["placed"] for row in stored} == {limited}
    for number, row in enumerate(together):
        one = alone[number % 4]
        mine, theirs = await _all_of(database, row["id"]), await _all_of(database, one["id"])
        assert str(mine).replace(row["email"], "theirs") == str(theirs).replace(
            one["email"], "theirs"
        )


async def test_a_repeat_is_answered_with_the_booking_that_one_statement_made(
    rest: RestClients, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its key is kept with it."""
    client, body = rest.of(None, address="10.1.2.4"), booking_body()
    key = READ_BACK | {"Idempotency-Key": "one and the same"}
    await rest.app.open()
    trips = Trips(monkeypatch)
    first = await client.post("/bookings", json=body, headers=key)
    assert (first.status_code, trips.count) == (201, 1)
    again = await client.post("/bookings", json=body, headers=key)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.json() == first.json()


async def test_the_last_place_is_taken_by_one_statement_and_refused_in_words(
    rest: RestClients, database: Database
) -> None:
    """The second is stored nowhere, and hears which window is full."""
    await _slot(rest, "2027-05-20", 1)
    body = booking_body(pickup_date="2027-05-20")
    assert (await rest.of(None).post("/bookings", json=body)).status_code == 201
    refused = await rest.of(None).post("/bookings", json=booking_body(pickup_date="2027-05-20"))
    assert refused.status_code == 409
    assert refused.json()["details"]["full"] is True
    async with database.owner() as tx:
        assert (
            await tx.fetchval("select count(*) from bookings where pickup_date = '2027-05-20'") == 1
        )
