"""`POST /rest/v1/rpc/…` about items: what happened to them, labels, shelves, stocktakes."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.platform import published
from summerstow.platform.commands import Command, OneOrAll, Subject
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Invalid
from summerstow.platform.rate_limits import Limit
from summerstow.platform.roles import CREW, EXECUTIVES, OFFICE, SIGNED_IN

from . import cases, finding, labels, queries, recording, shelves, stocktaking
from .scans.events import Label, Moment, NewItemEvent

#: Customers guess no free label of a roll; at one address a residence packs its boxes.
_ITEM_EVENTS: Final = Limit("item events", 200, 3600, burst=100)


class RecordEvents(msgspec.Struct, forbid_unknown_fields=True):
    """Events in the order in which they happened; `sent_at` is the device's clock as it sends."""

    events: Annotated[list[NewItemEvent], msgspec.Meta(max_length=500)]
    sent_at: Moment | None = None


class EventForPerson(msgspec.Struct, frozen=True):
    """An event that a person decides about, and why."""

    id: UUID
    reason: str


class RecordedItemEvents(msgspec.Struct, frozen=True):
    """What became of each event; a device may forget those in `stored` and `already`."""

    stored: list[UUID]
    already: list[UUID]
    needs_person: list[EventForPerson]


class PrintLabels(msgspec.Struct, forbid_unknown_fields=True):
    """So many labels without an owner, for the rolls of a campus."""

    count: Annotated[int, msgspec.Meta(ge=1, le=400)]
    campus_id: int


class PrintedLabels(msgspec.Struct, frozen=True):
    """Their codes, and the batch by whose number they are printed."""

    batch: int
    codes: list[str]


class HandOutLabels(msgspec.Struct, forbid_unknown_fields=True):
    """The first and the last label of a strip that stays with a customer; one label without."""

    booking_id: UUID
    first: Label
    last: Label | None = None


class HandedOutLabels(msgspec.Struct, frozen=True):
    """The codes that the booking's customer may bind."""

    codes: list[str]


class CreateLocation(msgspec.Struct, forbid_unknown_fields=True):
    """A shelf: site, bay and shelf as `V-03-2`, and how many items fit."""

    campus_id: int
    code: Annotated[str, msgspec.Meta(pattern=shelves.CODE)]
    places: Annotated[int, msgspec.Meta(ge=1, le=2000)]


class ChangeLocation(msgspec.Struct, forbid_unknown_fields=True):
    """How many items fit on a shelf."""

    id: UUID
    places: Annotated[int, msgspec.Meta(ge=1, le=2000)]


class FindItem(msgspec.Struct, forbid_unknown_fields=True):
    """A label, a shelf, or words of a name, a code or a description."""

    text: Annotated[str, msgspec.Meta(min_length=2, max_length=80)]


class Stocktake(msgspec.Struct, forbid_unknown_fields=True):
    """The labels that were scanned on a shelf; `sent_at` is the device's clock as it sends."""

    location_id: UUID
    labels: Annotated[list[Label], msgspec.Meta(max_length=500)]
    at: Moment
    sent_at: Moment | None = None


class SettleStocktake(msgspec.Struct, forbid_unknown_fields=True):
    """What is made of each difference of a shelf's last stocktake."""

    location_id: UUID
    rows: Annotated[list[stocktaking.Settled], msgspec.Meta(min_length=1, max_length=500)]


class ItemToRead(msgspec.Struct, forbid_unknown_fields=True):
    """An item."""

    item_id: UUID


class NoChoices(msgspec.Struct, forbid_unknown_fields=True):
    """Nothing to say."""


async def record_events(tx: ElevatedTransaction, arguments: RecordEvents) -> RecordedItemEvents:
    """Keep what happened to items, each event once for its id, whatever became of its item.

    Customers record what they bind and pack themselves. Raises `Forbidden` for theirs of others.
    """
    for place, one in enumerate(arguments.events):
        if one.kind == "taken_back":
            if one.reverses is None:
                raise Invalid(f"Event {place} does not name the scan that it takes back.")
        elif one.label is None and one.item_id is None:
            raise Invalid(f"Event {place} names neither a label nor an item.")
    kept = await recording.keep(tx, arguments.events, arguments.sent_at)
    return RecordedItemEvents(
        kept.stored,
        kept.already,
        [EventForPerson(key, reason) for key, reason in kept.needs_person.items()],
    )


async def print_labels(tx: ElevatedTransaction, arguments: PrintLabels) -> PrintedLabels:
    """Make labels; their page is `GET /files/labels/{batch}.pdf`."""
    _campus(arguments.campus_id)
    batch, codes = await labels.make(tx, arguments.count, arguments.campus_id)
    return PrintedLabels(batch, codes)


async def hand_out_labels(tx: ElevatedTransaction, arguments: HandOutLabels) -> HandedOutLabels:
    """Hand out free labels of a roll to a booking; the same again changes nothing."""
    codes = await labels.hand_out(tx, arguments.booking_id, arguments.first, arguments.last)
    return HandedOutLabels(codes)


async def create_location(tx: ElevatedTransaction, arguments: CreateLocation) -> shelves.Shelf:
    """A new shelf. Raises `Conflict` where one has this code."""
    _campus(arguments.campus_id)
    return await shelves.create(tx, arguments.campus_id, arguments.code, arguments.places)


async def change_location(tx: ElevatedTransaction, arguments: ChangeLocation) -> shelves.Shelf:
    """Another number of places."""
    return await shelves.resize(tx, arguments.id, arguments.places)


async def space_used(tx: ElevatedTransaction, arguments: NoChoices) -> list[shelves.Shelf]:
    """Every shelf with what stands on it, by site and code."""
    del arguments
    return await shelves.every(tx)


async def find_item(tx: ElevatedTransaction, arguments: FindItem) -> list[finding.FoundItem]:
    """Items by label, shelf, name, booking code or description; at most fifty."""
    return await finding.find(tx, arguments.text)


async def stocktake(tx: ElevatedTransaction, arguments: Stocktake) -> stocktaking.Difference:
    """Keep what was scanned on a shelf; the difference waits for an admin."""
    return await stocktaking.take(
        tx, arguments.location_id, arguments.labels, arguments.at, arguments.sent_at
    )


async def stocktakes_waiting(
    tx: ElevatedTransaction, arguments: NoChoices
) -> list[stocktaking.WaitingStocktake]:
    """Shelves whose last stocktake has a difference that nobody settled."""
    del arguments
    return await stocktaking.waiting(tx)


async def settle_stocktake(
    tx: ElevatedTransaction, arguments: SettleStocktake
) -> stocktaking.Difference:
    """Settle differences with a reason each; returns what is left."""
    return await stocktaking.settle(tx, arguments.location_id, arguments.rows)


async def items_in_keeping(
    tx: ElevatedTransaction, arguments: NoChoices
) -> list[shelves.InKeeping]:
    """What each campus holds now, what is missing or damaged of it, and the space it takes."""
    del arguments
    return await shelves.keeping(tx)


async def item_history(tx: ElevatedTransaction, arguments: ItemToRead) -> list[cases.RecordedEvent]:
    """Everything that was recorded of an item, the latest first."""
    return await cases.recorded(tx, arguments.item_id)


async def _owner_of_item(tx: Transaction, arguments: ItemToRead) -> Subject:
    return await queries.owner_of_item(tx, arguments.item_id)


async def item_cases(tx: ElevatedTransaction, arguments: OneOrAll) -> cases.ItemCases:
    """Events of items that need a person: all for the office, a worker's own for a worker."""
    mine = None if tx.actor.role in OFFICE else tx.actor.user_id
    return await cases.needing_a_person(tx, mine, arguments.id)


def _campus(campus_id: int) -> None:
    if published.campus(campus_id) is None:
        raise Invalid("There is no such campus.")


COMMANDS = (
    Command(
        "record_events",
        RecordEvents,
        record_events,
        SIGNED_IN,
        limit=_ITEM_EVENTS,
        repeatable=True,
        elevated=True,
    ),
    Command("print_labels", PrintLabels, print_labels, OFFICE, elevated=True),
    Command(
        "hand_out_labels", HandOutLabels, hand_out_labels, CREW, repeatable=True, elevated=True
    ),
    Command("create_location", CreateLocation, create_location, OFFICE, elevated=True),
    Command("change_location", ChangeLocation, change_location, OFFICE, elevated=True),
    Command("space_used", NoChoices, space_used, CREW, read_only=True, elevated=True),
    Command(
        "items_in_keeping",
        NoChoices,
        items_in_keeping,
        EXECUTIVES,
        read_only=True,
        elevated=True,
    ),
    Command(
        "find_item", FindItem, find_item, CREW, read_only=True, reads_customers=True, elevated=True
    ),
    Command(
        "item_history",
        ItemToRead,
        item_history,
        CREW,
        read_only=True,
        reads_customers=True,
        about=_owner_of_item,
        elevated=True,
    ),
    Command(
        "item_cases",
        OneOrAll,
        item_cases,
        CREW,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("stocktake", Stocktake, stocktake, CREW, elevated=True),
    Command(
        "stocktakes_waiting", NoChoices, stocktakes_waiting, OFFICE, read_only=True, elevated=True
    ),
    Command("settle_stocktake", SettleStocktake, settle_stocktake, OFFICE, elevated=True),
)
