"""Next season's prices, published on the screen for a day (rule: price-list-by-date)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import httpx
import pytest

from summerstow.billing.pricing import price_lists
from summerstow.platform import clock
from summerstow.platform.database.pool import Database

DAY = clock.today() + timedelta(days=60)


async def _call(client: httpx.AsyncClient, command: str, **given: Any) -> Any:
    answer = await client.post(f"/rpc/{command}", json=given)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def _draft(client: httpx.AsyncClient, monthly: int, **terms: Any) -> int:
    """Save the second bundle's price as the draft; its revision."""
    shown = await _call(client, "settings_section", section="prices")
    document = shown["document"]
    document["pricing"]["bundles"][1]["monthly_cents"] = monthly
    document["terms"] |= terms
    revision = shown["draft"]["revision"] if shown["draft"] else 0
    saved = await _call(
        client, "save_settings", section="prices", document=document, revision=revision
    )
    found: int = saved["draft"]["revision"]
    return found


async def _publish(client: httpx.AsyncClient, revision: int, day: date) -> Any:
    return await _call(
        client, "publish_settings", section="prices", revision=revision, day=day.isoformat()
    )


async def _monthly(database: Database) -> int:
    async with database.owner() as tx:
        return (await price_lists.current(tx)).pricing.bundles[1].monthly_cents


async def test_prices_hold_from_their_day_and_can_be_taken_back(
    ada: httpx.AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await _call(ada, "settings_section", section="prices")
    assert first["document"]["pricing"]["bundles"][1]["monthly_cents"] == 10500
    shown = await _publish(ada, await _draft(ada, 11500), DAY)
    assert await _monthly(database) == 10500
    with monkeypatch.context() as later:
        later.setattr(clock, "today", lambda: DAY)
        assert await _monthly(database) == 11500

    # Published again for the same day, and that taken back: the one before holds.
    again = await _publish(ada, await _draft(ada, 12000), DAY)
    coming = again["history"][0]["id"]
    await _call(ada, "withdraw_settings", section="prices", version=coming)
    with monkeypatch.context() as later:
        later.setattr(clock, "today", lambda: DAY)
        assert await _monthly(database) == 11500
    last = shown["history"][0]["id"]
    await _call(ada, "withdraw_settings", section="prices", version=last)
    with monkeypatch.context() as later:
        later.setattr(clock, "today", lambda: DAY)
        assert await _monthly(database) == 10500


async def test_words_follow_the_amounts(ada: httpx.AsyncClient) -> None:
    """Rule: savings-only-positive. A dearer bundle is not praised for a saving."""
    await _draft(ada, 13000)
    shown = await _call(ada, "settings_section", section="prices")
    pricing = shown["draft"]["document"]["pricing"]
    assert pricing["bundles"][1]["price_per_item"] == "$16.25"
    assert (
        pricing["split_example"] == "Medium Bundle shared by 3 friends costs $43.34 each a month."
    )
    await _call(ada, "discard_settings", section="prices", revision=shown["draft"]["revision"])


async def test_samples_show_what_customers_pay_before_and_after(ada: httpx.AsyncClient) -> None:
    assert await _call(ada, "sample_prices") == []
    revision = await _draft(ada, 11500)
    rows = {one["items"]: one for one in await _call(ada, "sample_prices")}
    assert len(rows) == 10
    assert rows[3]["before_cents"] == rows[3]["after_cents"] == 6000
    assert (rows[8]["before_cents"], rows[8]["after_cents"]) == (10500, 11500)
    await _call(ada, "discard_settings", section="prices", revision=revision)


@pytest.mark.parametrize(
    ("monthly", "terms", "field"),
    [
        (0, {}, "pricing.bundles.1.monthly_cents"),
        (5000, {}, "pricing.bundles.1.monthly_cents"),
    ],
)
async def test_what_is_wrong_with_a_price_stands_beside_it(
    ada: httpx.AsyncClient, monthly: int, terms: dict[str, Any], field: str
) -> None:
    revision = await _draft(ada, monthly, **terms)
    shown = await _call(ada, "settings_section", section="prices")
    assert field in [one["field"] for one in shown["problems"]]
    answer = await ada.post(
        "/rpc/publish_settings", json={"section": "prices", "revision": revision}
    )
    assert answer.status_code == 400
    await _call(ada, "discard_settings", section="prices", revision=revision)


@pytest.mark.parametrize(
    "wrong", [{}, {"pricing": {}, "terms": {}}, {"pricing": {"bundles": "x"}, "terms": {}}]
)
async def test_what_is_no_price_list_is_refused(
    ada: httpx.AsyncClient, wrong: dict[str, Any]
) -> None:
    answer = await ada.post(
        "/rpc/save_settings", json={"section": "prices", "document": wrong, "revision": 0}
    )
    assert answer.status_code == 400
    assert answer.json()["message"].startswith("These settings cannot be read")


async def test_prices_that_customers_agreed_to_are_not_replaced(
    ada: httpx.AsyncClient, database: Database
) -> None:
    today = clock.today()
    await _publish(ada, await _draft(ada, 11500), today)
    async with database.owner() as tx:
        booking = await tx.fetchval(
            "insert into public.bookings (campus_id, first_name, last_name, email) "
            "values (1, 'Casey', 'Lee', 'casey@example.test') returning id"
        )
        await tx.execute(
            "insert into app.booking_prices (booking_id, valid_from, digest) "
            "select $1, valid_from, digest from app.price_lists where valid_from = $2 "
            "on conflict (booking_id) do update "
            "set valid_from = excluded.valid_from, digest = excluded.digest",
            booking,
            today,
        )
    revision = await _draft(ada, 11600)
    given = {"section": "prices", "revision": revision, "day": today.isoformat()}
    answer = await ada.post("/rpc/publish_settings", json=given)
    assert answer.status_code == 409
    assert "booked under the prices of this day" in answer.json()["message"]
    assert await _monthly(database) == 11500
