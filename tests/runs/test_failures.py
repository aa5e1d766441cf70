"""When it does not work out: evidence, the fee it proposes, and what its customer may say."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tests.price_list import PRICES
from tests.runs.conftest import Campus

PHOTO = str(uuid4())


async def _failed(campus: Campus, kind: str = "nobody_there") -> tuple[Any, str, dict[str, Any]]:
    who, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    for state in ("on_way", "arrived"):
        await campus.say(stop["id"], state)
    failure = {"kind": kind, "photo_id": PHOTO, "note": "Rang twice."}
    answer = await campus.say(stop["id"], "failed", failure=failure)
    assert answer.json()["failure"] == kind, answer.text
    return who, booking, stop


async def _proposals(campus: Campus, booking: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (
        await campus.office.get(f"/fee_proposals?booking_id=eq.{booking}")
    ).json()
    return found


async def _charged(campus: Campus) -> tuple[Any, str, dict[str, Any]]:
    who, booking, _ = await _failed(campus)
    [fee] = await _proposals(campus, booking)
    least = PRICES.terms.missed_pickup_cents.min
    fee = await campus.done(
        campus.office, "charge_fee", id=fee["id"], amount_cents=least, words="We waited."
    )
    return who, booking, fee


async def test_a_failure_by_the_customer_proposes_its_fee_with_the_evidence(
    campus: Campus,
) -> None:
    _, booking, stop = await _failed(campus)
    [fee] = await _proposals(campus, booking)
    assert (fee["term"], fee["state"]) == ("missed_pickup", "proposed")
    assert fee["amount_cents"] == PRICES.terms.missed_pickup_cents.min
    assert fee["arrived_at"] is not None
    assert fee["photo_id"] == PHOTO
    assert "Rang twice." in fee["reason"]
    line = (await campus.office.get(f"/pickup_queue?booking_id=eq.{booking}")).json()
    assert line == []
    assert (await campus.stop(booking, "pickup"))["state"] == "failed"
    await campus.say(stop["id"], "waiting")
    assert (await campus.stop(booking, "pickup"))["state"] == "waiting"
    line = (await campus.office.get(f"/pickup_queue?booking_id=eq.{booking}")).json()
    assert len(line) == 1


async def test_our_own_failure_never_costs_anything(campus: Campus) -> None:
    _, booking, _ = await _failed(campus, "ours")
    assert await _proposals(campus, booking) == []


async def test_a_failure_says_why(campus: Campus) -> None:
    _, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    assert (await campus.say(stop["id"], "failed")).status_code == 400
    assert (await campus.stop(booking, "pickup"))["state"] == "waiting"


async def test_a_fee_is_charged_within_its_term_and_once(campus: Campus) -> None:
    _, booking, _ = await _failed(campus)
    [fee] = await _proposals(campus, booking)
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


async def test_a_disputed_fee_is_frozen_until_it_is_decided(campus: Campus) -> None:
    who, booking, fee = await _charged(campus)
    owner = campus.rest.of(who)
    [seen] = (await owner.get("/fee_proposals")).json()
    assert seen["photo_id"] == PHOTO
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
    who, booking, fee = await _charged(campus)
    owner = campus.rest.of(who)
    said = {"id": fee["id"], "words": "I was at the door."}
    await campus.done(owner, "dispute_fee", **said)
    await campus.done(
        campus.boss, "decide_dispute", id=fee["id"], decision="uphold", words="We rang twice."
    )
    [one] = await _proposals(campus, booking)
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
