"""The links of a pickup's reminders: confirmed or moved without signing in, as when signed in.

Rule: links-of-reminders.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import httpx
import pytest

from .conftest import AFTERNOON, MORNING, SITE, Customer, Season


async def _links(season: Season, one: Customer) -> tuple[str, str]:
    """What the links of the latest reminder end with: to confirm, and to move."""
    words = (await season.texts(one.who.email))[-1]
    confirm, move, cancel = re.findall(rf"{SITE}/pickup/(\S+)", words)
    assert cancel == f"{move}?cancel"
    return confirm, move


async def _reminded(season: Season, day: int = -2, hour: str = "08:00") -> Customer:
    one = await season.booked()
    season.at(day, hour)
    await season.look()
    return one


async def _press(season: Season, command: str, token: str, **more: Any) -> httpx.Response:
    return await season.clients.of(None).post(f"/rpc/{command}", json={"token": token, **more})


def _to(season: Season, days: int, window: str = MORNING) -> dict[str, str]:
    day = season.on + timedelta(days=days)
    return {"pickup_date": day.isoformat(), "pickup_time": window}


async def test_looking_changes_nothing_and_the_button_confirms(season: Season) -> None:
    one = await _reminded(season)
    confirm, _ = await _links(season, one)
    before = await season.row(one.booking)
    for _ in range(2):
        seen = (await _press(season, "linked_pickup", confirm)).json()
        assert (seen["purpose"], seen["state"]) == ("confirm", "open")
        assert "Mina" not in str(seen)
    assert await season.row(one.booking) == before
    for _ in range(2):
        shown = (await _press(season, "confirm_linked_pickup", confirm)).json()
        assert shown["state"] == "confirmed"
    assert (await season.row(one.booking))["pickup_confirmed_at"] is not None


async def test_who_moves_a_confirmed_pickup_has_not_confirmed_the_new_one(season: Season) -> None:
    one = await _reminded(season)
    confirm, move = await _links(season, one)
    await _press(season, "confirm_linked_pickup", confirm)
    moved = await _press(season, "move_linked_pickup", move, expected_fee_cents=0, **_to(season, 1))
    assert moved.status_code == 200, moved.text
    assert moved.json()["state"] == "open"
    assert (await season.row(one.booking))["pickup_confirmed_at"] is None


async def test_a_move_by_link_is_its_customers_with_the_same_rules(season: Season) -> None:
    """Previewed, noted as the customer's own, told by mail, and counted with the others."""
    one = await _reminded(season)
    _, move = await _links(season, one)
    there = _to(season, 2, AFTERNOON)
    by_link = await _press(season, "preview_linked_move", move, **there)
    signed_in = await season.ask(
        one.who, "preview_edit_booking", booking_id=one.booking, changes=there
    )
    assert by_link.json() == signed_in
    for _ in range(2):
        answer = await _press(season, "move_linked_pickup", move, expected_fee_cents=0, **there)
        assert answer.status_code == 200, answer.text
    row = await season.row(one.booking)
    assert (row["pickup_date"], row["pickup_time"]) == tuple(there.values())
    changes = season.clients.of(None, service=True)
    [note] = (await changes.get(f"/date_changes?booking_id=eq.{one.booking}")).json()
    assert (note["actor_id"], note["actor_role"], note["state"]) == (
        str(one.who.id),
        "customer",
        "done",
    )
    await season.send()
    assert (await season.told(one.who.email))[-1] == "booking_changed"


async def test_a_day_before_it_is_a_request_for_staff(season: Season) -> None:
    one = await _reminded(season, -1, "18:00")
    _, move = await _links(season, one)
    there = _to(season, 1)
    assert (await _press(season, "preview_linked_move", move, **there)).json()["request"] is True
    asked = await _press(season, "move_linked_pickup", move, expected_fee_cents=0, **there)
    assert asked.json()["state"] == "asked"
    assert (await season.row(one.booking))["pickup_date"] == season.on.isoformat()


async def test_a_fee_that_was_not_shown_is_refused(season: Season) -> None:
    one = await _reminded(season)
    _, move = await _links(season, one)
    answer = await _press(
        season, "move_linked_pickup", move, expected_fee_cents=500, **_to(season, 1)
    )
    assert (answer.status_code, answer.json()["details"]) == (409, {"fee_cents": 0})
    assert (await season.row(one.booking))["pickup_date"] == season.on.isoformat()


async def test_a_booking_is_cancelled_by_link_for_the_fee_that_was_shown(season: Season) -> None:
    """As signed in: free with two days to go, with the fee of the terms later, once."""
    free, late = await _reminded(season, -3, "08:00"), await season.booked()
    for one, day in ((free, -3), (late, -1)):
        season.at(day, "18:00")
        await season.send()
        await season.look()
        move = re.findall(rf"{SITE}/pickup/(\S+)\?cancel", (await season.texts(one.who.email))[-1])[
            0
        ]
        shown = await _press(season, "preview_linked_cancellation", move)
        signed_in = await season.ask(one.who, "preview_cancellation", booking_id=one.booking)
        assert shown.json() == signed_in
        fee = signed_in["fee_cents"]
        assert (fee > 0) == (one is late)
        wrong = await _press(season, "cancel_linked_booking", move, expected_fee_cents=fee + 100)
        assert (wrong.status_code, wrong.json()["details"]) == (409, {"fee_cents": fee})
        for _ in range(2):
            done = await _press(season, "cancel_linked_booking", move, expected_fee_cents=fee)
            assert (done.status_code, done.json()["state"]) == (200, "cancelled")
        assert (await season.row(one.booking))["cancellation_fee_cents"] == fee
        await season.send()
        assert (await season.told(one.who.email)).count("booking_cancelled") == 1


async def test_mails_about_a_pickup_ahead_move_and_cancel_it_without_a_sign_in(
    season: Season,
) -> None:
    one = await season.booked()
    await season.look()
    await season.patch(season.office, one.booking, status="confirmed")
    await season.look_later()
    await season.patch(season.office, one.booking, pickup_time=AFTERNOON)
    await season.look_later()
    texts = await season.texts(one.who.email)
    assert len(texts) == 3
    for words in texts:
        [cancel] = re.findall(rf"{SITE}/pickup/(\S+)\?cancel", words)
        assert (await _press(season, "linked_pickup", cancel)).json()["purpose"] == "move"


@pytest.mark.parametrize(
    ("command", "more"),
    [
        ("confirm_linked_pickup", False),
        ("preview_linked_move", True),
        ("move_linked_pickup", True),
    ],
)
async def test_a_link_does_what_it_is_for_and_nothing_else(
    season: Season, command: str, more: bool
) -> None:
    one = await _reminded(season)
    confirm, move = await _links(season, one)
    wrong = confirm if more else move
    given: dict[str, Any] = _to(season, 1) if more else {}
    if command == "move_linked_pickup":
        given |= {"expected_fee_cents": 0}
    before = await season.row(one.booking)
    for token in (wrong, "x" * 43):
        assert (await _press(season, command, token, **given)).status_code == 404
    assert await season.row(one.booking) == before


async def test_a_link_ends_with_its_window_and_with_its_booking(season: Season) -> None:
    one, cancelled = await _reminded(season), await season.booked()
    confirm, _ = await _links(season, one)
    season.at(-2, "08:00")
    season.at(0, "08:59")
    assert (await _press(season, "linked_pickup", confirm)).json()["state"] == "open"
    season.at(0, "09:00")
    assert (await _press(season, "linked_pickup", confirm)).status_code == 404
    assert (await _press(season, "confirm_linked_pickup", confirm)).status_code == 404
    season.at(-1, "18:00")
    await season.look()
    other, _ = await _links(season, cancelled)
    await season.patch(season.office, cancelled.booking, status="cancelled")
    assert (await _press(season, "linked_pickup", other)).json()["state"] == "cancelled"
    assert (await _press(season, "confirm_linked_pickup", other)).status_code == 409


async def test_only_the_hash_of_a_link_is_kept(season: Season) -> None:
    one = await _reminded(season)
    confirm, move = await _links(season, one)
    async with season.database.owner() as tx:
        kept = await tx.fetchval(
            "select string_agg(encode(token_hash, 'escape'), '') from app.pickup_links"
        )
    assert confirm not in kept
    assert move not in kept


async def test_who_is_signed_in_confirms_without_the_link(season: Season) -> None:
    one, other = await _reminded(season), await season.booked()
    client = season.clients.of(one.who)
    for _ in range(2):
        answer = await client.post("/rpc/confirm_pickup", json={"booking_id": one.booking})
        assert answer.json()["pickup_confirmed_at"] is not None
    confirm, _ = await _links(season, one)
    assert (await _press(season, "linked_pickup", confirm)).json()["state"] == "confirmed"
    # Nobody says so for somebody else, whoever they are.
    for who in (other.who, season.office):
        client = season.clients.of(who)
        answer = await client.post("/rpc/confirm_pickup", json={"booking_id": one.booking})
        assert answer.status_code == 404


async def test_a_pickup_whose_window_has_begun_is_not_confirmed(season: Season) -> None:
    one = await _reminded(season)
    season.at(0, "09:01")
    client = season.clients.of(one.who)
    answer = await client.post("/rpc/confirm_pickup", json={"booking_id": one.booking})
    assert answer.status_code == 409
    assert (await season.row(one.booking))["pickup_confirmed_at"] is None
