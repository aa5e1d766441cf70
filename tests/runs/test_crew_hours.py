"""Hours of crews, from what they recorded at their stops (rule: crew-hours)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.people import person

from .conftest import SIGNED, Campus, now


async def test_a_crew_worked_from_its_first_to_its_last_event(campus: Campus) -> None:
    _, booking, _ = await campus.returning(items=0)
    _, other, _ = await campus.returning(items=0)
    _, third, _ = await campus.returning(items=0)
    first, second, last = [await campus.stop(one) for one in (booking, other, third)]
    signed = {"signature": SIGNED}
    steps: list[tuple[dict[str, Any], str, int, dict[str, Any]]] = [
        (first, "on_way", 100, {}),
        (first, "completed", 70, signed),
        (second, "on_way", 60, {}),
        (second, "completed", 40, signed),
        (last, "on_way", 30, {}),
    ]
    for stop, state, minutes, more in steps:
        said = await campus.say(stop["id"], state, None, at=now(minutes), **more)
        assert said.status_code == 200, said.text
    # What the office records from its desk is no work of a crew.
    await campus.say(last["id"], "waiting", campus.office, at=now(1))
    days = {"first_day": campus.on.isoformat(), "last_day": campus.on.isoformat()}
    hours = await campus.done(campus.office, "crew_hours", **days, campus_id=campus.campus_id)
    [wren] = [one for one in hours if one["user_id"] == str(campus.worker.id)]
    worked = datetime.fromisoformat(wren["last_at"]) - datetime.fromisoformat(wren["first_at"])
    assert abs(worked - timedelta(minutes=70)) < timedelta(minutes=1)
    assert (wren["name"], wren["done"], wren["failed"]) == ("Wren Okafor", 2, 0)


async def test_who_is_named_for_a_run_worked_with_its_phone(campus: Campus) -> None:
    _, booking, _ = await campus.returning(items=0)
    stop = await campus.stop(booking)
    mate = await person(campus.database, "worker", "Omar Haddad")
    await campus.done(
        campus.office,
        "change_run",
        run_id=stop["run_id"],
        name="Day",
        workers=[str(mate.id), str(campus.worker.id)],
    )
    await campus.say(stop["id"], "on_way", at=now(50))
    await campus.say(stop["id"], "completed", at=now(20), signature=SIGNED)
    days = {"first_day": campus.on.isoformat(), "last_day": campus.on.isoformat()}
    both = await campus.done(campus.office, "crew_hours", **days, campus_id=campus.campus_id)
    assert [one["name"] for one in both] == ["Omar Haddad", "Wren Okafor"]
    assert both[0]["last_at"] == both[1]["last_at"]
    # A worker sees their own hours.
    own = await campus.done(campus.crew, "crew_hours", **days)
    assert [one["name"] for one in own] == ["Wren Okafor"]
    tomorrow = (campus.on + timedelta(days=1)).isoformat()
    none = {"first_day": tomorrow, "last_day": tomorrow}
    assert await campus.done(campus.office, "crew_hours", **none, campus_id=3) == []
