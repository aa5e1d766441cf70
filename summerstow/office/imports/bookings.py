"""Imports of bookings: those of seasons that are over, and those to come, which need a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, Final
from uuid import UUID

from uuid6 import uuid7

from summerstow.bookings import rules, service
from summerstow.bookings.model import Booking, code
from summerstow.facts import TimeOfDay
from summerstow.office.customers import caller_queries
from summerstow.platform import clock, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.text import name_key
from summerstow.slots import queries as slot_queries
from summerstow.slots import service as slots

from . import queries, target_queries
from .model import CheckedRow, Fault, ImportChoice, SheetRow, StoredRow, faulty, row_key
from .values import campus_of, day_of, email_of, names_of, number_of, phone_of, window_of

_CANCELLED: Final = frozenset({"cancelled", "canceled", "annule", "annulee", "no show"})
_HAS_BOOKING: Final = "This customer has a booking under way already."
_MOST_ITEMS: Final = 100
_Window = tuple[int, date, TimeOfDay | None]


class BookingImport:
    """Checks and writes bookings. The server decides their price: a file has no say in it."""

    def __init__(self, choice: ImportChoice) -> None:
        self._day_first = choice.day_first
        self._lines: dict[bytes, int] = {}
        self._to_come: dict[str, int] = {}
        self._free: dict[_Window, int | str | None] = {}
        self._wanted: Counter[_Window] = Counter()

    async def check(self, tx: ElevatedTransaction, rows: Sequence[SheetRow]) -> list[CheckedRow]:
        """Return what rows would become."""
        checked_rows = [self._read(row) for row in rows]
        known = await queries.written_keys(
            tx, [one.key for one in checked_rows if one.key is not None]
        )
        coming = [one.data["email"] for one in checked_rows if one.data and _is_to_come(one.data)]
        booked = await target_queries.addresses_with_booking(tx, coming)
        checked = []
        for one, row in zip(checked_rows, rows, strict=True):
            if one.key in known:
                checked.append(CheckedRow(one.number, "known", one.key))
                continue
            try:
                if one.data and _is_to_come(one.data):
                    await self._refuse(tx, one.number, one.data, booked)
                checked.append(one)
            except Fault as fault:
                checked.append(faulty(row, fault))
        return checked

    def _read(self, row: SheetRow) -> CheckedRow:
        try:
            data, identity = self._booking(row)
            key = row_key("bookings", *identity)
            before = self._lines.setdefault(key, row.number)
            if before != row.number:
                field = "reference" if row.get("reference") else "email"
                raise Fault(field, row.get(field), f"Line {before} is the same booking.")
        except Fault as fault:
            return faulty(row, fault)
        return CheckedRow(row.number, "new", key, data)

    def _booking(self, row: SheetRow) -> tuple[dict[str, Any], tuple[str, ...]]:
        """Return the booking of a row, and what identifies it."""
        email = email_of(row)
        first, last = names_of(row)
        if not last:
            raise Fault("full_name", first, "The last name is missing.")
        campus = campus_of(row)
        pickup = day_of(row, "pickup_date", day_first=self._day_first, needed=True)
        back = day_of(row, "return_date", day_first=self._day_first)
        booked_on = day_of(row, "booked_on", day_first=self._day_first)
        assert pickup is not None
        building, address = row.get("building_name"), row.get("address")
        status = self._status(row, pickup, back)
        if status == "confirmed":
            pickup_time = window_of(row, campus)
        else:
            # A window of then need not be offered any more.
            try:
                pickup_time = window_of(row, campus)
            except Fault:
                pickup_time = None
        body: dict[str, Any] = {
            "campus_id": campus.id,
            "first_name": first,
            "last_name": last,
            "email": email,
            "phone": phone_of(row),
            "residence_type": "on_campus" if building or not address else "other",
            "building_name": building or None,
            "address": address or None,
            "additional_comments": row.get("comments") or None,
            "pickup_date": pickup.isoformat(),
            "pickup_time": pickup_time,
            "return_delivery_date": back.isoformat() if back else None,
            "delivery_option": "same_city" if back and status == "completed" else "decide_later",
        }
        try:
            booking = rules.check_new(body)
        except Invalid as refusal:
            raise Fault(None, "", refusal.message) from None
        booking |= {
            "expected_items": number_of(row, "expected_items", _MOST_ITEMS),
            "status": status,
            "created_at": _made_at(booked_on, pickup, status),
        }
        if status == "confirmed":
            _refuse_incomplete(row, booking)
        reference = row.get("reference")
        names = f"{first} {last}"
        identity = (
            ("reference", reference)
            if reference
            else (*("person", email, names, str(campus.id), pickup.isoformat()),)
        )
        return booking, identity

    def _status(self, row: SheetRow, pickup: date, back: date | None) -> str:
        today = clock.today()
        if name_key(row.get("status")) in _CANCELLED:
            return "cancelled"
        if back is not None and back < pickup:
            raise Fault("return_date", row.get("return_date"), "The return is before the pickup.")
        if pickup >= today:
            return "confirmed"
        if back is not None and back >= today:
            raise Fault(
                "return_date",
                row.get("return_date"),
                "These items are in storage now. Only bookings that are over or still to come "
                "can be imported.",
            )
        return "completed"

    async def _refuse(
        self, tx: ElevatedTransaction, number: int, data: Mapping[str, Any], booked: set[str]
    ) -> None:
        """Raise `Fault` if a booking to come would be refused now."""
        email = data["email"]
        if email in booked:
            raise Fault("email", email, _HAS_BOOKING)
        before = self._to_come.setdefault(email, number)
        if before != number:
            raise Fault("email", email, f"Line {before} is a booking to come of this customer.")
        day = date.fromisoformat(data["pickup_date"])
        part = windows.time_of_day(data["pickup_time"])
        window = (data["campus_id"], day, part)
        if window not in self._free:
            self._free[window] = await _free_places(tx, *window)
        free = self._free[window]
        if isinstance(free, str):
            raise Fault("pickup_date", day.isoformat(), free)
        if free is not None and self._wanted[window] >= free:
            places = "no place" if free == 0 else f"only {free} free place{'s' if free > 1 else ''}"
            raise Fault(
                "pickup_time",
                data["pickup_time"],
                f"The window has {places} on {clock.spoken_day(day)}.",
            )
        self._wanted[window] += 1

    def batches(self, rows: Sequence[StoredRow]) -> Iterator[Sequence[StoredRow]]:
        """Yield what is written in one transaction: a place is claimed in one of its own."""
        past = [one for one in rows if not _is_to_come(one.data)]
        if past:
            yield past
        yield from ([one] for one in rows if _is_to_come(one.data))

    async def write(self, tx: ElevatedTransaction, rows: Sequence[StoredRow]) -> dict[int, UUID]:
        """Store bookings; one to come takes its place. Raises as `service.booked` does."""
        for row in rows:
            if _is_to_come(row.data):
                account = await caller_queries.lock_confirmed_account(tx, row.data["email"])
                if account and await caller_queries.has_current_booking(tx, account):
                    raise Conflict(_HAS_BOOKING)
        accounts = await target_queries.confirmed_accounts(tx, [one.data["email"] for one in rows])
        ids: dict[int, UUID] = {row.number: uuid7() for row in rows}
        stored = await target_queries.insert_bookings(
            tx,
            [
                row.data | {"id": ids[row.number], "user_id": accounts.get(row.data["email"])}
                for row in rows
            ],
        )
        for booking in stored:
            if _is_to_come(booking):
                await service.booked(tx, Booking.of(booking), supersede=False, tells=False)
        return ids

    async def undo(self, tx: ElevatedTransaction, import_id: UUID) -> None:
        """Delete the bookings; raises `Conflict` if anything followed from one."""
        count, example = await target_queries.changed_bookings(tx, import_id)
        if example is not None:
            raise Conflict(
                f"{count} booking{'' if count == 1 else 's'} of this import changed since, or "
                f"have items, invoices or messages, {code(example)} among them. Undo takes back a "
                "whole import or nothing."
            )
        for slot in await target_queries.delete_bookings(tx, await queries.targets(tx, import_id)):
            await slots.give_back(tx, slot)


def _is_to_come(data: Mapping[str, Any]) -> bool:
    return bool(data["status"] == "confirmed")


def _refuse_incomplete(row: SheetRow, booking: dict[str, Any]) -> None:
    for field, name in (("pickup_time", "pickup_time"), ("phone", "phone")):
        if not booking[name]:
            what = "pickup time" if field == "pickup_time" else "phone number"
            raise Fault(field, row.get(field), f"A booking to come needs a {what}.")
    if not booking["address"] and not booking["building_name"]:
        raise Fault("address", "", "A booking to come needs a building or an address.")


def _made_at(booked_on: date | None, pickup: date, status: str) -> str | None:
    """Return when a booking counts as made; None for now."""
    day = booked_on or (pickup if status == "completed" else None)
    if day is None or day > clock.today():
        return None
    return datetime.isoformat(clock.moment(day, time(12)))


async def _free_places(
    tx: ElevatedTransaction, campus_id: int, day: date, part: TimeOfDay | None
) -> int | str | None:
    """Return the free places of a window, None without a limit, or why it is not sold."""
    try:
        slots.refuse_campus(campus_id)
        await slots.refuse_closed(tx, campus_id, day, part)
        slot = await slot_queries.find(tx, campus_id, day, part) if part else None
        if slot is None:
            await slots.refuse_without_places(tx, campus_id, day, part)
            return None
    except AppError as refusal:
        return refusal.message
    return await target_queries.free_places(tx, slot)
