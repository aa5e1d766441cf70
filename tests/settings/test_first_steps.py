"""What a new installation still needs (rule: first-steps)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx
import msgspec
import pytest

from summerstow.office.settings.first_steps import COMMANDS
from summerstow.platform import clock, published
from summerstow.platform.database.pool import Database
from summerstow.platform.outbox.render import completed, render
from tests.people import RestClients, person


@pytest.fixture
def rest(database: Database) -> RestClients:
    return RestClients(database, {}, {one.name: one for one in COMMANDS})


async def _steps(client: httpx.AsyncClient) -> dict[str, dict[str, Any]]:
    answer = await client.post("/rpc/first_steps", json={})
    assert answer.status_code == 200, answer.text
    return {one["step"]: one for one in answer.json()}


async def test_each_step_is_done_once_its_part_is_there(
    ada: httpx.AsyncClient, database: Database
) -> None:
    before = await _steps(ada)
    assert list(before) == [
        *("business", "mail", "prices", "season", "capacity"),
        *("staff", "shelves", "kits", "booking"),
    ]
    assert not any(one["done"] for one in before.values())
    assert before["business"]["problem"] == "No invoice is sent while placeholders stand."

    await person(database, "worker")
    async with database.owner() as tx:
        await tx.execute(
            "insert into public.slot_availability "
            "(campus_id, date, time_of_day, capacity, available_slots) "
            "values (1, $1, 'morning', 5, 5)",
            clock.today() + timedelta(days=30),
        )
        await tx.execute(
            "insert into public.locations (campus_id, code, places) values (1, 'V-01-1', 9)"
        )
        await tx.execute(
            "insert into public.kit_stock (campus_id, kits) values (1, 3) "
            "on conflict (campus_id) do update set kits = 3"
        )
    own = msgspec.structs.replace(
        published.business(), email="o@boxes.ca", phone="(604) 822-2211", tax_number="1"
    )
    document = msgspec.json.encode(own).decode()
    published.hold([published.Version("business", clock.today(), document)])
    after = await _steps(ada)
    assert [step for step, one in after.items() if not one["done"]] == [
        *("mail", "prices", "season", "booking")
    ]
    assert after["business"]["problem"] is None


async def test_a_test_mail_goes_to_who_asks_and_says_what_is_wrong_with_it(
    ada: httpx.AsyncClient, database: Database
) -> None:
    answer = await ada.post("/rpc/send_test_mail", json={})
    address = answer.json()["sent_to"]
    async with database.owner() as tx:
        row = await tx.fetchrow(
            "update app.outbox set last_error = '550 no such sender' where recipient = $1 "
            "returning kind, data",
            address,
        )
    assert row is not None
    mail = render(row["kind"], completed(msgspec.json.decode(row["data"]), "https://s.test"))
    assert mail.subject == "A test mail from Summerstow"
    assert (await _steps(ada))["mail"]["problem"] == "The mail server refused: 550 no such sender"
    async with database.owner() as tx:
        await tx.execute("update app.outbox set sent_at = now()")
    assert (await _steps(ada))["mail"] == {"step": "mail", "done": True, "problem": None}
