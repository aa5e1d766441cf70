"""Hand-over by a named person: a code of six digits, shown once, good for one stop and once."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from typing import Final
from uuid import UUID, uuid5

import msgspec

from summerstow.bookings.dates.workdays import may_work
from summerstow.crew.events.history import StopKind
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.roles import OFFICE

from . import queries

#: A phone without a signal checks the code by its hash; so many rounds make trying all a long work.
ROUNDS: Final = 60_000
_DIGITS: Final = 6
#: Wrong tries of one code, at its stop and on every phone, until it is good for nothing.
MOST_TRIES: Final = 5
_LOCKED: Final = (
    "Five wrong codes were entered for this visit. The customer can make a new code, or the office "
    "completes the stop with a reason."
)


class TriesLeft(msgspec.Struct, frozen=True):
    """How many wrong tries a code still bears."""

    tries_left: int


class WrongCode(Invalid):
    """A code that is not right, or one that is locked. The try is counted: it must stand."""

    def __init__(self, left: int) -> None:
        words = "This code is not right. "
        if left == 0:
            words = _LOCKED
        elif left == 1:
            words += "One more wrong code locks it. Ask the customer to look at it again."
        else:
            words += f"Ask the customer to look at it again: {left} tries are left."
        super().__init__(words, facts=TriesLeft(left))
        self.left = left


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
    code_hash = await asyncio.to_thread(hashed, code, salt)
    await queries.name_proxy(tx, booking_id, kind, name=words, salt=salt, code_hash=code_hash)
    return code


def hashed(code: str, salt: str) -> str:
    """PBKDF2 of a code in hex, as the crew's phone computes it too."""
    return hashlib.pbkdf2_hmac("sha256", code.encode(), salt.encode(), ROUNDS).hex()


async def check(
    tx: ElevatedTransaction, booking_id: UUID | None, kind: StopKind, code: str, event_id: UUID
) -> None:
    """Use a code up for an event.

    Raises `WrongCode` for a wrong one, which is counted once for the event and the code, and for a
    locked one;
    `Conflict` for a used one, `Invalid` where nobody was named.
    """
    known = await queries.proxy(tx, booking_id, kind) if booking_id else None
    if known is None or booking_id is None:
        raise Invalid("Nobody was named for this visit.")
    if known.tries >= MOST_TRIES:
        raise WrongCode(0)
    # Beside the event loop: it takes tens of milliseconds.
    given = await asyncio.to_thread(hashed, "".join(code.split()), known.salt)
    if not hmac.compare_digest(given, known.code_hash):
        # The same code sent again is one try, another code another one.
        raise WrongCode(await _count(tx, booking_id, kind, known.salt, uuid5(event_id, given)))
    if known.used:
        raise Conflict("This code was used already. The customer can make a new one.")
    await queries.use_proxy(tx, booking_id, kind, event_id, clock.now())


async def wrong(tx: ElevatedTransaction, stop_id: UUID, salt: str, try_id: UUID) -> TriesLeft:
    """Count a wrong try that a phone noticed by itself, once for its id.

    A try of an older code, at a stop that is gone or of another day counts for nothing.
    """
    stop = await queries.hold(tx, stop_id)
    known = (
        await queries.proxy(tx, stop.booking_id, stop.kind) if stop and stop.booking_id else None
    )
    if stop is None or known is None or stop.booking_id is None:
        return TriesLeft(0)
    if known.salt != salt or not may_work(tx.actor, stop.date):
        return TriesLeft(max(0, MOST_TRIES - known.tries))
    return TriesLeft(await _count(tx, stop.booking_id, stop.kind, salt, try_id))


async def _count(
    tx: ElevatedTransaction, booking_id: UUID, kind: StopKind, salt: str, try_id: UUID
) -> int:
    return max(0, MOST_TRIES - await queries.wrong_try(tx, booking_id, kind, salt, try_id))
