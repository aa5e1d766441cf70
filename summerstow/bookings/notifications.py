"""What a customer is sent when a booking's row was changed, by whichever client."""

from __future__ import annotations

from summerstow.billing.pricing import terms
from summerstow.kit.database import Transaction
from summerstow.kit.roles import CUSTOMER
from summerstow.kit.tables import Row
from summerstow.messages import service as messages

from . import rules
from .dates import date_policy
from .dates.reschedule import spoken

_DATES = ("pickup_date", "pickup_time", "supply_kit_delivery_date", "return_delivery_date")


async def row_changed(tx: Transaction, old: Row, new: Row, *, site_url: str) -> None:
    """One message for a change, the weightiest: cancelled, confirmed, moved, or another date.

    Runs elevated. On Way and Complete are messages of the pickup day, which its own package sends.
    """
    stamp = f"{new['id']}:{new['updated_at']}"
    data = {
        "first_name": new["first_name"],
        "pickup": spoken(new),
        "code": rules.code(new["id"]),
        "link": f"{site_url}/customer-dashboard",
    }
    was, status = old["status"], new["status"]
    if status == "cancelled" and was != "cancelled":
        await cancelled(tx, old, new, cause=f"booking-cancelled:{stamp}", site_url=site_url)
    elif status == "confirmed" and was in ("pending", "cancelled"):
        await confirmed(tx, new, site_url=site_url)
    elif status == "cancelled" or all(old[field] == new[field] for field in _DATES):
        return
    elif tx.actor.role != CUSTOMER and date_policy.moves_pickup(old, new):
        await messages.tell(
            tx,
            new,
            cause=f"pickup-moved:{stamp}",
            kind="pickup_moved",
            data=data
            | {"was": spoken(old), "is_now": spoken(new), "reason": "other", "ours": False},
        )
    else:
        await messages.tell(
            tx,
            new,
            cause=f"booking-changed:{stamp}",
            kind="booking_changed",
            data=data | {"fee": None, "ours": tx.actor.role != CUSTOMER},
        )


async def confirmed(tx: Transaction, booking: Row, *, site_url: str) -> None:
    """Staff confirmed a booking, or made one. Runs elevated."""
    await messages.tell(
        tx,
        booking,
        cause=f"booking-confirmed:{booking['id']}:{booking['updated_at']}",
        kind="booking_confirmed",
        data={
            "first_name": booking["first_name"],
            "pickup": spoken(booking),
            "code": rules.code(booking["id"]),
            "link": f"{site_url}/customer-dashboard",
        },
    )


async def cancelled(tx: Transaction, old: Row, new: Row, *, cause: str, site_url: str) -> None:
    """A booking was cancelled, with the fee that stands in its row. Runs elevated."""
    fee = new["cancellation_fee_cents"]
    await messages.tell(
        tx,
        new,
        cause=cause,
        kind="booking_cancelled",
        data={
            "first_name": new["first_name"],
            "pickup": spoken(old),
            "fee": terms.dollars(fee) if fee else None,
            "code": rules.code(new["id"]),
            "link": f"{site_url}/customer-dashboard",
        },
    )
