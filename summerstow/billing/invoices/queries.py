"""Every statement about invoices and the storage that they are for."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from summerstow.billing.ledger.queries import PLACES
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.documents.taxes import Tax
from summerstow.platform.tables import decoded

from .model import IssuedInvoice, Payer, StorageRow

_INSERT = """
insert into public.invoices (reference, booking_id, member_id, cause, kind, words, issued_on,
  due_on, period_from, period_to, subtotal_cents, tax_name, tax_basis_points, tax_cents,
  tax_included_cents, deposit_cents, credit_cents, total_cents)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
  $17, $11::int + $14::int + $16::int + $17::int)
returning id
"""
_OF_ACCOUNT = (
    "select i.* from app.invoice_owed i "  # noqa: S608 - PLACES alone
    f"where i.account_id = $1 and i.{PLACES} "
)


async def insert(
    tx: Transaction,
    *,
    reference: str,
    booking_id: UUID,
    member_id: UUID | None,
    cause: str,
    kind: str,
    words: str,
    issued_on: date,
    due_on: date,
    period: tuple[date, date] | None,
    subtotal_cents: int,
    tax: Tax,
    tax_cents: int,
    tax_included_cents: int,
    deposit_cents: int,
    credit_cents: int,
) -> UUID:
    """Store an invoice; returns its id."""
    result: UUID = await tx.fetchval(
        _INSERT,
        reference,
        booking_id,
        member_id,
        cause,
        kind,
        words,
        issued_on,
        due_on,
        period[0] if period else None,
        period[1] if period else None,
        subtotal_cents,
        tax.name,
        tax.basis_points,
        tax_cents,
        tax_included_cents,
        deposit_cents,
        credit_cents,
    )
    return result


async def exists(tx: Transaction, cause: str) -> bool:
    """Whether this was invoiced before."""
    result: bool = await tx.fetchval(
        "select exists (select 1 from public.invoices where cause = $1)", cause
    )
    return result


async def void(tx: Transaction, invoice_id: UUID, reason: str, now: datetime) -> None:
    """Store that an invoice is void, and why."""
    await tx.execute(
        "update public.invoices set voided_at = $3, void_reason = $2 where id = $1",
        invoice_id,
        reason,
        now,
    )


async def one(tx: Transaction, invoice_id: UUID) -> IssuedInvoice | None:
    """An invoice with what is owed of it."""
    return await _one(tx, "id = $1", invoice_id)


async def by_cause(tx: Transaction, cause: str) -> IssuedInvoice | None:
    """The invoice of a cause."""
    return await _one(tx, "cause = $1", cause)


async def of_cause(tx: Transaction, booking_id: UUID, cause: str) -> list[IssuedInvoice]:
    """A booking's invoices of a cause, the void ones too; a repeat has `:again:` in its own."""
    rows = await tx.fetch(
        "select * from app.invoice_owed where booking_id = $1 "
        "and (cause = $2 or starts_with(cause, $2 || ':again:')) order by serial",
        booking_id,
        cause,
    )
    return [decoded(IssuedInvoice, row) for row in rows]


async def by_reference(tx: Transaction, reference: str) -> IssuedInvoice | None:
    """The invoice that this reference code names."""
    return await _one(tx, "reference = $1", reference)


async def owed_of(tx: Transaction, account: UUID) -> list[IssuedInvoice]:
    """The account's invoices of which something is owed, the earliest due first."""
    owed = _OF_ACCOUNT + (
        "and i.owed_cents > 0 and i.disputed_at is null order by i.due_on, i.serial"
    )
    return [decoded(IssuedInvoice, row) for row in await tx.fetch(owed, account)]


async def of_account(tx: Transaction, account: UUID) -> list[IssuedInvoice]:
    """The account's invoices, the latest first."""
    rows = await tx.fetch(_OF_ACCOUNT + "order by i.serial desc", account)
    return [decoded(IssuedInvoice, row) for row in rows]


async def beside(tx: Transaction, invoice: IssuedInvoice) -> list[IssuedInvoice]:
    """Return the other invoices of the same booking and payer that are not void, newest first."""
    rows = await tx.fetch(
        "select * from app.invoice_owed where booking_id = $1 "
        "and member_id is not distinct from $2 and id <> $3 and voided_at is null "
        "order by serial desc",
        invoice.booking_id,
        invoice.member_id,
        invoice.id,
    )
    return [decoded(IssuedInvoice, row) for row in rows]


async def of_storage(tx: Transaction, booking_id: UUID) -> list[IssuedInvoice]:
    """A booking's storage invoices that are not void, in order."""
    rows = await tx.fetch(
        "select * from app.invoice_owed where booking_id = $1 and kind = 'storage' "
        "and voided_at is null order by serial",
        booking_id,
    )
    return [decoded(IssuedInvoice, row) for row in rows]


async def tax_of(tx: Transaction, booking_id: UUID, code: str) -> Tax | None:
    """The tax on the latest of a booking's invoices that stand and have such a line."""
    row = await tx.fetchrow(
        "select i.tax_name, i.issued_on, i.tax_basis_points from public.invoices i "
        "join public.ledger l on l.invoice_id = i.id "
        "where i.booking_id = $1 and i.voided_at is null and l.code = $2 "
        "and l.kind = 'charge' order by i.serial desc limit 1",
        booking_id,
        code,
    )
    return Tax(*row) if row is not None else None


async def tax_of_month(tx: Transaction, booking_id: UUID, began: date) -> Tax | None:
    """The tax on a booking's invoice of the month that began on a day."""
    row = await tx.fetchrow(
        "select tax_name, issued_on, tax_basis_points from public.invoices "
        "where booking_id = $1 and voided_at is null and kind = 'storage' and period_from = $2 "
        "order by serial desc limit 1",
        booking_id,
        began,
    )
    return Tax(*row) if row is not None else None


async def referral_cents(tx: Transaction, booking_id: UUID) -> int:
    """What the referral credits are worth that a booking took, in cents."""
    result: int = await tx.fetchval(
        "select coalesce(sum(cents), 0)::int from app.referral_credits where used_on = $1",
        booking_id,
    )
    return result


async def kits(tx: Transaction, booking_id: UUID, *, voided: bool) -> list[IssuedInvoice]:
    """A booking's invoices of a kit's deposit: those that are void, or those that stand."""
    rows = await tx.fetch(
        "select * from app.invoice_owed where booking_id = $1 and kind = 'kit' "
        "and (voided_at is not null) = $2",
        booking_id,
        voided,
    )
    return [decoded(IssuedInvoice, row) for row in rows]


async def latest_booking(tx: Transaction, user_id: UUID | None) -> UUID | None:
    """The account's latest booking, a cancelled one only where there is no other."""
    result: UUID | None = await tx.fetchval(
        "select id from public.bookings where user_id = $1 "
        "order by status = 'cancelled', created_at desc limit 1",
        user_id,
    )
    return result


async def booking_status(tx: Transaction, booking_id: UUID) -> str | None:
    """The status of a booking; None where it is gone."""
    result: str | None = await tx.fetchval(
        "select status from public.bookings where id = $1", booking_id
    )
    return result


async def payer(tx: Transaction, invoice_id: UUID) -> Payer:
    """Whom an invoice is made out to."""
    row = await tx.fetchrow(
        "select coalesce(nullif(u.full_name, ''), nullif(trim(concat_ws(' ', "
        "coalesce(p.first_name, p.guest_first_name), coalesce(p.last_name, p.guest_last_name))), "
        "''), nullif(u.email, ''), nullif(p.email, ''), 'Customer') as name, "
        "u.customer_id, c.university, c.campus "
        "from app.invoice_owed i join public.bookings b on b.id = i.booking_id "
        "join public.campuses c on c.id = b.campus_id "
        "left join public.bookings p on p.id = b.id and i.member_id is null "
        "left join public.users u on u.id = i.payer_id where i.id = $1",
        invoice_id,
    )
    assert row is not None
    return decoded(Payer, row)


async def open_cases(tx: Transaction, long_overdue: date, words: str) -> int:
    """Open a case for each invoice that was due on this day or before and is not paid; once."""
    tag: str = await tx.execute(
        "insert into public.cases (kind, booking_id, invoice_id, words) "
        "select 'unpaid', i.booking_id, i.id, $2 "
        "from app.open_invoices o join app.invoice_owed i on i.id = o.invoice_id "
        "where owed_cents > 0 and due_on <= $1 and disputed_at is null "
        "on conflict (invoice_id) do nothing",
        long_overdue,
        words,
    )
    return int(tag.rsplit(" ", 1)[1])


MEMBERS: Final = """
from app.plan_members m where m.booking_id = $1 and m.left_at is null
  and (m.user_id is not null or exists (select 1 from public.invoices i where i.member_id = m.id))
  -- all that this friend stored is back
  and not (exists (select from app.part_returns r where r.member_id = m.id and r.state = 'done')
    and not exists (select from public.items i where i.member_id = m.id
      and i.state not in ('shipped', 'delivered', 'refused')))
"""


async def members(tx: Transaction, booking_id: UUID) -> list[UUID]:
    """Those who share the booking's bundle beside its owner, in the order in which they joined.

    Whose account is gone pays on where a share was invoiced before.
    """
    rows = await tx.fetch(f"select m.id {MEMBERS} order by m.joined_at, m.id", booking_id)
    return [row["id"] for row in rows]


async def storage(tx: Transaction, booking_id: UUID) -> StorageRow | None:
    """How a booking's storage is invoiced, with its booking's return."""
    row = await tx.fetchrow(
        "select s.*, b.return_delivery_date, b.delivery_option "
        "from app.storage_billing s join public.bookings b on b.id = s.booking_id "
        "where s.booking_id = $1",
        booking_id,
    )
    return decoded(StorageRow, row) if row is not None else None


async def start_storage(
    tx: Transaction,
    booking_id: UUID,
    pickup_day: date,
    *,
    asked: str,
    friends_asked: str,
    referral_cents: int,
) -> StorageRow:
    """Store how a booking's storage is to be invoiced, from its pickup on; it as `storage` says."""
    row = await tx.fetchrow(
        "with s as (insert into app.storage_billing as s (booking_id, pickup_day, asked, "
        "friends_asked, referral_cents) values ($1, $2, $3, $4, $5) "
        "on conflict (booking_id) do update set pickup_day = $2, asked = $3, "
        "friends_asked = $4, months_invoiced = 0, referral_cents = $5, "
        "returned_on = null, series = s.series + 1 returning s.*) "
        "select s.*, b.return_delivery_date, b.delivery_option "
        "from s join public.bookings b on b.id = s.booking_id",
        booking_id,
        pickup_day,
        asked,
        friends_asked,
        referral_cents,
    )
    assert row is not None
    return decoded(StorageRow, row)


async def set_storage(tx: Transaction, booking_id: UUID, **changes: Any) -> None:
    """Change how a booking's storage is invoiced; `changes` by their columns."""
    columns = ", ".join(f"{name} = ${place}" for place, name in enumerate(changes, 2))
    await tx.execute(
        f"update app.storage_billing set {columns} where booking_id = $1",  # noqa: S608
        booking_id,
        *changes.values(),
    )


async def running(tx: Transaction, today: date) -> list[UUID]:
    """Bookings whose items are with us since before this day, by account, and that are invoiced."""
    rows = await tx.fetch(
        "select s.booking_id from app.storage_billing s "
        "join public.bookings b on b.id = s.booking_id "
        "where s.returned_on is null and s.months_invoiced > 0 and b.status = 'picked_up' "
        "and s.pickup_day + make_interval(months => s.months_invoiced) <= $1::date "
        "order by coalesce(b.user_id, b.id), s.booking_id",
        today,
    )
    return [row["booking_id"] for row in rows]


async def only_one(tx: Transaction) -> bool:
    """Whether this is the only run of the invoicing job; held for the transaction."""
    result: bool = await tx.fetchval(
        "select pg_try_advisory_xact_lock(hashtextextended('invoicing', 0))"
    )
    return result


async def _one(tx: Transaction, condition: str, value: object) -> IssuedInvoice | None:
    row = await tx.fetchrow(f"select * from app.invoice_owed where {condition}", value)  # noqa: S608
    return decoded(IssuedInvoice, row) if row is not None else None


async def is_unconfirmed(tx: Transaction, booking_id: UUID) -> bool:
    """Return whether a guest booking still waits for its confirmation (rule: unconfirmed-guest)."""
    unconfirmed: bool = await tx.fetchval(
        "select exists (select from public.bookings b where b.id = $1 and app.is_unconfirmed(b))",
        booking_id,
    )
    return unconfirmed


async def saved_card(tx: Transaction, booking_id: UUID, member_id: UUID | None) -> str | None:
    """Return the card, in words, that pays the invoices of a booking or a friend by itself."""
    label: str | None = await tx.fetchval(
        "select label from app.paying_cards where booking_id = $1 "
        "and member_id is not distinct from $2",
        booking_id,
        member_id,
    )
    return label


async def saved_card_of_account(tx: Transaction, booking_id: UUID, account: UUID) -> str | None:
    """Return the same for a booking as an account pays it: whole, or its share of the bundle."""
    label: str | None = await tx.fetchval(
        "select label from app.paying_cards where booking_id = $1 and member_id is not distinct "
        "from (select id from app.plan_members where booking_id = $1 "
        "and (user_id = $2 or id = $2) and left_at is null)",
        booking_id,
        account,
    )
    return label
