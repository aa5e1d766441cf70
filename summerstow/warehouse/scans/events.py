"""What clients say that happened to an item."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from summerstow.warehouse.history import EventKind

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Note = Annotated[str, msgspec.Meta(max_length=500)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class NewItemEvent(msgspec.Struct, forbid_unknown_fields=True):
    """What happened to an item: `id` made on the device, `at` by its clock.

    The item is named by its `label` or `item_id`. A free label and a `booking_id` bind the label to
    the next item of the list without one (of `kind_of_item`, where that is said); where there is
    none, or with `new_item`, they add an item; of the friend `member_id`, if one is named. A free
    label and an `item_id` bind the label to that item. `heavy`: as it was weighed. `note` is the
    reason of a `missing`. `taken_back` names the scan that it takes back by `reverses`, and needs
    neither label nor item.
    """

    id: UUID
    kind: EventKind
    at: Moment
    label: Label | None = None
    item_id: UUID | None = None
    stop_id: UUID | None = None
    location_id: UUID | None = None
    photo_id: UUID | None = None
    note: Note | None = None
    booking_id: UUID | None = None
    kind_of_item: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z-]{0,39}$")] | None = None
    heavy: bool | None = None
    new_item: bool = False
    member_id: UUID | None = None
    reverses: UUID | None = None
