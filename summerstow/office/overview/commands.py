"""`season_overview`: the figures that only executives see."""

from __future__ import annotations

from datetime import date
from typing import Final

import msgspec

from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import EXECUTIVES

from .model import SeasonOverviewResult
from .overview import overview
from .ranges import check_range


class SeasonOverview(
    msgspec.Struct, forbid_unknown_fields=True, rename={"first": "from", "last": "to"}
):
    """Campus-local days, both included, at most a year; one campus or all."""

    first: date
    last: date
    campus_id: int | None = None


async def season_overview(tx: Transaction, arguments: SeasonOverview) -> SeasonOverviewResult:
    """The figures of a season, beside those of a year before."""
    days = check_range(arguments.first, arguments.last)
    return await overview(tx, days, clock.today(), arguments.campus_id)


COMMANDS: Final = (
    Command(
        "season_overview",
        SeasonOverview,
        season_overview,
        EXECUTIVES,
        read_only=True,
    ),
)
