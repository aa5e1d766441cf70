"""Seasons published on the screen (rules: settings-published, season-days)."""

from __future__ import annotations

from datetime import date
from typing import Any

import httpx
import msgspec
import pytest

from summerstow.office.settings import follow
from summerstow.platform import clock, published
from summerstow.platform.database.pool import Database
from summerstow.slots import season
from tests.people import YEAR, booking_body


def _season(**changes: Any) -> dict[str, Any]:
    one = {
        "first_pickup": f"{YEAR}-04-15",
        "last_pickup": f"{YEAR}-05-10",
        "first_return": f"{YEAR}-05-11",
        "last_return": f"{YEAR}-09-30",
        "first_free_return": f"{YEAR}-08-31",
        "last_free_return": f"{YEAR}-09-03",
        "weekdays": [1, 2, 3, 4, 5, 6, 7],
        "closed_days": [{"date": f"{YEAR}-04-26", "reason": "Holiday"}],
        "days_ahead": 0,
        "cut_off_hours": 0,
        "without_places": "open",
    }
    return one | changes


async def _call(client: httpx.AsyncClient, command: str, **given: Any) -> Any:
    answer = await client.post(f"/rpc/{command}", json=given)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def _draft(client: httpx.AsyncClient, *seasons: dict[str, Any]) -> dict[str, Any]:
    shown = await _call(client, "settings_section", section="season")
    document = shown["document"] | {"seasons": seasons}
    revision = shown["draft"]["revision"] if shown["draft"] else 0
    saved: dict[str, Any] = await _call(
        client, "save_settings", section="season", document=document, revision=revision
    )
    return saved


async def _publish(client: httpx.AsyncClient, saved: dict[str, Any]) -> httpx.Response:
    revision = saved["draft"]["revision"]
    given = {"section": "season", "revision": revision}
    return await client.post("/rpc/publish_settings", json=given)


async def _book(database: Database, **fields: Any) -> None:
    async with database.owner() as tx:
        body = booking_body(campus_id=1) | fields
        await tx.execute(
            "insert into bookings (campus_id, first_name, email, pickup_date, "
            "return_delivery_date, status) values (1, $1, $2, $3, $4, 'confirmed')",
            body["first_name"],
            body["email"],
            date.fromisoformat(fields["pickup_date"]),
            fields.get("return_date") and date.fromisoformat(fields["return_date"]),
        )


async def test_a_season_is_published_and_held(ada: httpx.AsyncClient, database: Database) -> None:
    """Pages are rendered with whether booking is open."""
    season.open_without_season(False)
    before = msgspec.json.decode(await follow.load(database))
    assert before["season"]["is_open"] is False
    published_one = await _publish(ada, await _draft(ada, _season()))
    assert published_one.status_code == 200, published_one.text
    after = msgspec.json.decode(await follow.load(database))
    assert after["season"]["is_open"] is True
    assert after["season"]["seasons"][0]["closed_days"][0]["reason"] == "Holiday"
    assert published.season().is_open(clock.today())


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"last_pickup": f"{YEAR}-04-14"}, "last_pickup"),
        ({"first_return": f"{YEAR}-04-14"}, "first_return"),
        ({"last_return": f"{YEAR}-05-10", "first_return": f"{YEAR}-05-11"}, "last_return"),
        ({"last_free_return": f"{YEAR}-10-03"}, "last_free_return"),
        ({"last_return": f"{YEAR + 1}-09-30"}, "last_return"),
        ({"weekdays": []}, "weekdays"),
        ({"days_ahead": 731}, "days_ahead"),
        ({"cut_off_hours": -1}, "cut_off_hours"),
        ({"closed_days": [{"date": f"{YEAR}-04-26", "reason": " "}]}, "closed_days.0.reason"),
        (
            {"closed_days": [{"date": f"{YEAR}-04-26", "reason": "Twice"}] * 2},
            "closed_days.1.date",
        ),
    ],
)
async def test_what_is_wrong_is_kept_marked_and_not_published(
    ada: httpx.AsyncClient, changes: dict[str, Any], field: str
) -> None:
    saved = await _draft(ada, _season(**changes))
    assert f"seasons.0.{field}" in [one["field"] for one in saved["problems"]]
    assert (await _publish(ada, saved)).status_code == 400


async def test_one_season_a_year(ada: httpx.AsyncClient) -> None:
    saved = await _draft(ada, _season(), _season())
    assert saved["problems"][0]["field"] == "seasons.1.first_pickup"


async def test_free_return_dates_are_not_narrowed_while_bookings_count_on_them(
    ada: httpx.AsyncClient, database: Database
) -> None:
    """With a date of their own, and undecided ones by the dates they were promised."""
    await _book(database, pickup_date=f"{YEAR}-04-20", return_date=f"{YEAR}-08-31")
    await _book(database, pickup_date=f"{YEAR}-04-21")
    await _book(database, pickup_date=f"{YEAR}-04-21", return_date=f"{YEAR}-09-20")
    refused = await _publish(ada, await _draft(ada, _season(first_free_return=f"{YEAR}-09-01")))
    assert refused.status_code == 409
    assert refused.json()["message"].startswith("2 bookings count on free return dates")
    wider = await _publish(ada, await _draft(ada, _season(last_free_return=f"{YEAR}-09-10")))
    assert wider.status_code == 200, wider.text


async def test_the_draft_says_what_it_means_for_bookings(
    ada: httpx.AsyncClient, database: Database
) -> None:
    """They stay; nothing is counted that is over or inside."""
    await _book(database, pickup_date=f"{YEAR}-04-26")
    await _book(database, pickup_date=f"{YEAR}-06-20", return_date=f"{YEAR}-10-05")
    before = await _call(ada, "season_effects")
    saved = await _draft(ada, _season(last_return=f"{YEAR}-12-30"))
    effects = await _call(ada, "season_effects")
    assert effects["pickups"] >= 2
    assert effects["returns"] == 0
    await _draft(ada, _season())
    assert (await _call(ada, "season_effects"))["returns"] == 1
    assert before["waiting"] == 0
    assert saved["draft"]["revision"] > 0


async def test_who_waits_for_the_opening_is_counted(
    ada: httpx.AsyncClient, database: Database
) -> None:
    async with database.owner() as tx:
        await tx.execute(
            "insert into app.waiting_list (slot_id, email, link) values (null, 'a@b.test', '/book')"
        )
    published.hold([])
    await _draft(ada, _season())
    assert (await _call(ada, "season_effects"))["waiting"] == 1
