"""Hands refunds to the cards that paid (rule: refunds-to-cards)."""

from __future__ import annotations

from uuid import UUID

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.observability import log
from summerstow.platform.settings.model import Settings
from summerstow.platform.tables import decoded_all

from .checkout import AskedRefund, RefundRefused

_log = log.get("cards")


async def run(database: Database, settings: Settings) -> None:
    """Hand over every refund that is asked for; one that is handed over twice is one."""
    async with database.owner() as tx:
        asked = await _asked(tx)
    if not asked:
        return
    # Its library would be a fifth of a second of each start.
    from .stripe_api import StripeApi  # noqa: PLC0415

    stripe = StripeApi(settings)
    for one in asked:
        error = None
        try:
            await stripe.refund(one)
        except RefundRefused as refused:
            error = str(refused)
            _log.error("refund to a card refused", refund=str(one.id), error=error)
        async with database.owner() as tx:
            await _settle(tx, one.id, error)


async def _asked(tx: Transaction) -> list[AskedRefund]:
    rows = await tx.fetch(
        "select r.id, l.bank_reference as payment, r.amount_cents from app.card_refunds r "
        "join public.ledger l on l.id = r.payment_id "
        "where r.state = 'asked' order by r.asked_at, r.id limit 50"
    )
    return decoded_all(AskedRefund, rows)


async def _settle(tx: Transaction, refund_id: UUID, error: str | None) -> None:
    await tx.execute(
        "update app.card_refunds set state = case when $2::text is null then 'done' "
        "else 'failed' end, error = $2, settled_at = $3 where id = $1",
        refund_id,
        error,
        clock.now(),
    )
