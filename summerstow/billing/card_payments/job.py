"""The job of cards: refunds to the cards that paid, and automatic payments.

Rules: refunds-to-cards, automatic-payments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.observability import log
from summerstow.platform.settings.model import Settings
from summerstow.platform.tables import decoded_all

from . import saved_cards
from .checkout import RefundRequest, StripeRefused

if TYPE_CHECKING:
    from .stripe_api import StripeApi

_log = log.get("cards")


async def run(database: Database, settings: Settings) -> None:
    """Hand over every refund that is open, and charge what is due."""
    # Its library would be a fifth of a second of each start.
    from .stripe_api import StripeApi  # noqa: PLC0415

    stripe = StripeApi(settings)
    await _refund(database, stripe)
    await saved_cards.charge_due(database, stripe)


async def _refund(database: Database, stripe: StripeApi) -> None:
    """Hand over each refund; one that is handed over twice is one."""
    async with database.owner() as tx:
        requests = await _open_requests(tx)
    for one in requests:
        error = None
        try:
            await stripe.refund(one)
        except StripeRefused as refused:
            error = str(refused)
            _log.error("refund to a card refused", refund=str(one.id), error=error)
        async with database.owner() as tx:
            await _settle(tx, one.id, error)


async def _open_requests(tx: Transaction) -> list[RefundRequest]:
    rows = await tx.fetch(
        "select r.id, l.bank_reference as payment, r.amount_cents, r.asked_at "
        "from app.card_refunds r join public.ledger l on l.id = r.payment_id "
        "where r.state = 'asked' order by r.asked_at, r.id limit 50"
    )
    return decoded_all(RefundRequest, rows)


async def _settle(tx: Transaction, refund_id: UUID, error: str | None) -> None:
    await tx.execute(
        "update app.card_refunds set state = case when $2::text is null then 'done' "
        "else 'failed' end, error = $2, settled_at = $3 where id = $1",
        refund_id,
        error,
        clock.now(),
    )
