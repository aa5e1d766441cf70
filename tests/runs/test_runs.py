"""A day's stops stand in runs; the line of pickups and the stops are one thing seen twice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from summerstow.platform import published
from tests.runs.conftest import SIGNED, Campus


def _of(stops: list[dict[str, Any]], key: str) -> list[Any]:
    return [one[key] for one in stops]


async def test_a_day_has_one_run_from_its_first_booking_on(campus: Campus) -> None:
    """Rule: one-run-a-day."""
    assert await campus.stops() == []
    bookings = [(await campus.booked())[1] for _ in range(3)]
    stops = await campus.stops()
    assert (_of(stops, "position"), _of(stops, "kind")) == ([1, 2, 3], ["pickup"] * 3)
    assert sorted(_of(stops, "booking_id")) == sorted(bookings)
    runs = (await campus.office.get(f"/runs?date=eq.{campus.on}&campus_id=eq.3")).json()
    assert len(runs) == 1
    assert len({one["run_id"] for one in stops}) == 1


async def test_returns_and_kits_are_stops_too(campus: Campus) -> None:
    _, booking, _ = await campus.returning(return_delivery_time="12:00 PM - 3:00 PM")
    await campus.booked(pickup_date=None, pickup_time=None, supply_kit_delivery_date=str(campus.on))
    stops = await campus.stops()
    assert sorted(_of(stops, "kind")) == ["kit", "return"]
    assert _of(stops, "position") == [1, 2]
    assert (await campus.stop(booking))["state"] == "waiting"


async def test_who_comes_in_the_middle_moves_all_behind_by_one(campus: Campus) -> None:
    """Rule: run-positions."""
    noon = {"pickup_time": "12:00 PM - 3:00 PM"}
    first, last = [
        (await campus.booked(building_name=name, **noon))[1]
        for name in ("Alder House", "Yew House")
    ]
    _, back, _ = await campus.returning(return_delivery_time="12:00 PM - 3:00 PM")
    middle = (await campus.booked(building_name="Maple House", **noon))[1]
    early = (await campus.booked(building_name="Yew House", pickup_time="9:00 AM - 12:00 PM"))[1]
    stops = await campus.stops()
    assert _of(stops, "booking_id") == [early, first, middle, last, back]
    assert _of(stops, "position") == [1, 2, 3, 4, 5]
    line = (
        await campus.office.get(f"/pickup_queue?pickup_date=eq.{campus.on}&order=queue_position")
    ).json()
    assert _of(line, "booking_id") == [early, first, middle, last]
    assert _of(line, "queue_position") == [1, 2, 3, 4]
    left = await campus.boss.patch(f"/bookings?id=eq.{first}", json={"status": "cancelled"})
    assert left.status_code < 300, left.text
    stops = await campus.stops()
    assert _of(stops, "booking_id") == [early, middle, last, back]
    assert _of(stops, "position") == [1, 2, 3, 4]


async def test_a_stop_is_its_place_in_line(campus: Campus) -> None:
    bookings = [(await campus.booked())[1] for _ in range(3)]
    line = (await campus.office.get(f"/pickup_queue?pickup_date=eq.{campus.on}")).json()
    assert {one["id"] for one in line} == set(_of(await campus.stops(), "id"))
    ids = _of(sorted(line, key=lambda one: one["queue_position"]), "id")
    order = [ids[2], ids[0], ids[1]]
    await campus.done(
        campus.crew, "order_pickups", campus_id=3, day=str(campus.on), order=order, seen=ids
    )
    assert _of(await campus.stops(), "id") == order
    # As an old client types a number: stored as typed, the place follows.
    await campus.crew.patch(f"/pickup_queue?id=eq.{ids[1]}", json={"queue_position": -4})
    stops = await campus.stops()
    assert _of(stops, "id") == [ids[1], ids[2], ids[0]]
    assert _of(stops, "position") == [1, 2, 3]
    assert len(bookings) == 3


async def test_on_way_and_complete_of_old_screens_are_the_stops(campus: Campus) -> None:
    """Rule: one-line."""
    _, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    for status, state in (("in_progress", "on_way"), ("completed", "completed")):
        await campus.done(
            campus.crew, "set_pickup_status", queue_id=stop["id"], status=status, items=None
        )
        assert (await campus.stop(booking, "pickup"))["state"] == state
    assert (await campus.stop(booking, "pickup"))["completed_at"] is not None


async def test_a_cancelled_bookings_stop_leaves_its_run(campus: Campus) -> None:
    """Rule: run-positions."""
    pairs = [await campus.booked() for _ in range(3)]
    answer = await campus.boss.patch(f"/bookings?id=eq.{pairs[1][1]}", json={"status": "cancelled"})
    assert answer.status_code < 300, answer.text
    _, gone = await campus.booked(
        pickup_date=None,
        pickup_time=None,
        delivery_option="same_city",
        delivery_address="V2C 0C8",
        return_delivery_date=str(campus.on),
    )
    assert (await campus.stop(gone))["state"] == "waiting"
    answer = await campus.boss.patch(f"/bookings?id=eq.{gone}", json={"status": "cancelled"})
    assert answer.status_code < 300, answer.text
    stops = await campus.stops()
    assert _of(stops, "position") == [1, 2]
    assert not {pairs[1][1], gone} & set(_of(stops, "booking_id"))


async def test_a_moved_return_goes_to_its_new_days_run(campus: Campus) -> None:
    _, booking, _ = await campus.returning(items=0)
    _, other, _ = await campus.returning(items=0)
    day = campus.on + timedelta(days=400)
    answer = await campus.office.patch(
        f"/bookings?id=eq.{booking}", json={"return_delivery_date": str(day)}
    )
    assert answer.status_code < 300, answer.text
    [stop] = (await campus.office.get(f"/run_stops?booking_id=eq.{booking}")).json()
    assert stop["date"] == str(day)
    assert (await campus.stop(other))["position"] == 1


async def test_stops_are_dealt_to_runs_and_keep_lines_of_their_own(campus: Campus) -> None:
    for _ in range(4):
        await campus.booked()
    stops = await campus.stops()
    run = await campus.done(
        campus.office, "create_run", campus_id=3, date=str(campus.on), name="Van B", van_items=60
    )
    dealt = await campus.done(
        campus.office, "assign_stops", run_id=run["id"], stop_ids=_of(stops, "id")[1:3]
    )
    assert _of(dealt, "position") == [1, 2]
    left = [one for one in await campus.stops() if one["run_id"] != run["id"]]
    assert _of(left, "position") == [1, 2]
    line = (await campus.office.get(f"/pickup_queue?pickup_date=eq.{campus.on}")).json()
    assert sorted(_of(line, "queue_position")) == [1, 1, 2, 2]


async def test_stops_are_dealt_back_to_where_their_windows_stand(campus: Campus) -> None:
    """Rule: dealt-by-window; whatever order they are dealt in."""
    morning, noon, evening = (one.label for one in published.known_campus(1).pickup_windows)
    for window in (morning, noon, evening, morning):
        await campus.booked(pickup_time=window)
    await campus.returning(0, return_delivery_time=morning)
    before = await campus.stops()
    other = await campus.done(
        campus.office, "create_run", campus_id=3, date=str(campus.on), name="Van B"
    )
    early = [one["id"] for one in before if one["window"] == morning]
    for run in (other["id"], before[0]["run_id"]):
        dealt = {"run_id": run, "stop_ids": early[::-1]}
        stops = await campus.done(campus.office, "assign_stops", **dealt)
    assert _of(stops, "id") == _of(before, "id")
    line = (await campus.office.get(f"/pickup_queue?pickup_date=eq.{campus.on}")).json()
    numbers = {one["id"]: one["queue_position"] for one in line}
    assert [numbers[one["id"]] for one in stops if one["kind"] == "pickup"] == [1, 2, 3, 4]


async def test_a_dealt_stop_stands_behind_what_is_begun(campus: Campus) -> None:
    morning, noon, _ = (one.label for one in published.known_campus(1).pickup_windows)
    for window in (morning, noon, noon):
        await campus.booked(pickup_time=window)
    first, begun, last = await campus.stops()
    other = await campus.done(
        campus.office, "create_run", campus_id=3, date=str(campus.on), name="Van B"
    )
    answer = await campus.say(begun["id"], "completed", signature=SIGNED, items=1)
    assert answer.json()["state"] == "completed", answer.text
    for run in (other["id"], first["run_id"]):
        dealt = {"run_id": run, "stop_ids": [first["id"]]}
        stops = await campus.done(campus.office, "assign_stops", **dealt)
    assert _of(stops, "id") == [begun["id"], first["id"], last["id"]]
    both = {"run_id": other["id"], "stop_ids": [last["id"], begun["id"]]}
    answer = await campus.office.post("/rpc/assign_stops", json=both)
    assert (answer.status_code, "stays in its run" in answer.text) == (409, True), answer.text
    assert await _orders(campus) == {first["run_id"]: _of(stops, "id")}


async def test_an_order_is_accepted_once_and_not_over_another(campus: Campus) -> None:
    for _ in range(3):
        await campus.booked()
    stops = await campus.stops()
    seen, run = _of(stops, "id"), stops[0]["run_id"]
    order = list(reversed(seen))
    accepted = await campus.done(campus.office, "accept_order", run_id=run, order=order, seen=seen)
    assert _of(accepted, "id") == order
    line = (await campus.office.get(f"/pickup_queue?pickup_date=eq.{campus.on}")).json()
    assert {one["id"]: one["queue_position"] for one in line} == {
        key: place for place, key in enumerate(order, 1)
    }
    stale = {"run_id": run, "order": [seen[1], seen[0], seen[2]], "seen": seen}
    answer = await campus.office.post("/rpc/accept_order", json=stale)
    assert (answer.status_code, answer.json()["details"]) == (409, {"order": order}), answer.text


async def _two_runs(campus: Campus) -> tuple[list[dict[str, Any]], str, str]:
    """Four stops of a run with another, empty one beside it."""
    for _ in range(4):
        await campus.booked()
    stops = await campus.stops()
    other = await campus.done(
        campus.office, "create_run", campus_id=3, date=str(campus.on), name="Van B"
    )
    return stops, stops[0]["run_id"], other["id"]


async def _orders(campus: Campus) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in await campus.stops():
        found.setdefault(one["run_id"], []).append(one["id"])
    return found


async def test_dealt_stops_are_put_back_where_they_stood(campus: Campus) -> None:
    """Rule: runs-at-once."""
    stops, first, second = await _two_runs(campus)
    ids = _of(stops, "id")
    order = [ids[2], ids[0], ids[3], ids[1]]
    await campus.done(campus.office, "accept_order", run_id=first, order=order, seen=ids)
    dealt = {"run_id": second, "stop_ids": [ids[0], ids[3]]}
    await campus.done(campus.office, "assign_stops", **dealt)
    now = await _orders(campus)
    undo = {
        "runs": [
            {"run_id": first, "order": order, "seen": now[first]},
            {"run_id": second, "order": [], "seen": now[second]},
        ]
    }
    # A repeat whose first answer was lost changes nothing.
    for _ in range(2):
        answer = await campus.office.post("/rpc/arrange_runs", json=undo)
        assert answer.status_code == 204, answer.text
        assert await _orders(campus) == {first: order}
    line = (await campus.office.get(f"/pickup_queue?pickup_date=eq.{campus.on}")).json()
    assert {one["id"]: one["queue_position"] for one in line} == {
        key: place for place, key in enumerate(order, 1)
    }


async def test_a_day_is_split_over_its_vans_and_accepted_as_a_whole(campus: Campus) -> None:
    """Rule: day-split."""
    await campus.booked()
    day = {"campus_id": 3, "day": str(campus.on)}
    answer = await campus.office.post("/rpc/propose_split", json=day)
    assert (answer.status_code, "has one run" in answer.text) == (400, True), answer.text
    _, first, second = await _two_runs(campus)
    before = await _orders(campus)
    found = await campus.done(campus.office, "propose_split", **day)
    assert await _orders(campus) == before
    assert [one["run_id"] for one in found["vans"]] == [first, second]
    assert min(one["stops"] for one in found["vans"]) >= 2
    runs = [{key: one[key] for key in ("run_id", "order", "seen")} for one in found["vans"]]
    answer = await campus.office.post("/rpc/arrange_runs", json={"runs": runs})
    assert answer.status_code == 204, answer.text
    assert await _orders(campus) == {one["run_id"]: one["order"] for one in found["vans"]}


async def test_runs_that_changed_since_are_left_as_they_are(campus: Campus) -> None:
    """Rule: runs-at-once."""
    stops, first, second = await _two_runs(campus)
    ids = _of(stops, "id")
    await campus.done(campus.office, "assign_stops", run_id=second, stop_ids=ids[:2])
    now = await _orders(campus)
    back = [
        {"run_id": first, "order": ids, "seen": now[first]},
        {"run_id": second, "order": [], "seen": now[second]},
    ]

    async def refused(runs: list[dict[str, Any]], status: int, words: str) -> None:
        before = await _orders(campus)
        answer = await campus.office.post("/rpc/arrange_runs", json={"runs": runs})
        assert (answer.status_code, words in answer.text) == (status, True), answer.text
        assert await _orders(campus) == before

    await refused([back[0]], 400, "each stop of these runs once")
    await refused([back[0], back[0]], 400, "different runs")
    assert (await campus.say(ids[0], "on_way")).json()["state"] == "on_way"
    await refused(back, 409, "is begun or done: it stays in its run")
    await campus.done(campus.office, "assign_stops", run_id=second, stop_ids=[ids[2]])
    await refused(back, 409, "changed these runs")


async def test_a_stop_that_was_completed_since_stays_in_its_run(campus: Campus) -> None:
    """Rule: runs-at-once."""
    stops, first, second = await _two_runs(campus)
    ids = _of(stops, "id")
    await campus.done(campus.office, "assign_stops", run_id=second, stop_ids=ids[:2])
    now = await _orders(campus)
    answer = await campus.say(ids[0], "completed", signature=SIGNED, items=1)
    assert answer.json()["state"] == "completed", answer.text
    back = [
        {"run_id": first, "order": ids, "seen": now[first]},
        {"run_id": second, "order": [], "seen": now[second]},
    ]
    answer = await campus.office.post("/rpc/arrange_runs", json={"runs": back})
    assert (answer.status_code, "is begun or done" in answer.text) == (409, True), answer.text
    assert await _orders(campus) == now


async def test_a_proposed_order_keeps_locked_stops_and_is_no_longer(campus: Campus) -> None:
    for hall in (
        "McGill Housing",
        "Upper College Heights",
        "North Tower",
        "East Village",
        "Dalhousie",
    ):
        await campus.booked(building_name=hall)
    stops = await campus.stops()
    locked = stops[0]
    await campus.done(campus.office, "lock_stop", stop_id=locked["id"], locked=True)
    found = await campus.done(campus.office, "propose_order", run_id=locked["run_id"])
    assert found["after_minutes"] <= found["before_minutes"]
    assert found["order"][0] == locked["id"]
    assert sorted(found["order"]) == sorted(_of(stops, "id"))
    assert _of(await campus.stops(), "id") == _of(stops, "id")


async def test_a_crew_is_staff(campus: Campus) -> None:
    who, _ = await campus.booked()
    body = {"campus_id": 3, "date": str(campus.on), "name": "Van C", "workers": [str(who.id)]}
    answer = await campus.office.post("/rpc/create_run", json=body)
    assert answer.status_code == 400


async def test_a_pickup_by_its_stop_takes_the_customer_out_of_the_line(campus: Campus) -> None:
    _, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    for state in ("on_way", "arrived"):
        assert (await campus.say(stop["id"], state)).json()["state"] == state
    answer = await campus.say(stop["id"], "completed", signature=SIGNED, items=4)
    assert answer.json()["state"] == "completed", answer.text
    [row] = (await campus.office.get(f"/bookings?id=eq.{booking}")).json()
    assert row["status"] == "picked_up"
    assert (await campus.office.get(f"/pickup_queue?booking_id=eq.{booking}")).json() == []
    [record] = (await campus.office.get(f"/pickups?booking_id=eq.{booking}")).json()
    assert (record["status"], record["items_counted"]) == ("completed", 4)


async def test_an_empty_run_is_removed_and_no_other(campus: Campus) -> None:
    """Rule: empty-runs."""
    _, booking, _ = await campus.returning()
    first = (await campus.stop(booking))["run_id"]
    body = {"campus_id": 3, "date": str(campus.on), "name": "Van B"}
    second = (await campus.office.post("/rpc/create_run", json=body)).json()["id"]
    stop = (await campus.stop(booking))["id"]

    async def removed(run_id: str) -> tuple[int, str]:
        answer = await campus.office.post("/rpc/remove_run", json={"run_id": run_id})
        return answer.status_code, answer.text

    dealt = {"run_id": second, "stop_ids": [stop]}
    assert (await campus.office.post("/rpc/assign_stops", json=dealt)).status_code < 300
    assert (await removed(second))[0] == 409
    assert "join this run" in (await removed(first))[1]
    back = {"run_id": first, "stop_ids": [stop]}
    assert (await campus.office.post("/rpc/assign_stops", json=back)).status_code < 300
    assert (await removed(second))[0] < 300
    assert (await removed(second))[0] == 404
    assert (await campus.office.get(f"/runs?id=eq.{second}")).json() == []
