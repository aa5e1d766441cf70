"""A card pays the following invoices on their due day, as its payer agreed.

Rule: automatic-payments.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from summerstow.billing.card_payments import job
from summerstow.billing.notices import notify
from summerstow.platform.errors import AppError
from summerstow.platform.outbox.render import completed, render
from summerstow.platform.tables import Row
from tests.billing.money import LINKS, SITE, season

from .stripe_server import event
from .test_cards import COMPLETED, Till, desk, till
from .test_refunds import settings

__all__ = ["desk", "season", "settings", "till"]

SECOND_MONTH = date(2027, 5, 28)
DUE = timedelta(days=7)


async def _agreed(till: Till, payer: str) -> str:
    """The payer pays the first invoice and lets the card pay the following ones; the link."""
    async with till.season.database.owner() as tx:
        await tx.execute(
            "update bookings set payer_email = $2 where id = $1", UUID(till.booking), payer
        )
    token = LINKS.link(UUID(till.invoice["id"]), payer).rpartition("/")[2]
    answer = await till.season.ask(None, "payer_card_payment", token=token, save=True)
    assert answer.status_code == 200, answer.text
    asked = till.desk.asked[-1]
    assert asked["payment_intent_data[setup_future_usage]"] == "off_session"
    assert asked["customer_creation"] == "always"
    paid = event(COMPLETED, asked["client_reference_id"], 11025, payment_intent=f"pi_{uuid4().hex}")
    # Stripe tells it twice.
    for _ in range(2):
        assert await till.tell(paid) == 200
    return token


async def _on(till: Till, day: date, settings: Any) -> dict[str, Any]:
    """What is owed after the jobs of a day, and of the second month's first before it."""
    for one in sorted({SECOND_MONTH, day}):
        await till.season.pass_to(one)
        for _ in range(2):
            await job.run(till.season.database, settings)
    return await till.season.money(till.booking)


async def _mails(till: Till, to: str) -> list[str]:
    async with till.season.database.owner() as tx:
        await notify.run(tx, LINKS)
        rows: list[Row] = [
            dict(one)
            for one in await tx.fetch(
                "select kind, data from app.outbox where recipient = $1 order by id", to
            )
        ]
    return [
        render(one["kind"], completed(msgspec.json.decode(one["data"]), SITE)).text for one in rows
    ]


async def test_the_card_pays_on_the_due_day_once(till: Till, settings: Any) -> None:
    payer = f"{uuid4().hex}@family.example"
    token = await _agreed(till, payer)
    assert (await till.season.done(None, "payer_invoice", token=token))["saved_card"] == (
        "Visa ending in 4242"
    )
    money = await _on(till, SECOND_MONTH, settings)
    assert (money["owed_cents"], money["saved_card"]) == (11025, "Visa ending in 4242")
    words = "Visa ending in 4242 pays it by itself on the due day."
    assert any(words in one for one in await _mails(till, payer))
    assert till.desk.charges == {}
    money = await _on(till, SECOND_MONTH + DUE, settings)
    [charge] = till.desk.charges.values()
    assert (charge["amount"], charge["off_session"]) == ("11025", "true")
    assert money["owed_cents"] == 0


async def test_a_declined_card_is_not_tried_again_and_its_payer_is_told(
    till: Till, settings: Any
) -> None:
    payer = f"{uuid4().hex}@family.example"
    await _agreed(till, payer)
    till.desk.declined.add("pm_visa")
    money = await _on(till, SECOND_MONTH + DUE, settings)
    assert money["owed_cents"] == 11025
    assert till.desk.charges == {}
    mails = await _mails(till, payer)
    assert sum("Visa ending in 4242 did not pay" in one for one in mails) == 1
    till.desk.declined.clear()
    await job.run(till.season.database, settings)
    assert till.desk.charges == {}


async def test_automatic_payments_end_when_the_payer_says_so(till: Till, settings: Any) -> None:
    payer = f"{uuid4().hex}@family.example"
    token = await _agreed(till, payer)
    await till.season.done(None, "payer_stop_saved_card", token=token)
    assert (await till.season.done(None, "payer_invoice", token=token))["saved_card"] is None
    assert (await _on(till, SECOND_MONTH + DUE, settings))["owed_cents"] == 11025
    assert till.desk.charges == {}


async def test_a_customer_agrees_and_ends_it_in_the_account(till: Till, settings: Any) -> None:
    client = till.season.clients.of(till.mina)
    asked = {"invoice_id": till.invoice["id"], "save": True}
    assert (await client.post("/rpc/start_card_payment", json=asked)).status_code == 200
    checkout = till.desk.asked[-1]["client_reference_id"]
    payment = f"pi_{uuid4().hex}"
    assert await till.tell(event(COMPLETED, checkout, 11025, payment_intent=payment)) == 200
    money = await till.season.money(till.booking)
    assert money["saved_card"] == "Visa ending in 4242"
    await till.season.done(till.mina, "stop_saved_card")
    assert (await till.season.money(till.booking))["saved_card"] is None
    assert (await _on(till, SECOND_MONTH + DUE, settings))["owed_cents"] == 11025
    assert till.desk.charges == {}


async def test_a_payer_who_stops_while_stripe_is_away_is_not_charged(
    till: Till, settings: Any
) -> None:
    token = await _agreed(till, f"{uuid4().hex}@family.example")
    await _on(till, SECOND_MONTH, settings)
    await till.season.pass_to(SECOND_MONTH + DUE)
    till.desk.down = 503
    with pytest.raises(AppError):
        await job.run(till.season.database, settings)
    await till.season.done(None, "payer_stop_saved_card", token=token)
    till.desk.down = 0
    await job.run(till.season.database, settings)
    assert till.desk.charges == {}
    assert (await till.season.money(till.booking))["owed_cents"] == 11025


async def test_what_is_left_of_an_invoice_is_charged_that_was_paid_in_part_meanwhile(
    till: Till, settings: Any
) -> None:
    payer = f"{uuid4().hex}@family.example"
    await _agreed(till, payer)
    await _on(till, SECOND_MONTH, settings)
    await till.season.pass_to(SECOND_MONTH + DUE)
    till.desk.down = 503
    with pytest.raises(AppError):
        await job.run(till.season.database, settings)
    [owed] = [one for one in await till.season.invoices(till.booking) if one["owed_cents"]]
    assert (await till.season.pay(owed["reference"], 5000)).status_code == 200
    till.desk.down = 0
    for _ in range(2):
        await job.run(till.season.database, settings)
    [charge] = till.desk.charges.values()
    assert charge["amount"] == "6025"
    assert (await till.season.money(till.booking))["owed_cents"] == 0
    assert not any("did not pay" in one for one in await _mails(till, payer))


async def test_a_charge_whose_answer_was_lost_is_recorded_once(till: Till, settings: Any) -> None:
    """Also days later, and when the payer stopped meanwhile: the money was taken."""
    token = await _agreed(till, f"{uuid4().hex}@family.example")
    await _on(till, SECOND_MONTH, settings)
    await till.season.pass_to(SECOND_MONTH + DUE)
    till.desk.lost = 503
    with pytest.raises(AppError):
        await job.run(till.season.database, settings)
    till.desk.lost = 0
    await till.season.done(None, "payer_stop_saved_card", token=token)
    till.season.on(SECOND_MONTH + DUE + timedelta(days=3))
    await job.run(till.season.database, settings)
    assert len(till.desk.charges) == 1
    assert (await till.season.money(till.booking))["owed_cents"] == 0


async def test_another_payer_is_not_shown_the_card_of_the_first(till: Till, settings: Any) -> None:
    """It does not pay what goes to them."""
    await _agreed(till, f"{uuid4().hex}@family.example")
    other = f"{uuid4().hex}@family.example"
    async with till.season.database.owner() as tx:
        await tx.execute(
            "update bookings set payer_email = $2 where id = $1", UUID(till.booking), other
        )
    token = LINKS.link(UUID(till.invoice["id"]), other).rpartition("/")[2]
    assert (await till.season.done(None, "payer_invoice", token=token))["saved_card"] is None
    assert (await till.season.money(till.booking))["saved_card"] is None


async def test_a_card_pays_for_nobody_who_took_its_owners_place(till: Till, settings: Any) -> None:
    await _agreed(till, f"{uuid4().hex}@family.example")
    async with till.season.database.owner() as tx:
        await tx.execute(
            "update bookings set payer_email = $2 where id = $1",
            UUID(till.booking),
            f"{uuid4().hex}@family.example",
        )
    await _on(till, SECOND_MONTH + DUE, settings)
    assert till.desk.charges == {}
