"""A mail about a change of a booking says what was and what is (rule: change-in-words)."""

from __future__ import annotations

from typing import Any

from summerstow.platform import clock
from summerstow.platform.outbox.outbox import MERGE_WITHIN

from .conftest import Customer, Season


async def _edit(season: Season, one: Customer, **changes: Any) -> None:
    await season.ask(
        one.who,
        "edit_booking",
        booking_id=one.booking,
        changes=changes,
        expected_fee_cents=0,
    )


async def _latest(season: Season, one: Customer) -> str:
    await season.send()
    async with season.database.owner() as tx:
        body: str = await tx.fetchval(
            "select m.body_text from app.captured_message m "
            "join app.outbox o on o.id = m.outbox_id "
            "where o.kind = 'booking_changed' and m.recipient = $1 order by m.id desc limit 1",
            one.who.email,
        )
    return body


async def test_a_new_payer_is_named_and_the_one_before(season: Season) -> None:
    one = await season.booked()
    await _edit(season, one, payer_email="grandpa@family.test")
    mail = await _latest(season, one)
    assert f"Invoices go to: grandpa@family.test (before: {one.who.email})" in mail
    assert "Pickup place" not in mail


async def test_changes_in_one_mail_are_said_from_the_first_to_the_last(season: Season) -> None:
    one = await season.booked()
    await _edit(season, one, additional_comments="First")
    await season.send()
    for changes in (
        {"payer_email": "grandpa@family.test"},
        {"contact_name": "Noor", "payer_email": "grandma@family.test"},
        {"contact_name": ""},
    ):
        await _edit(season, one, **changes)
    moment = clock.now() + MERGE_WITHIN
    season.monkeypatch.setattr(clock, "now", lambda: moment)
    mail = await _latest(season, one)
    assert f"Invoices go to: grandma@family.test (before: {one.who.email})" in mail
    assert "At the door" not in mail
    assert "Comments" not in mail


async def test_a_pickup_that_is_over_is_not_repeated(season: Season) -> None:
    one = await season.booked()
    await season.patch(season.office, one.booking, status="picked_up")
    await _edit(season, one, payer_email="grandpa@family.test")
    assert "Your pickup" not in await _latest(season, one)


async def test_an_unconfirmed_address_reads_nothing_that_was_typed(season: Season) -> None:
    booking = await season.guest("somebody@else.test")
    await season.ask(
        season.office,
        "edit_booking",
        booking_id=booking,
        changes={"additional_comments": "Buy at spam.test"},
        expected_fee_cents=0,
        reason="Asked by phone",
    )
    await season.look_later()
    words = "\n".join(await season.texts("somebody@else.test"))
    assert "We changed booking" in words
    assert "spam.test" not in words
