"""Every statement about messages of invoices and payments, and about payers."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal
from uuid import UUID

from summerstow.billing.invoices.model import (
    DeclinedCard,
    NewInvoice,
    NewPayment,
    ReversedPayment,
    VoidInvoice,
)
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_all

_OWN_EMAIL = "coalesce(u.email, b.email, b.guest_email)"
_PAYER_EMAIL = (
    "case when i.member_id is not null then m.payer_email "
    "when not app.is_unconfirmed(b) then b.payer_email end"
)
#: Whom an invoice's message goes to. A friend's share neither names nor tells the booking's own
#: customer. Whoever a stranger named as the payer gets nothing before the booking is confirmed.
_TOLD = (
    "i.id as invoice_id, i.number, i.booking_id, i.payer_id as user_id, "
    f"coalesce({_PAYER_EMAIL}, {_OWN_EMAIL}) as email, "
    f"coalesce({_PAYER_EMAIL} <> {_OWN_EMAIL}, false) as to_payer, "
    "coalesce(b.first_name, b.guest_first_name, split_part(u.full_name, ' ', 1)) as first_name, "
    "nullif(split_part(coalesce(m.payer_name, b.payer_name), ' ', 1), '') as payer_first_name "
)
#: The card that pays an invoice by itself.
_CARD = (
    "(select c.label from app.paying_cards c where c.booking_id = i.booking_id "
    "and c.member_id is not distinct from i.member_id) as saved_card"
)
_WHOSE = (
    "left join public.bookings b on b.id = i.booking_id and i.member_id is null "
    "left join app.plan_members m on m.id = i.member_id "
    "left join public.users u on u.id = i.payer_id "
    f"where {_OWN_EMAIL} is not null "
)


async def unannounced_invoices(
    tx: Transaction, days: int, fees_wait: timedelta
) -> list[NewInvoice]:
    """Invoices of so many days with something to pay of which no message was written, in order.

    `fees_wait`: how long a change can be undone that its fee is for.
    """
    rows = await tx.fetch(
        f"select i.id, i.reference, i.words, i.due_on, i.total_cents, {_CARD}, {_TOLD}"  # noqa: S608
        f"from app.invoice_owed i {_WHOSE}"
        "and i.voided_at is null and i.total_cents > 0 and i.disputed_at is null "
        "and i.created_at > now() - make_interval(days => $1) and not exists (select from "
        "app.announcements a where a.invoice_id = i.id and a.kind = 'invoice') "
        "and not (i.created_at > now() - $2::interval "
        "and i.cause ~ '^(cancellation|location|kit):') order by i.serial limit 200",
        days,
        fees_wait,
    )
    return decoded_all(NewInvoice, rows)


async def unannounced_declines(tx: Transaction) -> list[DeclinedCard]:
    """Automatic payments of these days that were declined, of which no message was written."""
    rows = await tx.fetch(
        f"select i.id, a.amount_cents, c.label as card, {_TOLD} "  # noqa: S608
        "from app.card_charges a join app.invoice_owed i on i.id = a.invoice_id "
        f"left join app.saved_cards c on c.id = a.card_id {_WHOSE}"
        "and a.state = 'failed' and a.settled_at > now() - interval '7 days' "
        "and i.owed_cents > 0 and not exists (select from "
        "app.announcements o where o.invoice_id = i.id and o.kind = 'declined') "
        "order by i.serial limit 200"
    )
    return decoded_all(DeclinedCard, rows)


async def unannounced_voids(tx: Transaction) -> list[VoidInvoice]:
    """Invoices that became void in these days after their message had left, in order."""
    rows = await tx.fetch(
        f"select i.id, i.words, i.total_cents, i.void_reason, {_TOLD}, "  # noqa: S608
        "coalesce((select sum(s.amount_cents) from public.settlements s "
        "where s.invoice_id = i.id), 0)::integer as credit_cents "
        "from app.invoice_owed i join app.announcements told on told.invoice_id = i.id "
        "and told.kind = 'invoice' join app.outbox o on o.id = told.outbox_id "
        f"and o.sent_at is not null {_WHOSE}"
        "and i.voided_at > now() - interval '7 days' and not exists (select from "
        "app.announcements a where a.invoice_id = i.id and a.kind = 'voided') "
        "order by i.serial limit 200"
    )
    return decoded_all(VoidInvoice, rows)


async def unannounced_payments(tx: Transaction) -> list[NewPayment]:
    """Payments of these days of which no message was written, in order."""
    rows = await tx.fetch(
        f"select l.id, l.amount_cents, {_TOLD}"  # noqa: S608
        f"from public.ledger l join app.invoice_owed i on i.id = l.invoice_id {_WHOSE}"
        "and l.kind = 'payment' and l.at > now() - interval '7 days' and not exists (select from "
        "app.announcements a where a.payment_id = l.id) "
        "and not exists (select from public.ledger r where r.cause = 'reversal:' || l.id) "
        "order by l.serial limit 200"
    )
    return decoded_all(NewPayment, rows)


async def unannounced_reversals(tx: Transaction) -> list[ReversedPayment]:
    """Payments taken back in these days after their message had left, in order."""
    rows = await tx.fetch(
        f"select l.id, -l.amount_cents as amount_cents, l.words, {_TOLD}"  # noqa: S608
        "from public.ledger l join public.ledger p on l.cause = 'reversal:' || p.id "
        "join app.announcements told on told.payment_id = p.id "
        "join app.outbox o on o.id = told.outbox_id and o.sent_at is not null "
        f"join app.invoice_owed i on i.id = l.invoice_id {_WHOSE}"
        "and l.code = 'payment_reversed' and l.at > now() - interval '7 days' "
        "and not exists (select from app.announcements a where a.payment_id = l.id) "
        "order by l.serial limit 200"
    )
    return decoded_all(ReversedPayment, rows)


async def announced(
    tx: Transaction,
    kind: Literal["invoice", "declined", "voided", "payment"],
    of: UUID,
    message: int,
) -> None:
    """Store by which message a customer is told of an invoice, its correction, or a payment."""
    await tx.execute(
        "insert into app.announcements (kind, invoice_id, payment_id, outbox_id) values "
        "($1, case when $1 <> 'payment' then $2::uuid end, "
        "case when $1 = 'payment' then $2::uuid end, $3) on conflict do nothing",
        kind,
        of,
        message,
    )


async def mailed_address(tx: Transaction, invoice_id: UUID) -> str | None:
    """Return the address that an invoice's mails go to."""
    result: str | None = await tx.fetchval(
        f"select coalesce({_PAYER_EMAIL}, {_OWN_EMAIL}) "  # noqa: S608
        f"from app.invoice_owed i {_WHOSE} and i.id = $1",
        invoice_id,
    )
    return result


async def paid_for(tx: Transaction, invoice_id: UUID) -> str | None:
    """Return the first name of whose storage another person pays; None: they pay themselves."""
    row = await tx.fetchrow(
        f"select {_TOLD} from app.invoice_owed i {_WHOSE} and i.id = $1",  # noqa: S608
        invoice_id,
    )
    return row["first_name"] if row is not None and row["to_payer"] else None
