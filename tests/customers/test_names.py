"""A name may be changed and not left blank."""

from __future__ import annotations

import pytest

from summerstow.platform.database.pool import Database
from tests.people import RestClients, person


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the tables alone."""
    return RestClients(database, {})


@pytest.mark.parametrize("blank", ["", "   ", None])
async def test_nobody_leaves_a_name_blank(
    rest: RestClients, database: Database, blank: str | None
) -> None:
    mina = await person(database, "customer", "Mina Park")
    row = f"/users?id=eq.{mina.id}"
    executive = rest.of(await person(database, "executive"))
    for client in (executive, rest.of(mina)):
        refused = await client.patch(row, json={"full_name": blank})
        assert refused.status_code == 400
        assert refused.json()["message"] == "Please enter a name."
    assert (await executive.patch(row, json={"full_name": "Mina P."})).status_code == 204
    assert (await executive.get(row)).json()[0]["full_name"] == "Mina P."


async def test_a_customer_without_a_name_may_be_corrected_otherwise(
    rest: RestClients, database: Database
) -> None:
    mina = await person(database, "customer", "Mina Park")
    row = f"/users?id=eq.{mina.id}"
    service = rest.of(None, service=True)
    assert (await service.patch(row, json={"full_name": None})).status_code == 204
    executive = rest.of(await person(database, "executive"))
    changed = await executive.patch(row, json={"full_name": None, "customer_id": "SS-2K4QX"})
    assert changed.status_code == 204
