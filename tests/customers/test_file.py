"""The View drawer and the 'possible duplicate' mark (rule: possible-duplicate)."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.billing.invoices import events
from summerstow.bookings.table import BookingRules
from summerstow.office.customers.commands import COMMANDS
from summerstow.platform.database.pool import Database
from tests.people import RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings and the commands about customers."""
    return RestClients(
        database,
        {"bookings": BookingRules()},
        {one.name: one for one in COMMANDS},
    )


async def test_the_office_sees_a_customer_whole_and_that_is_written_down(
    rest: RestClients, database: Database
) -> None:
    mina = await person(database, name="Mina Park")
    booking = (
        await rest.of(mina).post("/bookings", json=booking_body(), headers=READ_BACK)
    ).json()[0]
    alma = await person(database, "admin", "Alma Reyes")
    answer = await rest.of(alma).post("/rpc/customer_file", json={"user_id": str(mina.id)})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["profile"]["full_name"] == "Mina Park"
    assert [one["id"] for one in found["bookings"]] == [booking["id"]]
    assert {one["action"] for one in found["history"]} == {"insert"}
    later = (await rest.of(alma).post("/rpc/customer_file", json={"user_id": str(mina.id)})).json()[
        "history"
    ]
    assert (later[0]["action"], later[0]["actor_name"]) == ("view", "Alma Reyes")
    log = await rest.of(alma).get(f"/audit_log?row_id=eq.{mina.id}&action=eq.view")
    assert [one["actor_id"] for one in log.json()] == [str(alma.id)] * 2


async def test_the_file_has_boxes_and_the_statement(rest: RestClients, database: Database) -> None:
    mina, omar = await person(database), await person(database)
    booked = await rest.of(mina).post("/bookings", json=booking_body(), headers=READ_BACK)
    booking_id = UUID(booked.json()[0]["id"])
    async with database.owner() as tx:
        await tx.execute(
            "insert into public.items (id, booking_id, kind, description, boxed) "
            "values (gen_random_uuid(), $1, 'box', 'Winter coats', true)",
            booking_id,
        )
        await events.late_cancellation(tx, booking_id, 10_000)
    office = rest.of(await person(database, "admin"))
    found = (await office.post("/rpc/customer_file", json={"user_id": str(mina.id)})).json()
    assert [one["description"] for one in found["bookings"][0]["items"]] == ["Winter coats"]
    assert found["statement"]["balance_cents"] == 10_000
    assert sum(one["amount_cents"] for one in found["statement"]["lines"]) == 10_000
    assert "invoices" in {one["table_name"] for one in found["history"]}
    empty = (await office.post("/rpc/customer_file", json={"user_id": str(omar.id)})).json()
    assert (empty["bookings"], empty["statement"]) == ([], None)


async def test_the_history_has_pickups_and_the_account_but_no_sign_ins(
    rest: RestClients, database: Database
) -> None:
    mina = await person(database)
    service = rest.of(None, service=True)
    pickup = await service.post(
        "/pickups", json={"user_id": str(mina.id), "pickup_date": "2030-05-01"}, headers=READ_BACK
    )
    assert pickup.status_code == 201, pickup.text
    async with database.owner() as tx:
        for event in ("signed_in", "password_changed", "signed_out"):
            await tx.execute(
                "insert into public.audit_log (actor_role, action, table_name, row_id) "
                "values ('customer', $1, 'auth.users', $2)",
                event,
                str(mina.id),
            )
    office = rest.of(await person(database, "executive"))
    answer = await office.post("/rpc/customer_file", json={"user_id": str(mina.id)})
    seen = [(one["table_name"], one["action"]) for one in answer.json()["history"]]
    assert seen[:2] == [("auth.users", "password_changed"), ("pickups", "insert")]
    assert ("auth.users", "signed_in") not in seen


async def test_workers_and_customers_do_not(rest: RestClients, database: Database) -> None:
    mina = await person(database)
    for who in (await person(database, "worker"), mina):
        answer = await rest.of(who).post("/rpc/customer_file", json={"user_id": str(mina.id)})
        assert answer.status_code == 403
    nobody = await rest.of(await person(database, "admin")).post(
        "/rpc/customer_file", json={"user_id": str(uuid4())}
    )
    assert nobody.status_code == 404


async def test_two_bookings_of_one_address_are_marked(
    rest: RestClients, database: Database
) -> None:
    body = booking_body()
    visitor = rest.of(None)
    twice = [
        (await visitor.post("/bookings", json=body, headers=READ_BACK)).json()[0]["id"]
        for _ in range(2)
    ]
    other = booking_body(first_name="Noor", last_name="Haddad", phone="+1 604 555 0188")
    once = (await visitor.post("/bookings", json=other, headers=READ_BACK)).json()[0]["id"]
    worker = rest.of(await person(database, "worker"))
    answer = await worker.post("/rpc/possible_duplicates", json={"ids": [*twice, once]})
    assert sorted(answer.json()) == sorted(twice)


_ONE = {
    "first_name": "Zsófia",
    "last_name": "O’Hara",
    "email": "zsofia.ohara@example.test",
    "phone": "+36 1 555 0142",
    "pickup_date": "2034-05-01",
    "pickup_time": "9:00 AM - 12:00 PM",
}
_STRANGER = {
    "first_name": "Noor",
    "last_name": "Haddad",
    "email": "noor.haddad@example.test",
    "phone": "+961 1 555 014",
    "pickup_date": "2034-05-02",
}


@pytest.mark.parametrize(
    ("change", "marked"),
    [
        ({"phone": "(+36) 1 555-0142"}, True),
        ({"first_name": "ZSOFIA", "last_name": "O'Hara", "pickup_date": "2034-05-01"}, True),
        ({"first_name": "O'Hara", "last_name": "Zsófia", "pickup_date": "2034-05-01"}, True),
        ({"email": "zsofia.ohara@exmaple.test"}, True),
        ({"email": "ZSOFIA.OHARA@example.test"}, True),
        (
            {"first_name": "Zsófia", "last_name": "O’Hara", "email": "zsofia.ohaar@example.test"},
            True,
        ),
        ({"first_name": "Zsófia", "last_name": "O’Hara"}, False),
        ({"email": "zsofia.ohara@another-mail.example"}, False),
        ({"pickup_date": "2034-05-01"}, False),
    ],
)
async def test_two_bookings_are_marked_by_each_sign(
    rest: RestClients, database: Database, change: dict[str, Any], marked: bool
) -> None:
    """(rule: possible-duplicate)."""
    async with database.owner() as tx:
        await tx.execute("update public.bookings set status = 'cancelled'")
    visitor = rest.of(None)
    ids = [
        (await visitor.post("/bookings", json=booking_body(**body), headers=READ_BACK)).json()[0][
            "id"
        ]
        for body in (_ONE, _ONE | _STRANGER | change)
    ]
    worker = rest.of(await person(database, "worker"))
    answer = await worker.post("/rpc/possible_duplicates", json={"ids": ids})
    assert sorted(answer.json()) == (sorted(ids) if marked else [])
