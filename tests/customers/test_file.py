"""The View drawer."""

from __future__ import annotations

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
