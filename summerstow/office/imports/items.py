"""Imports of items: what the customers of bookings hand over, or handed over in seasons before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final
from uuid import UUID, uuid4

from summerstow.billing.pricing import price_lists
from summerstow.billing.pricing.storage_rules import storage_rules
from summerstow.bookings import authorization
from summerstow.bookings.items import queries as item_queries
from summerstow.bookings.items import service as items
from summerstow.bookings.items.queries import Item
from summerstow.bookings.items.service import ItemValues
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict
from summerstow.platform.text import name_key

from . import queries, target_queries
from .model import CheckedRow, Fault, ImportChoice, SheetRow, StoredRow, faulty, row_key
from .target_queries import KnownBooking
from .values import cents_of, day_of, email_of, yes_of

#: Bookings that are over; what was imported of them went back.
_OVER: Final = frozenset({"delivered", "completed"})


class ItemImport:
    """Checks and writes items of bookings that are there already."""

    def __init__(self, choice: ImportChoice) -> None:
        self._day_first = choice.day_first
        self._same: Counter[bytes] = Counter()
        self._pending: dict[UUID, list[Item]] = {}

    async def check(self, tx: ElevatedTransaction, rows: Sequence[SheetRow]) -> list[CheckedRow]:
        """Return what rows would become."""
        by_key, by_email = await self._bookings(tx, rows)
        checked = [self._read(row, by_key, by_email) for row in rows]
        known = await queries.written_keys(tx, [one.key for one in checked if one.key is not None])
        return [
            CheckedRow(one.number, "known", one.key)
            if one.key in known
            else await self._allowed(tx, row, one)
            for row, one in zip(rows, checked, strict=True)
        ]

    async def _bookings(
        self, tx: ElevatedTransaction, rows: Sequence[SheetRow]
    ) -> tuple[dict[bytes, KnownBooking], dict[str, list[KnownBooking]]]:
        """Return bookings by the keys of their references, and by their addresses."""
        keys = [_reference_key(row) for row in rows if row.get("reference")]
        ids = await queries.written_keys(tx, keys)
        bookings = {one.id: one for one in await target_queries.bookings_by_id(tx, [*ids.values()])}
        by_key = {key: bookings[target] for key, target in ids.items() if target in bookings}
        emails = {row.get("email").lower() for row in rows if row.get("email")}
        by_email: dict[str, list[KnownBooking]] = {}
        for one in await target_queries.bookings_of_addresses(tx, [*emails]):
            by_email.setdefault(one.email or "", []).append(one)
        return by_key, by_email

    def _read(
        self,
        row: SheetRow,
        by_key: dict[bytes, KnownBooking],
        by_email: dict[str, list[KnownBooking]],
    ) -> CheckedRow:
        try:
            booking = self._booking(row, by_key, by_email)
            description = " ".join(row.get("description").split())
            if not description:
                raise Fault("description", "", "Say in a few words what it is.")
            kind = _kind_of(row, description)
            # Three boxes are three items, and the same three in the next run.
            same = row_key("items", str(booking.id), kind, description)
            self._same[same] += 1
            key = row_key("items", str(booking.id), kind, description, str(self._same[same]))
            data = {
                "booking_id": str(booking.id),
                "over": booking.status in _OVER,
                "kind": kind,
                "description": description,
                "value_cents": cents_of(row, "value"),
                "heavy": yes_of(row, "heavy"),
            }
        except Fault as fault:
            return faulty(row, fault)
        return CheckedRow(row.number, "new", key, data)

    def _booking(
        self,
        row: SheetRow,
        by_key: dict[bytes, KnownBooking],
        by_email: dict[str, list[KnownBooking]],
    ) -> KnownBooking:
        reference = row.get("reference")
        if reference:
            booking = by_key.get(_reference_key(row))
            if booking is None:
                raise Fault("reference", reference, "No imported booking has this reference.")
        else:
            email = email_of(row)
            day = day_of(row, "pickup_date", day_first=self._day_first)
            matches = [one for one in by_email.get(email, []) if day in (None, one.pickup_date)]
            if not matches:
                raise Fault("email", email, "This customer has no such booking.")
            if len(matches) > 1:
                raise Fault(
                    "pickup_date",
                    row.get("pickup_date"),
                    "This customer has several bookings. Give the pickup date or a reference.",
                )
            booking = matches[0]
        if booking.status in _OVER and not booking.imported:
            raise Fault("reference", reference, "This booking is over: its items are counted.")
        return booking

    async def _allowed(self, tx: ElevatedTransaction, row: SheetRow, one: CheckedRow) -> CheckedRow:
        """Return the row, or why its booking does not take the item."""
        if one.data is None:
            return one
        booking_id = UUID(one.data["booking_id"])
        try:
            stored = self._pending.get(booking_id)
            if stored is None:
                if not one.data["over"]:
                    items.refuse(await authorization.locked(tx, booking_id))
                stored = self._pending[booking_id] = await item_queries.of_booking(tx, booking_id)
            item = await _checked(tx, booking_id, one.data, stored)
        except AppError as refusal:
            field = "value" if "rotection" in refusal.message else "description"
            return faulty(row, Fault(field, row.get(field), refusal.message))
        stored.append(_as_item(item))
        return one

    def batches(self, rows: Sequence[StoredRow]) -> Iterator[Sequence[StoredRow]]:
        """Yield what is written in one transaction: bookings are locked in one order."""
        yield sorted(rows, key=lambda one: str(one.data["booking_id"]))

    async def write(self, tx: ElevatedTransaction, rows: Sequence[StoredRow]) -> dict[int, UUID]:
        """Add the items; raises as `items.service.add` does."""
        bookings = {UUID(row.data["booking_id"]) for row in rows}
        await target_queries.touch_imported(tx, list(bookings))
        ids = {row.number: uuid4() for row in rows}
        for row in rows:
            booking_id = UUID(row.data["booking_id"])
            booking = await authorization.locked(tx, booking_id)
            if not row.data["over"]:
                items.refuse(booking)
            stored = await item_queries.of_booking(tx, booking_id)
            item = await _checked(tx, booking_id, row.data, stored)
            await item_queries.add(tx, ids[row.number], booking_id, None, item)
            if not row.data["over"]:
                await items.expect_listed(tx, booking_id)
        over = [ids[row.number] for row in rows if row.data["over"]]
        await target_queries.mark_delivered(tx, over)
        return ids

    async def undo(self, tx: ElevatedTransaction, import_id: UUID) -> None:
        """Take the items out; raises `Conflict` if anything followed from one."""
        count, example = await target_queries.changed_items(tx, import_id)
        if count:
            raise Conflict(
                f"{count} item{'' if count == 1 else 's'} of this import changed since, or have a "
                f"label, a photo or a history, “{example}” among them. Undo takes back a whole "
                "import or nothing."
            )
        item_ids = await queries.targets(tx, import_id)
        bookings = await target_queries.bookings_of_items(tx, item_ids)
        await target_queries.touch_imported(tx, sorted(set(bookings.values())))
        for item in item_ids:
            if item in bookings and await item_queries.remove(tx, bookings[item], item):
                await item_queries.expect_fewer(tx, bookings[item])


async def _checked(
    tx: ElevatedTransaction, booking_id: UUID, data: dict[str, Any] | Any, others: list[Item]
) -> dict[str, Any]:
    items.check_number(others)
    said = ItemValues(
        kind=data["kind"],
        description=data["description"],
        boxed=data["kind"] == "box",
        over_50_lb=data["heavy"],
        declared_value_cents=data["value_cents"],
    )
    prices = await price_lists.of_booking(tx, booking_id)
    return items.checked(prices, said, others=others) | {"picture_id": None}


def _as_item(item: dict[str, Any]) -> Item:
    return Item(
        row={},
        id=uuid4(),
        member_id=None,
        user_id=None,
        kind=item["kind"],
        description=item["description"],
        boxed=item["boxed"],
        heavy=item["heavy"],
        declared_value_cents=item["declared_value_cents"],
        picture_id=None,
        to_check=item["to_check"],
    )


def _reference_key(row: SheetRow) -> bytes:
    return row_key("bookings", "reference", row.get("reference"))


def _kind_of(row: SheetRow, description: str) -> str:
    """Return the kind that a row names; without one, a box if its words are of one."""
    text = name_key(row.get("kind"))
    if not text:
        return "box" if "box" in name_key(description).split() else "other"
    for one in storage_rules().things:
        if text in (name_key(one.id), name_key(one.name)) and one.group == "loose":
            return one.id
    if text in ("box", "boxes", "carton", "boite"):
        return "box"
    return "other"
