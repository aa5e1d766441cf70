"""What may be stored: the kit's box, common things and how much of it they take, and what not."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from summerstow import facts

from . import price_lists
from .terms import FactsBroken

Words = Annotated[str, msgspec.Meta(min_length=2, max_length=120)]


class Box(msgspec.Struct, frozen=True):
    """The medium box of the supply kit, in inches and pounds; `kit_boxes` come with a kit."""

    name: Words
    inches: tuple[int, int, int]
    most_lb: int
    kit_boxes: int


class ThingGroup(msgspec.Struct, frozen=True):
    """Things that stand together in a list."""

    id: str
    name: Words


class Thing(msgspec.Struct, frozen=True):
    """A common thing: `box_percent` of a medium box, or an item by itself where there is none."""

    id: str
    group: str
    name: Words
    lb: Annotated[int, msgspec.Meta(ge=1, le=200)]
    box_percent: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None


class RefusedThing(msgspec.Struct, frozen=True):
    """What may not be stored, why, and other words for it."""

    id: str
    name: Words
    reason: Words
    also: tuple[Words, ...]


class StorageRules(msgspec.Struct, frozen=True):
    """The page of storage rules."""

    medium_box: Box
    groups: tuple[ThingGroup, ...]
    things: tuple[Thing, ...]
    refused: tuple[RefusedThing, ...]
    #: Words that may mean one of them: accepted, and shown to staff.
    unsure: tuple[Words, ...]

    def __post_init__(self) -> None:
        groups = {one.id for one in self.groups}
        ids = [*(one.id for one in self.things), *(one.id for one in self.refused)]
        if len(ids) != len(set(ids)):
            raise FactsBroken("storage.json: an id stands twice")
        if any(one.group not in groups for one in self.things):
            raise FactsBroken("storage.json: a thing is in no group")


@cache
def storage_rules() -> StorageRules:
    """The storage rules; raises `FactsBroken` or `msgspec.ValidationError` where they are wrong."""
    known = facts.read("storage.json", StorageRules)
    box = known.medium_box
    for one in price_lists.of_files():
        if box.most_lb != one.terms.heavy_box_over_lb:
            raise FactsBroken("storage.json: the box must hold what the terms allow")
        if not one.pricing.supplies_kit.startswith(f"{box.kit_boxes} "):
            raise FactsBroken("storage.json: the kit has another number of boxes")
    return known
