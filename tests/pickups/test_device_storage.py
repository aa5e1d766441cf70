"""The office sees which crew devices may lose unsent work (rule: storage-refused)."""

from __future__ import annotations

from typing import cast
from uuid import uuid4

from summerstow.crew.pickups.device_storage import RefusedDevice, ReportDeviceStorage, commands
from summerstow.platform.actor import Actor
from summerstow.platform.auth.client_origin import program_of
from summerstow.platform.commands import NoArguments
from summerstow.platform.database.pool import Database
from summerstow.platform.roles import Role
from tests.people import Person, person

_REPORT, _LIST = (one.run for one in commands(program_of))
PHONE = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36"


async def _session(database: Database, who: Person) -> Actor:
    """A session of this person on a phone."""
    session = uuid4()
    async with database.owner() as tx:
        await tx.execute(
            "insert into auth.sessions (id, user_id, user_agent) values ($1, $2, $3)",
            session,
            who.id,
            PHONE,
        )
    return Actor(who.role, who.id, session)


async def _report(database: Database, actor: Actor, *, persistent: bool) -> None:
    async with database.transaction(actor) as tx:
        await _REPORT(tx, ReportDeviceStorage(persistent))


async def _shown(database: Database, role: Role = "admin") -> list[RefusedDevice]:
    office = await person(database, role)
    async with database.transaction(office.actor) as tx:
        return cast(list[RefusedDevice], await _LIST(tx, NoArguments()))


async def test_a_refusal_is_shown_with_person_and_device_until_it_is_granted(
    database: Database,
) -> None:
    phone = await _session(database, await person(database, "worker", "Wren Okafor"))
    other = await _session(database, await person(database, "worker", "Kai Lindqvist"))
    await _report(database, other, persistent=True)
    for _ in range(2):
        await _report(database, phone, persistent=False)
        [device] = await _shown(database)
        assert (device.full_name, device.device) == ("Wren Okafor", "Chrome on Android")
    await _report(database, phone, persistent=True)
    assert await _shown(database) == []


async def test_a_device_goes_from_the_list_with_its_session(database: Database) -> None:
    phone = await _session(database, await person(database, "worker", "Wren Okafor"))
    await _report(database, phone, persistent=False)
    assert len(await _shown(database, "executive")) == 1
    async with database.owner() as tx:
        await tx.execute("delete from auth.sessions where id = $1", phone.session_id)
    assert await _shown(database) == []
    # A report that arrives after the session has ended is no error.
    await _report(database, phone, persistent=False)
    assert await _shown(database) == []
