"""`quote` and `address_check`: what anybody may ask the price engine."""

from __future__ import annotations

from typing import Final

from summerstow.kit import clock
from summerstow.kit.actor import Role
from summerstow.kit.commands import Command
from summerstow.kit.database import Transaction

from . import price_lists
from .asked import Asked
from .places import AddressAsked, Distance, check_address
from .quote import Quote, quote

_EVERYBODY: Final[frozenset[Role]] = frozenset(
    {"anon", "customer", "worker", "admin", "executive", "service"}
)


async def _quote(tx: Transaction, asked: Asked) -> Quote:
    return quote(await price_lists.current(tx), asked, clock.today())


async def _address_check(tx: Transaction, asked: AddressAsked) -> Distance:
    return check_address(await price_lists.current(tx), asked)


COMMANDS: Final = (
    Command("quote", Asked, _quote, _EVERYBODY, read_only=True),
    Command("address_check", AddressAsked, _address_check, _EVERYBODY, read_only=True),
)
