"""News of a supply kit: the evening before its day, and once it is there (rule: kit-news)."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from summerstow.office.supplies.commands import COMMANDS

from .conftest import Customer, Season

#: Days before the pickup on which the kit comes.
KIT = -4


async def _with_kit(season: Season) -> Customer:
    day = season.on + timedelta(days=KIT)
    return await season.booked(supply_kit_delivery_date=day.isoformat())


async def _delivered(season: Season, one: Customer) -> None:
    app = season.clients.app
    app._commands = {**app._commands, **{command.name: command for command in COMMANDS}}
    async with season.database.owner() as tx:
        await tx.execute(
            "insert into kit_stock (campus_id, kits) values (2, 50) "
            "on conflict (campus_id) do update set kits = 50"
        )
    await season.ask(season.office, "set_kit_state", booking_id=one.booking, state="delivered")


async def test_a_kit_is_announced_once_and_said_to_be_there_once(season: Season) -> None:
    one = await _with_kit(season)
    season.at(KIT - 1, "17:30")
    await season.look()
    await season.told()
    season.at(KIT - 1, "18:05")
    for _ in range(2):
        await season.look()
    assert await season.told(one.who.email) == ["kit_tomorrow"]
    assert "Nootka tomorrow:" in (await season.texts(one.who.email))[-1]
    season.at(KIT, "10:00")
    await season.look()
    await _delivered(season, one)
    for _ in range(2):
        await season.look()
    assert "kit_delivered" not in await season.told(one.who.email)
    await season.look_later()
    assert "kit_delivered" in await season.told(one.who.email)
    await season.look()
    assert await season.told(one.who.email) == []


@pytest.mark.parametrize("change", ["moved", "without", "cancelled"])
async def test_nothing_is_said_of_a_kit_that_does_not_come(season: Season, change: str) -> None:
    one = await _with_kit(season)
    if change == "cancelled":
        await season.ask(one.who, "cancel_booking", booking_id=one.booking, expected_fee_cents=0)
    else:
        day = season.on + timedelta(days=-2)
        async with season.database.owner() as tx:
            await tx.execute(
                "update bookings set supply_kit_delivery_date = $2 where id = $1",
                UUID(one.booking),
                day if change == "moved" else None,
            )
    await season.look()
    await season.told()
    season.at(KIT - 1, "18:05")
    await season.look()
    assert await season.told(one.who.email) == []
