"""What was paid by card goes back to that card (rule: refunds-to-cards)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from summerstow.billing.card_payments import job
from summerstow.platform.errors import AppError
from summerstow.platform.settings.load import load_settings
from summerstow.platform.settings.model import Settings
from tests.billing.money import PICKUP, season
from tests.people import person

from .stripe_server import WEBHOOK_SECRET, StripeServer, event
from .test_cards import COMPLETED, Till, desk, till

__all__ = ["desk", "season", "till"]


@pytest.fixture
def settings(desk: StripeServer, tmp_path: Path) -> Settings:
    return load_settings(
        {
            "SUMMERSTOW_DATA_DIR": str(tmp_path),
            "STRIPE_SECRET_KEY": "sk_test_secret",
            "STRIPE_WEBHOOK_SECRET": WEBHOOK_SECRET,
            "STRIPE_API_BASE": desk.address,
        }
    )


async def _refund(till: Till, cents: int) -> dict[str, Any]:
    boss = await person(till.season.database, "executive")
    once = str(uuid4())
    asked = {"once": once, "amount_cents": cents, "reason": "We broke a lamp."}
    first: dict[str, Any] = await till.season.done(boss, "refund", booking_id=till.booking, **asked)
    # A second press is the same refund.
    await till.season.done(boss, "refund", booking_id=till.booking, **asked)
    return first


async def test_a_refund_goes_to_the_card_first_and_once(till: Till, settings: Settings) -> None:
    await till.tell(event(COMPLETED, await till.checkout(), 15000, payment_intent="pi_lamp"))
    assert (await till.sums())[2] == 3975
    shown = await _refund(till, 3000)
    assert [one["state"] for one in shown["card_refunds"]] == ["asked"]
    till.desk.down = 503
    with pytest.raises(AppError):
        await job.run(till.season.database, settings)
    till.desk.down = 0
    for _ in range(2):
        await job.run(till.season.database, settings)
    [sent] = till.desk.refunds.values()
    assert (sent["payment_intent"], sent["amount"]) == ("pi_lamp", "3000")
    money = await till.season.money(till.booking)
    assert [(one["amount_cents"], one["state"]) for one in money["card_refunds"]] == [
        (3000, "done")
    ]
    assert (money["credit_cents"], money["card_credit_cents"]) == (975, 975)


async def test_a_refund_whose_answer_was_lost_is_not_made_again(
    till: Till, settings: Settings
) -> None:
    """Also days later, when Stripe has forgotten its key."""
    await till.tell(event(COMPLETED, await till.checkout(), 15000, payment_intent="pi_lost"))
    await _refund(till, 3000)
    till.desk.lost = 503
    with pytest.raises(AppError):
        await job.run(till.season.database, settings)
    till.desk.lost = 0
    [key] = till.desk.refunds
    till.season.on(PICKUP + timedelta(days=3))
    await job.run(till.season.database, settings)
    assert list(till.desk.refunds) == [key]
    money = await till.season.money(till.booking)
    assert [one["state"] for one in money["card_refunds"]] == ["done"]


async def test_a_waived_invoice_that_was_paid_by_card_goes_back_there(
    till: Till, settings: Settings
) -> None:
    """The credit is the waiver's, and the money came by card; a second refund takes the rest."""
    await till.tell(event(COMPLETED, await till.checkout(), 11025, payment_intent="pi_waived"))
    boss = await person(till.season.database, "executive")
    await till.season.done(
        boss,
        "waive",
        once=str(uuid4()),
        invoice_id=till.invoice["id"],
        amount_cents=11025,
        reason="We broke a lamp.",
    )
    assert (await till.season.money(till.booking))["card_credit_cents"] == 11025
    await _refund(till, 10000)
    await _refund(till, 1025)
    await job.run(till.season.database, settings)
    assert sorted(int(one["amount"]) for one in till.desk.refunds.values()) == [1025, 10000]


async def test_what_stripe_refuses_is_shown_to_be_sent_by_hand(
    till: Till, settings: Settings
) -> None:
    await till.tell(event(COMPLETED, await till.checkout(), 15000, payment_intent="pi_gone"))
    till.desk.gone_back.add("pi_gone")
    await _refund(till, 3975)
    await job.run(till.season.database, settings)
    money = await till.season.money(till.booking)
    assert [one["state"] for one in money["card_refunds"]] == ["failed"]


async def test_credit_of_a_transfer_goes_to_no_card(till: Till, settings: Settings) -> None:
    await till.season.pay(till.invoice["reference"], 12025)
    shown = await _refund(till, 1000)
    assert shown["card_refunds"] == []
    await job.run(till.season.database, settings)
    assert till.desk.refunds == {}
