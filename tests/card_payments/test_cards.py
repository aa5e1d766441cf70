"""Card payments: a page of Checkout once, and what Stripe tells, in any order and any number."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from summerstow.billing.card_payments import commands
from summerstow.billing.card_payments.stripe_api import StripeApi
from summerstow.billing.card_payments.webhook import StripeWebhook
from summerstow.platform import clock
from summerstow.platform.http import site
from summerstow.platform.settings.load import load_settings
from tests.billing.money import LINKS, PICKUP, Season, noon, season
from tests.people import Person, person

from .stripe_server import WEBHOOK_SECRET, StripeServer, event, signature, stripe_server

__all__ = ["season"]

COMPLETED = "checkout.session.completed"
SUCCEEDED = "checkout.session.async_payment_succeeded"
FAILED = "checkout.session.async_payment_failed"
EXPIRED = "checkout.session.expired"


@pytest.fixture
def desk() -> Iterator[StripeServer]:
    with stripe_server() as found:
        yield found


class Till:
    """A customer with an invoice of $110.25, and both ends of Stripe's wire."""

    def __init__(self, season: Season, desk: StripeServer, stripe: StripeApi) -> None:
        self.season, self.desk, self.stripe = season, desk, stripe
        self.mina: Person
        self.booking = ""
        self.invoice: dict[str, Any] = {}

    async def open(self) -> None:
        """The pickup was counted, and the invoice is there."""
        self.mina = await person(self.season.database)
        self.booking = await self.season.booked(self.mina)
        await self.season.picked_up(self.booking, 8)
        [self.invoice] = await self.season.invoices(self.booking)

    async def start(self, who: Person | None = None, key: str | None = None) -> httpx.Response:
        """Ask for the page."""
        client = self.season.clients.of(who or self.mina)
        return await client.post(
            "/rpc/start_card_payment",
            json={"invoice_id": self.invoice["id"]},
            headers={"Idempotency-Key": key} if key else {},
        )

    async def checkout(self) -> str:
        """Ask for the page; our id of it."""
        answer = await self.start()
        assert answer.status_code == 200, answer.text
        return self.desk.asked[-1]["client_reference_id"]

    async def tell(
        self, body: bytes, sign: str | None = None, stripe: StripeApi | None = None
    ) -> int:
        """Stripe posts a webhook; the status of the answer."""
        webhook = StripeWebhook(self.season.database, stripe or self.stripe)
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=webhook), base_url="http://summerstow.test"
        ) as client:
            answer = await client.post(
                "/webhooks/stripe",
                content=body,
                headers={"stripe-signature": sign or signature(body)},
            )
        return answer.status_code

    async def sums(self) -> tuple[str, int, int]:
        """(state of the invoice, owed, credit)."""
        money = await self.season.money(self.booking)
        return money["invoices"][-1]["state"], money["owed_cents"], money["credit_cents"]


@pytest.fixture
async def till(season: Season, desk: StripeServer, tmp_path: Path) -> Till:
    settings = load_settings(
        {
            "SUMMERSTOW_DATA_DIR": str(tmp_path),
            "SUMMERSTOW_SITE_URL": "https://summerstow.test",
            "STRIPE_SECRET_KEY": "sk_test_secret",
            "STRIPE_WEBHOOK_SECRET": WEBHOOK_SECRET,
            "STRIPE_API_BASE": desk.address,
        }
    )
    found = Till(season, desk, StripeApi(settings))
    season.clients.app._commands = {
        **season.clients.app._commands,
        **{one.name: one for one in commands.commands(season.database, found.stripe, LINKS)},
    }
    await found.open()
    return found


async def test_the_page_is_for_what_is_owed(till: Till) -> None:
    await till.season.pay(till.invoice["reference"], 1025)
    answer = await till.start()
    [page] = till.desk.pages.values()
    assert answer.json() == {"url": page["url"]}
    [asked] = till.desk.asked
    assert asked["line_items[0][price_data][unit_amount]"] == "10000"
    assert asked["line_items[0][price_data][currency]"] == "cad"
    assert asked["line_items[0][price_data][product_data][name]"] == (
        f"{till.invoice['number']}: First month of storage"
    )
    assert asked["success_url"] == (
        f"https://summerstow.test/customer-dashboard/payments?invoice={till.invoice['id']}"
        "&card=done"
    )
    assert till.desk.keys == [asked["client_reference_id"]]
    methods = await till.season.clients.of(till.mina).get("/rpc/payment_methods")
    assert methods.json() == {"card": True}


async def test_two_presses_are_one_page_and_another_amount_is_another(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asyncio.gather(*(till.start() for _ in range(4)))
    assert len(set(till.desk.keys)) == 1
    assert len({tuple(sorted(one.items())) for one in till.desk.asked}) == 1
    key = str(uuid4())
    once, again = [await till.start(key=key) for _ in range(2)]
    assert once.json() == again.json()
    assert len(till.desk.pages) == 1
    [first] = till.desk.status
    await till.season.pay(till.invoice["reference"], 1025)
    await till.start()
    assert till.desk.expired == [first]
    # Much later it is a page of its own, and the one before is closed.
    monkeypatch.setattr(clock, "now", lambda: noon(PICKUP) + timedelta(minutes=25))
    await till.start()
    assert (len(till.desk.pages), len(till.desk.expired)) == (3, 2)


async def test_a_page_that_is_paid_lets_no_other_be_opened(till: Till) -> None:
    await till.start()
    [number] = till.desk.status
    till.desk.status[number] = "complete"
    await till.season.pay(till.invoice["reference"], 1025)
    for _ in range(2):
        answer = await till.start()
        assert (answer.status_code, answer.json()["message"]) == (
            409,
            "A card payment for this invoice is being confirmed. It appears here by itself.",
        )
    assert len(till.desk.pages) == 1


async def test_a_payment_told_again_and_again_is_one(till: Till) -> None:
    """Rule: payment-matching."""
    body = event(COMPLETED, await till.checkout(), 11025)
    for _ in range(2):
        assert await asyncio.gather(*(till.tell(body) for _ in range(3))) == [200] * 3
    # The same payment under another event, days later.
    later = body.replace(COMPLETED.encode(), SUCCEEDED.encode())
    till.season.on(PICKUP + timedelta(days=2))
    assert await till.tell(later) == 200
    assert await till.sums() == ("paid", 0, 0)
    lines = (await till.season.money(till.booking))["lines"]
    assert [one["code"] for one in lines if one["kind"] == "payment"] == ["card"]
    assert lines[-1]["event"] == "Card payment received on April 28, 2027"
    # What is told late, and out of order, changes nothing.
    for kind in (EXPIRED, FAILED):
        told = event(kind, till.desk.asked[-1]["client_reference_id"], 11025)
        assert await till.tell(told) == 200
    assert await _states(till) == ["paid"]
    over = await till.start()
    assert (over.status_code, over.json()["message"]) == (
        409,
        "There is nothing left to pay on this invoice.",
    )


@pytest.mark.parametrize(
    ("cents", "sums"),
    [(11024, ("open", 1, 0)), (12000, ("paid", 0, 975))],
)
async def test_another_amount_settles_what_it_can(
    till: Till, cents: int, sums: tuple[str, int, int]
) -> None:
    assert await till.tell(event(COMPLETED, await till.checkout(), cents)) == 200
    assert await till.sums() == sums


async def test_paid_twice_by_two_ways_is_credit(till: Till) -> None:
    checkout = await till.checkout()
    await till.season.pay(till.invoice["reference"], 11025)
    assert await till.tell(event(COMPLETED, checkout, 11025)) == 200
    assert await till.sums() == ("paid", 0, 11025)


async def test_a_way_to_pay_that_takes_days(till: Till) -> None:
    checkout = await till.checkout()
    assert await till.tell(event(COMPLETED, checkout, 11025, payment_status="unpaid")) == 200
    assert (await till.sums())[0] == "open"
    waits = await till.start()
    assert "being confirmed" in waits.json()["message"]
    assert await till.tell(event(FAILED, checkout, 11025)) == 200
    # It failed: another try is another page.
    assert await till.checkout() != checkout
    body = event(SUCCEEDED, till.desk.asked[-1]["client_reference_id"], 11025)
    assert await till.tell(body) == 200
    unpaid = event(COMPLETED, checkout, 11025, payment_status="unpaid")
    assert await till.tell(unpaid) == 200
    assert await till.sums() == ("paid", 0, 0)
    assert await _states(till) == ["failed", "paid"]


async def test_a_page_whose_time_is_over(till: Till) -> None:
    checkout = await till.checkout()
    assert await till.tell(event(EXPIRED, checkout, 11025, payment_status="unpaid")) == 200
    assert await _states(till) == ["expired"]
    assert await till.checkout() != checkout


async def test_what_is_not_signed_by_stripe_does_nothing(till: Till) -> None:
    body = event(COMPLETED, await till.checkout(), 11025)
    wrong = [
        signature(body, secret="whsec_other"),
        signature(body, age=3600),
        signature(body + b" "),
        "t=1,v1=00",
        "nonsense",
    ]
    assert [await till.tell(body, sign) for sign in wrong] == [400] * len(wrong)
    assert await till.tell(b"{", signature(b"{")) == 400
    assert (await till.sums())[1] == 11025
    off = StripeWebhook(till.season.database, None)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=off), base_url="http://summerstow.test"
    ) as client:
        sign = {"stripe-signature": signature(body)}
        assert (
            await client.post("/webhooks/stripe", content=body, headers=sign)
        ).status_code == 404
    webhook = StripeWebhook(till.season.database, till.stripe)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=webhook), base_url="http://summerstow.test"
    ) as client:
        assert (await client.get("/webhooks/stripe")).status_code == 405
        assert (await client.post("/webhooks/other", content=body)).status_code == 404
        large = await client.post("/webhooks/stripe", content=b"x" * 300_000)
        assert large.status_code == 413


async def test_what_is_none_of_ours(till: Till) -> None:
    checkout = await till.checkout()
    for reference in (str(uuid4()), "another-shops", None):
        assert await till.tell(event(COMPLETED, reference, 500)) == 200  # type: ignore[arg-type]
    assert await till.tell(event("charge.refunded", checkout, 500)) == 200
    # Another currency is for a person: it stays refused, and Stripe shows that.
    assert await till.tell(event(COMPLETED, checkout, 500, currency="usd")) == 400
    assert (await till.sums())[1] == 11025


async def test_whose_invoice_it_is(till: Till) -> None:
    noor = await person(till.season.database)
    office = await person(till.season.database, "executive")
    for who in (noor, office):
        assert (await till.start(who)).status_code == 404
    signed_out = await till.season.ask(None, "start_card_payment", invoice_id=till.invoice["id"])
    assert signed_out.status_code == 401
    guests = await till.season.booked()
    await till.season.picked_up(guests, 3)
    [till.invoice] = await till.season.invoices(guests)
    assert (await till.start()).status_code == 404


async def test_stripe_is_away(till: Till, capfd: pytest.CaptureFixture[str]) -> None:
    for down in (500, 401):
        till.desk.down = down
        answer = await till.start()
        assert (answer.status_code, answer.json()["code"]) == (503, "PT503")
        assert answer.json()["message"].startswith("Card payments do not work right now.")
    assert "sk_test_secret" not in "".join(capfd.readouterr())
    till.desk.down = 0
    assert (await till.start()).status_code == 200
    # It is the page that was asked for before.
    assert len(await _states(till)) == 1


async def test_without_keys_there_are_no_cards(season: Season) -> None:
    mina = await person(season.database)
    season.clients.app._commands = {
        **season.clients.app._commands,
        **{one.name: one for one in commands.commands(season.database, None, LINKS)},
    }
    methods = await season.clients.of(mina).get("/rpc/payment_methods")
    assert methods.json() == {"card": False}
    answer = await season.ask(mina, "start_card_payment", invoice_id=str(uuid4()))
    assert (answer.status_code, answer.json()["message"]) == (
        404,
        "Card payments are not set up here.",
    )


async def _states(till: Till) -> list[str]:
    async with till.season.database.owner() as tx:
        rows = await tx.fetch(
            "select c.state from app.card_checkouts c join invoices i on i.id = c.invoice_id "
            "join bookings b on b.id = i.booking_id where b.user_id = $1 "
            "order by asked_at, c.state",
            till.mina.id,
        )
    return [row["state"] for row in rows]


async def test_an_executive_sees_whether_the_keys_of_cards_work(till: Till) -> None:
    """Rule: first-steps."""
    boss = till.season.clients.of(await person(till.season.database, "executive"))
    webhook = site.link("/webhooks/stripe")
    assert (await boss.get("/rpc/check_cards")).json() == {"state": "test", "webhook": webhook}
    till.desk.refuses_key = True
    assert (await boss.get("/rpc/check_cards")).json()["state"] == "refused"
    till.desk.down = 500
    assert (await boss.get("/rpc/check_cards")).status_code == 503
    assert (await till.season.clients.of(till.mina).get("/rpc/check_cards")).status_code == 403
    off = commands.commands(till.season.database, None, LINKS)
    till.season.clients.app._commands = {one.name: one for one in off}
    assert (await boss.get("/rpc/check_cards")).json()["state"] == "off"
