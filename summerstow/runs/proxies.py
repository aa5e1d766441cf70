"""Hand-over by a named person: a code of six digits, shown once, good for one stop and once."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final
from uuid import UUID

from summerstow.kit import clock
from summerstow.kit.database.transaction import ElevatedTransaction
from summerstow.kit.errors import AppError, Conflict, Invalid
from summerstow.kit.roles import OFFICE

from . import queries
from .history import StopKind

#: A phone without a signal checks the code by its hash; so many rounds make trying all a long work.
ROUNDS: Final = 60_000
_DIGITS: Final = 6


async def name(tx: ElevatedTransaction, booking_id: UUID, kind: StopKind, who: str) -> str:
    """Name a person for a stop; returns their code, which is not kept.

    Raises 404 for a booking that is not the asker's, `Conflict` for one that has ended.
    """
    found = await queries.owner(tx, booking_id)
    own = found is not None and (tx.actor.role in OFFICE or found[0] == tx.actor.user_id)
    if found is None or not own:
        raise AppError("There is no such booking.", status=404, code="P0002")
    if found[1] in ("cancelled", "completed") or (found[1] == "delivered" and kind == "return"):
        raise Conflict("Nothing of this booking is handed over any more.")
    words = " ".join(who.split())
    if not words:
        raise Invalid("Please give the person's name.")
    code = "".join(secrets.choice("0123456789") for _ in range(_DIGITS))
    salt = secrets.token_hex(8)
    await queries.name_proxy(
        tx, booking_id, kind, name=words, salt=salt, code_hash=hashed(code, salt)
    )
    return code


def hashed(code: str, salt: str) -> str:
    """PBKDF2 of a code in hex, as the crew's phone computes it too."""
    return hashlib.pbkdf2_hmac("sha256", code.encode(), salt.encode(), ROUNDS).hex()


async def check(
    tx: ElevatedTransaction, booking_id: UUID | None, kind: StopKind, code: str, event_id: UUID
) -> None:
    """Use a code up for an event; raises `Invalid` for a wrong one, `Conflict` for a used one."""
    known = await queries.proxy(tx, booking_id, kind) if booking_id else None
    written = "".join(code.split())
    if known is None or not hmac.compare_digest(hashed(written, known[0]), known[1]):
        raise Invalid("This code is not right. Ask the customer to look at it again.")
    if known[2]:
        raise Conflict("This code was used already. The customer can make a new one.")
    assert booking_id is not None
    await queries.use_proxy(tx, booking_id, kind, event_id, clock.now())
