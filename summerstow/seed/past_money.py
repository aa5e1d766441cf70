"""The money of generated past bookings: counted, invoiced by the month, all but a few paid."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from summerstow.billing.invoices.issue import DUE_DAYS
from summerstow.billing.pricing import price_lists, season, terms
from summerstow.billing.pricing.plans import Plan, plan_for
from summerstow.billing.pricing.terms import PriceList
from summerstow.kit import clock
from summerstow.kit.database.pool import Database
from summerstow.kit.roles import SERVICE_ROLE

_CODE: Final = "BCDFGHJKMNPQRSTVWXYZ23456789"
#: The share of invoices that stay unpaid.
_NEVER_PAID: Final = 0.0005
_PICKUPS: Final = (
    "booking_id",
    "pickup_date",
    "status",
    "items_counted",
    "completed_at",
    "created_at",
    "updated_at",
)
_INVOICES: Final = (
    "id",
    "reference",
    "booking_id",
    "cause",
    "kind",
    "words",
    "issued_on",
    "due_on",
    "period_from",
    "period_to",
    "subtotal_cents",
    "tax_name",
    "tax_basis_points",
    "tax_cents",
    "total_cents",
    "created_at",
)
_LEDGER: Final = (
    "id",
    "at",
    "day",
    "booking_id",
    "invoice_id",
    "kind",
    "code",
    "event",
    "words",
    "term",
    "unit_cents",
    "amount_cents",
    "cause",
    "bank_reference",
    "received_on",
    "actor_role",
)
_SETTLEMENTS: Final = ("at", "credit_id", "invoice_id", "amount_cents")


class _Rows(NamedTuple):
    pickups: list[tuple[object, ...]]
    invoices: list[tuple[object, ...]]
    ledger: list[tuple[object, ...]]
    settlements: list[tuple[object, ...]]


async def generate(database: Database) -> int:
    """Count and invoice every collected generated booking that was not yet; returns how many.

    Each booking's figures follow from its id. Nobody is mailed of invoices as old as these.
    """
    async with database.owner() as tx:
        await tx.execute("select pg_advisory_xact_lock(7305824, 3)")
        bookings = await tx.fetch(
            "select b.id, b.pickup_date, b.return_delivery_date from public.bookings b "
            "where b.email like '%@students.example' and (b.status = 'picked_up' "
            "or b.status in ('delivered', 'completed') and b.return_delivery_date < $1) "
            "and not exists (select 1 from public.pickups p where p.booking_id = b.id) "
            "and not exists (select 1 from public.invoices i where i.booking_id = b.id)",
            clock.today() - timedelta(days=30),
        )
        rows = _Rows([], [], [], [])
        prices = await price_lists.of_bookings(tx, [one["id"] for one in bookings])
        for one in bookings:
            _add(
                rows, prices[one["id"]], one["id"], one["pickup_date"], one["return_delivery_date"]
            )
        connection = await tx.connection()
        for table, columns, records in (
            ("pickups", _PICKUPS, rows.pickups),
            ("invoices", _INVOICES, rows.invoices),
            ("ledger", _LEDGER, rows.ledger),
            ("settlements", _SETTLEMENTS, rows.settlements),
        ):
            await connection.copy_records_to_table(
                table, schema_name="public", columns=columns, records=records
            )
    return len(bookings)


def _add(rows: _Rows, prices: PriceList, booking_id: UUID, pickup: date, back: date) -> None:
    dice = random.Random(booking_id.int)  # noqa: S311 - made-up money, no secrets
    items = dice.choices((2, 3, 5, 6, 7, 8, 10, 12, 16, 21), (8, 9, 14, 15, 13, 10, 8, 5, 3, 1))[0]
    at = _at(pickup)
    rows.pickups.append((booking_id, pickup, "completed", items, at, at, at))
    for number in range(season.months(pickup, back)):
        if season.add_months(pickup, number) >= clock.today():
            return
        plan = plan_for(prices, items)
        _invoice(rows, dice, booking_id, pickup=pickup, plan=plan, number=number)


def _invoice(
    rows: _Rows, dice: random.Random, booking_id: UUID, *, pickup: date, plan: Plan, number: int
) -> None:
    """A month's invoice with its two entries, and most often its payment."""
    began = season.add_months(pickup, number)
    tax = terms.tax_on(began)
    cents = plan.monthly_cents
    added = terms.tax_cents(cents, tax)
    invoice_id, cause = _uuid(dice), f"storage:{booking_id}:0:{number}"
    rows.invoices.append(
        (
            invoice_id,
            "".join(dice.choices(_CODE, k=8)),
            booking_id,
            cause,
            "storage",
            "After the count at pickup" if number == 0 else f"Month {number + 1}",
            began,
            began + timedelta(days=DUE_DAYS),
            began,
            season.add_months(pickup, number + 1),
            cents,
            tax.name,
            tax.basis_points,
            added,
            cents + added,
            # So long ago that nobody is told of it.
            min(_at(began), clock.now() - timedelta(days=8)),
        )
    )

    def enter(day: date, kind: str, amount: int, words: str, **more: object) -> UUID:
        entry_id = _uuid(dice)
        entry = {
            "id": entry_id,
            "at": _at(day),
            "day": day,
            "booking_id": booking_id,
            "invoice_id": invoice_id,
            "kind": kind,
            "code": kind,
            "event": f"{plan.items} items counted"
            if number == 0
            else f"Month {number + 1} of storage",
            "words": words,
            "term": "",
            "unit_cents": amount,
            "amount_cents": amount,
            "cause": f"{cause}:{kind}",
            "actor_role": SERVICE_ROLE,
        } | more
        rows.ledger.append(tuple(entry.get(column) for column in _LEDGER))
        return entry_id

    enter(began, "charge", cents, f"{plan.name}, 1 month", code="plan")
    enter(began, "tax", added, f"{tax.name} {tax.basis_points / 100:g}%")
    paid = began + timedelta(days=min(int(dice.expovariate(0.25)), 25))
    # Who paid in the last days would be thanked for it.
    if dice.random() < _NEVER_PAID or paid > clock.today() - timedelta(days=9):
        return
    payment = enter(
        paid,
        "payment",
        -cents - added,
        "Payment",
        code="interac",
        event="Interac e-Transfer received",
        bank_reference=f"CA{dice.getrandbits(56):014X}",
        received_on=paid,
    )
    rows.settlements.append((_at(paid), payment, invoice_id, cents + added))


def _at(day: date) -> datetime:
    return datetime.combine(day, time(19, 30), UTC)


def _uuid(dice: random.Random) -> UUID:
    return UUID(int=dice.getrandbits(128), version=4)
