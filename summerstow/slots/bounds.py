"""How much of what is scarce one visitor may keep for themselves without booking anything.

By network address, which a whole residence may share: past the bound no booking is refused,
only the ten minutes in which a place is held for the form.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import Conflict

from . import queries

#: Places held for open forms of one address at a time.
MOST_KEPT: Final = 10
#: Windows for which one e-mail address is put on the waiting list within a day: each may write to
#: it, and the caller need not be its owner.
MOST_WAITS: Final = 10
_DAY: Final = timedelta(days=1)


async def may_keep(tx: Transaction, slot: UUID) -> bool:
    """Whether the asker's address may keep one more place, of which half a slot at most."""
    address = tx.actor.address
    if address is None:
        return True
    held, here, capacity = await queries.kept_by(tx, address, slot, clock.now())
    return held < MOST_KEPT and here < (capacity + 1) // 2


async def refuse_many_waits(tx: Transaction, email: str) -> None:
    """Raise `Conflict` where an address waits for so many windows already."""
    if await queries.waits_of(tx, email, clock.now() - _DAY) >= MOST_WAITS:
        raise Conflict(
            f"This address was put on {MOST_WAITS} waiting lists today. Please try again tomorrow."
        )
