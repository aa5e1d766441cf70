"""`inbox`, `assign_inbox_item` and `snooze_inbox_item` (rule: inbox)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.platform import clock, published
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.roles import CREW, OFFICE

from . import queries
from .model import (
    Colleague,
    Inbox,
    InboxCounts,
    InboxFilter,
    InboxItem,
    Kind,
    Mark,
    OpenItem,
    Show,
    kinds_decided_by,
    kinds_seen_by,
)
from .words import words_of

#: An item sleeps this long at most.
LONGEST_SNOOZE: Final = timedelta(days=90)
_Id = Annotated[str, msgspec.Meta(max_length=40)]


class ReadInbox(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which open items: of a kind or campus, or `overdue` ones alone."""

    show: Show = "todo"
    kind: Kind | None = None
    campus_id: int | None = None
    overdue: bool = False
    offset: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0


class OneInboxItem(msgspec.Struct, forbid_unknown_fields=True):
    """An item."""

    kind: Kind
    id: _Id


class AssignInboxItem(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An item, who takes it (None: no one), and whose it is on the screen."""

    kind: Kind
    id: _Id
    owner_id: UUID | None
    seen_owner_id: UUID | None


class SnoozeInboxItem(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An item and the campus-local day on which it is back; None: now."""

    kind: Kind
    id: _Id
    until: date | None


async def inbox(tx: ElevatedTransaction, arguments: ReadInbox) -> Inbox:
    """Return what needs a person: all for the office, what they recorded for a worker."""
    chosen = InboxFilter(
        show=arguments.show,
        kind=arguments.kind,
        id=None,
        campus_id=arguments.campus_id,
        overdue=arguments.overdue,
        offset=arguments.offset,
    )
    counts, rows = await _list(tx, kinds_seen_by(tx.actor.role), chosen)
    return Inbox(counts=counts, rows=rows, office=await _office(tx))


async def inbox_item(tx: ElevatedTransaction, arguments: OneInboxItem) -> InboxItem | None:
    """Return an item as `inbox` lists it; null once it is decided or for one not shown."""
    kinds = [one for one in kinds_seen_by(tx.actor.role) if one == arguments.kind]
    if not kinds:
        return None
    chosen = InboxFilter(
        show="any", kind=arguments.kind, id=arguments.id, campus_id=None, overdue=False, offset=0
    )
    _, rows = await _list(tx, kinds, chosen)
    return rows[0] if rows else None


async def assign_inbox_item(tx: ElevatedTransaction, arguments: AssignInboxItem) -> None:
    """Give an item to a member of the office, or to no one. The same again changes nothing.

    Raises `Conflict` if it is decided or another took it, `Invalid` for one who is not of the
    office.
    """
    mark = await _hold(tx, arguments.kind, arguments.id)
    owner_id = mark.owner_id if mark else None
    if owner_id == arguments.owner_id:
        return
    if owner_id != arguments.seen_owner_id:
        raise Conflict(
            f"{mark.owner_name} took this a moment ago."
            if mark and mark.owner_name
            else "This is no one's by now."
        )
    office = {one.id for one in await queries.members_of_office(tx)}
    if arguments.owner_id is not None and arguments.owner_id not in office:
        raise Invalid("Only members of the office take this.")
    await queries.set_owner(tx, arguments.kind, arguments.id, arguments.owner_id, clock.now())


async def snooze_inbox_item(tx: ElevatedTransaction, arguments: SnoozeInboxItem) -> None:
    """Let an item sleep until a day for everyone, or wake it.

    Raises `Conflict` if it is decided, `Invalid` for a day that is not ahead or too far.
    """
    today = clock.today()
    if arguments.until is not None and not (today < arguments.until <= today + LONGEST_SNOOZE):
        raise Invalid(f"Please choose one of the next {LONGEST_SNOOZE.days} days.")
    await _hold(tx, arguments.kind, arguments.id)
    await queries.set_snooze(tx, arguments.kind, arguments.id, arguments.until, clock.now())


COMMANDS: Final = (
    Command("inbox", ReadInbox, inbox, CREW, read_only=True, reads_customers=True, elevated=True),
    Command(
        "inbox_item",
        OneInboxItem,
        inbox_item,
        CREW,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("assign_inbox_item", AssignInboxItem, assign_inbox_item, OFFICE, elevated=True),
    Command("snooze_inbox_item", SnoozeInboxItem, snooze_inbox_item, OFFICE, elevated=True),
)


async def _list(
    tx: ElevatedTransaction, kinds: Sequence[Kind], chosen: InboxFilter
) -> tuple[InboxCounts, list[InboxItem]]:
    role = tx.actor.role
    counts, rows = await queries.list_items(
        tx,
        kinds,
        chosen,
        decides=kinds_decided_by(role),
        recorded_by=None if role in OFFICE else tx.actor.user_id,
        now=clock.now(),
        today=clock.today(),
        promise=timedelta(hours=published.business().answer_hours),
    )
    return counts, [_item(one) for one in rows]


async def _office(tx: ElevatedTransaction) -> list[Colleague]:
    return await queries.members_of_office(tx) if tx.actor.role in OFFICE else []


async def _hold(tx: ElevatedTransaction, kind: Kind, item_id: str) -> Mark | None:
    mark = await queries.hold_mark(tx, kind, item_id)
    if not await queries.is_open(tx, kind, item_id):
        raise Conflict("This is decided already.")
    return mark


def _item(listed: OpenItem) -> InboxItem:
    values = {
        name: getattr(listed, name) for name in InboxItem.__struct_fields__ if name != "words"
    }
    return InboxItem(**values, words=words_of(listed.kind, listed.facts))
