"""Views that staff keep of a list: its filters, order and columns under a name of their own."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.roles import STAFF

from . import queries
from .model import SavedView

#: Views that one person may keep.
MOST_VIEWS: Final = 30


class NoViewArguments(msgspec.Struct, forbid_unknown_fields=True):
    """None."""


class SaveView(msgspec.Struct, forbid_unknown_fields=True):
    """A name, and what stands behind the `?` of the list's address."""

    name: Annotated[str, msgspec.Meta(max_length=60)]
    query: Annotated[str, msgspec.Meta(max_length=500)]


class DropView(msgspec.Struct, forbid_unknown_fields=True):
    """The name of one of one's own."""

    name: Annotated[str, msgspec.Meta(max_length=60)]


async def saved_views(tx: ElevatedTransaction, arguments: NoViewArguments) -> list[SavedView]:
    """One's own, by name (rule: saved-views)."""
    del arguments
    return await queries.list_views(tx, tx.actor.user_id)


async def save_view(tx: ElevatedTransaction, arguments: SaveView) -> list[SavedView]:
    """Keep a view; the same name again takes the new filters. Raises `Conflict` past the limit."""
    name = " ".join(arguments.name.split())
    if not name:
        raise Invalid("Please give the view a name.")
    await queries.save_view(tx, tx.actor.user_id, name, arguments.query)
    views = await queries.list_views(tx, tx.actor.user_id)
    if len(views) > MOST_VIEWS:
        raise Conflict(f"You have {MOST_VIEWS} views already. Please delete one first.")
    return views


async def drop_view(tx: ElevatedTransaction, arguments: DropView) -> list[SavedView]:
    """Delete one of one's own views; one that is gone already is no error."""
    await queries.delete_view(tx, tx.actor.user_id, arguments.name)
    return await queries.list_views(tx, tx.actor.user_id)


COMMANDS: Final = (
    Command("saved_views", NoViewArguments, saved_views, STAFF, read_only=True, elevated=True),
    Command("save_view", SaveView, save_view, STAFF, elevated=True),
    Command("drop_view", DropView, drop_view, STAFF, elevated=True),
)
