"""Taxes published with their days (rule: tax-shown)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import httpx
import pytest

from summerstow.billing.pricing import terms
from summerstow.office.settings import follow
from summerstow.platform import clock, published
from summerstow.platform.database.pool import Database
from tests.people import booking_body

GST = {"name": "GST", "from": "2008-01-01", "basis_points": 500}
LATER = clock.today() + timedelta(days=40)


async def _save(client: httpx.AsyncClient, *taxes: dict[str, Any]) -> dict[str, Any]:
    shown = (await client.post("/rpc/settings_section", json={"section": "taxes"})).json()
    revision = shown["draft"]["revision"] if shown["draft"] else 0
    given = {"section": "taxes", "document": {"taxes": taxes}, "revision": revision}
    answer = await client.post("/rpc/save_settings", json=given)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def _publish(client: httpx.AsyncClient, *taxes: dict[str, Any]) -> httpx.Response:
    saved = await _save(client, *taxes)
    given = {"section": "taxes", "revision": saved["draft"]["revision"]}
    return await client.post("/rpc/publish_settings", json=given)


async def test_a_tax_holds_from_its_day(ada: httpx.AsyncClient, database: Database) -> None:
    hst = {"name": "HST", "from": LATER.isoformat(), "basis_points": 1300}
    answer = await _publish(ada, GST, hst)
    assert answer.status_code == 200, answer.text
    await follow.load(database)
    assert terms.tax_on(LATER - timedelta(days=1)).name == "GST"
    assert terms.with_tax(10_000, LATER) == 11_300
    assert terms.tax_on(date(2000, 1, 1)).name == "GST"


@pytest.mark.parametrize(
    ("taxes", "field"),
    [
        ([GST | {"name": " "}], "taxes.0.name"),
        ([GST | {"basis_points": 3001}], "taxes.0.percent"),
        ([GST, GST | {"name": "HST"}], "taxes.1.from"),
    ],
)
async def test_what_is_wrong_is_marked(
    ada: httpx.AsyncClient, taxes: list[dict[str, Any]], field: str
) -> None:
    saved = await _save(ada, *taxes)
    assert [one["field"] for one in saved["problems"]] == [field]


async def test_a_tax_that_invoices_have_is_not_altered(
    ada: httpx.AsyncClient, database: Database
) -> None:
    first = await _publish(ada, GST | {"basis_points": 600})
    assert first.status_code == 200, first.text
    await follow.load(database)
    body = booking_body(campus_id=1)
    async with database.owner() as tx:
        booking = await tx.fetchval(
            "insert into bookings (campus_id, first_name, email) values (1, $1, $2) returning id",
            body["first_name"],
            body["email"],
        )
        await tx.execute(
            "insert into public.invoices (booking_id, reference, cause, kind, words, issued_on, "
            "due_on, subtotal_cents, tax_name, tax_basis_points, tax_cents, total_cents) "
            "values ($1, 'AAAABBBB', 'test', 'storage', 'Storage', $2, $2, 100, 'GST', 600, 6, "
            "106)",
            booking,
            clock.today(),
        )
    refused = await _publish(ada, GST)
    assert refused.status_code == 409
    assert refused.json()["message"].startswith("Invoices were issued with the tax")
    held = next(one for one in published.taxes().taxes)
    assert held.basis_points == 600
