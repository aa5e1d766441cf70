"""One search from anywhere: customers, bookings of guests too, and invoices for the office."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec

from summerstow.billing.invoices.model import reference_code
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import OFFICE, STAFF
from summerstow.platform.search_query import text_search

from . import queries
from .model import Found

_REFERENCE: Final = re.compile(r"[A-HJKMNP-TV-Z2-9]{8}")
_NUMBER: Final = re.compile(r"(?:INV)?0*([1-9]\d{0,8})")


class Find(msgspec.Struct, forbid_unknown_fields=True):
    """What was typed: a name, e-mail address, phone number, code or address, or parts of them."""

    text: Annotated[str, msgspec.Meta(max_length=100)]
    limit: Annotated[int, msgspec.Meta(ge=1, le=50)] = 8


async def find(tx: ElevatedTransaction, arguments: Find) -> Found:
    """Everybody and everything that fits; too little typed finds nothing (rule: one-search)."""
    search = text_search(arguments.text)
    if not search:
        return Found([], [], [])
    reference = reference_code(arguments.text)
    number = _NUMBER.fullmatch(reference)
    invoice = tx.actor.role in OFFICE and (number or _REFERENCE.fullmatch(reference))
    # What is not leakproof uses no index under a policy: staff may read every customer and booking.
    bookings = await queries.search_bookings(tx, search, arguments.limit)
    beside = {one.user_id for one in bookings if one.user_id}
    return Found(
        customers=await queries.search_customers(tx, search, arguments.limit, beside),
        bookings=bookings,
        invoices=await queries.find_invoices(tx, reference, int(number[1]) if number else None)
        if invoice
        else [],
    )


COMMANDS: Final = (
    Command("find", Find, find, STAFF, read_only=True, reads_customers=True, elevated=True),
)
