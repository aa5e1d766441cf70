"""Any item by what somebody has of it: a label, a shelf, a name, a code, a word."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.friends.bundles.queries import FRIEND_OF_ITEM, PERSON_OF_ITEM
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.search_query import text_search
from summerstow.platform.text import fold

from .codes import read_code
from .history import State

MOST: Final = 50
_ITEM: Final = f"""
select i.id, i.booking_id, i.number, i.label_code, i.kind, i.description, i.heavy, i.state,
  i.damaged, i.picture_id, i.last_event_at, i.last_event_words, i.location_id, l.code,
  {PERSON_OF_ITEM},
  (select u.customer_id from public.users u where u.id = i.user_id), b.campus_id
from public.items i join public.bookings b on b.id = i.booking_id
  left join public.locations l on l.id = i.location_id
  {FRIEND_OF_ITEM}
"""  # noqa: S608 - own text
_ORDER: Final = f"order by i.booking_id, i.member_id nulls first, i.number limit {MOST}"
# Keys alone are looked for. A booking's name is compared once and not for each of its items, and as
# each of these bookings has an item, no more of them are needed than items.
_BY_WORDS: Final = f"""
with named as materialized (
  select b.id from (select distinct booking_id from public.items) kept
    join public.bookings b on b.id = kept.booking_id
  where app.searched(concat_ws(' ', b.first_name, b.last_name)) @@ $3::text::tsquery
    or app.folded(concat_ws(' ', b.first_name, b.last_name)) like $2 order by b.id limit {MOST}
), met as materialized (
  select id from public.items
  where user_id = (select id from public.users where customer_id = upper($1))
  union select i.id from named join public.items i on i.booking_id = named.id
  union (select i.id from app.plan_members m join public.users f on f.id = m.user_id
    join public.items i on i.booking_id = m.booking_id and i.member_id = m.id
    where app.searched(f.full_name) @@ $3::text::tsquery or app.folded(f.full_name) like $2
    {_ORDER})
  union (select i.id from public.items i where app.folded(i.description) like $2 {_ORDER})
)
{_ITEM} where i.id in (select id from met) {_ORDER}
"""  # noqa: S608 - put together from this file's own text


class FoundItem(msgspec.Struct, frozen=True):
    """An item with where it stands and whose it is."""

    id: UUID
    booking_id: UUID
    number: int
    label_code: str | None
    kind: str
    description: str
    heavy: bool
    state: State
    damaged: bool
    picture_id: UUID | None
    last_event_at: datetime | None
    last_event_words: str | None
    location_id: UUID | None
    location: str | None
    customer: str
    customer_id: str | None
    campus_id: int


async def find(tx: ElevatedTransaction, text: str) -> list[FoundItem]:
    """At most fifty items. A label or a shelf is found alone; words are looked for elsewhere."""
    words = " ".join(text.split())
    code = read_code(words)
    if code is not None:
        return await _read(tx, f"{_ITEM} where i.label_code = $1 {_ORDER}", code)
    shelf = "select id from public.locations where code = upper($1)"
    found = await _read(tx, f"{_ITEM} where i.location_id = ({shelf}) {_ORDER}", words)
    if found:
        return found
    like = fold(words).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return await _read(tx, _BY_WORDS, words, f"%{like}%", text_search(words))


async def _read(tx: ElevatedTransaction, sql: str, *values: str) -> list[FoundItem]:
    return [FoundItem(*row) for row in await tx.fetch(sql, *values)]
