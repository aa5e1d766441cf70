"""What holds for writes of `bookings` from any client."""

from __future__ import annotations

from typing import Final

from uuid6 import uuid7

from summerstow.billing.pricing import price_lists
from summerstow.platform import clock
from summerstow.platform.actor import Actor
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Forbidden, Invalid
from summerstow.platform.rate_limits import Limit
from summerstow.platform.roles import ANON, CUSTOMER, OFFICE, SERVICE_ROLE, VISITORS
from summerstow.platform.tables import Row, TableRules

from . import notifications, rules, service
from .dates import date_policy
from .dates.date_policy import DateChanges
from .dates.over import refuse_over
from .guests import service as guests
from .model import Booking

_GUEST_FIELDS: Final = ("first_name", "last_name", "email", "phone")
#: Kept by the server; what anybody but the service key says of them is not heard.
_SERVERS_OWN: Final = (
    "slot_id",
    "return_slot_id",
    "return_delivery_time",
    "superseded_by",
    "cancellation_note",
    "cancelled_at",
    "cancellation_fee_cents",
    "location_fee_cents",
    "confirm_by",
    "email_confirmed_at",
    "pickup_confirmed_at",
    "accepted_count",
    "needs",
)


class BookingRules(TableRules):
    """The wizard's rules, enforced for everybody."""

    upsert_allowed = False
    # Each takes a place and writes a mail.
    insert_limit = Limit("bookings", 300, 3600, burst=200)

    async def check_insert(self, tx: Transaction, rows: list[Row]) -> list[Row]:
        """Bodies in order, with whose booking it is decided by who asks (rule: guest-booking)."""
        if tx.actor.role in VISITORS and len(rows) > rules.MOST_AT_ONCE:
            raise Invalid(f"Please send at most {rules.MOST_AT_ONCE} bookings at once.")
        checked = [self._checked(tx.actor, row) for row in rows]
        await guests.one_at_a_time(tx, {row["email"] for row in checked})
        if tx.actor.role == ANON:
            tx.created(row["id"] for row in checked)
        return checked

    async def inserted(self, tx: Transaction, rows: list[Row]) -> bool:
        """Places in window and line, and a mail, for each."""
        slots = [
            await service.booked(tx, Booking.of(row), supersede=tx.actor.role == CUSTOMER)
            for row in rows
        ]
        # A later one of the same customer's replaces those before it.
        return len(rows) == 1 and not any(slots)

    async def check_update(self, tx: Transaction, changes: Row, rows: list[Row]) -> Row:
        """A customer's dates: none in the past, and with the notice that each needs."""
        changes = _heard(tx.actor, changes)
        rules.check_choices(changes)
        for row in rows:
            if changes.get("pickup_time") != row["pickup_time"]:
                rules.check_pickup_time({"campus_id": row["campus_id"]} | changes)
        rules.check_dates(changes)
        rules.check_phones(changes)
        if tx.actor.role == CUSTOMER:
            dates = DateChanges.of(changes)
            today = clock.today()
            for field, words in rules.DATE_WORDS.items():
                day = getattr(dates, field)
                if day and day < today:
                    raise Invalid(
                        f"The {words} cannot be in the past. "
                        f"Please choose {clock.spoken_day(today)} or later."
                    )
            for row in rows:
                await _check_own(tx, Booking.of(row), dates)
        elif tx.actor.role in OFFICE:
            dates = DateChanges.of(changes)
            for old in map(Booking.of, rows):
                after = dates.made_to(old)
                if date_policy.moves_pickup(old, after):
                    async with tx.elevated() as elevated:
                        await _refuse_over(elevated, after, staff=True)
        return changes

    async def updated(self, tx: Transaction, pairs: list[tuple[Row, Row]]) -> None:
        """Its places follow the row; what a customer changed is kept with its notice."""
        for old, new in ((Booking.of(one), Booking.of(other)) for one, other in pairs):
            await service.changed(tx, old, new)
            async with tx.elevated() as elevated:
                if tx.actor.role == CUSTOMER:
                    await date_policy.note(elevated, old, new)
                await notifications.row_changed(elevated, old, new)

    async def deleted(self, tx: Transaction, rows: list[Row]) -> None:
        """The service key removed bookings: their places are free again."""
        for row in rows:
            await service.removed(tx, Booking.of(row))

    def _checked(self, actor: Actor, row: Row) -> Row:
        role = actor.role
        row = _heard(actor, rules.check_phones(rules.check_new(row)))
        rules.check_pickup_time(row)
        if role == SERVICE_ROLE:
            return row
        if "id" in row:
            raise Forbidden("permission denied for table bookings")
        if role == ANON:
            guest = {f"guest_{field}": row.get(field) for field in _GUEST_FIELDS}
            return row | guest | {"id": str(uuid7())}
        own = {key: value for key, value in row.items() if not key.startswith("guest_")}
        if own.get("user_id") is None:
            own["user_id"] = str(actor.user_id)
        return own


def _heard(actor: Actor, row: Row) -> Row:
    if actor.role == SERVICE_ROLE:
        return row
    return {key: value for key, value in row.items() if key not in _SERVERS_OWN}


async def _refuse_over(tx: ElevatedTransaction, after: Booking, *, staff: bool) -> None:
    if after.pickup_date is not None:
        await refuse_over(tx, after.campus_id, after.pickup_date, after.pickup_time, staff=staff)


async def _check_own(tx: Transaction, booking: Booking, dates: DateChanges) -> None:
    after = dates.made_to(booking)
    prices = await price_lists.of_booking(tx, booking.id)
    kit, back = after.supply_kit_delivery_date, after.return_delivery_date
    if kit is not None and kit != booking.supply_kit_delivery_date:
        date_policy.check_kit(after, kit)
    if back is not None and back != booking.return_delivery_date:
        date_policy.check_return(prices, after, back)
    date_policy.refuse_emptying(prices, booking, after)
    if date_policy.moves_pickup(booking, after):
        async with tx.elevated() as elevated:
            await _refuse_over(elevated, after, staff=False)
            rule = await date_policy.pickup_rule(elevated, booking)
        if rule.outcome == "request":
            raise date_policy.AskStaff(rule.words, hint="Ask our staff with rpc/ask_pickup_change.")
