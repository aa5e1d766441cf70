"""A worker who is limited to campuses sees and works these alone (rule: own-campuses)."""

from __future__ import annotations

from datetime import timedelta

from summerstow.platform.auth.staff import service

from .conftest import Campus


async def _limit(campus: Campus, *ids: int) -> None:
    async with campus.database.owner() as tx:
        await service.set_terms(tx, campus.worker.id, list(ids), None)


async def test_runs_stops_and_campuses_elsewhere_are_not_seen(campus: Campus) -> None:
    _, booking, _ = await campus.returning()
    stop = await campus.stop(booking)
    day = {"campus_id": campus.campus_id, "day": campus.on.isoformat()}
    assert (await campus.crew.post("/rpc/run_day", json=day)).status_code == 200
    await _limit(campus, 1)
    for command in ("run_day", "pull_list"):
        refused = await campus.crew.post(f"/rpc/{command}", json=day)
        assert (refused.status_code, refused.json()["message"]) == (
            403,
            "You do not work at this campus.",
        )
    assert [one["id"] for one in (await campus.crew.get("/campuses")).json()] == [1]
    assert (await campus.crew.get(f"/run_stops?id=eq.{stop['id']}")).json() == []
    assert (await campus.crew.get(f"/runs?campus_id=eq.{campus.campus_id}")).json() == []
    # What a phone recorded before it knew is kept.
    assert (await campus.say(stop["id"], "on_way")).status_code == 200
    await _limit(campus)
    assert len((await campus.crew.get("/campuses")).json()) > 1


async def test_no_worker_is_put_on_a_run_elsewhere_or_after_the_last_day(campus: Campus) -> None:
    run = {
        "campus_id": campus.campus_id,
        "date": campus.on.isoformat(),
        "name": "Van 2",
        "workers": [str(campus.worker.id)],
    }
    await _limit(campus, 1)
    refused = await campus.office.post("/rpc/create_run", json=run)
    assert refused.json()["message"] == "Wren Okafor does not work at this campus on that day."
    async with campus.database.owner() as tx:
        await service.set_terms(tx, campus.worker.id, [campus.campus_id], campus.on)
    assert (await campus.office.post("/rpc/create_run", json=run)).status_code == 200
    for campus_id, days, works in (
        (campus.campus_id, 0, True),
        (1, 0, False),
        (campus.campus_id, 1, False),
    ):
        day = (campus.on + timedelta(days=days)).isoformat()
        members = await campus.done(campus.office, "crew_members", campus_id=campus_id, day=day)
        assert [one["works"] for one in members if one["id"] == str(campus.worker.id)] == [works]
