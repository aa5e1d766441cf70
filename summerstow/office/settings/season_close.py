"""What is still open at the end of a season, each with its number (rule: season-close)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from summerstow.platform import clock
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import EXECUTIVES

from . import queries

What = Literal["not_returned", "not_collected", "overdue", "unused_credit", "cases", "claims"]


class LeftOpen(msgspec.Struct, frozen=True):
    """How many are left, and the cents that they are about; null where money is not the matter."""

    what: What
    count: int
    cents: int | None = None


async def season_close(tx: ElevatedTransaction, arguments: NoArguments) -> list[LeftOpen]:
    """Return what is to be done before a season is over, in that order."""
    del arguments
    left = await queries.left_open(tx, clock.today())
    return [
        LeftOpen("not_returned", left.not_returned),
        LeftOpen("not_collected", left.not_collected),
        LeftOpen("overdue", left.overdue, left.overdue_cents),
        LeftOpen("unused_credit", left.unused_credit, left.unused_cents),
        LeftOpen("cases", left.cases),
        LeftOpen("claims", left.claims),
    ]


COMMANDS: Final = (
    Command("season_close", NoArguments, season_close, EXECUTIVES, read_only=True, elevated=True),
)
