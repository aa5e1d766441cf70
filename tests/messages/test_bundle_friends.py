"""What friends of a shared bundle hear of its pickup (rule: friends-told)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from summerstow.friends.bundles import notify
from summerstow.friends.bundles.commands import COMMANDS
from tests.people import Person, person

from .conftest import AFTERNOON, MORNING, Customer, Season


async def _shared(season: Season) -> tuple[Customer, Person]:
    """A booking of Mina's whose bundle Leo shares; the mails so far are read."""
    one, leo, _ = await _joined(season)
    await season.look()
    await season.told()
    return one, leo


async def _joined(season: Season) -> tuple[Customer, Person, str]:
    app = season.clients.app
    app._commands = {**app._commands, **{command.name: command for command in COMMANDS}}
    one = await season.booked(
        first_name="Mina", last_name="Lin", building_name="Nootka", address="2205 Lower Mall"
    )
    leo = await person(season.database, name="Leo van Dijk")
    token = (await season.ask(one.who, "invite_friends", booking_id=one.booking))["token"]
    await season.ask(leo, "accept_invite", token=token)
    return one, leo, token


async def _edit(season: Season, one: Customer, **changes: str) -> None:
    await season.ask(
        one.who,
        "edit_booking",
        booking_id=one.booking,
        changes=changes,
        expected_fee_cents=0,
    )


async def test_who_joins_hears_what_to_do_and_the_owner_hears_who_joined(season: Season) -> None:
    one, leo, token = await _joined(season)
    for _ in range(2):
        await season.ask(leo, "accept_invite", token=token)
        await season.look()
    assert await season.told(leo.email) == ["bundle_joined"]
    [words] = await season.texts(leo.email)
    for part in ("Hi Leo,", "bring your boxes to Mina L.", "Nootka, 2205 Lower Mall", MORNING):
        assert part in words
    assert f"{season.on:%A, %B} {season.on.day}" in words
    words = (await season.texts(one.who.email))[-1]
    assert "Leo D. shares your bundle now. 2 people share it" in words
    assert leo.email not in words


@pytest.mark.parametrize("by", ["customer", "office", "row"])
async def test_friends_hear_of_another_day_and_window_from_whoever_moves_it(
    season: Season, by: str
) -> None:
    one, leo = await _shared(season)
    day = (season.on + timedelta(days=1)).isoformat()
    changes = {"pickup_date": day, "pickup_time": AFTERNOON}
    if by == "customer":
        await _edit(season, one, **changes)
    elif by == "office":
        await season.ask(
            season.worker, "change_pickup", booking_id=one.booking, reason="weather", **changes
        )
    else:
        await season.patch(season.office, one.booking, **changes)
    await season.look()
    assert await season.told(leo.email) == ["bundle_moved"]
    words = (await season.texts(leo.email))[-1]
    assert AFTERNOON in words
    assert f"(before: {season.on:%A}" in words
    assert "Please bring your boxes to Mina L." in words


async def test_friends_hear_of_another_place_and_of_nothing_else(season: Season) -> None:
    one, leo = await _shared(season)
    await _edit(season, one, phone="+16045550187")
    await season.look()
    assert await season.told(leo.email) == []
    await _edit(season, one, building_name="Totem", address="2525 West Mall")
    await season.look()
    assert await season.told(leo.email) == ["bundle_moved"]
    words = (await season.texts(leo.email))[-1]
    assert "Place: Totem, 2525 West Mall (before: Nootka, 2205 Lower Mall)" in words


async def test_friends_go_along_to_the_booking_that_replaces_theirs(season: Season) -> None:
    one, leo = await _shared(season)
    await season.again(one, pickup_date=(season.on + timedelta(days=2)).isoformat())
    await season.look()
    assert await season.told(leo.email) == ["bundle_moved"]


async def test_friends_are_reminded_twice_and_hear_that_it_was_picked_up(season: Season) -> None:
    one, leo = await _shared(season)
    for days, hour, expected in (
        (-3, "12:00", []),
        (-2, "08:05", ["bundle_in_two_days"]),
        (-1, "17:30", []),
        (-1, "18:05", ["bundle_tomorrow"]),
        (0, "08:00", []),
    ):
        season.at(days, hour)
        for _ in range(2):
            await season.look()
        assert await season.told(leo.email) == expected, (days, hour)
    words = (await season.texts(leo.email))[-1]
    assert "bundle at Nootka, 2205 Lower Mall tomorrow:" in words
    season.at(0, "09:30")
    await season.crew(one, "in_progress")
    await season.crew(one, "completed", 6)
    for _ in range(2):
        await season.look()
    assert await season.told(leo.email) == ["bundle_picked_up"]
    season.at(1, "09:30")
    await season.look()
    assert await season.told(leo.email) == []


async def test_a_friend_is_not_reminded_of_a_day_that_is_news(season: Season) -> None:
    one, leo = await _shared(season)
    season.at(-3, "12:00")
    day = (season.on - timedelta(days=1)).isoformat()
    await season.patch(season.office, one.booking, pickup_date=day)
    await season.look()
    assert await season.told(leo.email) == ["bundle_moved"]
    season.at(-3, "12:05")
    await season.look()
    assert await season.told(leo.email) == []
    season.at(-2, "18:05")
    await season.look()
    assert await season.told(leo.email) == ["bundle_tomorrow"]


@pytest.mark.parametrize("change", ["left", "cancelled", "moved"])
async def test_what_holds_no_more_is_not_sent_to_a_friend(season: Season, change: str) -> None:
    one, leo, _ = await _joined(season)
    season.at(-2, "08:05")
    async with season.database.owner() as tx:
        # The friend joined and was told long ago; the first mail waits still.
        await tx.execute("update app.plan_members set told_at = '2020-01-01'")
    await season.plan()
    if change == "left":
        await season.ask(leo, "leave_shared_plan", booking_id=one.booking)
    elif change == "cancelled":
        await season.patch(season.office, one.booking, status="cancelled")
    else:
        day = (season.on + timedelta(days=3)).isoformat()
        await season.patch(season.office, one.booking, pickup_date=day)
    await season.look()
    expected = {"left": [], "cancelled": [], "moved": ["bundle_moved"]}
    assert await season.told(leo.email) == expected[change]


async def test_friends_hear_once_that_the_bundle_is_cancelled(season: Season) -> None:
    one, leo = await _shared(season)
    await season.patch(season.office, one.booking, status="cancelled")
    for _ in range(2):
        async with season.database.owner() as tx:
            await notify.run(tx)
    await season.look()
    assert await season.told(leo.email) == []
    await season.look_later()
    assert await season.told(leo.email) == ["shared_plan_ended"]
