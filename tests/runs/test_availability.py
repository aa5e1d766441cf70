"""On which days a crew can work (rule: availability)."""

from __future__ import annotations

from datetime import timedelta

from tests.people import person

from .conftest import Campus


async def test_a_worker_and_the_office_set_when_the_worker_can_work(campus: Campus) -> None:
    wren = str(campus.worker.id)
    week = await campus.done(campus.crew, "set_work_week", user_id=wren, weekdays=[5, 1, 1])
    assert (week["name"], week["weekdays"]) == ("Wren Okafor", [1, 5])
    days = [(campus.on + timedelta(days=one)).isoformat() for one in range(4)]
    away = {"first_day": days[0], "last_day": days[2], "works": False}
    await campus.done(campus.office, "set_work_days", user_id=wren, **away)
    on = {"first_day": days[1], "last_day": days[1], "works": True}
    await campus.done(campus.crew, "set_work_days", user_id=wren, **on)
    again = {"first_day": days[2], "last_day": days[3]}
    await campus.done(campus.office, "set_work_days", user_id=wren, **again)
    [own] = await campus.done(campus.crew, "crew_availability")
    assert (own["days_off"], own["days_on"]) == ([days[0]], [days[1]])
    every = await campus.done(campus.office, "crew_availability")
    assert own in every


async def test_a_worker_changes_no_other_and_nobody_changes_a_past_day(campus: Campus) -> None:
    other = await person(campus.database, "worker", "Omar Haddad")
    await person(campus.database, "customer")
    today = campus.on.isoformat()
    day = {"user_id": str(other.id), "first_day": today, "last_day": today, "works": False}
    for command, body in (
        ("set_work_days", day),
        ("set_work_week", {"user_id": str(other.id), "weekdays": []}),
    ):
        refused = await campus.crew.post(f"/rpc/{command}", json=body)
        assert refused.status_code == 403, refused.text
    past = (campus.on - timedelta(days=1)).isoformat()
    refused = await campus.office.post("/rpc/set_work_days", json=day | {"first_day": past})
    assert refused.json()["message"] == "Please choose a day from today on."
    customer = await person(campus.database, "customer")
    refused = await campus.office.post(
        "/rpc/set_work_days", json=day | {"user_id": str(customer.id)}
    )
    assert refused.status_code == 404


async def test_a_worker_who_is_off_is_put_on_no_run(campus: Campus) -> None:
    wren = str(campus.worker.id)
    day = campus.on.isoformat()
    run = {"campus_id": campus.campus_id, "date": day, "name": "Van 2", "workers": [wren]}
    weekday = campus.on.isoweekday()
    others = [one for one in range(1, 8) if one != weekday]
    await campus.done(campus.crew, "set_work_week", user_id=wren, weekdays=others)
    refused = await campus.office.post("/rpc/create_run", json=run)
    assert refused.json()["message"] == "Wren Okafor does not work at this campus on that day."
    alone = {"user_id": wren, "first_day": day, "last_day": day}
    await campus.done(campus.crew, "set_work_days", **alone, works=True)
    made = await campus.done(campus.office, "create_run", **run)
    # Off after that: the run keeps its crew, and the day's load names who cannot come.
    await campus.done(campus.crew, "set_work_days", **alone, works=False)
    [load] = await campus.done(
        campus.office, "crew_load", campus_id=campus.campus_id, first_day=day, last_day=day
    )
    assert (load["off"], load["vans"]) == (["Wren Okafor"], 0)
    assert made["workers"] == [wren] or made["workers"] == []
