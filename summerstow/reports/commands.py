"""`season_overview`: the figures that only executives see."""

from __future__ import annotations

from datetime import date
from typing import Final

import msgspec

from summerstow.kit import clock
from summerstow.kit.commands import Command
from summerstow.kit.database import Transaction
from summerstow.kit.roles import EXECUTIVES

from .overview import overview
from .ranges import checked


class SeasonOverview(
    msgspec.Struct, forbid_unknown_fields=True, rename={"first": "from", "last": "to"}
):
    """Campus-local days, both included, at most a year; one campus or all."""

    first: date
    last: date
    campus_id: int | None = None


async def season_overview(tx: Transaction, arguments: SeasonOverview) -> dict[str, object]:
    """What `overview` answers."""
    days = checked(arguments.first, arguments.last)
    return await overview(tx, days, clock.today(), arguments.campus_id)


COMMANDS: Final = (
    Command("season_overview", SeasonOverview, season_overview, EXECUTIVES, read_only=True),
)
