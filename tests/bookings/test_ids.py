"""Ids of bookings follow time, and the codes that people say are all different."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from uuid6 import uuid7

from summerstow.bookings import model
from summerstow.bookings.table import BookingRules
from summerstow.platform.database.pool import Database
from tests.people import RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}


@pytest.mark.parametrize("who", ["guest", "customer", "service key"])
async def test_bookings_and_their_places_follow_each_other_by_their_ids(
    database: Database, who: str
) -> None:
    rest = RestClients(database, {"bookings": BookingRules()})
    ids: list[UUID] = []
    for _ in range(3):
        one = await person(database, "customer") if who == "customer" else None
        body = booking_body() if one is None else booking_body(email=one.email)
        body["email"] = f"{len(ids)}-{body['email']}"
        answer = await rest.of(one, service=who == "service key").post(
            "/bookings", json=body, headers=READ_BACK
        )
        assert answer.status_code == 201, answer.text
        ids.append(UUID(answer.json()[0]["id"]))
    assert [one.version for one in ids] == [7] * 3
    assert ids == sorted(ids)
    assert len({model.code(one) for one in ids}) == 3
    async with database.owner() as tx:
        rows = await tx.fetch("select id from pickup_queue order by created_at, queue_position")
        places = [UUID(str(row["id"])) for row in rows]
    assert all(one.version == 7 for one in places)
    assert places == sorted(places)


async def test_a_code_is_said_alike_by_mails_and_by_the_search(database: Database) -> None:
    async with database.owner() as tx:
        for one in (uuid4(), uuid7(), uuid4(), uuid7()):
            said = await tx.fetchval("select upper(app.booking_code($1))", one)
            assert said == model.code(one).replace("-", "")


def test_a_booking_of_before_keeps_its_code() -> None:
    assert model.code(UUID("7f3a91c2-0000-4000-8000-000000000000")) == "7F3A-91C2"
