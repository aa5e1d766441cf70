"""A booking: decoded once from its row, and what its fields mean by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.billing.pricing.plans import Kind
from summerstow.facts import TimeOfDay
from summerstow.platform import clock, published, windows
from summerstow.platform.documents.campuses import Campus
from summerstow.platform.tables import Row
from summerstow.platform.webhooks.events import BookingEvent

Status = Literal[
    "pending", "confirmed", "in_queue", "picked_up", "delivered", "completed", "cancelled"
]
#: What a crew cannot come without.
Need = Literal["pickup_address", "postal_code", "pickup_date", "phone"]
DeliveryOption = Literal["same_city", "different_city", "decide_later"]
DateField = Literal["pickup_date", "supply_kit_delivery_date", "return_delivery_date"]

#: A later booking takes the stead of these (rule: submit-again).
REPLACEABLE: Final[tuple[Status, ...]] = ("pending", "confirmed")
#: These stand in their day's line.
IN_LINE: Final[tuple[Status, ...]] = ("pending", "confirmed", "in_queue")


@dataclass(frozen=True, slots=True)
class DateChange:
    """A change of a booking's date, or a wish for one, as it was kept.

    `is_late`: by a customer, with the notice at which a change is not free any more. `is_own`: of
    this very booking, not of one that it replaced.
    """

    id: UUID
    field: DateField
    state: str
    reason: str
    actor_role: str
    was_date: date | None
    is_date: date | None
    is_time: str | None
    is_own: bool
    is_late: bool


@dataclass(frozen=True, slots=True)
class PickupRequest:
    """Another pickup that a customer wishes for a booking."""

    booking_id: UUID
    pickup_date: date
    pickup_time: str


def code(booking_id: UUID) -> str:
    """The short form of a booking's id, as mails and staff say it: `7F3A-91C2`."""
    # What an id of version 7 begins with is the time, the same for all bookings of a minute.
    digits = booking_id.hex[-8:] if booking_id.version == 7 else booking_id.hex[:8]
    return f"{digits[:4]}-{digits[4:]}".upper()


class Booking(msgspec.Struct, frozen=True, kw_only=True):
    """A stored booking. Dates are campus-local days, fees are cents.

    `row` is the same as JSON values, as PostgreSQL gives them: what commands answer with.
    `pickup_time` is a window's label, or an hour inside it at which its customer would like it.
    `updated_at` stays as it is written: it names this state of the booking in messages' causes.
    """

    row: Row
    id: UUID
    user_id: UUID | None
    campus_id: int
    status: Status
    first_name: str | None
    last_name: str | None
    guest_first_name: str | None
    email: str | None
    phone: str | None
    contact_name: str | None
    contact_phone: str | None
    contact_email: str | None
    contact_language: str | None
    payer_name: str | None
    payer_phone: str | None
    payer_email: str | None
    payer_language: str | None
    text_messages: bool | None
    pricing: Kind | None
    expected_items: int | None
    expected_value_cents: int | None
    accepted_count: int | None
    residence_type: str
    building_name: str | None
    address: str | None
    supply_kit_delivery_date: date | None
    pickup_date: date | None
    pickup_time: str | None
    has_flight: bool
    flight_time: str | None
    return_delivery_date: date | None
    return_delivery_time: str | None
    delivery_option: DeliveryOption | None
    delivery_address: str | None
    additional_comments: str | None
    slot_id: UUID | None
    return_slot_id: UUID | None
    hold_id: UUID | None
    confirm_by: datetime | None
    pickup_confirmed_at: datetime | None = None
    cancellation_note: str | None
    cancellation_fee_cents: int | None
    location_fee_cents: int
    needs: list[Need]
    created_at: datetime | None = None
    updated_at: str

    @classmethod
    def of(cls, row: Row) -> Booking:
        """The booking of a whole row of JSON values."""
        return msgspec.convert(row | {"row": row}, cls)

    def moved_to(self, day: date, pickup_time: str) -> Booking:
        """The same booking with another pickup; nothing is stored."""
        return Booking.of(self.row | {"pickup_date": day.isoformat(), "pickup_time": pickup_time})

    @property
    def code(self) -> str:
        """Its short id: `7F3A-91C2`."""
        return code(self.id)

    @property
    def event(self) -> BookingEvent:
        """What webhooks tell of it (rule: webhooks)."""
        return BookingEvent(
            self.id,
            self.code,
            self.campus_id,
            self.status,
            self.pickup_date,
            self.pickup_time,
            self.return_delivery_date,
        )

    @property
    def campus(self) -> Campus | None:
        """Where it is picked up; None for a campus that is served no more."""
        return published.campus(self.campus_id)

    @property
    def pickup(self) -> str:
        """Its pickup in words: `Friday, April 30, 2027, 9:00 AM - 12:00 PM`."""
        if self.pickup_date is None:
            return "without a date"
        day = clock.spoken_day(self.pickup_date)
        return ", ".join(part for part in (day, self.pickup_time) if part)

    @property
    def window(self) -> TimeOfDay | None:
        """The window that its pickup time counts as (rule: pickup-windows)."""
        return windows.time_of_day(self.pickup_time)

    @property
    def starts_at(self) -> datetime | None:
        """When its window begins, in UTC; without a time the day's first one."""
        if self.pickup_date is None:
            return None
        return windows.starts_at(self.campus_id, self.pickup_date, self.pickup_time)

    @property
    def ends_at(self) -> datetime | None:
        """When its window is over, in UTC; without a time the day's last one."""
        if self.pickup_date is None:
            return None
        return windows.ends_at(self.campus_id, self.pickup_date, self.pickup_time)

    @property
    def notice(self) -> timedelta | None:
        """How long it is until its window begins (rule: notice); None without a date."""
        return None if self.starts_at is None else self.starts_at - clock.now()

    @property
    def notice_minutes(self) -> int | None:
        """The same in whole minutes, as changes of dates are kept."""
        return None if self.notice is None else int(self.notice.total_seconds() // 60)

    @property
    def holds_place(self) -> bool:
        """Whether it takes one of its window's places: all but cancelled ones do."""
        return self.status != "cancelled"

    @property
    def slots(self) -> list[UUID]:
        """The slots whose places it holds."""
        return [one for one in (self.slot_id, self.return_slot_id) if one is not None]

    @property
    def line(self) -> tuple[int, date] | None:
        """(campus id, day) of the line that it stands in, or None (rule: line-order)."""
        if self.status not in IN_LINE or self.pickup_date is None:
            return None
        return self.campus_id, self.pickup_date

    @property
    def delivery_window(self) -> tuple[int, date, str] | None:
        """(campus id, day, window) of the delivery that takes a place, or None."""
        day, window = self.return_delivery_date, self.return_delivery_time
        if not self.holds_place or self.delivery_option != "same_city" or not (day and window):
            return None
        return self.campus_id, day, window
