"""Cards that pay invoices on the day each is due (rule: automatic-payments)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from summerstow.billing.invoices.model import IssuedInvoice
from summerstow.billing.notices import queries as notice_queries
from summerstow.billing.payments import service as payments
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.observability import log
from summerstow.platform.tables import decoded_all

from .checkout import CardOnFile, ChargeEnded, ChargeRequest, StoredCheckout, StripeRefused

if TYPE_CHECKING:
    from .stripe_api import StripeApi

_log = log.get("cards")
_ACTIVE: Final = "booking_id = $1 and member_id is not distinct from $2::uuid and ended_at is null"


async def save(tx: ElevatedTransaction, checkout: StoredCheckout, card: CardOnFile) -> None:
    """Let a card pay the following invoices of a checkout's account; it replaces another."""
    email = await notice_queries.mailed_address(tx, checkout.invoice_id)
    if email is None:
        return
    await tx.execute(
        f"update app.saved_cards set ended_at = $4 where {_ACTIVE} "  # noqa: S608
        "and stripe_method <> $3",
        checkout.booking_id,
        checkout.member_id,
        card.method,
        clock.now(),
    )
    await tx.execute(
        "insert into app.saved_cards "
        "(booking_id, member_id, stripe_customer, stripe_method, label, email) "
        "values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
        checkout.booking_id,
        checkout.member_id,
        card.customer,
        card.method,
        card.label,
        email,
    )


async def end(tx: ElevatedTransaction, invoice: IssuedInvoice) -> None:
    """Let no card pay the invoices of this one's account by itself."""
    await tx.execute(
        f"update app.saved_cards set ended_at = $3 where {_ACTIVE}",  # noqa: S608
        invoice.booking_id,
        invoice.member_id,
        clock.now(),
    )


async def end_of_account(tx: ElevatedTransaction, user_id: UUID) -> None:
    """Let no card pay the invoices of an account by itself."""
    await tx.execute(
        "update app.saved_cards c set ended_at = $2 where ended_at is null and case "
        "when member_id is null then exists (select from public.bookings b "
        "where b.id = c.booking_id and b.user_id = $1) "
        "else exists (select from app.plan_members m where m.id = c.member_id "
        "and m.user_id = $1) end",
        user_id,
        clock.now(),
    )


async def charge_due(database: Database, stripe: StripeApi) -> None:
    """Pay every invoice that is due and has a card; each is tried once.

    A request that Stripe gets twice is one payment. While Stripe does not answer it is sent
    again, and no longer than the payer agrees: a charge that ends so may be due again later.
    """
    async with database.owner() as tx:
        await tx.execute(_ASK, clock.today(), clock.now())
        requests = decoded_all(ChargeRequest, await tx.fetch(_OPEN_CHARGES))
    for one in requests:
        error = payment = None
        try:
            payment = await stripe.charge(one)
        except ChargeEnded:
            async with database.owner() as tx:
                await tx.execute(
                    "delete from app.card_charges where invoice_id = $1", one.invoice_id
                )
            continue
        except StripeRefused as refused:
            error = str(refused)
            _log.info("automatic payment refused", invoice=str(one.invoice_id), error=error)
        if payment is None and error is None:
            continue
        async with database.owner() as tx:
            if payment is not None:
                await payments.record_card_payment(
                    tx,
                    invoice_id=one.invoice_id,
                    amount_cents=one.amount_cents,
                    payment_id=payment,
                )
            await _settle(tx, one.invoice_id, error)


async def _settle(tx: Transaction, invoice_id: UUID, error: str | None) -> None:
    await tx.execute(
        "update app.card_charges set state = case when $2::text is null then 'paid' "
        "else 'failed' end, error = $2, settled_at = $3 where invoice_id = $1",
        invoice_id,
        error,
        clock.now(),
    )


#: Invoices due by $1 whose payer agreed, and that no other page is paying at this moment.
_ASK: Final = """
insert into app.card_charges (invoice_id, card_id, amount_cents, asked_at)
select i.id, c.id, i.owed_cents, $2
from app.paying_cards c
join app.invoice_owed i on i.booking_id = c.booking_id
  and i.member_id is not distinct from c.member_id
where i.due_on <= $1 and i.created_at > c.agreed_at
  and i.owed_cents >= 50 and i.voided_at is null and i.disputed_at is null
  and not exists (select from app.card_checkouts k
    where k.invoice_id = i.id and k.state = 'confirming')
on conflict do nothing
"""
_OPEN_CHARGES: Final = """
select a.invoice_id, c.stripe_customer as customer, c.stripe_method as method, a.amount_cents,
  i.number || ': ' || i.words as words, a.asked_at,
  i.owed_cents >= a.amount_cents and i.disputed_at is null
    and exists (select from app.paying_cards p where p.id = c.id) as is_due
from app.card_charges a join app.saved_cards c on c.id = a.card_id
join app.invoice_owed i on i.id = a.invoice_id
where a.state = 'asked' order by a.asked_at, a.invoice_id limit 50
"""
