"""`staff_list`: who works here, for executives."""

from __future__ import annotations

from summerstow.platform.auth.staff.commands import COMMANDS
from summerstow.platform.database.pool import Database
from tests.people import RestClients, person


async def test_who_works_here_and_in_which_role(database: Database) -> None:
    rest = RestClients(database, {}, {one.name: one for one in COMMANDS})
    executive = rest.of(await person(database, "executive"))
    worker, customer = await person(database, "worker"), await person(database)
    answer = await executive.post("/rpc/staff_list", json={})
    assert answer.status_code == 200, answer.text
    roles = {one["id"]: one["role"] for one in answer.json()}
    assert roles[str(worker.id)] == "worker"
    assert str(customer.id) not in roles
