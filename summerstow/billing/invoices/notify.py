"""Messages about new invoices and payments, each written once."""

from __future__ import annotations

import asyncpg

from summerstow.billing.pricing.terms import dollars
from summerstow.kit import clock
from summerstow.kit.database import Transaction
from summerstow.notifications import service as messages
from summerstow.notifications.queries import telling
from summerstow.outbox import outbox

from . import queries


async def run(tx: Transaction, site_url: str) -> None:
    """Write the messages that are missing, as the schema's owner.

    An invoice that is void by now, or that left nothing to pay, has none.
    """
    await telling(tx)
    link = f"{site_url}/customer-dashboard"
    for row in await queries.unannounced_invoices(tx):
        data = {
            "amount": dollars(row["total_cents"]),
            "words": row["words"],
            "number": row["number"],
            "reference": f"{row['reference'][:4]} {row['reference'][4:]}",
            "due": clock.day_in_words(row["due_on"]),
        }
        await _post(tx, row, "invoice", data | {"link": link})
    for row in await queries.unannounced_payments(tx):
        data = {"amount": dollars(-row["amount_cents"]), "number": row["number"]}
        await _post(tx, row, "payment", data | {"link": link})


async def _post(tx: Transaction, row: asyncpg.Record, kind: str, data: dict[str, object]) -> None:
    cause = f"{kind}:{row['id']}"
    values = data | {"first_name": row["first_name"] or "there"}
    if row["user_id"] is None:
        await outbox.post(tx, cause=cause, kind=kind, to=row["email"], data=values)
    else:
        await messages.tell_account(
            tx, row["user_id"], cause=cause, kind=kind, to=row["email"], data=values
        )
