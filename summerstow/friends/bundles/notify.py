"""Messages to friends whose shared bundle is cancelled."""

from __future__ import annotations

from summerstow.messages import service as messages
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction

from . import queries, rules


async def run(tx: ElevatedTransaction) -> None:
    """Write to each friend once that a shared bundle is cancelled."""
    for row in await queries.unannounced_ends(tx):
        day = row.pickup_date
        await messages.tell_account(
            tx,
            row.user_id,
            cause=f"shared-plan-ended:{row.id}",
            kind="shared_plan_ended",
            to=row.email,
            data={
                "first_name": rules.short_name(row.full_name),
                "owner": rules.short_name(row.owner),
                "pickup": clock.day_in_words(day) if day else None,
                "link": "/book",
            },
        )
