"""Add Items: what a customer will hand over (rule: crew-count-counts)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from msgspec import UNSET, UnsetType

from summerstow.billing.pricing import price_lists, terms
from summerstow.billing.pricing.storage_rules import storage_rules
from summerstow.billing.pricing.terms import PriceList
from summerstow.bookings import authorization
from summerstow.bookings.model import IN_LINE, REPLACEABLE, Booking
from summerstow.bookings.status import ENDED
from summerstow.platform import clock, published
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.files.pictures.service import attach
from summerstow.platform.roles import OFFICE
from summerstow.platform.tables import Row

from . import queries as item_queries
from .prohibited_items import doubt, refusal

#: Items are listed freely until so long before the window (rule: crew-count-counts).
NOTICE: Final = timedelta(hours=24)
LONGEST: Final = 120
_LOOSE: Final = "loose"


@dataclass(frozen=True, slots=True)
class ItemValues:
    """What a customer says of one item. `declared_value_cents` is for its protection.

    `picture_id`: an upload of the asker's; None for none, unset for the one that is there.
    """

    kind: str
    description: str
    boxed: bool
    over_50_lb: bool
    declared_value_cents: int
    picture_id: UUID | UnsetType | None = UNSET


async def add(
    tx: ElevatedTransaction,
    booking_id: UUID,
    item_id: UUID,
    values: ItemValues,
    member_id: UUID | None = None,
) -> list[Row]:
    """Add an item; the same again changes nothing. Returns all items of its person, in order.

    `member_id`: of a friend who shares the bundle; None: of the booking's customer. Raises
    `Conflict` where it is too late, `Invalid` for what is wrong or may not be stored.
    """
    booking = await authorization.locked(tx, booking_id)
    refuse(booking)
    stored = await item_queries.of_booking(tx, booking_id)
    if not any(one.id == item_id for one in stored):
        check_number(_of_person(stored, member_id))
        prices = await price_lists.of_booking(tx, booking_id)
        item = checked(prices, values, others=_of_person(stored, member_id))
        owner = booking.user_id if member_id is None else tx.actor.user_id
        picture = await _picture(tx, values, None, owner)
        await item_queries.add(tx, item_id, booking_id, member_id, item | {"picture_id": picture})
        await expect_listed(tx, booking_id)
    return await _rows(tx, booking_id, member_id)


async def check_additions(
    tx: ElevatedTransaction, booking_id: UUID, kinds: Sequence[str], member_id: UUID | None
) -> None:
    """Raise as `add` does if a person cannot add items of these kinds."""
    refuse(await authorization.locked(tx, booking_id))
    for kind in kinds:
        _check_kind(kind)
    stored = await item_queries.of_booking(tx, booking_id)
    check_number(_of_person(stored, member_id), adding=len(kinds))


async def expect_listed(tx: ElevatedTransaction, booking_id: UUID) -> None:
    """An item that its customer listed is expected (rule: quote-that-is-kept)."""
    await item_queries.expect_listed(tx, booking_id)


async def change(
    tx: ElevatedTransaction,
    booking_id: UUID,
    item_id: UUID,
    values: ItemValues,
    member_id: UUID | None = None,
) -> list[Row]:
    """Say something else of an item. Returns all of its person's items; raises as `add` does.

    Its declared value alone may rise for longer: until the pickup (rule: protection).
    """
    booking = await authorization.locked(tx, booking_id)
    stored = await item_queries.of_booking(tx, booking_id)
    was = _find(tx, stored, item_id, member_id)
    if was is None:
        refuse(booking)
        raise Conflict("This item was removed in the meantime.")
    if not (_only_raises(was, values) and values_open(booking)):
        refuse(booking)
    others = [one for one in _of_person(stored, was.member_id) if one is not was]
    prices = await price_lists.of_booking(tx, booking_id)
    item = checked(prices, values, others=others)
    picture = await _picture(tx, values, was.picture_id, was.user_id)
    await item_queries.change(tx, item_id, item | {"picture_id": picture})
    return await _rows(tx, booking_id, was.member_id)


async def remove(
    tx: ElevatedTransaction, booking_id: UUID, item_id: UUID, member_id: UUID | None = None
) -> list[Row]:
    """Take an item out; nothing where it is gone already. Returns its person's others."""
    booking = await authorization.locked(tx, booking_id)
    refuse(booking)
    was = _find(tx, await item_queries.of_booking(tx, booking_id), item_id, member_id)
    if was is not None:
        member_id = was.member_id
        await item_queries.remove(tx, booking_id, item_id)
        if member_id is None:
            await item_queries.expect_fewer(tx, booking_id)
    return await _rows(tx, booking_id, member_id)


def _find(
    tx: ElevatedTransaction,
    stored: list[item_queries.Item],
    item_id: UUID,
    member_id: UUID | None,
) -> item_queries.Item | None:
    """The item, if the caller may change it: their own, or any for the office."""
    item = next((one for one in stored if one.id == item_id), None)
    if item is None or item.member_id == member_id or tx.actor.role in OFFICE:
        return item
    return None


def _of_person(stored: list[item_queries.Item], member_id: UUID | None) -> list[item_queries.Item]:
    return [one for one in stored if one.member_id == member_id]


async def _rows(tx: ElevatedTransaction, booking_id: UUID, member_id: UUID | None) -> list[Row]:
    stored = await item_queries.of_booking(tx, booking_id)
    return [one.row for one in _of_person(stored, member_id)]


def refuse(booking: Booking) -> None:
    """`Conflict` where the items of a booking cannot be changed any more, saying why."""
    status = booking.status
    if status in ENDED:
        raise Conflict(ENDED[status])
    business = published.business()
    if status not in REPLACEABLE:
        done = "Your items are with us" if status == "picked_up" else "Our crew is on the way"
        raise Conflict(
            f"{done}, and their count decides. For a further pickup call {business.phone} or write "
            f"to {business.email}."
        )
    until = open_until(booking)
    if until is not None and clock.now() > until:
        raise Conflict(
            f"Your list closed {clock.spoken_moment(until)}, 24 hours before your pickup. "
            "The crew counts what you hand over: tell them at the door."
        )


def values_open(booking: Booking) -> bool:
    """Whether declared values may rise: until the pickup, never after."""
    return booking.status in IN_LINE


def _only_raises(was: item_queries.Item, values: ItemValues) -> bool:
    same: bool = (
        values.kind == was.kind
        and " ".join(values.description.split()) == was.description
        and (values.boxed or values.kind == "box") == was.boxed
        and values.over_50_lb == was.heavy
        and (values.picture_id is UNSET or values.picture_id == was.picture_id)
    )
    return same and values.declared_value_cents >= was.declared_value_cents


async def _picture(
    tx: ElevatedTransaction, values: ItemValues, was: UUID | None, owner: UUID | None
) -> UUID | None:
    """The id of the item's picture from now on; one that is new is taken from the asker's."""
    picture = values.picture_id
    if isinstance(picture, UnsetType):
        return was
    if picture is not None and picture != was:
        await attach(tx, picture, "item", to=owner)
    return picture


def open_until(booking: Booking) -> datetime | None:
    """Until when items may be changed, in UTC; None without a pickup date."""
    return None if booking.starts_at is None else booking.starts_at - NOTICE


def checked(prices: PriceList, values: ItemValues, *, others: list[item_queries.Item]) -> Row:
    """What is stored of an item beside `others`; raises `Invalid` in a sentence."""
    _check_kind(values.kind)
    words = " ".join(values.description.split())
    if not words:
        raise Invalid("Please say in a few words what it is.")
    if len(words) > LONGEST or not words.isprintable():
        raise Invalid(f"Please describe it in at most {LONGEST} plain characters.")
    refused = refusal(words)
    if refused is not None:
        raise Invalid(
            f"We cannot store this: {refused.name.lower()}. {refused.reason}", hint=refused.id
        )
    cap = prices.terms.insurance
    value = values.declared_value_cents
    if not 0 <= value <= cap.max_item_cents:
        raise Invalid(f"Protection covers at most {terms.dollars(cap.max_item_cents)} an item.")
    total = value + sum(one.declared_value_cents for one in others)
    if total > cap.max_customer_cents:
        left = cap.max_customer_cents - (total - value)
        raise Invalid(
            f"Protection covers at most {terms.dollars(cap.max_customer_cents)} a customer: "
            f"{terms.dollars(left)} is left for this item."
        )
    return {
        "kind": values.kind,
        "description": words,
        # A box is boxed, whatever a client says.
        "boxed": values.boxed or values.kind == "box",
        "heavy": values.over_50_lb,
        "declared_value_cents": value,
        "to_check": doubt(words),
    }


def _check_kind(kind: str) -> None:
    kinds = {one.id for one in storage_rules().things if one.group == _LOOSE} | {"box", "other"}
    if kind not in kinds:
        raise Invalid("Please choose what kind of item it is.")


def check_number(stored: list[item_queries.Item], *, adding: int = 1) -> None:
    """Raise `Invalid` where a booking takes no more items."""
    if len(stored) + adding > terms.MOST_ITEMS:
        raise Invalid(
            f"More than {terms.MOST_ITEMS} items is a whole move. Please ask us for a quote: "
            f"{published.business().email}."
        )
