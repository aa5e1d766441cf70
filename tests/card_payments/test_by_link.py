"""A payer without an account pays by card from an invoice's own page (rule: payer-links)."""

from __future__ import annotations

from uuid import UUID

from tests.billing.money import LINKS, season

from .stripe_server import event
from .test_cards import COMPLETED, Till, desk, till

__all__ = ["desk", "season", "till"]


async def _named(till: Till, payer: str) -> str:
    async with till.season.database.owner() as tx:
        await tx.execute(
            "update bookings set payer_email = $2 where id = $1", UUID(till.booking), payer
        )
    return LINKS.link(UUID(till.invoice["id"]), payer).rpartition("/")[2]


async def test_the_page_pays_the_invoice_and_leads_back_to_it(till: Till) -> None:
    token = await _named(till, "grandpa@family.example")
    answer = await till.season.ask(None, "payer_card_payment", token=token)
    assert answer.status_code == 200, answer.text
    [page] = till.desk.pages.values()
    assert answer.json() == {"url": page["url"]}
    [asked] = till.desk.asked
    assert asked["success_url"] == f"https://summerstow.test/invoice/{token}?card=done"
    assert asked["line_items[0][price_data][unit_amount]"] == "11025"
    assert await till.tell(event(COMPLETED, asked["client_reference_id"], 11025)) == 200
    shown = await till.season.done(None, "payer_invoice", token=token)
    assert (shown["state"], shown["owed_cents"]) == ("paid", 0)
    again = await till.season.ask(None, "payer_card_payment", token=token)
    assert again.status_code == 409


async def test_a_link_that_does_not_hold_pays_nothing(till: Till) -> None:
    token = await _named(till, "grandpa@family.example")
    await _named(till, "grandma@family.example")
    answer = await till.season.ask(None, "payer_card_payment", token=token)
    assert answer.status_code == 404
    assert till.desk.asked == []


async def test_of_two_payers_at_once_one_can_pay(till: Till) -> None:
    """The later page closes the earlier one, so that nothing is paid twice."""
    token = await _named(till, "grandpa@family.example")
    assert (await till.start()).status_code == 200
    linked = await till.season.ask(None, "payer_card_payment", token=token)
    assert linked.status_code == 200, linked.text
    first, second = till.desk.pages.values()
    assert till.desk.status == {first["id"]: "expired", second["id"]: "open"}
