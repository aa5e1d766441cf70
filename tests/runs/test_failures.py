"""When it does not work out: evidence, the fee it proposes, and what its customer may say."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

from summerstow.platform import published
from tests.price_list import PRICES
from tests.runs.conftest import Campus, now

PHOTO = str(uuid4())


async def _failed(campus: Campus, kind: str = "nobody_there") -> tuple[Any, str, dict[str, Any]]:
    who, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    for state, minutes in (("on_way", 25), ("arrived", 15)):
        await campus.say(stop["id"], state, at=now(minutes))
    failure = {"kind": kind, "photo_id": await campus.photo(), "note": "Rang twice."}
    answer = await campus.say(stop["id"], "failed", failure=failure)
    assert answer.json()["failure"] == kind, answer.text
    return who, booking, stop | {"photo_id": failure["photo_id"]}


async def _charged(campus: Campus) -> tuple[Any, str, dict[str, Any]]:
    who, booking, _ = await _failed(campus)
    [fee] = await campus.proposals(booking)
    least = PRICES.terms.missed_pickup_cents.min
    fee = await campus.done(
        campus.office, "charge_fee", id=fee["id"], amount_cents=least, words="We waited."
    )
    return who, booking, fee


async def test_a_failure_by_the_customer_proposes_its_fee_with_the_evidence(
    campus: Campus,
) -> None:
    """Rule: failed-stops."""
    _, booking, stop = await _failed(campus)
    [fee] = await campus.proposals(booking)
    assert (fee["term"], fee["state"]) == ("missed_pickup", "proposed")
    assert fee["amount_cents"] == PRICES.terms.missed_pickup_cents.min
    assert fee["arrived_at"] is not None
    assert fee["photo_id"] == stop["photo_id"]
    assert "Rang twice." in fee["reason"]
    line = (await campus.office.get(f"/pickup_queue?booking_id=eq.{booking}")).json()
    assert line == []
    assert (await campus.stop(booking, "pickup"))["state"] == "failed"
    await campus.say(stop["id"], "waiting")
    assert (await campus.stop(booking, "pickup"))["state"] == "waiting"
    line = (await campus.office.get(f"/pickup_queue?booking_id=eq.{booking}")).json()
    assert len(line) == 1


async def _fail(campus: Campus, stop: str, **failure: Any) -> None:
    failure = {"kind": "not_ready", "photo_id": PHOTO} | failure
    answer = await campus.say(stop, "failed", failure=failure)
    assert answer.status_code == 200, answer.text


async def test_again_today_is_the_end_of_the_run(campus: Campus) -> None:
    """Of a pickup as well as of a return, whatever stands between them (rule: after-a-failure)."""
    _, pickup = await campus.booked(pickup_time=published.known_campus(1).pickup_windows[0].label)
    _, back, _ = await campus.returning(0)
    _, last, _ = await campus.returning(0)
    for booking, kind in ((pickup, "pickup"), (back, "return")):
        stop = (await campus.stop(booking, kind))["id"]
        await _fail(campus, stop, next="again")
        await campus.say(stop, "waiting")
        stops = await campus.stops()
        assert (stops[-1]["id"], stops[-1]["state"]) == (stop, "waiting")
        assert [one["position"] for one in stops] == [1, 2, 3]
    assert stops[0]["booking_id"] == last
    cases = await campus.done(campus.office, "stops_needing_a_person")
    assert not {one["booking_id"] for one in cases} & {pickup, back}


async def test_another_date_and_a_question_are_cases_of_the_office(campus: Campus) -> None:
    """Rule: after-a-failure."""
    asked = {}
    for step in ("date", "office"):
        _, booking = await campus.booked()
        asked[booking] = step
        await _fail(campus, (await campus.stop(booking, "pickup"))["id"], next=step)
    cases = await campus.done(campus.office, "stops_needing_a_person")
    mine = {one["booking_id"]: one["next_step"] for one in cases if one["booking_id"] in asked}
    assert mine == asked
    own = await campus.done(campus.crew, "stops_needing_a_person")
    assert {one["booking_id"] for one in own} == set(asked)


async def test_a_failed_pickup_is_moved_and_stays_in_its_day(campus: Campus) -> None:
    _, booking = await campus.booked()
    failed = await campus.stop(booking, "pickup")
    await _fail(campus, failed["id"], next="date")
    window = published.known_campus(1).pickup_windows[1].label
    move = {"booking_id": booking, "pickup_time": window, "reason": "customer"}
    later = replace(campus, on=campus.on + timedelta(days=400))
    await campus.done(campus.office, "change_pickup", **move, pickup_date=str(later.on))
    assert (await campus.stop(booking, "pickup"))["state"] == "failed"
    new = await later.stop(booking, "pickup")
    assert (new["state"], new["window"]) == ("waiting", window)
    # It is not worked twice.
    again = await campus.say(failed["id"], "waiting")
    assert again.status_code == 409
    assert "It was moved to" in again.json()["message"]
    # And back again: it is one stop of that day, to be worked.
    await campus.done(campus.office, "change_pickup", **move, pickup_date=str(campus.on))
    assert (await campus.stop(booking, "pickup"))["state"] == "waiting"
    assert await later.stops(booking) == []


async def test_a_failed_return_is_moved_and_stays_in_its_day(campus: Campus) -> None:
    _, booking, _ = await campus.returning(1)
    failed = await campus.stop(booking)
    await _fail(campus, failed["id"], next="date")
    later = replace(campus, on=campus.on + timedelta(days=400))
    for day, other in ((later, campus), (campus, later)):
        answer = await campus.boss.patch(
            f"/bookings?id=eq.{booking}", json={"return_delivery_date": str(day.on)}
        )
        assert answer.status_code < 300, answer.text
        assert (await day.stop(booking))["state"] == "waiting"
        left = await other.stops(booking)
        assert [one["state"] for one in left] == (["failed"] if other is campus else [])
    events = (await campus.office.get(f"/stop_events?stop_id=eq.{failed['id']}")).json()
    assert [one["failure"] for one in events] == ["not_ready"]


async def test_our_own_failure_never_costs_anything(campus: Campus) -> None:
    """Rule: failed-stops."""
    _, booking, _ = await _failed(campus, "ours")
    assert await campus.proposals(booking) == []


async def test_a_failure_says_why(campus: Campus) -> None:
    _, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    assert (await campus.say(stop["id"], "failed")).status_code == 400
    assert (await campus.stop(booking, "pickup"))["state"] == "waiting"


async def test_a_fee_is_charged_within_its_term_and_once(campus: Campus) -> None:
    _, booking, _ = await _failed(campus)
    [fee] = await campus.proposals(booking)
    most = PRICES.terms.missed_pickup_cents.max
    body = {"id": fee["id"], "amount_cents": most + 1, "words": "x"}
    assert (await campus.office.post("/rpc/charge_fee", json=body)).status_code == 400
    body["amount_cents"] = most
    for _ in range(2):
        await campus.done(campus.office, "charge_fee", **body)
    invoices = (await campus.office.get(f"/invoices?booking_id=eq.{booking}")).json()
    assert [one["total_cents"] for one in invoices] == [most]


async def test_a_fee_without_evidence_is_not_proposed(campus: Campus) -> None:
    _, booking = await campus.booked()
    body = {"booking_id": booking, "term": "missed_pickup", "reason": "Nobody came down."}
    assert (await campus.crew.post("/rpc/propose_fee", json=body)).status_code == 400


async def test_the_office_proposes_a_fee_within_what_its_term_allows(campus: Campus) -> None:
    _, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    await campus.say(stop["id"], "arrived", at=now(15))
    known = {
        one["term"]: one
        for one in await campus.done(campus.crew, "fees_of_terms", booking_id=booking)
    }
    term = PRICES.terms.missed_pickup_cents
    assert (known["missed_pickup"]["least_cents"], known["missed_pickup"]["most_cents"]) == (
        term.min,
        term.max,
    )
    body = {
        "booking_id": booking,
        "term": "missed_pickup",
        "reason": "Nobody came down.",
        "amount_cents": term.max + 1,
        "arrived_at": now(30),
        "photo_id": PHOTO,
    }
    assert (await campus.office.post("/rpc/propose_fee", json=body)).status_code == 400
    fee = await campus.done(campus.office, "propose_fee", **body | {"amount_cents": term.max})
    assert (fee["state"], fee["amount_cents"]) == ("proposed", term.max)
    waiting = await campus.done(campus.office, "fees_waiting")
    assert fee["id"] in {one["id"] for one in waiting["proposed"]}


async def test_a_disputed_fee_is_frozen_until_it_is_decided(campus: Campus) -> None:
    """Rule: disputes."""
    who, booking, fee = await _charged(campus)
    owner = campus.rest.of(who)
    [seen] = (await owner.get("/fee_proposals")).json()
    assert seen["photo_id"] == fee["photo_id"]
    said = {"id": fee["id"], "words": "I was at the door the whole time."}
    disputed = await campus.done(owner, "dispute_fee", **said)
    assert disputed["state"] == "disputed"
    lines = (await owner.get(f"/ledger?booking_id=eq.{booking}")).json()
    assert all(one["disputed_at"] for one in lines if one["kind"] == "charge")
    decided = {"id": fee["id"], "decision": "drop", "words": "The photo shows another door."}
    assert (await campus.office.post("/rpc/decide_dispute", json=decided)).status_code == 403
    await campus.done(campus.boss, "decide_dispute", **decided)
    [invoice] = (await owner.get(f"/invoices?booking_id=eq.{booking}")).json()
    assert invoice["voided_at"] is not None
    again = await owner.post("/rpc/dispute_fee", json=said)
    assert again.status_code == 409


async def test_an_upheld_fee_is_due_again_and_not_disputed_twice(campus: Campus) -> None:
    """Rule: disputes."""
    who, booking, fee = await _charged(campus)
    owner = campus.rest.of(who)
    said = {"id": fee["id"], "words": "I was at the door."}
    await campus.done(owner, "dispute_fee", **said)
    await campus.done(
        campus.boss, "decide_dispute", id=fee["id"], decision="uphold", words="We rang twice."
    )
    [one] = await campus.proposals(booking)
    assert one["state"] == "upheld"
    assert one["due_on"] is not None
    lines = (await owner.get(f"/ledger?booking_id=eq.{booking}")).json()
    assert not any(one["disputed_at"] for one in lines)
    assert (await owner.post("/rpc/dispute_fee", json=said)).status_code == 409


async def test_nobody_disputes_somebody_elses_fee(campus: Campus) -> None:
    _, _, fee = await _charged(campus)
    other, _ = await campus.booked()
    answer = await campus.rest.of(other).post(
        "/rpc/dispute_fee", json={"id": fee["id"], "words": "Not mine either."}
    )
    assert answer.status_code == 404


async def test_a_kit_that_was_not_delivered_gets_another_day_and_is_packed_for_it(
    campus: Campus,
) -> None:
    later = campus.on + timedelta(days=3)
    _, booking = await campus.booked(
        pickup_date=str(later + timedelta(days=4)), supply_kit_delivery_date=str(campus.on)
    )
    await campus.done(campus.office, "add_kit_stock", campus_id=campus.campus_id, kits=1)
    stop = await campus.stop(booking, "kit")
    await campus.say(stop["id"], "on_way")
    failure = {"kind": "nobody_there", "photo_id": PHOTO, "next": "date"}
    assert (await campus.say(stop["id"], "failed", failure=failure)).is_success
    moved = await campus.office.patch(
        f"/bookings?id=eq.{booking}", json={"supply_kit_delivery_date": str(later)}
    )
    assert moved.is_success, moved.text
    stops = (await campus.office.get(f"/run_stops?booking_id=eq.{booking}&kind=eq.kit")).json()
    assert {(one["date"], one["state"]) for one in stops} == {
        (str(campus.on), "failed"),
        (str(later), "waiting"),
    }
    day = await campus.done(campus.office, "kit_day", campus_id=campus.campus_id, day=str(later))
    assert [(one["booking_id"], one["state"]) for one in day["deliveries"]] == [(booking, "packed")]


async def test_the_office_records_a_no_show_without_a_photo_and_without_a_fee(
    campus: Campus,
) -> None:
    _, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    failure = {"kind": "nobody_there", "note": "The crew called."}
    answer = await campus.say(stop["id"], "failed", campus.office, failure=failure)
    assert answer.json()["state"] == "failed", answer.text
    assert await campus.proposals(booking) == []
