"""Who pays for a customer reads the invoice without an account (rule: payer-links)."""

from __future__ import annotations

import base64
from datetime import date
from uuid import UUID, uuid4

import msgspec

from summerstow.billing.notices import notify
from summerstow.platform import published
from summerstow.platform.outbox.render import Rendered, completed, render
from tests.people import Person, person

from .money import LINKS, SITE, Season, season

__all__ = ["season"]


async def _invoiced(season: Season, who: Person | None, payer: str) -> str:
    """A booking with an invoice for its first month, which this payer pays."""
    booking = await season.booked(who)
    async with season.database.owner() as tx:
        await tx.execute(
            "update public.bookings set payer_email = $2, first_name = 'Casey', "
            "email_confirmed_at = now() where id = $1",
            UUID(booking),
            payer,
        )
    await season.picked_up(booking, 8)
    return booking


async def _mails(season: Season, to: str) -> list[Rendered]:
    async with season.database.owner() as tx:
        await notify.run(tx, LINKS)
        found = await tx.fetch(
            "select kind, data from app.outbox where recipient = $1 order by id", to
        )
    return [render(one["kind"], completed(msgspec.json.decode(one["data"]), SITE)) for one in found]


def _token(mail: Rendered) -> str:
    [link] = [one for one in mail.links if one.startswith(f"{SITE}/invoice/")]
    return link.rpartition("/")[2]


async def test_the_payers_mail_leads_to_an_invoice_that_needs_no_account(season: Season) -> None:
    for who in (await person(season.database), None):
        payer = f"{uuid4().hex}@family.example"
        booking = await _invoiced(season, who, payer)
        [mail] = await _mails(season, payer)
        assert "/customer-dashboard" not in mail.text + mail.html
        assert "Casey" in mail.subject + mail.text
        assert "your account" not in mail.text
        shown = await season.done(None, "payer_invoice", token=_token(mail))
        [invoice] = await season.invoices(booking)
        assert shown == {
            "number": invoice["number"],
            "words": invoice["words"],
            "customer": "Casey",
            "state": "open",
            "total_cents": invoice["total_cents"],
            "owed_cents": invoice["owed_cents"],
            "due_on": invoice["due_on"],
            "reference": invoice["reference"],
            "pay_to": shown["pay_to"],
            "card": False,
            "saved_card": None,
            "others": [],
        }
        paper = await season.done(None, "payer_invoice_pdf", token=_token(mail))
        assert base64.b64decode(paper["content"]).startswith(b"%PDF-")


async def test_the_payers_mail_greets_the_payer_by_name_when_the_booking_has_one(
    season: Season,
) -> None:
    for name, greeting in (("Morgan Lee", "Hi Morgan,"), (None, "Hi there,")):
        payer = f"{uuid4().hex}@family.example"
        booking = await _invoiced(season, await person(season.database), payer)
        async with season.database.owner() as tx:
            await tx.execute(
                "update public.bookings set payer_name = $2 where id = $1", UUID(booking), name
            )
        [mail] = await _mails(season, payer)
        assert greeting in mail.text


async def test_later_mails_lead_there_too_and_the_page_follows_the_payment(
    season: Season,
) -> None:
    payer = f"{uuid4().hex}@family.example"
    booking = await _invoiced(season, await person(season.database), payer)
    [invoice] = await season.invoices(booking)
    await _mails(season, payer)
    await season.pay(invoice["reference"], invoice["owed_cents"])
    [_, thanks] = await _mails(season, payer)
    assert "/customer-dashboard" not in thanks.text + thanks.html
    shown = await season.done(None, "payer_invoice", token=_token(thanks))
    assert (shown["state"], shown["owed_cents"]) == ("paid", 0)


async def test_a_link_ends_when_somebody_else_pays(season: Season) -> None:
    payer = f"{uuid4().hex}@family.example"
    booking = await _invoiced(season, await person(season.database), payer)
    [mail] = await _mails(season, payer)
    token = _token(mail)
    assert (await season.ask(None, "payer_invoice", token=token)).status_code == 200
    async with season.database.owner() as tx:
        await tx.execute(
            "update public.bookings set payer_email = $2 where id = $1",
            UUID(booking),
            f"other-{payer}",
        )
    for command in ("payer_invoice", "payer_invoice_pdf"):
        assert (await season.ask(None, command, token=token)).status_code == 404


async def test_a_link_that_was_not_signed_opens_nothing(season: Season) -> None:
    payer = f"{uuid4().hex}@family.example"
    booking = await _invoiced(season, await person(season.database), payer)
    [invoice] = await season.invoices(booking)
    right = LINKS.link(UUID(invoice["id"]), payer).rpartition("/")[2]
    assert (await season.ask(None, "payer_invoice", token=right)).status_code == 200
    altered = ("A" if right[0] != "A" else "B") + right[1:]
    other = LINKS.link(UUID(invoice["id"]), f"other-{payer}").rpartition("/")[2]
    for token in (altered, other, right[:-4], right + "AAAA", "no token", "-", "\u00e9"):
        assert (await season.ask(None, "payer_invoice", token=token)).status_code == 404, token


async def test_who_pays_with_the_own_address_is_led_to_the_own_account(season: Season) -> None:
    mina = await person(season.database)
    await _invoiced(season, mina, mina.email)
    season.on(date(2027, 4, 28))
    [mail] = await _mails(season, mina.email)
    assert f"{SITE}/customer-dashboard/payments" in mail.links


async def test_no_invoice_leaves_while_the_business_is_a_placeholder(season: Season) -> None:
    """Rule: placeholders-are-named. It leaves once the owner has published their own business."""
    payer = f"{uuid4().hex}@family.example"
    await _invoiced(season, None, payer)
    async with season.database.owner() as tx:
        await notify.run(tx, LINKS, demo=False)
        assert await tx.fetchval("select 1 from app.outbox where recipient = $1", payer) is None
        own = msgspec.structs.replace(
            published.business(), email="o@boxes.ca", phone="(604) 822-2211", tax_number="1"
        )
        document = msgspec.json.encode(own).decode()
        published.hold([published.Version("business", date(2000, 1, 1), document)])
        try:
            await notify.run(tx, LINKS, demo=False)
        finally:
            published.hold([])
        assert await tx.fetchval("select 1 from app.outbox where recipient = $1", payer) == 1
