"""What a missed visit's fee needs: an arrival in time, a wait, a photo of that visit."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.platform import clock, published
from summerstow.platform.errors import AppError
from summerstow.platform.files.pictures.service import Pictures
from tests.people import Person, person
from tests.price_list import PRICES
from tests.runs.conftest import Campus, now

PHOTO = str(uuid4())


async def _visit(
    campus: Campus,
    *,
    arrived: int | None,
    photo: str | None = PHOTO,
    kind: str = "nobody_there",
    **changes: Any,
) -> tuple[str, str]:
    """A visit that failed now, `kind`, by a phone that arrived so many minutes ago."""
    _, booking = await campus.booked(**changes)
    stop = (await campus.stop(booking, "pickup"))["id"]
    events: list[dict[str, Any]] = []
    if arrived is not None:
        events.append({"state": "arrived", "at": now(arrived)})
    failure = {"kind": kind, "photo_id": photo, "next": "date"}
    events.append({"state": "failed", "at": now(), "failure": failure})
    sent = [{"id": str(uuid4()), "stop_id": stop} | one for one in events]
    await campus.done(campus.crew, "record_stop_events", sent_at=now(), events=sent)
    assert (await campus.stop(booking, "pickup"))["state"] == "failed"
    return booking, stop


async def test_no_fee_is_proposed_without_an_arrival_in_time_and_a_photo(campus: Campus) -> None:
    """Rule: fee-needs-evidence."""
    morning, noon, _ = (one.label for one in published.known_campus(1).pickup_windows)
    # It is half past ten.
    for arrived, window, photo, expected in (
        (None, morning, PHOTO, 0),
        (20, noon, PHOTO, 0),
        (120, morning, PHOTO, 0),
        (20, morning, None, 0),
        (95, morning, PHOTO, 1),
        (20, morning, PHOTO, 1),
    ):
        booking, _ = await _visit(campus, arrived=arrived, photo=photo, pickup_time=window)
        assert len(await campus.proposals(booking)) == expected, (arrived, window, photo)


async def test_no_fee_is_proposed_if_the_crew_did_not_wait_for_the_customer(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: fee-needs-evidence."""
    morning, noon, _ = (one.label for one in published.known_campus(1).pickup_windows)
    ahead = {0: (morning, 9), 1: (noon, 12)}
    for minutes_in, arrived, (window, hour), kind, expected in (
        (60, 1, ahead[0], "nobody_there", 0),
        (60, 9, ahead[0], "nobody_there", 0),
        (60, 11, ahead[0], "nobody_there", 1),
        (60, 1, ahead[0], "not_ready", 1),
        # Before the window, and after less than the wait from its beginning.
        (-1, 8, ahead[1], "nobody_there", 0),
        (9, 18, ahead[1], "nobody_there", 0),
        (11, 20, ahead[1], "nobody_there", 1),
    ):
        at = clock.moment(campus.on, time(hour)) + timedelta(minutes=minutes_in)
        with monkeypatch.context() as patch:
            patch.setattr(clock, "now", lambda at=at: at)
            booking, stop = await _visit(campus, arrived=arrived, kind=kind, pickup_time=window)
            case = (minutes_in, arrived, window, kind)
            assert len(await campus.proposals(booking)) == expected, case
            # Neither is it by hand.
            body = {
                "booking_id": booking,
                "stop_id": stop,
                "term": "missed_pickup",
                "reason": "Nobody came down.",
                "photo_id": PHOTO,
            }
            answer = await campus.office.post("/rpc/propose_fee", json=body)
            assert answer.status_code == (200 if expected else 400), case


async def test_an_arrival_that_comes_late_proposes_the_fee(campus: Campus) -> None:
    booking, stop = await _visit(campus, arrived=None)
    event = {"id": str(uuid4()), "stop_id": stop, "state": "arrived", "at": now(15)}
    await campus.done(campus.crew, "record_stop_events", sent_at=now(), events=[event])
    [fee] = await campus.proposals(booking)
    assert datetime.fromisoformat(fee["arrived_at"]) == datetime.fromisoformat(event["at"])


async def test_a_failure_that_is_taken_back_drops_its_fee_and_its_case(campus: Campus) -> None:
    """Rule: failed-stops."""
    booking, stop = await _visit(campus, arrived=20)
    assert len(await campus.proposals(booking)) == 1
    await campus.say(stop, "waiting")
    assert await campus.proposals(booking) == []
    cases = await campus.done(campus.office, "stops_needing_a_person")
    assert booking not in {one["booking_id"] for one in cases}
    await campus.say(stop, "arrived")
    await campus.say(stop, "failed", failure={"kind": "not_ready", "photo_id": PHOTO})
    assert len(await campus.proposals(booking)) == 1


async def test_a_failed_pickup_that_pickups_puts_back_drops_its_fee_and_its_case(
    campus: Campus,
) -> None:
    for status in ("scheduled", "in_progress"):
        booking, stop = await _visit(campus, arrived=20)
        assert len(await campus.proposals(booking)) == 1
        [record] = (await campus.office.get(f"/pickups?booking_id=eq.{booking}")).json()
        await campus.done(campus.office, "set_pickup_status", pickup_id=record["id"], status=status)
        found = await campus.stop(booking, "pickup")
        assert found["state"] == {"scheduled": "waiting", "in_progress": "on_way"}[status]
        line = (await campus.office.get(f"/pickup_queue?booking_id=eq.{booking}")).json()
        assert [one["id"] for one in line] == [found["queue_id"]]
        assert await campus.proposals(booking) == []
        cases = await campus.done(campus.office, "stops_needing_a_person")
        assert booking not in {one["booking_id"] for one in cases}
        await campus.say(stop, "failed", failure={"kind": "not_ready", "photo_id": PHOTO})


async def test_a_fee_is_charged_with_the_crews_photo_of_that_visit_alone(campus: Campus) -> None:
    """Rule: fee-needs-evidence."""
    late = str(uuid4())
    booking, _ = await _visit(campus, arrived=20, photo=late)
    other, _ = await _visit(campus, arrived=20, photo=await campus.photo())
    shared = (await campus.proposals(other))[0]["photo_id"]
    photos = [late, await campus.photo("item"), shared]
    least = PRICES.terms.missed_pickup_cents.min
    for photo in photos:
        if photo != late:
            booking, _ = await _visit(campus, arrived=20, photo=photo)
        [fee] = await campus.proposals(booking)
        body = {"id": fee["id"], "amount_cents": least}
        refused = await campus.office.post("/rpc/charge_fee", json=body)
        assert refused.status_code == 400, photo
        assert "photo of this visit" in refused.json()["message"]
    booking, _ = await _visit(campus, arrived=20, photo=await campus.photo())
    [fee] = await campus.proposals(booking)
    await campus.done(campus.office, "charge_fee", id=fee["id"], amount_cents=least)


async def test_a_fee_needs_an_arrival_on_the_day_of_a_visit(campus: Campus) -> None:
    _, booking = await campus.booked()
    body = {"booking_id": booking, "reason": "Invented.", "photo_id": await campus.photo()}
    missed = body | {"term": "missed_pickup", "arrived_at": now(20)}
    assert (await campus.crew.post("/rpc/propose_fee", json=missed)).status_code == 400
    old = body | {"term": "labeling", "arrived_at": "2020-01-01T00:00:00Z"}
    fee = await campus.done(campus.crew, "propose_fee", **old)
    charge = {"id": fee["id"], "amount_cents": fee["amount_cents"]}
    assert (await campus.office.post("/rpc/charge_fee", json=charge)).status_code == 400


async def test_a_proposed_fee_shows_the_customer_the_crews_photo_of_that_visit_alone(
    campus: Campus,
) -> None:
    """Rule: fee-needs-evidence."""

    async def seen_by(who: Person, photo: str) -> bool:
        try:
            await Pictures(campus.database).show(who.actor, UUID(photo))
        except AppError:
            return False
        return True

    async def owner_of(booking: str) -> Person:
        [row] = (await campus.office.get(f"/bookings?id=eq.{booking}")).json()
        return Person(UUID(row["user_id"]), row["email"], "customer")

    photo, others, thing = await campus.photo(), await campus.photo(), await campus.photo("item")
    booking, _ = await _visit(campus, arrived=20, photo=photo)
    who = await owner_of(booking)
    assert await seen_by(who, photo)
    await _visit(campus, arrived=20, photo=others)
    body = {"term": "labeling", "reason": "No label.", "arrived_at": now(20)}
    for named in (others, thing):
        await campus.done(campus.crew, "propose_fee", **body, booking_id=booking, photo_id=named)
        assert not await seen_by(who, named)
    # A visit does not show another worker's photo either.
    second = await campus.photo(by=await person(campus.database, "worker"))
    third, _ = await _visit(campus, arrived=20, photo=second)
    assert len(await campus.proposals(third)) == 1
    assert not await seen_by(await owner_of(third), second)
