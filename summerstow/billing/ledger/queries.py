"""Every statement about entries, accounts and what settles what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final
from uuid import UUID

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded
from summerstow.platform.webhooks import events as webhooks

from .model import (
    EVENTS,
    CardRefund,
    Credit,
    Entry,
    SettledPart,
    StatementLine,
    StoredPayment,
    Used,
    Written,
)

_WRITE = """
insert into public.ledger (day, booking_id, member_id, invoice_id, kind, code, event, words, term,
  quantity, unit_cents, amount_cents, cause, bank_reference, received_on, actor_id, actor_role)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
  $17)
on conflict do nothing returning id
"""

_ACCOUNT: Final = (
    "select coalesce(m.user_id, m.id, b.user_id, b.id) from public.bookings b "
    "left join app.plan_members m on m.id = $2 where b.id = $1"
)
_HELD_ACCOUNT: Final = (
    f"with whose (id) as materialized ({_ACCOUNT}) "  # noqa: S608 - put together from this file's own text
    "select id, pg_advisory_xact_lock(hashtextextended('money:' || id, 0)) from whose"
)

#: The bookings on which an account ($1) has entries, so that they are found by their index.
PLACES: Final = (
    "booking_id in (select id from public.bookings where user_id = $1 union all select $1::uuid "
    "union all select booking_id from app.plan_members where user_id = $1 or id = $1)"
)


async def account(tx: Transaction, booking_id: UUID, member_id: UUID | None = None) -> UUID | None:
    """Whose account a booking's money is on, or that of a friend who shares its bundle."""
    result: UUID | None = await tx.fetchval(_ACCOUNT, booking_id, member_id)
    return result


async def held_account(
    tx: Transaction, booking_id: UUID, member_id: UUID | None = None
) -> UUID | None:
    """`account`, once nobody else moves its money; held for the transaction."""
    result: UUID | None = await tx.fetchval(
        _HELD_ACCOUNT,
        booking_id,
        member_id,
    )
    return result


async def write(tx: Transaction, booking_id: UUID, day: date, entry: Entry) -> UUID | None:
    """Append an entry; None where its cause or its bank reference stands already.

    Webhooks tell of payments and of what is paid back (rule: webhooks).
    """
    entry_id: UUID | None = await tx.fetchval(_WRITE, *_values(tx, booking_id, day, entry))
    event = EVENTS.get(entry.kind if entry.kind != "correction" else entry.code)
    if entry_id is not None and event is not None:
        await webhooks.tell(
            tx,
            event,
            webhooks.PaymentEvent(
                entry_id, booking_id, entry.invoice_id, abs(entry.amount_cents), entry.code, day
            ),
        )
    return entry_id


async def write_all(tx: Transaction, booking_id: UUID, day: date, entries: Iterable[Entry]) -> None:
    """`write` for each entry, in one trip."""
    connection = await tx.connection()
    await connection.executemany(_WRITE, [_values(tx, booking_id, day, one) for one in entries])


def _values(tx: Transaction, booking_id: UUID, day: date, entry: Entry) -> tuple[object, ...]:
    return (
        day,
        booking_id,
        entry.member_id,
        entry.invoice_id,
        entry.kind,
        entry.code,
        entry.event,
        entry.words,
        entry.term,
        entry.quantity,
        entry.unit_cents,
        entry.amount_cents,
        entry.cause,
        entry.bank_reference,
        entry.received_on,
        tx.actor.user_id,
        tx.actor.role,
    )


async def by_cause(tx: Transaction, cause: str) -> Written | None:
    """The entry of a cause."""
    row = await tx.fetchrow("select * from public.ledger where cause = $1", cause)
    return decoded(Written, row) if row is not None else None


_PAYMENT: Final = """
select l.*, extract(epoch from clock_timestamp() - l.at)::float8 as age_seconds,
  exists (select from public.ledger r where r.cause = 'reversal:' || l.id) as reversed
from public.ledger l where l.kind = 'payment'
"""


async def last_payment(tx: Transaction, bank_reference: str) -> StoredPayment | None:
    """The latest payment that was recorded under a bank reference, also one that was taken back."""
    row = await tx.fetchrow(
        f"{_PAYMENT} and l.bank_reference = $1 order by l.serial desc limit 1", bank_reference
    )
    return decoded(StoredPayment, row) if row is not None else None


async def payment(tx: Transaction, payment_id: UUID) -> StoredPayment | None:
    """A recorded payment."""
    row = await tx.fetchrow(f"{_PAYMENT} and l.id = $1", payment_id)
    return decoded(StoredPayment, row) if row is not None else None


async def settled_by(tx: Transaction, credit_id: UUID) -> list[SettledPart]:
    """What a credit settles or went back as, summed, without what was taken back."""
    rows = await tx.fetch(
        "select invoice_id, refund_id, sum(amount_cents)::int as amount_cents "
        "from public.settlements where credit_id = $1 group by 1, 2 having sum(amount_cents) <> 0",
        credit_id,
    )
    return [decoded(SettledPart, row) for row in rows]


async def credits_left(tx: Transaction, account: UUID) -> list[Credit]:
    """The account's entries that can settle others, in the order in which they came."""
    rows = await tx.fetch(
        "select l.id, l.code, l.left_cents from app.credit_left l "  # noqa: S608 - PLACES alone
        f"where l.account_id = $1 and l.{PLACES} and l.left_cents > 0 order by l.serial",
        account,
    )
    return [decoded(Credit, row) for row in rows]


async def card_payments_left(tx: Transaction, account: UUID) -> list[Credit]:
    """Return the account's card payments of which something did not go back, latest first."""
    rows = await tx.fetch(
        "select l.id, l.code, (-l.amount_cents - coalesce((select sum(r.amount_cents) "  # noqa: S608 - PLACES alone
        "from app.card_refunds r where r.payment_id = l.id and r.state <> 'failed'), 0)"
        ")::integer as left_cents from app.ledger_accounts l "
        f"where l.account_id = $1 and l.{PLACES} and l.kind = 'payment' and l.code = 'card' "
        "and not exists (select from public.ledger b where b.cause = 'reversal:' || l.id) "
        "order by l.serial desc",
        account,
    )
    return [decoded(Credit, row) for row in rows]


async def refund_to_card(tx: Transaction, refund_id: UUID, part: Used) -> None:
    """Ask for a part of a refund to go back to the card of a payment."""
    await tx.execute(
        "insert into app.card_refunds (refund_id, payment_id, amount_cents) values ($1, $2, $3)",
        refund_id,
        part.credit_id,
        part.amount_cents,
    )


async def card_refunds(tx: Transaction, refunds: Sequence[UUID]) -> list[CardRefund]:
    """Return what of these refunds goes back to cards, in order."""
    rows = await tx.fetch(
        "select id, amount_cents, state, asked_at from app.card_refunds "
        "where refund_id = any($1) order by asked_at, id",
        list(refunds),
    )
    return [decoded(CardRefund, row) for row in rows]


async def settle(tx: Transaction, used: list[Used], invoice_id: UUID) -> None:
    """Let parts of credits settle an invoice."""
    for one in used:
        await tx.execute(
            "insert into public.settlements (credit_id, invoice_id, amount_cents) "
            "values ($1, $2, $3)",
            one.credit_id,
            invoice_id,
            one.amount_cents,
        )


async def pay_back(tx: Transaction, used: list[Used], refund_id: UUID) -> None:
    """Let parts of credits go into a refund."""
    for one in used:
        await tx.execute(
            "insert into public.settlements (credit_id, refund_id, amount_cents) "
            "values ($1, $2, $3)",
            one.credit_id,
            refund_id,
            one.amount_cents,
        )


async def let_off_before(tx: Transaction, invoice_id: UUID) -> int:
    """What was waived and written off of an invoice, in cents."""
    result: int = await tx.fetchval(
        "select coalesce(-sum(amount_cents), 0)::bigint from public.ledger "
        "where invoice_id = $1 and kind in ('waiver', 'write_off')",
        invoice_id,
    )
    return result


async def balance(tx: Transaction, account: UUID) -> int:
    """What an account owes, in cents; negative is credit."""
    result: int = await tx.fetchval(
        "select coalesce(sum(l.amount_cents), 0)::bigint "  # noqa: S608 - PLACES alone
        f"from app.ledger_accounts l where l.account_id = $1 and l.{PLACES}",
        account,
    )
    return result


async def deposit_to_count(tx: Transaction, account: UUID) -> int:
    """The supply kits' deposits that do not count towards storage yet, in cents."""
    result: int = await tx.fetchval(
        "select coalesce(sum(l.amount_cents), 0)::bigint "  # noqa: S608 - PLACES alone
        "from app.ledger_accounts l left join public.invoices i on i.id = l.invoice_id "
        f"where l.account_id = $1 and l.{PLACES} and i.voided_at is null "
        "and l.kind in ('charge', 'credit') "
        "and l.code in ('supplies_deposit', 'supplies_deposit_back')",
        account,
    )
    return result


async def summed(tx: Transaction, booking_id: UUID, code: str) -> int:
    """What a booking's entries of this code come to, with what was taken back, in cents."""
    result: int = await tx.fetchval(
        "select coalesce(sum(amount_cents), 0)::bigint from public.ledger "
        "where booking_id = $1 and code = $2",
        booking_id,
        code,
    )
    return result


async def of_account(
    tx: Transaction, account: UUID, reversible_seconds: float
) -> list[StatementLine]:
    """The account's entries in order, each with its invoice's number and the balance after it.

    `reversible_seconds`: how long after its recording the caller may take a payment back.
    """
    rows = await tx.fetch(
        "select l.id, l.day, l.booking_id, l.kind, l.code, "  # noqa: S608 - PLACES alone
        "l.event, l.words, l.term, l.quantity, l.unit_cents, l.amount_cents, "
        "l.disputed_at is not null as disputed, l.bank_reference, r.id is not null as reversed, "
        "(l.kind = 'payment' and l.code = 'interac' and r.id is null and "
        "extract(epoch from clock_timestamp() - l.at) < $2::float8) as reversible, "
        "(select i.number from public.invoices i where i.id = l.invoice_id) as invoice_number, "
        "(sum(l.amount_cents) over (order by l.serial))::bigint as balance_cents "
        "from app.ledger_accounts l left join public.ledger r "
        "on l.kind = 'payment' and r.cause = 'reversal:' || l.id "
        f"where l.account_id = $1 and l.{PLACES} order by l.serial",
        account,
        reversible_seconds,
    )
    return [decoded(StatementLine, row) for row in rows]


async def of_invoice(tx: Transaction, invoice_id: UUID) -> list[Written]:
    """An invoice's own entries, in order: its lines and its tax."""
    rows = await tx.fetch(
        "select * from public.ledger where invoice_id = $1 "
        "and kind in ('charge', 'discount', 'tax') order by serial",
        invoice_id,
    )
    return [decoded(Written, row) for row in rows]


async def one(tx: Transaction, entry_id: UUID) -> Written:
    """An entry that was just written."""
    row = await tx.fetchrow("select * from public.ledger where id = $1", entry_id)
    assert row is not None
    return decoded(Written, row)


async def owner(tx: Transaction, booking_id: UUID) -> UUID | None:
    """Whose a booking is, as far as the caller may see it."""
    result: UUID | None = await tx.fetchval(
        "select user_id from public.bookings where id = $1", booking_id
    )
    return result


async def note_look(tx: Transaction, user_id: UUID | None, booking_id: UUID) -> None:
    """Keep in the audit log that a customer, or a guest's booking, was looked at, and by whom."""
    await tx.execute(
        "insert into public.audit_log (actor_id, actor_role, action, table_name, row_id) "
        "values ($1, $2, 'view', $3, $4)",
        tx.actor.user_id,
        tx.actor.role,
        "users" if user_id else "bookings",
        str(user_id or booking_id),
    )
