"""Supply kit deliveries."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any

import httpx
import pytest

from summerstow.bookings.table import BookingRules
from summerstow.office.supplies.commands import COMMANDS
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from tests.people import RestClients, booking_body, person

_DAYS = count()


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings and the commands of supply kits."""
    return RestClients(
        database,
        {"bookings": BookingRules()},
        {one.name: one for one in COMMANDS},
    )


@pytest.fixture
async def worker(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "worker"))


@pytest.fixture
async def office(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "admin"))


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> str:
    """A day that no other test uses, which it is on campus: crews work near days alone."""
    day = date(2031, 4, 1) + timedelta(days=8 * next(_DAYS))
    ahead = clock.moment(day, time(10, 30)) - datetime.now(UTC)
    monkeypatch.setattr(clock, "now", lambda: datetime.now(UTC) + ahead)
    return day.isoformat()


async def _wanted(rest: RestClients, database: Database, on: str, **changes: Any) -> str:
    body = booking_body(campus_id=3, supply_kit_delivery_date=on, **changes)
    answer = await rest.of(await person(database)).post(
        "/bookings", json=body, headers={"Prefer": "return=representation"}
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()[0]["id"])


async def _day(client: httpx.AsyncClient, on: str) -> dict[str, Any]:
    answer = await client.post("/rpc/kit_day", json={"campus_id": 3, "day": on})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def _set(client: httpx.AsyncClient, booking: str, state: str, **more: Any) -> httpx.Response:
    return await client.post(
        "/rpc/set_kit_state", json={"booking_id": booking, "state": state} | more
    )


async def test_a_day_of_kits(
    rest: RestClients,
    database: Database,
    worker: httpx.AsyncClient,
    office: httpx.AsyncClient,
    on: str,
) -> None:
    booking = await _wanted(rest, database, on, building_name="McGill Housing")
    cancelled = await _wanted(rest, database, on)
    await rest.of(None, service=True).patch(
        f"/bookings?id=eq.{cancelled}", json={"status": "cancelled"}
    )
    before = (await _day(worker, on))["stock"]
    added = await office.post("/rpc/add_kit_stock", json={"campus_id": 3, "kits": 2})
    assert added.json() == {"kits": before + 2}
    seen = await _day(worker, on)
    assert [one["campus_id"] for one in seen["stocks"]] == [1, 2, 3]
    assert {"campus_id": 3, "kits": before + 2} in seen["stocks"]
    assert [(one["booking_id"], one["state"]) for one in seen["deliveries"]] == [
        (booking, "requested")
    ]
    for state in ("packed", "out", "failed", "out", "delivered"):
        assert (await _set(worker, booking, state)).status_code == 204
    seen = await _day(worker, on)
    assert (seen["stock"], seen["deliveries"][0]["state"]) == (before + 1, "delivered")
    assert seen["deliveries"][0]["delivered_at"] is not None
    assert (await _set(worker, booking, "requested", note="wrong door")).status_code == 204
    seen = await _day(worker, on)
    assert seen["stock"] == before + 2
    assert seen["deliveries"][0]["note"] == "wrong door"


@pytest.mark.parametrize("days", [-2, 2])
async def test_a_crew_sets_kits_of_near_days_alone(
    rest: RestClients,
    database: Database,
    worker: httpx.AsyncClient,
    office: httpx.AsyncClient,
    on: str,
    days: int,
) -> None:
    """Rule: one-run-a-day."""
    await office.post("/rpc/add_kit_stock", json={"campus_id": 3, "kits": 4})
    today = date.fromisoformat(on)
    near, far = [
        await _wanted(rest, database, (today + timedelta(days=ahead)).isoformat())
        for ahead in (days // 2, days)
    ]
    assert (await _set(worker, near, "packed")).status_code == 204
    assert (await _set(worker, far, "packed")).status_code == 403
    many = {"kits": [{"booking_id": far, "seen": "requested"}], "state": "packed"}
    assert (await worker.post("/rpc/set_kit_states", json=many)).status_code == 403
    assert (await _set(office, far, "packed")).status_code == 204


async def test_a_kit_that_is_wanted_no_more_waits_to_be_put_back(
    rest: RestClients,
    database: Database,
    worker: httpx.AsyncClient,
    office: httpx.AsyncClient,
    on: str,
) -> None:
    await office.post("/rpc/add_kit_stock", json={"campus_id": 3, "kits": 2})
    service = rest.of(None, service=True)
    cancelled, undated = [await _wanted(rest, database, on) for _ in range(2)]
    for booking in (cancelled, undated):
        assert (await _set(worker, booking, "packed")).status_code == 204
    before = (await _day(worker, on))["stock"]
    await service.patch(f"/bookings?id=eq.{cancelled}", json={"status": "cancelled"})
    await service.patch(f"/bookings?id=eq.{undated}", json={"supply_kit_delivery_date": None})
    seen = (await _day(worker, on))["deliveries"]
    assert {one["booking_id"]: one["wanted"] for one in seen} == {
        cancelled: False,
        undated: False,
    }
    for booking in (cancelled, undated):
        assert (await _set(worker, booking, "out")).status_code == 409
        assert (await _set(worker, booking, "requested")).status_code == 204
    after = await _day(worker, on)
    assert (after["stock"], after["deliveries"]) == (before + 2, [])


async def test_a_guest_is_named_and_can_be_called(
    rest: RestClients, database: Database, worker: httpx.AsyncClient, on: str
) -> None:
    made = await rest.of(None, service=True).post(
        "/bookings",
        json={
            "campus_id": 3,
            "guest_first_name": "Wren",
            "guest_last_name": "Lee",
            "guest_email": "wren@example.test",
            "guest_phone": "+1 604 555 0177",
            "supply_kit_delivery_date": on,
        },
    )
    assert made.status_code == 201, made.text
    guest = (await _day(worker, on))["deliveries"][0]
    assert (guest["full_name"], guest["phone"], guest["wanted"]) == (
        "Wren Lee",
        "+16045550177",
        True,
    )


async def test_an_empty_shelf_and_a_stale_screen_are_said(
    rest: RestClients,
    database: Database,
    worker: httpx.AsyncClient,
    office: httpx.AsyncClient,
    on: str,
) -> None:
    booking = await _wanted(rest, database, on)
    stock = (await _day(worker, on))["stock"]
    await office.post("/rpc/add_kit_stock", json={"campus_id": 3, "kits": -stock})
    empty = await _set(worker, booking, "packed")
    assert empty.status_code == 409
    assert "No kits are left" in empty.json()["message"]
    below = await office.post("/rpc/add_kit_stock", json={"campus_id": 3, "kits": -1})
    assert below.status_code == 400
    await office.post("/rpc/add_kit_stock", json={"campus_id": 3, "kits": 1})
    assert (await _set(worker, booking, "packed", seen="requested")).status_code == 204
    stale = await _set(worker, booking, "out", seen="requested")
    assert stale.status_code == 409
    assert stale.json()["message"].endswith("it is packed now.")


async def test_stock_is_for_the_office_and_kits_for_staff(
    rest: RestClients, database: Database, worker: httpx.AsyncClient
) -> None:
    refused = await worker.post("/rpc/add_kit_stock", json={"campus_id": 3, "kits": 5})
    assert refused.status_code == 403
    customer = rest.of(await person(database))
    assert (await customer.post("/rpc/kit_day", json={"campus_id": 3})).status_code == 403
    assert (await rest.of(None).post("/rpc/kit_day", json={"campus_id": 3})).status_code == 401


async def test_several_kits_go_together_or_not_at_all(
    rest: RestClients,
    database: Database,
    worker: httpx.AsyncClient,
    office: httpx.AsyncClient,
    on: str,
) -> None:
    """Rule: kits-together."""
    three = [await _wanted(rest, database, on) for _ in range(3)]
    await office.post("/rpc/add_kit_stock", json={"campus_id": 3, "kits": 3})
    kits = [{"booking_id": one, "seen": "requested"} for one in three]
    packed = await worker.post("/rpc/set_kit_states", json={"kits": kits, "state": "packed"})
    assert packed.status_code == 204, packed.text
    assert {one["state"] for one in (await _day(worker, on))["deliveries"]} == {"packed"}
    assert (await _set(worker, three[0], "out")).status_code == 204
    kits = [{"booking_id": one, "seen": "packed"} for one in three]
    refused = await worker.post("/rpc/set_kit_states", json={"kits": kits, "state": "delivered"})
    assert refused.status_code == 409
    states = [one["state"] for one in (await _day(worker, on))["deliveries"]]
    assert sorted(states) == ["out", "packed", "packed"]


async def test_a_kit_and_the_shelf_say_when_they_last_changed(
    rest: RestClients, database: Database, office: httpx.AsyncClient, on: str
) -> None:
    booking = await _wanted(rest, database, on)

    async def moments() -> tuple[str, str]:
        kits = await office.get(f"/kit_deliveries?booking_id=eq.{booking}&select=updated_at")
        shelf = await office.get("/kit_stock?campus_id=eq.3&select=updated_at")
        return kits.json()[0]["updated_at"], shelf.json()[0]["updated_at"]

    await office.post("/rpc/add_kit_stock", json={"campus_id": 3, "kits": 1})
    await _set(office, booking, "out")
    first = await moments()
    await office.post("/rpc/add_kit_stock", json={"campus_id": 3, "kits": 1})
    await _set(office, booking, "delivered")
    second = await moments()
    assert second[0] > first[0]
    assert second[1] > first[1]
