"""What a customer's account asks by `POST /rest/v1/rpc/{command}`: rules, items, delivery."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Annotated, Final, Literal
from uuid import UUID, uuid5

import msgspec
from msgspec import UNSET, UnsetType

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import SIGNED_IN
from summerstow.platform.tables import StoredBooking, StoredItem

from . import allowed_actions, authorization
from .authorization import OneBooking
from .dates import requests
from .delivery import service as delivery
from .items import queries as item_queries
from .items import service as items

_Words = Annotated[str, msgspec.Meta(max_length=500)]
_Cents = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class OneItem(msgspec.Struct, forbid_unknown_fields=True):
    """An item of a booking."""

    booking_id: UUID
    item_id: UUID


class ChangeItem(OneItem, forbid_unknown_fields=True):
    """An item and what is said of it; `item_id` is new for one that is added.

    `picture_id` is an upload of the asker's (`POST /files`); null takes the item's picture off.
    """

    kind: Annotated[str, msgspec.Meta(max_length=40)]
    description: _Words
    boxed: bool = False
    over_50_lb: bool = False
    declared_value_cents: _Cents = 0
    picture_id: UUID | UnsetType | None = UNSET

    def values(self) -> items.ItemValues:
        """Without the ids."""
        return items.ItemValues(
            self.kind,
            self.description,
            self.boxed,
            self.over_50_lb,
            self.declared_value_cents,
            self.picture_id,
        )


class AddItem(ChangeItem, forbid_unknown_fields=True, kw_only=True):
    """The same, `quantity` times: eight boxes are eight items, one call."""

    quantity: Annotated[int, msgspec.Meta(ge=1, le=50)] = 1

    def ids(self) -> list[UUID]:
        """An id for each, the same for the same call."""
        further = (uuid5(self.item_id, str(number)) for number in range(1, self.quantity))
        return [self.item_id, *further]


class PreviewDelivery(msgspec.Struct, forbid_unknown_fields=True):
    """A booking and where to and when its items come back."""

    booking_id: UUID
    delivery_option: Literal["same_city", "different_city"]
    day: date
    address: _Words
    window: _Words | None = None

    def wish(self) -> delivery.Wish:
        """Without the booking."""
        return delivery.Wish(self.delivery_option, self.day, self.window, self.address)


class BookDelivery(PreviewDelivery, forbid_unknown_fields=True, kw_only=True):
    """The same, and the fee that the preview showed."""

    expected_fee_cents: _Cents


async def booking_rules(tx: Transaction, arguments: OneBooking) -> allowed_actions.OwnRules:
    """What may be done with the booking now."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        return await allowed_actions.of(
            elevated, await authorization.locked(elevated, arguments.booking_id)
        )


async def _share(tx: Transaction, booking_id: UUID) -> UUID | None:
    """Return the friend's share that the caller's items are of; None: they are the customer's.

    Raises 404 unless the caller is the booking's customer, a friend who shares it, or the office.
    """
    if tx.actor.user_id is not None:
        async with tx.elevated() as elevated:
            share = await item_queries.share_of(elevated, booking_id, tx.actor.user_id)
        if share is not None:
            return share
    await authorization.check(tx, booking_id)
    return None


async def item_rules(tx: Transaction, arguments: OneBooking) -> allowed_actions.ItemRules:
    """Until when the caller's items may be listed: a customer's, or a friend's."""
    await _share(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        return allowed_actions.of_items(await authorization.locked(elevated, arguments.booking_id))


async def add_item(tx: Transaction, arguments: AddItem) -> list[StoredItem]:
    """All items of their person, in order."""
    share = await _share(tx, arguments.booking_id)
    values = arguments.values()
    async with tx.elevated() as elevated:
        result: list[StoredItem] = []
        for item_id in arguments.ids():
            result = await items.add(elevated, arguments.booking_id, item_id, values, share)
            # A picture is of one thing.
            values = replace(values, picture_id=None)
        return result


async def change_item(tx: Transaction, arguments: ChangeItem) -> list[StoredItem]:
    """All items of their person, in order."""
    share = await _share(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        return await items.change(
            elevated, arguments.booking_id, arguments.item_id, arguments.values(), share
        )


async def remove_item(tx: Transaction, arguments: OneItem) -> list[StoredItem]:
    """All items of their person that are left, in order."""
    share = await _share(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        return await items.remove(elevated, arguments.booking_id, arguments.item_id, share)


async def withdraw_pickup_change(tx: Transaction, arguments: OneBooking) -> None:
    """The wish that staff have not answered is taken back."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        await requests.withdraw(elevated, arguments.booking_id)


async def preview_delivery(tx: Transaction, arguments: PreviewDelivery) -> delivery.DeliveryPreview:
    """`{fee_cents, words, quote}`."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        booking = await authorization.locked(elevated, arguments.booking_id)
        return await delivery.preview(elevated, booking, arguments.wish())


async def book_delivery(tx: Transaction, arguments: BookDelivery) -> StoredBooking:
    """The window is booked, and its fee invoiced."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        booked = await delivery.book(
            elevated,
            arguments.booking_id,
            arguments.wish(),
            expected_fee_cents=arguments.expected_fee_cents,
        )
        return booked.row


COMMANDS: Final[tuple[Command, ...]] = (
    Command("booking_rules", OneBooking, booking_rules, SIGNED_IN, repeatable=True),
    Command("item_rules", OneBooking, item_rules, SIGNED_IN, repeatable=True),
    Command("add_item", AddItem, add_item, SIGNED_IN, repeatable=True),
    Command("change_item", ChangeItem, change_item, SIGNED_IN, repeatable=True),
    Command("remove_item", OneItem, remove_item, SIGNED_IN, repeatable=True),
    Command("withdraw_pickup_change", OneBooking, withdraw_pickup_change, SIGNED_IN),
    Command("preview_delivery", PreviewDelivery, preview_delivery, SIGNED_IN, repeatable=True),
    Command("book_delivery", BookDelivery, book_delivery, SIGNED_IN, again=authorization.as_it_is),
)
