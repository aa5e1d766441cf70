"""What happens to bookings, money, visits and claims is told (rule: webhooks)."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
import pytest

from summerstow.platform.database.pool import Database
from summerstow.platform.webhooks.events import EVENT_KINDS
from tests.billing.money import Season, season
from tests.billing.test_claims import Returned, returned
from tests.people import booking_body, person
from tests.runs.conftest import SIGNED, Campus, campus, fresh_day, rest

__all__ = ["campus", "fresh_day", "rest", "returned", "season"]


@pytest.fixture(autouse=True)
async def endpoint(database: Database) -> None:
    """An endpoint that wants everything."""
    async with database.owner() as tx:
        await tx.execute(
            "insert into app.webhook_endpoints (id, url, events) values ($1, 'https://a.test', $2)",
            uuid4(),
            EVENT_KINDS,
        )


async def _told(database: Database, **about: str) -> list[tuple[str, dict[str, Any]]]:
    """The kinds and facts of events about a booking, in order."""
    async with database.owner() as tx:
        rows = await tx.fetch("select kind, body from app.webhook_deliveries order by id")
    found = [(row["kind"], msgspec.json.decode(row["body"])["data"]) for row in rows]
    return [one for one in found if about.items() <= one[1].items()]


async def test_a_pickup_and_its_payments(season: Season) -> None:
    booking = await season.booked()
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    bank = f"CA{uuid4().hex[:8]}"
    await season.pay(invoice["reference"], 20_000, bank)
    assert (await season.pay(invoice["reference"], 20_000, bank)).status_code == 200
    told = await _told(season.database, booking_id=booking)
    assert [kind for kind, _ in told] == [
        "booking.created",
        "booking.changed",
        "pickup.completed",
        "payment.received",
    ]
    [_, changed, completed, paid] = [data for _, data in told]
    assert changed["status"] == "picked_up"
    assert (completed["date"], completed["items"]) == ("2027-04-28", 8)
    assert (paid["amount_cents"], paid["way"], paid["invoice_id"]) == (
        20_000,
        "interac",
        invoice["id"],
    )
    boss = await person(season.database, "executive")
    await season.done(
        boss, "refund", once=str(uuid4()), booking_id=booking, amount_cents=8_975, reason="Too much"
    )
    (kind, data) = (await _told(season.database, booking_id=booking))[-1]
    assert (kind, data["amount_cents"]) == ("payment.refunded", 8_975)


async def test_a_payment_that_is_taken_back(season: Season) -> None:
    booking = await season.booked()
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    await season.pay(invoice["reference"], 500)
    payment = (await _told(season.database, booking_id=booking))[-1][1]["payment_id"]
    office = await person(season.database, "admin")
    await season.done(office, "reverse_payments", payment_ids=[payment], reason="Wrong invoice")
    (kind, data) = (await _told(season.database, booking_id=booking))[-1]
    assert (kind, data["amount_cents"]) == ("payment.reversed", 500)


async def test_a_return(campus: Campus) -> None:
    _, booking, labels = await campus.returning(1)
    stop = (await campus.stop(booking))["id"]
    await campus.say(stop, "failed", failure=await _nobody(campus))
    await campus.say(stop, "waiting")
    await campus.scan(stop, *labels)
    answer = await campus.say(stop, "completed", signature=SIGNED)
    assert answer.status_code == 200, answer.text
    kinds = [kind for kind, _ in await _told(campus.database, booking_id=booking)]
    assert sorted(kinds) == [
        "booking.changed",
        "booking.changed",
        "booking.created",
        "return.completed",
        "return.failed",
    ]


async def test_a_pickup_that_failed(campus: Campus) -> None:
    _, booking = await campus.booked()
    stop = (await campus.stop(booking, "pickup"))["id"]
    await campus.say(stop, "failed", failure=await _nobody(campus))
    (kind, data) = (await _told(campus.database, booking_id=booking))[-1]
    assert (kind, data["date"]) == ("pickup.failed", str(campus.on))


async def _nobody(campus: Campus) -> dict[str, Any]:
    return {"kind": "nobody_there", "photo_id": await campus.photo()}


async def test_a_claim_until_it_is_paid_out(returned: Returned) -> None:
    claim = await returned.filed(await returned.item(20_000), 15_000)
    await returned.decide(claim, "accept")
    paid = await returned.executive.post(
        "/rpc/pay_out_claim", json={"id": claim, "expected_cents": 15_000}
    )
    assert paid.status_code == 200, paid.text
    told = await _told(returned.database, claim_id=claim)
    assert [(kind, data["decided_cents"], data["paid_out_cents"]) for kind, data in told] == [
        ("claim.filed", None, None),
        ("claim.decided", 15_000, None),
        ("claim.paid_out", 15_000, 15_000),
    ]
    assert {data["booking_id"] for _, data in told} == {returned.booking}


async def test_a_later_booking_cancels_the_one_that_it_replaces(returned: Returned) -> None:
    later = await returned.rest.of(returned.owner).post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    told = await _told(returned.database, booking_id=returned.booking)
    assert [kind for kind, _ in told] == ["booking.created", "booking.cancelled"]
    new = await _told(returned.database, booking_id=later.json()[0]["id"])
    assert [kind for kind, _ in new] == ["booking.created"]
