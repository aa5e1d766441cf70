"""Protection is invoiced for what the crew took (rule: protection-of-what-we-keep)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.billing.pricing import fees
from summerstow.platform import clock
from summerstow.platform.roles import Role
from tests.people import Person, person
from tests.price_list import PRICES

from .money import PICKUP, Season, season

__all__ = ["season"]

#: Declared values of three listed items, in cents.
VALUES = (12_000, 20_000, 15_000)


async def _listed(season: Season) -> tuple[Person, str, list[str]]:
    who = await person(season.database)
    booking = await season.booked(who)
    items = [str(uuid4()) for _ in VALUES]
    for item, cents in zip(items, VALUES, strict=True):
        await season.done(
            who,
            "add_item",
            booking_id=booking,
            item_id=item,
            kind="box",
            description="Box",
            declared_value_cents=cents,
        )
    return who, booking, items


async def _scan(season: Season, kind: str, *items: str, role: Role = "worker", **more: Any) -> None:
    staff = await person(season.database, role)
    at = clock.now() - timedelta(minutes=5)
    events = [
        {"id": str(uuid4()), "kind": kind, "at": at.isoformat(), "item_id": one} | more
        for one in items
    ]
    kept = await season.done(staff, "record_events", events=events)
    assert kept["needs_person"] == []


async def _lines(season: Season, invoice: dict[str, Any], code: str) -> list[int]:
    async with season.database.owner() as tx:
        rows = await tx.fetch(
            "select amount_cents from ledger where invoice_id = $1 and code = $2 "
            "and kind = 'charge'",
            UUID(invoice["id"]),
            code,
        )
    return [row["amount_cents"] for row in rows]


async def _protection(season: Season, invoice: dict[str, Any]) -> int:
    return sum(await _lines(season, invoice, "protection"))


def _month_of(cents: int) -> int:
    return fees.protection_units(PRICES, cents) * PRICES.terms.insurance.monthly_cents_per_unit


async def test_an_item_that_was_not_taken_is_not_protected(season: Season) -> None:
    """Not in the first month, not in the next, and My Storage names the invoiced month."""
    who, booking, items = await _listed(season)
    season.on(PICKUP)
    await _scan(season, "picked_up", items[0], items[1])
    await season.picked_up(booking, 2)
    [first] = await season.invoices(booking)
    assert await _protection(season, first) == _month_of(VALUES[0] + VALUES[1])
    shown = await season.done(who, "statement")
    assert shown["plan"]["monthly"]["subtotal_cents"] == first["subtotal_cents"]
    await season.pass_to(PICKUP + timedelta(days=31))
    *_, second = await season.invoices(booking)
    assert second["words"] == "Month 2 of storage"
    assert await _protection(season, second) == await _protection(season, first)


async def test_a_scan_that_arrives_late_puts_the_first_invoice_right(season: Season) -> None:
    _, booking, items = await _listed(season)
    season.on(PICKUP)
    await _scan(season, "picked_up", items[0])
    await season.picked_up(booking, 1)
    assert await _protection(season, (await season.invoices(booking))[-1]) == _month_of(VALUES[0])
    await _scan(season, "picked_up", items[1])
    first, again = await season.invoices(booking)
    assert first["state"] == "void"
    assert await _protection(season, again) == _month_of(VALUES[0] + VALUES[1])


async def test_a_late_scan_after_months_costs_the_difference(season: Season) -> None:
    """What stands invoiced stays; one more line charges the months that it lacked."""
    _, booking, items = await _listed(season)
    season.on(PICKUP)
    await _scan(season, "picked_up", items[0])
    await season.picked_up(booking, 1)
    await season.pass_to(PICKUP + timedelta(days=31))
    before = await season.money(booking)
    await _scan(season, "picked_up", items[1], role="admin")
    after = await season.money(booking)
    more = 2 * (_month_of(VALUES[0] + VALUES[1]) - _month_of(VALUES[0]))
    assert await _lines(season, after["invoices"][0], "recount") == [more]
    assert len(after["invoices"]) == len(before["invoices"]) + 1


@pytest.mark.parametrize(
    ("count", "kept"), [(3, sum(VALUES)), (2, VALUES[0] + VALUES[2]), (1, VALUES[0])]
)
async def test_a_count_without_scans_protects_what_it_holds_at_least(
    season: Season, count: int, kept: int
) -> None:
    _, booking, _ = await _listed(season)
    await season.picked_up(booking, count)
    [first] = await season.invoices(booking)
    assert await _protection(season, first) == _month_of(kept)


async def test_what_the_crew_refused_is_not_protected(season: Season) -> None:
    _, booking, items = await _listed(season)
    season.on(PICKUP)
    await _scan(season, "refused", items[1])
    await season.picked_up(booking, 3)
    [first] = await season.invoices(booking)
    assert await _protection(season, first) == _month_of(VALUES[0] + VALUES[2])
