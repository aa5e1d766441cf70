"""Pickups and runs as calendars behind a secret address (rule: calendar-feeds)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx
import icalendar
import pytest

from summerstow.office.connections import feeds
from summerstow.office.connections.feeds import FeedFile, FeedLinks
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.http import site
from tests.people import RestClients, person
from tests.runs.conftest import Campus, campus, fresh_day, rest

from .conftest import call

__all__ = ["campus", "fresh_day", "rest"]
LINKS = FeedLinks("a key")


@pytest.fixture
async def boss(database: Database) -> httpx.AsyncClient:
    """An executive who hands out addresses."""
    known = {one.name: one for one in feeds.commands(LINKS)}
    return RestClients(database, {}, known).of(await person(database, "executive"))


@pytest.fixture(autouse=True)
def address() -> None:
    site.set_address("https://storage.test")


async def _read(database: Database, url: str, method: str = "GET") -> httpx.Response:
    transport = httpx.ASGITransport(FeedFile(database, LINKS))
    async with httpx.AsyncClient(transport=transport) as client:
        return await client.request(method, url)


def _entries(answer: httpx.Response) -> list[Any]:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    return list(icalendar.Calendar.from_ical(answer.content).walk("VEVENT"))


async def test_a_campus_has_an_entry_for_each_window_with_its_pickups(
    campus: Campus, boss: httpx.AsyncClient
) -> None:
    bookings = [
        (await campus.booked(building_name="North Hall", address="900 McGill Road"))[1],
        (await campus.booked(building_name="West Hall"))[1],
    ]
    late = (await campus.booked(pickup_time="3:00 PM - 6:00 PM"))[1]
    gone = (await campus.booked())[1]
    await campus.boss.patch(f"/bookings?id=eq.{gone}", json={"status": "cancelled"})
    # Further ahead than a calendar shows.
    await campus.booked(pickup_date=str(campus.on + timedelta(days=90)))
    [feed] = await call(boss, "add_calendar_feed", campus_id=campus.campus_id)
    assert feed["address"].startswith("https://storage.test/calendars/")
    answer = await _read(campus.database, feed["address"])
    today = [
        one for one in _entries(answer) if clock.campus_time(one["dtstart"].dt).date() == campus.on
    ]
    assert [str(one["summary"]) for one in today] == ["2 pickups", "1 pickup"]
    first, second = today
    assert clock.campus_time(first["dtstart"].dt).hour == 9
    assert clock.campus_time(first["dtend"].dt).hour == 12
    codes = {one: await _code(campus, one) for one in (*bookings, late, gone)}
    assert all(codes[one] in first["description"] for one in bookings)
    assert "North Hall, 900 McGill Road" in first["description"]
    assert codes[late] in second["description"]
    assert codes[gone] not in answer.text
    for personal in ("Mina", "Park", "555", "example.test", "6045550123"):
        assert personal not in answer.text
    again = _entries(await _read(campus.database, feed["address"]))
    assert {str(one["uid"]) for one in again} == {str(one["uid"]) for one in _entries(answer)}


async def _code(campus: Campus, booking: str) -> str:
    async with campus.database.owner() as tx:
        found: str = await tx.fetchval("select upper(app.booking_code($1::uuid))", booking)
    return found


async def test_a_member_of_the_crew_has_an_entry_for_each_run(
    campus: Campus, boss: httpx.AsyncClient
) -> None:
    _, booking = await campus.booked(address="900 McGill Road")
    _, back, _ = await campus.returning(1)
    [feed] = await call(boss, "add_calendar_feed", worker_id=str(campus.worker.id))
    assert feed["name"] == "Wren Okafor"
    assert _entries(await _read(campus.database, feed["address"])) == []
    run = (await campus.stop(booking, "pickup"))["run_id"]
    async with campus.database.owner() as tx:
        await tx.execute(
            "insert into run_workers (run_id, user_id) values ($1::uuid, $2)",
            run,
            campus.worker.id,
        )
    [entry] = _entries(await _read(campus.database, feed["address"]))
    assert str(entry["summary"]).endswith(": 2 stops")
    lines = str(entry["description"]).split("\n")
    assert {line.split(" ")[1] for line in lines} == {"Pickup", "Return"}
    assert await _code(campus, booking) in entry["description"]
    assert await _code(campus, back) in entry["description"]


async def test_another_address_ends_the_one_before(campus: Campus, boss: httpx.AsyncClient) -> None:
    [feed] = await call(boss, "add_calendar_feed", worker_id=str(campus.worker.id))
    [same] = await call(boss, "add_calendar_feed", worker_id=str(campus.worker.id))
    assert (same["id"], same["address"]) == (feed["id"], feed["address"])
    assert same["last_read_at"] is None
    assert (await _read(campus.database, feed["address"])).status_code == 200
    assert (await call(boss, "calendar_feeds"))[0]["last_read_at"] is not None
    renewed = await call(boss, "renew_calendar_feed", id=feed["id"])
    assert (await _read(campus.database, feed["address"])).status_code == 404
    assert (await _read(campus.database, renewed["address"])).status_code == 200
    await call(boss, "remove_calendar_feed", id=feed["id"])
    assert (await _read(campus.database, renewed["address"])).status_code == 404


async def test_with_their_work_a_persons_calendar_ends(
    campus: Campus, boss: httpx.AsyncClient
) -> None:
    [feed] = await call(boss, "add_calendar_feed", worker_id=str(campus.worker.id))
    async with campus.database.owner() as tx:
        await tx.execute("update users set role = 'customer' where id = $1", campus.worker.id)
    assert (await _read(campus.database, feed["address"])).status_code == 404


@pytest.mark.parametrize("path", ["", "x", "x.ics", f"{'A' * 56}.ics", "%00.ics", "../x.ics"])
async def test_a_guess_is_no_calendar(database: Database, path: str) -> None:
    answer = await _read(database, f"https://storage.test/calendars/{path}")
    assert answer.status_code == 404
    head = await _read(database, f"https://storage.test/calendars/{path}", "HEAD")
    assert (head.status_code, head.content) == (404, b"")


@pytest.mark.parametrize("owner", [{}, {"campus_id": 99}, {"worker_id": "customer"}])
async def test_a_calendar_is_of_a_campus_or_of_the_crew(
    database: Database, boss: httpx.AsyncClient, owner: dict[str, Any]
) -> None:
    if "worker_id" in owner:
        owner = {"worker_id": str((await person(database)).id)}
    answer = await boss.post("/rpc/add_calendar_feed", json=owner)
    assert answer.status_code == 400
