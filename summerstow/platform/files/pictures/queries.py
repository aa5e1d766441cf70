"""Every statement of this package."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import CUSTOMER
from summerstow.platform.tables import decoded, decoded_if_any

from .content import Content, Kind
from .model import UploadCounts, UploadedFile, VisibleFile

_COLUMNS = "id, owner_id, kind, media_type, bytes, width, height, sha256"

#: A caller's own uploads, those of the site, and all for the office; apart, because _VISIBLE takes
#: long to plan.
_OWN = """
select id, kind, media_type, content from app.pictures
where id = $1 and ($2 or owner_id = $3 or kind in ('logo', 'campus'))
"""

#: What others may see: the crew the photos of items that are picked up on a day, and those from the
#: door, which their customers see too. An event or a proposed fee does not show another's photo:
#: a customer's event counts only with a photo of their own, and so does a crew's visit.
_VISIBLE = """
select p.id, p.kind, p.media_type, p.content from app.pictures p where p.id = $1 and (
  exists (
    select from public.item_events e left join public.items i on i.id = e.item_id
    where e.photo_id = p.id and p.kind in ('item', 'evidence')
      and (e.actor_role <> $4 or e.actor_id = p.owner_id)
      and ($3::date is not null or i.user_id = $2 and e.blocked is null))
  or exists (
    select from public.fee_proposals f join public.bookings b on b.id = f.booking_id
    where f.photo_id = p.id and p.kind = 'evidence' and b.user_id = $2
      and (f.state not in ('proposed', 'refused') or f.state = 'proposed' and exists (
        select from public.stop_events e where e.photo_id = p.id and e.stop_id = f.stop_id
          and e.actor_id = p.owner_id)))
  or exists (
    select from public.items i join public.bookings b on b.id = i.booking_id
    where i.picture_id = p.id and (i.user_id = $2 or $3::date is not null and (
      exists (select from public.pickup_queue q where q.pickup_date = $3
        and (q.booking_id = b.id or q.booking_id is null and q.user_id = b.user_id))
      or exists (select from public.pickups s where s.pickup_date = $3
        and (s.booking_id = b.id or s.booking_id is null and s.user_id = b.user_id))))))
"""

#: Evidence is named by what arrives later, pictures of the site by settings of any version, and a
#: crew's photo by an event that comes after it.
_UNUSED = """
p.kind not in ('evidence', 'logo', 'campus')
and not exists (select from public.item_events e where e.photo_id = p.id)
and not exists (select from public.claims c where c.photo_ids @> array[p.id])
and not exists (select from public.items i where i.picture_id = p.id)
and not exists (select from app.price_matches m where m.picture_id = p.id)
and not exists (select from public.stop_events e where e.photo_id = p.id)
and not exists (select from public.fee_proposals f where f.photo_id = p.id)
"""


async def find_upload(tx: Transaction, picture_id: UUID) -> UploadedFile | None:
    """Return an upload without its content."""
    row = await tx.fetchrow(f"select {_COLUMNS} from app.pictures where id = $1", picture_id)  # noqa: S608
    return decoded_if_any(UploadedFile, row)


async def find_visible_upload(
    tx: Transaction, picture_id: UUID, user_id: UUID | None, *, office: bool, crew_day: date | None
) -> VisibleFile | None:
    """Return an upload if this person may see it; `crew_day`: a crew's day of stops."""
    row = await tx.fetchrow(_OWN, picture_id, office, user_id)
    if row is None and not office:
        row = await tx.fetchrow(_VISIBLE, picture_id, user_id, crew_day, CUSTOMER)
    return decoded_if_any(VisibleFile, row)


async def hold_account(tx: Transaction, user_id: UUID) -> None:
    """Lock an account, so that its uploads are counted and stored one at a time."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('pictures ' || $1::uuid::text, 0))", user_id
    )


async def count_uploads(tx: Transaction, user_id: UUID, since: datetime) -> UploadCounts:
    """Count an account's uploads; `recent` are those after `since`."""
    row = await tx.fetchrow(
        "select count(*) as files, coalesce(sum(bytes), 0)::int8 as bytes, "
        "count(*) filter (where created_at > $2) as recent, "
        "min(created_at) filter (where created_at > $2) as first "
        "from app.pictures where owner_id = $1",
        user_id,
        since,
    )
    assert row is not None
    return decoded(UploadCounts, row)


async def insert_upload(
    tx: Transaction,
    picture_id: UUID,
    *,
    owner_id: UUID | None,
    kind: Kind,
    sha256: bytes,
    content: Content,
    now: datetime,
) -> bool:
    """Insert an upload; returns False if its id exists."""
    tag = await tx.execute(
        "insert into app.pictures (id, owner_id, kind, media_type, sha256, content, width, height, "
        "created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing",
        picture_id,
        owner_id,
        kind,
        content.media_type,
        sha256,
        content.body,
        content.width,
        content.height,
        now,
    )
    return tag == "INSERT 0 1"


async def claim_upload(
    tx: Transaction, picture_id: UUID, user_id: UUID | None, kind: Kind, to: UUID | None
) -> bool:
    """Make an unused upload belong to `to`; returns False if there is none."""
    tag = await tx.execute(
        "update app.pictures p set owner_id = coalesce($4, p.owner_id) "  # noqa: S608
        f"where p.id = $1 and p.owner_id = $2 and p.kind = $3 and {_UNUSED}",
        picture_id,
        user_id,
        kind,
        to,
    )
    return tag == "UPDATE 1"


async def delete_unused(tx: Transaction, before: datetime) -> None:
    """Delete unused uploads from before a moment."""
    await tx.execute(
        f"delete from app.pictures p where p.created_at < $1 and {_UNUSED}",  # noqa: S608
        before,
    )


async def find_public_upload(tx: Transaction, picture_id: UUID) -> VisibleFile | None:
    """Return a picture of the site."""
    row = await tx.fetchrow(_OWN, picture_id, False, None)
    return decoded_if_any(VisibleFile, row)
