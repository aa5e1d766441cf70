"""Recorded payments that are taken back by a counter-entry (rule: payment-reversal)."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.billing.ledger import reversal_rights
from summerstow.billing.notices import notify as invoices_told
from summerstow.messages import planner
from summerstow.office.overview import queries as report_queries
from summerstow.office.overview.ranges import DayRange
from summerstow.platform.outbox.render import render
from tests.people import Person, person

from .money import LINKS, PICKUP, Season, season

__all__ = ["season"]

REASON = "Recorded on the wrong account"


async def _owing(season: Season) -> dict[str, Any]:
    booking = await season.booked()
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    return invoice


async def _paid(season: Season, invoice: dict[str, Any], cents: int, bank: str) -> str:
    """Record a payment; returns its id."""
    answer = await season.pay(invoice["reference"], cents, bank)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["payment_id"])


def _bank() -> str:
    return f"CA{uuid4().hex[:10].upper()}"


async def _reverse(season: Season, who: Person, *ids: str, reason: str = REASON) -> Any:
    return await season.ask(who, "reverse_payments", payment_ids=list(ids), reason=reason)


async def test_a_payment_taken_back_leaves_the_account_as_it_was(season: Season) -> None:
    invoice = await _owing(season)
    before = await season.money(invoice["booking_id"])
    office = await person(season.database, "admin")
    async with season.database.owner() as tx:
        days, _ = await report_queries.count_days(tx, [DayRange(PICKUP, PICKUP)], PICKUP, None)
    received = sum(one.received_cents for one in days)
    payment = await _paid(season, invoice, 20000, _bank())
    answers = await asyncio.gather(*(_reverse(season, office, payment) for _ in range(4)))
    for answer in answers:
        assert answer.json() == {"reversed": 1, "cents": 20000}
    money = await season.money(invoice["booking_id"])
    for name in ("owed_cents", "credit_cents", "balance_cents", "overdue_cents"):
        assert money[name] == before[name]
    assert money["invoices"][0]["state"] == "open"
    *_, paid, back = money["lines"]
    assert (paid["amount_cents"], paid["reversed"], paid["reversible"]) == (-20000, True, False)
    assert (back["amount_cents"], back["words"]) == (20000, f"Payment taken back: {REASON}")
    found = await season.done(office, "find_invoices", search=invoice["number"])
    assert [one["owed_cents"] for one in found["rows"]] == [11025]
    # In the overview it counts on the day on which the payment did.
    async with season.database.owner() as tx:
        days, _ = await report_queries.count_days(tx, [DayRange(PICKUP, PICKUP)], PICKUP, None)
    assert sum(one.received_cents for one in days) == received


async def test_what_it_settled_elsewhere_opens_and_other_credit_fills_it(season: Season) -> None:
    first = await _owing(season)
    booking = first["booking_id"]
    await season.pass_to(date(2027, 5, 28))
    second = (await season.invoices(booking))[1]
    office = await person(season.database, "admin")
    # What is over settles a part of the next invoice, and a second payment has credit left.
    payment = await _paid(season, first, 20000, _bank())
    await _paid(season, second, 11050, _bank())
    money = await season.money(booking)
    assert (money["owed_cents"], money["credit_cents"]) == (0, 9000)
    assert (await _reverse(season, office, payment)).status_code == 200
    money = await season.money(booking)
    assert (money["owed_cents"], money["credit_cents"]) == (11000, 0)
    assert [one["owed_cents"] for one in await season.invoices(booking)] == [2025, 8975]


async def test_the_transfer_is_recorded_again_only_on_purpose_and_once(season: Season) -> None:
    wrong, right = await _owing(season), await _owing(season)
    office = await person(season.database, "admin")
    bank = _bank()
    payment = await _paid(season, wrong, 11025, bank)
    await _reverse(season, office, payment)
    for invoice in (wrong, right):
        retry = await season.pay(invoice["reference"], 11025, bank)
        assert (retry.status_code, retry.json()["details"]) == (409, {"taken_back": payment})
    again = {
        "reference": right["reference"],
        "amount_cents": 11025,
        "received_on": "2027-04-28",
        "bank_reference": bank,
        "taken_back": payment,
    }
    answers = await asyncio.gather(
        *(season.ask(office, "record_payment", **again) for _ in range(3))
    )
    assert [one.status_code for one in answers] == [200] * 3
    money = await season.money(right["booking_id"])
    assert (money["owed_cents"], money["balance_cents"]) == (0, 0)
    # Taken back again, an old repeat makes no third one.
    await _reverse(season, office, money["lines"][-1]["id"])
    assert (await season.ask(office, "record_payment", **again)).status_code == 409
    assert (await season.money(wrong["booking_id"]))["owed_cents"] == 11025


async def test_admins_have_ten_minutes_and_executives_any_time(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    invoice = await _owing(season)
    office = await person(season.database, "admin")
    boss = await person(season.database, "executive")
    payment = await _paid(season, invoice, 11025, _bank())
    monkeypatch.setattr(reversal_rights, "OFFICE_SECONDS", 0.0)
    for who, reversible in ((office, False), (boss, True)):
        money = await season.done(who, "account_statement", invoice_id=invoice["id"])
        assert money["lines"][-1]["reversible"] is reversible
    late = await _reverse(season, office, payment)
    assert late.status_code == 403
    assert "only an executive" in late.json()["message"]
    assert (await season.money(invoice["booking_id"]))["owed_cents"] == 0
    assert (await _reverse(season, boss, payment)).status_code == 200
    assert (await season.money(invoice["booking_id"]))["owed_cents"] == 11025


async def test_what_cannot_be_taken_back(season: Season) -> None:
    invoice = await _owing(season)
    boss = await person(season.database, "executive")
    payment = await _paid(season, invoice, 12025, _bank())
    for reason in ("", "   ", "no"):
        assert (await _reverse(season, boss, payment, reason=reason)).status_code == 400
    other = await _reverse(season, boss, payment, str(uuid4()))
    assert other.status_code == 404
    await season.done(
        boss,
        "refund",
        once=str(uuid4()),
        booking_id=invoice["booking_id"],
        amount_cents=1000,
        reason="Paid too much",
    )
    refused = await _reverse(season, boss, payment)
    assert refused.status_code == 409
    assert "paid back to the customer" in refused.json()["message"]
    assert (await season.money(invoice["booking_id"]))["balance_cents"] == 0
    for role in ("customer", "worker"):
        denied = await _reverse(season, await person(season.database, role), payment)
        assert denied.status_code == 403


async def test_customers_are_told_of_a_payment_taken_back_once(season: Season) -> None:
    async def told(invoice: dict[str, Any]) -> list[Any]:
        async with season.database.owner() as tx:
            for _ in range(2):
                await invoices_told.run(tx, LINKS)
            return list(
                await tx.fetch(
                    "select o.id, o.kind, o.cause, o.data from app.outbox o "
                    "join app.announcements a on a.outbox_id = o.id "
                    "join ledger l on l.id = a.payment_id where l.booking_id = $1 order by o.id",
                    UUID(invoice["booking_id"]),
                )
            )

    unwritten, unsent, sent = [await _owing(season) for _ in range(3)]
    office = await person(season.database, "admin")
    payments = {}
    for invoice in (unsent, sent, unwritten):
        payments[invoice["id"]] = await _paid(season, invoice, 11025, _bank())
        if invoice is not unwritten:
            [mail] = await told(invoice)
        if invoice is sent:
            async with season.database.owner() as tx:
                await tx.execute("update app.outbox set sent_at = now() where id = $1", mail["id"])
    await _reverse(season, office, *payments.values())
    # Of one nothing was written, one is withdrawn before it leaves, and one is corrected.
    assert await told(unwritten) == []
    [withdrawn] = await told(unsent)
    async with season.database.owner() as tx:
        verdict = await planner.judge(tx, "mail", withdrawn["cause"], json.loads(withdrawn["data"]))
    assert verdict == "withdraw"
    [_, correction] = await told(sent)
    words = render(correction["kind"], json.loads(correction["data"])).text
    assert "$110.25" in words
    assert REASON in words
    assert sent["number"] in words
