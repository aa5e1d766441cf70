"""The View drawer and the 'possible duplicate' mark (beyond.md, "Staff"; decisions.md)."""

from __future__ import annotations

from uuid import uuid4

import pytest

from summerstow.bookings.table import BookingRules
from summerstow.customers.commands import COMMANDS
from summerstow.kit.database import Database
from tests.cast import Door, booking_body, person

READ_BACK = {"Prefer": "return=representation"}


@pytest.fixture
def door(database: Database) -> Door:
    """/rest/v1 with bookings and the commands about customers."""
    return Door(
        database,
        {"bookings": BookingRules("http://summerstow.test")},
        {one.name: one for one in COMMANDS},
    )


async def test_the_office_sees_a_customer_whole_and_that_is_written_down(
    door: Door, database: Database
) -> None:
    mina = await person(database, name="Mina Park")
    booking = (
        await door.of(mina).post("/bookings", json=booking_body(), headers=READ_BACK)
    ).json()[0]
    alma = await person(database, "admin", "Alma Reyes")
    answer = await door.of(alma).post("/rpc/customer_file", json={"user_id": str(mina.id)})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["profile"]["full_name"] == "Mina Park"
    assert [one["id"] for one in found["bookings"]] == [booking["id"]]
    assert {one["action"] for one in found["history"]} == {"insert"}
    log = await door.of(alma).get(f"/audit_log?row_id=eq.{mina.id}&action=eq.view")
    assert [one["actor_id"] for one in log.json()] == [str(alma.id)]


async def test_workers_and_customers_do_not(door: Door, database: Database) -> None:
    mina = await person(database)
    for who in (await person(database, "worker"), mina):
        answer = await door.of(who).post("/rpc/customer_file", json={"user_id": str(mina.id)})
        assert answer.status_code == 403
    nobody = await door.of(await person(database, "admin")).post(
        "/rpc/customer_file", json={"user_id": str(uuid4())}
    )
    assert nobody.status_code == 404


async def test_two_bookings_of_one_address_are_marked(door: Door, database: Database) -> None:
    body = booking_body()
    visitor = door.of(None)
    twice = [
        (await visitor.post("/bookings", json=body, headers=READ_BACK)).json()[0]["id"]
        for _ in range(2)
    ]
    once = (await visitor.post("/bookings", json=booking_body(), headers=READ_BACK)).json()[0]["id"]
    worker = door.of(await person(database, "worker"))
    answer = await worker.post("/rpc/possible_duplicates", json={"ids": [*twice, once]})
    assert sorted(answer.json()) == sorted(twice)
