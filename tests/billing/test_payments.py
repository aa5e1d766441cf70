"""Payments, credit, letting off, and what stays unpaid."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.billing.invoices import storage_events
from summerstow.billing.notices import notify as invoices_told
from summerstow.platform.outbox.render import completed, render, render_text
from summerstow.platform.roles import Role
from tests.people import person

from .money import LINKS, Season, season

__all__ = ["season"]


async def _first(season: Season, items: int = 8) -> tuple[str, dict[str, Any]]:
    booking = await season.booked()
    await season.picked_up(booking, items)
    [invoice] = await season.invoices(booking)
    return booking, invoice


@pytest.mark.parametrize(
    ("cents", "state", "owed", "credit"),
    [(11024, "open", 1, 0), (11025, "paid", 0, 0), (20000, "paid", 0, 8975)],
)
async def test_a_transfer_settles_its_invoice_and_the_rest_is_credit(
    season: Season, cents: int, state: str, owed: int, credit: int
) -> None:
    """Rule: payment-matching."""
    booking, invoice = await _first(season)
    reference = invoice["reference"].lower()
    answer = await season.pay(f" {reference[:4]}-{reference[4:]} ", cents)
    assert answer.status_code == 200, answer.text
    money = await season.money(booking)
    assert (money["invoices"][0]["state"], money["owed_cents"]) == (state, owed)
    assert money["credit_cents"] == credit
    await season.pass_to(date(2027, 5, 28))
    second = (await season.invoices(booking))[1]
    assert (second["credit_cents"], second["total_cents"]) == (-credit, 11025 - credit)


async def test_what_is_over_settles_other_open_invoices_first(season: Season) -> None:
    booking, _ = await _first(season)
    await season.pass_to(date(2027, 6, 28))
    third = (await season.invoices(booking))[2]
    await season.pay(third["reference"], 2 * 11025 + 25)
    states = [(one["state"], one["owed_cents"]) for one in await season.invoices(booking)]
    assert states == [("paid", 0), ("open", 11000), ("paid", 0)]


async def test_the_same_transfer_is_recorded_once(season: Season) -> None:
    booking, invoice = await _first(season)
    other, another = await _first(season)
    bank = f"CA{uuid4().hex[:8]}"
    answers = await asyncio.gather(
        *(season.pay(invoice["reference"], 11025, bank) for _ in range(5))
    )
    assert [one.status_code for one in answers] == [200] * 5
    assert (await season.money(booking))["balance_cents"] == 0
    for reference, cents in ((invoice["reference"], 100), (another["reference"], 11025)):
        answer = await season.pay(reference, cents, bank.lower())
        assert answer.status_code == 409
        assert "recorded already: $110.25" in answer.json()["message"]
    assert (await season.money(other))["balance_cents"] == 11025
    # One bank reference for two invoices at the same moment: one of them has it.
    bank = f"CA{uuid4().hex[:8]}"
    references = [another["reference"], invoice["reference"]]
    answers = await asyncio.gather(*(season.pay(one, 500, bank) for one in references))
    assert sorted(one.status_code for one in answers) == [200, 409]


async def test_an_invoice_is_looked_through_until_it_is_paid_or_void(season: Season) -> None:
    async def still(invoice: dict[str, Any]) -> bool:
        async with season.database.owner() as tx:
            found: bool = await tx.fetchval(
                "select exists (select from app.open_invoices where invoice_id = $1)",
                UUID(invoice["id"]),
            )
            return found

    (_, paid), (void, other) = await _first(season), await _first(season)
    await season.pay(paid["reference"], 11000)
    assert await still(paid)
    await season.pay(paid["reference"], 25)
    assert not await still(paid)
    async with season.database.owner() as tx:
        await tx.execute(
            "update invoices set voided_at = now(), void_reason = 'Wrong' where booking_id = $1",
            UUID(void),
        )
    assert not await still(other)


async def test_what_no_transfer_is(season: Season) -> None:
    _, invoice = await _first(season)
    assert (await season.pay("ABCD2345", 100)).json()["message"].startswith("No invoice has this")
    # To come, and with a year of two digits.
    for day in ("2027-04-29", "0027-04-27", "0001-01-01"):
        refused = await season.ask(
            await person(season.database, "admin"),
            "record_payment",
            reference=invoice["reference"],
            amount_cents=100,
            received_on=day,
            bank_reference="X1",
        )
        assert refused.status_code == 400
    assert (await season.pay(invoice["reference"], 0)).status_code == 400


ROLES: tuple[Role, ...] = ("customer", "worker", "admin", "executive")


@pytest.mark.parametrize(
    ("command", "may"),
    [
        ("record_payment", {"admin", "executive"}),
        ("waive", {"executive"}),
        ("write_off", {"executive"}),
        ("refund", {"executive"}),
    ],
)
async def test_who_may_move_money(season: Season, command: str, may: set[str]) -> None:
    once = str(uuid4())
    arguments: dict[str, Any] = {
        "record_payment": {
            "reference": "ABCD2345",
            "amount_cents": 1,
            "received_on": "2020-01-01",
            "bank_reference": "X",
        },
        "refund": {"once": once, "booking_id": once, "amount_cents": 1, "reason": "Because"},
    }.get(command, {"once": once, "invoice_id": once, "amount_cents": 1, "reason": "Because"})
    for role in ROLES:
        answer = await season.ask(await person(season.database, role), command, **arguments)
        assert (answer.status_code == 403) == (role not in may), answer.text
    assert (await season.ask(None, command, **arguments)).status_code == 401


async def test_letting_off_and_paying_back(season: Season) -> None:
    """Rule: executives-waive."""
    booking, invoice = await _first(season)
    boss = await person(season.database, "executive")
    await season.pay(invoice["reference"], 10000)
    too_much = await season.ask(
        boss,
        "write_off",
        once=str(uuid4()),
        invoice_id=invoice["id"],
        amount_cents=1026,
        reason="Moved abroad",
    )
    assert (too_much.status_code, too_much.json()["details"]) == (409, {"most_cents": 1025})
    waiver = {
        "once": str(uuid4()),
        "invoice_id": invoice["id"],
        "amount_cents": 5000,
        "reason": "A box was late",
    }
    for _ in range(2):
        money = await season.done(boss, "waive", **waiver)
    assert (money["owed_cents"], money["credit_cents"], money["balance_cents"]) == (0, 3975, -3975)
    assert money["lines"][-1]["words"] == "Waived: A box was late"
    other = await season.ask(boss, "waive", **waiver | {"amount_cents": 1})
    assert other.status_code == 409
    most = await season.ask(boss, "waive", **waiver | {"once": str(uuid4()), "amount_cents": 6026})
    assert (most.status_code, most.json()["details"]) == (409, {"most_cents": 6025})
    refunds = [
        season.ask(
            boss,
            "refund",
            once=str(uuid4()),
            booking_id=booking,
            amount_cents=3000,
            reason="Paid back by transfer",
        )
        for _ in range(2)
    ]
    answers = await asyncio.gather(*refunds)
    # Two different refunds at once: the credit is there for one.
    assert sorted(one.status_code for one in answers) == [200, 409]
    assert (await season.money(booking))["credit_cents"] == 975
    no_reason = await season.ask(boss, "waive", **waiver | {"once": str(uuid4()), "reason": "   "})
    assert no_reason.status_code == 400


async def test_thirty_days_overdue_opens_a_case_for_a_person_once(season: Season) -> None:
    """Rule: unpaid-is-a-person."""
    booking, invoice = await _first(season)
    paid, other = await _first(season)
    await season.pay(other["reference"], 11025)

    async def cases(of: str) -> list[str]:
        async with season.database.owner() as tx:
            rows = await tx.fetch("select words from cases where booking_id = $1", UUID(of))
        return [row["words"] for row in rows]

    await season.pass_to(date(2027, 5, 6))
    assert (await season.invoices(booking))[0]["state"] == "overdue"
    await season.pass_to(date(2027, 6, 3))
    assert await cases(booking) == []
    for _ in range(2):
        await season.pass_to(date(2027, 6, 4))
    assert await cases(booking) == ["Unpaid 30 days after it was due."]
    assert await cases(paid) == []
    assert invoice["due_on"] == "2027-05-05"


async def test_each_invoice_and_payment_is_told_once(season: Season) -> None:
    mina = await person(season.database)
    mine = await season.booked(mina)
    await season.picked_up(mine, 8)
    guests, invoice = await _first(season)
    await season.pay(invoice["reference"], 11025)
    async with season.database.owner() as tx:
        for _ in range(2):
            await invoices_told.run(tx, LINKS)
        found = await tx.fetch(
            "select o.kind, o.recipient, o.data from app.outbox o "
            "left join invoices i on o.cause = 'invoice:' || i.id "
            "left join ledger l on o.cause = 'payment:' || l.id "
            "where coalesce(i.booking_id, l.booking_id) = any($1) order by o.id",
            [UUID(mine), UUID(guests)],
        )
    assert [one["kind"] for one in found] == ["invoice", "invoice", "payment"]
    assert found[0]["recipient"] == mina.email
    for one in found:
        data = completed(json.loads(one["data"]), "http://summerstow.test")
        assert "$110.25" in render(one["kind"], data).text
        page = render(one["kind"], data).html
        # A guest has nothing to sign in to (rule: guest-links); the page to pay needs no account.
        own = one["recipient"] == mina.email
        assert ("http://summerstow.test/customer-dashboard" in page) is own
        assert "http://summerstow.test/invoice/" in page
        assert "$110.25" in render_text(f"{one['kind']}_text", data).text
    words = render("invoice", json.loads(found[1]["data"])).text
    assert f"{invoice['reference'][:4]} {invoice['reference'][4:]}" in words


async def test_a_mailed_invoice_that_becomes_void_is_corrected_once(season: Season) -> None:
    """Rule: invoice-corrected."""

    async def told(booking: str) -> list[Any]:
        async with season.database.owner() as tx:
            for _ in range(2):
                await invoices_told.run(tx, LINKS)
            found = await tx.fetch(
                "select o.kind, o.data from app.outbox o join app.announcements a "
                "on a.outbox_id = o.id join invoices i on i.id = a.invoice_id "
                "where i.booking_id = $1 order by o.id",
                UUID(booking),
            )
            await tx.execute("update app.outbox set sent_at = now() where kind = 'invoice'")
        return list(found)

    mailed, unsent = await season.booked(), await season.booked()
    for booking in (mailed, unsent):
        await season.picked_up(booking, 8)
        if booking == mailed:
            await told(mailed)
    invoice = (await season.invoices(mailed))[0]
    await season.pay(invoice["reference"], 11025)
    for booking in (mailed, unsent):
        async with season.database.owner() as tx:
            await storage_events.taken_back(tx, UUID(booking))
    # One mail says that it is void, and what was paid is credit; nobody was told of the other.
    [_, correction] = await told(mailed)
    words = render(correction["kind"], json.loads(correction["data"])).text
    assert f"We cancelled invoice {invoice['number']}" in words
    assert "The $110.25 already paid for it is now credit on your account." in words
    assert await told(unsent) == []
    assert (await season.money(mailed))["credit_cents"] == 11025


async def test_credit_goes_from_one_booking_of_a_customer_to_the_next(season: Season) -> None:
    mina = await person(season.database)
    first = await season.booked(mina)
    await season.kit(first)
    [kit] = await season.invoices(first)
    await season.pay(kit["reference"], 4000)
    # Booked anew: the first one is replaced, and its deposit still counts towards the storage.
    second = await season.booked(mina)
    await season.picked_up(second, 8)
    newest = (await season.invoices(second))[-1]
    assert (newest["deposit_cents"], newest["credit_cents"], newest["total_cents"]) == (
        -2500,
        -1500,
        7025,
    )
    stranger = await season.booked()
    await season.picked_up(stranger, 8)
    assert (await season.invoices(stranger))[0]["total_cents"] == 11025
