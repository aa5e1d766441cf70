"""Every statement about settings; `app.settings_versions` and `app.settings_drafts` are ours."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import msgspec

from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.documents.season import Visit
from summerstow.platform.published import Version
from summerstow.platform.tables import decoded, decoded_all


class SettingsDraft(msgspec.Struct, frozen=True):
    """What an executive is working on; `updated_by` is a name."""

    document: dict[str, Any]
    revision: int
    updated_by: str | None
    updated_at: datetime


class SettingsVersion(msgspec.Struct, frozen=True):
    """A version without its document; `published_by` is a name, null for what was shipped."""

    id: int
    valid_from: date
    note: str
    published_by: str | None
    published_at: datetime


class FailedRender(msgspec.Struct, frozen=True):
    """A host whose public pages are still the old ones, and why."""

    host: str
    error: str
    failed_at: datetime


async def newest(tx: Transaction) -> tuple[int, int]:
    """The last version and how many there are, which tells whether anything was published."""
    row = await tx.fetchrow(
        "select coalesce(max(id), 0) as id, count(*) as versions from app.settings_versions"
    )
    assert row is not None
    return row["id"], row["versions"]


async def versions(tx: Transaction | asyncpg.Connection[Any]) -> list[Version]:
    """Every version of every section, in the order in which they were published."""
    rows = await tx.fetch(
        "select section, valid_from, document::text from app.settings_versions order by id"
    )
    return decoded_all(Version, rows)


async def history(tx: ElevatedTransaction, section: str) -> list[SettingsVersion]:
    """A section's versions, the latest first."""
    rows = await tx.fetch(
        "select v.id, v.valid_from, v.note, v.published_at, "
        "coalesce(u.full_name, u.email) as published_by "
        "from app.settings_versions v left join public.users u on u.id = v.published_by "
        "where v.section = $1 order by v.valid_from desc, v.id desc",
        section,
    )
    return decoded_all(SettingsVersion, rows)


async def document(tx: ElevatedTransaction, section: str, version: int) -> dict[str, Any] | None:
    """What a version of a section says."""
    text = await tx.fetchval(
        "select document::text from app.settings_versions where section = $1 and id = $2",
        section,
        version,
    )
    return None if text is None else msgspec.json.decode(text, type=dict[str, Any])


async def booked_at(tx: ElevatedTransaction, booking_id: UUID) -> datetime:
    """The moment of a booking."""
    moment: datetime = await tx.fetchval(
        "select created_at from public.bookings where id = $1", booking_id
    )
    return moment


async def held_at(
    tx: ElevatedTransaction, section: str, moment: datetime, day: date
) -> dict[str, Any]:
    """What held of a section at a moment of a campus-local day; before any version, what ships."""
    text = await tx.fetchval(
        "select document::text from app.settings_versions where section = $1 "
        "order by valid_from <= $3 and (published_at <= $2 or published_by is null) desc, "
        "valid_from desc, id desc limit 1",
        section,
        moment,
        day,
    )
    return msgspec.json.decode(text, type=dict[str, Any])


async def last_of_day(tx: ElevatedTransaction, section: str, day: date) -> dict[str, Any] | None:
    """What the last version for a day says; None where there is none."""
    text = await tx.fetchval(
        "select document::text from app.settings_versions where section = $1 and valid_from = $2 "
        "order by id desc limit 1",
        section,
        day,
    )
    return None if text is None else msgspec.json.decode(text, type=dict[str, Any])


async def locked_draft(tx: ElevatedTransaction, section: str) -> SettingsDraft | None:
    """A section's draft, locked until the transaction ends; None where there is none."""
    await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 20))", section)
    return await draft(tx, section)


async def draft(tx: ElevatedTransaction, section: str) -> SettingsDraft | None:
    """A section's draft; None where there is none."""
    row = await tx.fetchrow(
        "select d.document::text as document, d.revision, d.updated_at, "
        "coalesce(u.full_name, u.email) as updated_by "
        "from app.settings_drafts d left join public.users u on u.id = d.updated_by "
        "where d.section = $1",
        section,
    )
    if row is None:
        return None
    document = msgspec.json.decode(row["document"], type=dict[str, Any])
    return decoded(SettingsDraft, row, document=document)


async def save(
    tx: ElevatedTransaction, section: str, document: dict[str, Any], revision: int
) -> None:
    """Store a draft."""
    await tx.execute(
        "insert into app.settings_drafts (section, document, revision, updated_by, updated_at) "
        "values ($1, $2::text::jsonb, $3, app.user_id(), $4) on conflict (section) do update set "
        "document = excluded.document, revision = excluded.revision, "
        "updated_by = excluded.updated_by, updated_at = excluded.updated_at",
        section,
        msgspec.json.encode(document).decode(),
        revision,
        clock.now(),
    )


async def discard(tx: ElevatedTransaction, section: str) -> None:
    """Remove a draft."""
    await tx.execute("delete from app.settings_drafts where section = $1", section)


async def publish(
    tx: ElevatedTransaction, section: str, document: dict[str, Any], day: date, note: str
) -> None:
    """Store a version that holds from a campus-local day on."""
    await tx.execute(
        "insert into app.settings_versions "
        "(section, document, valid_from, note, published_by, published_at) "
        "values ($1, $2::text::jsonb, $3, $4, app.user_id(), $5)",
        section,
        msgspec.json.encode(document).decode(),
        day,
        note,
        clock.now(),
    )


async def withdraw(tx: ElevatedTransaction, section: str, version: int, today: date) -> date | None:
    """Remove a version whose day has not come, and return that day; None where there is none."""
    day: date | None = await tx.fetchval(
        "delete from app.settings_versions where section = $1 and id = $2 and valid_from > $3 "
        "returning valid_from",
        section,
        version,
        today,
    )
    return day


async def note_failed_render(tx: ElevatedTransaction, host: str, error: str) -> None:
    """Store why this host serves old pages."""
    await tx.execute(
        "insert into app.failed_renders (host, error, failed_at) values ($1, $2, $3) "
        "on conflict (host) do update set error = excluded.error, failed_at = excluded.failed_at",
        host,
        error,
        clock.now(),
    )


async def forget_failed_render(tx: ElevatedTransaction, host: str) -> None:
    """This host serves the right pages."""
    await tx.execute("delete from app.failed_renders where host = $1", host)


async def failed_renders(tx: ElevatedTransaction) -> list[FailedRender]:
    """Hosts that serve old pages; one that has not tried for an hour is gone."""
    rows = await tx.fetch(
        "select host, error, failed_at from app.failed_renders where failed_at > $1 order by host",
        clock.now() - timedelta(hours=1),
    )
    return decoded_all(FailedRender, rows)


class ReturnsAhead(msgspec.Struct, frozen=True):
    """Bookings under way of one pickup day that come back on one day; None: not decided yet."""

    pickup_date: date
    return_date: date | None
    bookings: int


async def returns_ahead(tx: ElevatedTransaction, today: date) -> list[ReturnsAhead]:
    """What is still to be returned, by day."""
    rows = await tx.fetch(
        "select pickup_date, return_delivery_date as return_date, count(*) as bookings "
        "from public.bookings where pickup_date is not null "
        "and status in ('pending', 'confirmed', 'in_queue', 'picked_up') "
        "and (return_delivery_date is null or return_delivery_date >= $1) group by 1, 2",
        today,
    )
    return decoded_all(ReturnsAhead, rows)


class VisitsAhead(msgspec.Struct, frozen=True):
    """Bookings with such a visit on a day."""

    visit: Visit
    day: date
    bookings: int


async def visits_ahead(tx: ElevatedTransaction, today: date) -> list[VisitsAhead]:
    """Booked pickups and returns from today on, by day."""
    rows = await tx.fetch(
        "select 'pickup' as visit, pickup_date as day, count(*) as bookings from public.bookings "
        "where pickup_date >= $1 and status in ('pending', 'confirmed', 'in_queue') group by 2 "
        "union all select 'delivery', return_delivery_date, count(*) from public.bookings "
        "where return_delivery_date >= $1 and status in "
        "('pending', 'confirmed', 'in_queue', 'picked_up') group by 2",
        today,
    )
    return decoded_all(VisitsAhead, rows)


async def has_invoices(tx: ElevatedTransaction) -> bool:
    """Whether any invoice was issued."""
    result: bool = await tx.fetchval("select exists (select from public.invoices)")
    return result


class Left(msgspec.Struct, frozen=True):
    """What is still open: bookings, invoices, accounts with credit, cases and claims."""

    not_returned: int
    not_collected: int
    overdue: int
    overdue_cents: int
    unused_credit: int
    unused_cents: int
    cases: int
    claims: int


async def left_open(tx: ElevatedTransaction, today: date) -> Left:
    """What is left of a season on a day."""
    row = await tx.fetchrow(
        "select (select count(*) from public.bookings where status = 'picked_up') as not_returned, "
        "(select count(*) from public.bookings where status in ('pending', 'confirmed') "
        "and pickup_date < $1) as not_collected, owed.count as overdue, "
        "owed.cents as overdue_cents, credit.count as unused_credit, "
        "credit.cents as unused_cents, "
        "(select count(*) from public.custody_cases where state = 'open') as cases, "
        "(select count(*) from public.claims where state = 'open') as claims from "
        "(select count(*), coalesce(sum(owed_cents), 0)::int as cents "
        "from app.open_invoices o join app.invoice_owed i on i.id = o.invoice_id "
        "where owed_cents > 0 and due_on < $1) owed, "
        "(select count(distinct account_id), coalesce(sum(left_cents), 0)::int as cents "
        "from app.credit_left where left_cents > 0) credit",
        today,
    )
    assert row is not None
    return decoded(Left, row)


async def steps_done(tx: ElevatedTransaction, today: date) -> dict[str, bool]:
    """Whether mail was sent and prices were published, and whether there are staff, places ahead,
    shelves, kits and bookings.
    """
    row = await tx.fetchrow(
        "select exists (select from app.outbox where channel = 'mail' and sent_at is not null) "
        "as mail, exists (select from app.settings_versions where section = 'prices' "
        "and published_by is not null) as prices, "
        "exists (select from public.users where role = 'worker') as staff, "
        "exists (select from public.slot_availability where date >= $1) as capacity, "
        "exists (select from public.locations) as shelves, "
        "exists (select from public.kit_stock where kits > 0) as kits, "
        "exists (select from public.bookings) as booking",
        today,
    )
    assert row is not None
    return dict(row)


async def last_mail_error(tx: ElevatedTransaction) -> str | None:
    """Why the latest mail that is not sent was not; None where none failed."""
    result: str | None = await tx.fetchval(
        "select last_error from app.outbox where channel = 'mail' and sent_at is null "
        "and last_error is not null order by id desc limit 1"
    )
    return result
