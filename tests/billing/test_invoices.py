"""Events and their invoices: each once, to the cent, and put right by entries alone."""

from __future__ import annotations

import asyncio
import base64
import re
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pypdfium2
import pytest

from summerstow.billing.invoices import monthly as invoices_monthly
from summerstow.billing.pricing.quote import quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.platform.windows import starts_at
from tests.people import person
from tests.price_list import PRICES

from .money import PICKUP, Season, season

__all__ = ["season"]


def _sums(invoice: dict[str, Any]) -> tuple[int, int, int, int, int]:
    names = ("subtotal_cents", "tax_cents", "deposit_cents", "credit_cents", "total_cents")
    return tuple(invoice[name] for name in names)


@pytest.mark.parametrize(
    ("items", "monthly"),
    [(3, 6000), (4, 10500), (7, 10500), (8, 10500), (9, 15000), (19, 18500), (20, 20000)],
)
async def test_the_count_makes_the_first_invoice(season: Season, items: int, monthly: int) -> None:
    """Rule: first-invoice."""
    mina = await person(season.database)
    booking = await season.booked(mina)
    await season.picked_up(booking, items)
    [invoice] = await season.invoices(booking)
    assert _sums(invoice) == (monthly, monthly // 20, 0, 0, monthly * 21 // 20)
    assert (invoice["issued_on"], invoice["due_on"]) == ("2027-04-28", "2027-05-05")
    assert (invoice["state"], invoice["words"]) == ("open", "First month of storage")
    # A code of letters and figures that spells no word and is not misread.
    assert re.fullmatch("[B-DF-HJKMNP-TV-Z2-9]{8}", invoice["reference"])
    plan = (await season.money(booking))["plan"]
    assert (plan["items"], plan["counted"], plan["next_on"]) == (items, True, "2027-05-28")


async def test_a_guest_has_an_account_of_the_booking(season: Season) -> None:
    booking = await season.booked()
    await season.kit(booking)
    await season.picked_up(booking, 8)
    kit, first = await season.invoices(booking)
    assert _sums(kit) == (2500, 0, 0, 0, 2500)
    assert _sums(first) == (10500, 525, -2500, 0, 8525)
    assert (await season.money(booking))["balance_cents"] == 2500 + 8525


async def test_months_until_the_return_on_the_same_day_and_after_an_outage(
    season: Season,
) -> None:
    booking = await season.booked(pickup_date="2027-01-31")
    await season.picked_up(booking, 8, on=date(2027, 1, 31))
    made = [
        await season.pass_to(day, booking)
        for day in (
            date(2027, 2, 27),
            date(2027, 2, 28),
            date(2027, 2, 28),
            date(2027, 3, 30),
            date(2027, 3, 31),
            # Nothing ran for two months and more.
            date(2027, 6, 30),
            date(2027, 7, 31),
        )
    ]
    assert made == [1, 2, 2, 2, 3, 6, 7]
    # The free return dates never start a month: not on Aug 31, and not while they last.
    assert await season.pass_to(date(2027, 8, 31), booking) == 7
    assert await season.pass_to(date(2027, 9, 3), booking) == 7
    await season.status(booking, "delivered")
    assert await season.pass_to(date(2027, 12, 1), booking) == 7
    found = await season.invoices(booking)
    assert [one["words"] for one in found][-1] == "Month 7 of storage"
    assert {one["total_cents"] for one in found} == {11025}


async def test_items_that_stay_after_the_free_dates_begin_another_month(season: Season) -> None:
    booking = await season.booked()
    await season.picked_up(booking, 8)
    assert await season.pass_to(date(2027, 9, 3), booking) == 4
    assert await season.pass_to(date(2027, 9, 4), booking) == 5
    found = await season.invoices(booking)
    assert (found[-1]["words"], found[-1]["issued_on"]) == ("Month 5 of storage", "2027-09-04")
    # Staff find out that they went back in time: the month is credited with its tax.
    async with season.database.owner() as tx:
        await tx.execute(
            "update bookings set return_delivery_date = '2027-09-02', "
            "delivery_option = 'same_city' where id = $1",
            UUID(booking),
        )
    for status in ("delivered", "picked_up", "delivered"):
        await season.status(booking, status)
    assert (await season.money(booking))["balance_cents"] == 4 * 11025
    # It was a mistake: they are still here.
    await season.status(booking, "picked_up")
    await season.pass_to(date(2027, 9, 5))
    assert (await season.money(booking))["balance_cents"] == 5 * 11025


async def test_another_delivery_date_comes_with_the_last_invoice(season: Season) -> None:
    booking = await season.booked()
    await season.picked_up(booking, 8)
    async with season.database.owner() as tx:
        await tx.execute(
            "update bookings set return_delivery_date = '2027-06-20', "
            "delivery_option = 'same_city' where id = $1",
            UUID(booking),
        )
    await season.pass_to(date(2027, 5, 28))
    last = (await season.invoices(booking))[-1]
    assert (last["words"], last["subtotal_cents"]) == ("Month 2 of storage", 10500 + 15000)
    season.on(date(2027, 6, 20))
    await season.status(booking, "delivered")
    assert len(await season.invoices(booking)) == 2
    # Staff took it back and close it again: nothing is charged anew.
    await season.status(booking, "picked_up")
    await season.status(booking, "completed")
    assert (await season.money(booking))["balance_cents"] == 21 * (2 * 10500 + 15000) // 20


async def test_a_count_that_was_wrong_is_put_right(season: Season) -> None:
    booking = await season.booked()
    record = await season.picked_up(booking, 8)
    await season.pay((await season.invoices(booking))[0]["reference"], 11025)
    worker = await person(season.database, "worker")
    mark = {"pickup_id": record, "status": "completed"}
    await season.done(worker, "set_pickup_status", **mark, items=9)
    void, anew = await season.invoices(booking)
    assert (void["state"], void["owed_cents"]) == ("void", 0)
    # What was paid for the first one counts for the second.
    assert _sums(anew) == (15000, 750, 0, -11025, 4725)
    await season.pass_to(date(2027, 5, 28))
    office = await person(season.database, "admin")
    await season.done(office, "set_pickup_status", **mark, items=8)
    money = await season.money(booking)
    assert money["balance_cents"] == 2 * 11025 - 11025
    assert money["plan"]["monthly"]["subtotal_cents"] == 10500
    await season.done(office, "set_pickup_status", **mark, items=15)
    assert (await season.money(booking))["balance_cents"] == 2 * 18500 * 21 // 20 - 11025


async def test_a_pickup_that_is_taken_back_costs_nothing(season: Season) -> None:
    booking = await season.booked()
    record = await season.picked_up(booking, 8)
    worker = await person(season.database, "worker")
    await season.done(worker, "set_pickup_status", pickup_id=record, status="in_progress")
    assert (await season.money(booking))["balance_cents"] == 0
    assert await season.pass_to(date(2027, 6, 1), booking) == 1
    season.on(PICKUP)
    await season.done(worker, "set_pickup_status", pickup_id=record, status="completed", items=3)
    assert (await season.money(booking))["balance_cents"] == 6300


async def test_a_row_with_a_count_has_the_same_effect(season: Season) -> None:
    """Pickups by PATCH."""
    mina = await person(season.database)
    booking = await season.booked(mina)
    season.on(PICKUP)
    crew = season.clients.of(await person(season.database, "worker"))
    row = {"user_id": str(mina.id), "pickup_date": PICKUP.isoformat(), "status": "in_progress"}
    assert (await crew.post("/pickups", json=row)).status_code == 201
    where = f"/pickups?user_id=eq.{mina.id}"
    await crew.patch(where, json={"status": "completed"})
    assert await season.invoices(booking) == []
    assert (await crew.patch(where, json={"items_counted": 5})).status_code == 204
    assert [one["subtotal_cents"] for one in await season.invoices(booking)] == [10500]


async def test_a_further_pickup_makes_the_plan_larger_from_this_month_on(season: Season) -> None:
    mina = await person(season.database)
    booking = await season.booked(mina)
    await season.picked_up(booking, 8)
    await season.pass_to(date(2027, 5, 28))
    worker = await person(season.database, "worker")
    await season.done(
        worker,
        "add_pickup",
        user_id=str(mina.id),
        pickup_date="2027-06-02",
        pickup_time="9:00 AM - 12:00 PM",
        reason="customer",
    )
    season.on(date(2027, 6, 2))
    stop = await season.stop(booking)
    await season.done(worker, "set_pickup_status", queue_id=stop, status="completed", items=4)
    await season.pass_to(date(2027, 6, 28))
    assert [one["subtotal_cents"] for one in await season.invoices(booking)] == [
        10500,
        10500,
        15000 - 10500,
        15000,
    ]


async def test_late_fees_are_what_was_shown(season: Season) -> None:
    mina = await person(season.database)
    booking = await season.booked(mina, building_name="Totem Park")
    season.set_now(starts_at(1, PICKUP, "9:00 AM - 12:00 PM") - timedelta(hours=20))
    await season.done(
        mina,
        "edit_booking",
        booking_id=booking,
        changes={"building_name": "Walter Gage"},
        expected_fee_cents=5000,
    )
    for _ in range(2):
        await season.done(mina, "cancel_booking", booking_id=booking, expected_fee_cents=10_000)
    location, cancellation = await season.invoices(booking)
    assert _sums(location) == (5000, 0, 0, 0, 5000)
    assert _sums(cancellation) == (10_000, 0, 0, 0, 10_000)
    assert (location["tax_included_cents"], cancellation["tax_included_cents"]) == (238, 476)
    lines = (await season.money(booking))["lines"]
    assert "less than 48 hours" in lines[-1]["term"]
    assert lines[-1]["event"] == "Booking cancelled on April 27, 2027"


async def test_a_kit_that_was_not_delivered_after_all(season: Season) -> None:
    booking = await season.booked()
    await season.kit(booking)
    office = await person(season.database, "admin")
    await season.done(office, "set_kit_state", booking_id=booking, state="failed")
    assert (await season.money(booking))["balance_cents"] == 0
    await season.kit(booking)
    await season.kit(booking)
    assert (await season.money(booking))["balance_cents"] == 2500


async def test_the_same_event_at_once_is_charged_once(season: Season) -> None:
    booking = await season.booked()
    worker = await person(season.database, "worker")
    season.on(PICKUP)
    stop = await season.stop(booking)
    marks = [
        season.ask(worker, "set_pickup_status", queue_id=stop, status="completed", items=8)
        for _ in range(6)
    ]
    answers = await asyncio.gather(*marks)
    assert {one.status_code for one in answers} <= {204, 409}
    assert [one["total_cents"] for one in await season.invoices(booking)] == [11025]

    async def run() -> int:
        async with season.database.owner() as tx:
            return await invoices_monthly.run(tx)

    season.on(date(2027, 6, 28))
    await asyncio.gather(*(run() for _ in range(4)))
    await run()
    assert [one["words"] for one in await season.invoices(booking)] == [
        "First month of storage",
        "Month 2 of storage",
        "Month 3 of storage",
    ]


async def test_the_invoice_on_paper_is_for_its_customer_and_the_office(season: Season) -> None:
    mina = await person(season.database, name="Zoë Šimić 王")
    booking = await season.booked(mina)
    await season.picked_up(booking, 20)
    [invoice] = await season.invoices(booking)
    for who in (mina, await person(season.database, "admin")):
        paper = await season.done(who, "invoice_pdf", invoice_id=invoice["id"])
        assert paper["filename"] == f"{invoice['number']}.pdf"
        assert base64.b64decode(paper["content"]).startswith(b"%PDF-")
    noor, wren = await person(season.database), await person(season.database, "worker")
    for who in (noor, wren):
        for name, of in (("invoice_pdf", invoice["id"]), ("statement", booking)):
            key = "invoice_id" if name == "invoice_pdf" else "booking_id"
            assert (await season.ask(who, name, **{key: of})).status_code == 404
    assert (await season.ask(None, "statement")).status_code == 401


async def test_the_invoice_of_an_account_without_a_name_names_somebody(season: Season) -> None:
    nameless = await person(season.database, name="")
    booking = await season.booked(nameless, first_name="Ines", last_name="Roy")
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    paper = await season.done(nameless, "invoice_pdf", invoice_id=invoice["id"])
    pages = pypdfium2.PdfDocument(base64.b64decode(paper["content"]))
    words = pages[0].get_textpage().get_text_range()
    assert re.search(r"Bill to\s*Ines Roy\s", words)


async def test_the_statement_of_a_customer(season: Season) -> None:
    mina = await person(season.database)
    empty = await season.done(mina, "statement")
    assert (empty["booking_id"], empty["plan"], empty["balance_cents"]) == (None, None, 0)
    booking = await season.booked(mina)
    for _ in range(3):
        await season.done(
            mina,
            "add_item",
            booking_id=booking,
            item_id=str(uuid4()),
            kind="box",
            description="Books",
        )
    mine = await season.done(mina, "statement")
    # Every amount of an account has its tax (rule: tax-shown).
    assert mine["one_more"]["words"] == (
        "One more item makes it the Medium Bundle: $110.25 a month with tax, $47.25 more."
    )
    assert mine["cheaper"]["words"] == (
        "3 single items cost less: $47.25 a month with tax instead of $63."
    )
    assert mine["cheaper"]["saves_monthly_cents"] == 1500
    await season.picked_up(booking, 3)
    mine = await season.done(mina, "statement")
    assert mine["booking_id"] == booking
    # Nothing of it can be had any more: the count is final.
    assert (mine["one_more"], mine["cheaper"], mine["options"]) == (None, None, [])
    assert [(one["words"], one["balance_cents"]) for one in mine["lines"]] == [
        ("Small Bundle, 1-3 items, 1 month", 6000),
        ("GST 5%", 6300),
    ]
    assert all(one["event"] == "Pickup on April 28, 2027: 3 items counted" for one in mine["lines"])
    assert all(one["term"] for one in mine["lines"])


async def test_the_statement_prices_the_list_as_the_quote_does_until_it_is_cancelled(
    season: Season,
) -> None:
    """Rule: plan-choice."""
    mina = await person(season.database)
    booking = await season.booked(mina)
    for number in range(5):
        said = {"kind": "box", "description": "Books", "over_50_lb": number == 0}
        await season.done(mina, "add_item", booking_id=booking, item_id=str(uuid4()), **said)
    plan = (await season.done(mina, "statement"))["plan"]
    quoted = quote(PRICES, QuoteRequest(items=5, months=4, heavy_boxes=1), PICKUP)
    assert (plan["items"], plan["counted"]) == (5, False)
    assert plan["monthly"] == msgspec.to_builtins(quoted.monthly)
    offered = (await season.done(mina, "statement"))["options"]
    assert [one["pricing"] for one in offered] == ["bundle", "single_items"]
    assert offered[0] == {key: plan[key] for key in ("pricing", "name", "monthly")}
    await season.done(
        mina,
        "edit_booking",
        booking_id=booking,
        changes={"pricing": "single_items"},
        expected_fee_cents=0,
    )
    chosen = await season.done(mina, "statement")
    assert {key: chosen["plan"][key] for key in ("pricing", "name", "monthly")} == offered[1]
    assert chosen["options"] == offered
    await season.done(mina, "cancel_booking", booking_id=booking, expected_fee_cents=0)
    after = await season.done(mina, "statement")
    assert (after["booking_status"], after["plan"], after["cheaper"]) == ("cancelled", None, None)
    assert after["options"] == []
