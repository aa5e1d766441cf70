"""`quote` and `address_check`: the price engine for everybody."""

from __future__ import annotations

from typing import Final

from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import EVERYBODY

from . import price_lists
from .distance import AddressRequest, Distance, check_address
from .quote import Quote, quote
from .quote_request import QuoteRequest


async def _quote(tx: Transaction, request: QuoteRequest) -> Quote:
    return quote(await price_lists.current(tx), request, clock.today())


async def _address_check(tx: Transaction, request: AddressRequest) -> Distance:
    return check_address(await price_lists.current(tx), request)


COMMANDS: Final = (
    Command("quote", QuoteRequest, _quote, EVERYBODY, read_only=True),
    Command("address_check", AddressRequest, _address_check, EVERYBODY, read_only=True),
)
