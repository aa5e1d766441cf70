"""Orders of a day's runs by `POST /rest/v1/rpc/{command}`: proposed, and accepted by a person."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final

import msgspec

from summerstow.crew.runs import service
from summerstow.crew.runs.model import OneRun, RunStop, WantedRun
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import OFFICE

from . import day_split, order_proposal, timetable


class ArrangeRuns(msgspec.Struct, forbid_unknown_fields=True):
    """Runs of one campus and day, which keep all of their stops among them."""

    runs: Annotated[list[WantedRun], msgspec.Meta(min_length=1, max_length=50)]


class SplitDay(msgspec.Struct, forbid_unknown_fields=True):
    """A campus and a campus-local date."""

    campus_id: int
    day: date


async def _run_to_plan(tx: ElevatedTransaction, arguments: OneRun) -> timetable.RunToPlan:
    return await order_proposal.asked(tx, arguments.run_id)


async def propose_order(asked: object) -> order_proposal.OrderProposal:
    """A shorter order of a run, before and after in minutes; nothing is changed."""
    # Computed once the transaction stands: it may take seconds.
    return await order_proposal.propose(msgspec.convert(asked, timetable.RunToPlan))


async def accept_order(tx: ElevatedTransaction, arguments: WantedRun) -> list[RunStop]:
    """Let a run stand in an order; 409 where it is not as `seen` any more."""
    return await service.accept(tx, arguments.run_id, arguments.order, arguments.seen)


async def arrange_runs(tx: ElevatedTransaction, arguments: ArrangeRuns) -> None:
    """Let runs stand in these orders, all or none; 409 where one is not as `seen` any more."""
    await service.arrange(tx, arguments.runs)


async def _day_to_split(tx: ElevatedTransaction, arguments: SplitDay) -> day_split.DayToSplit:
    return await day_split.asked(tx, arguments.campus_id, arguments.day)


async def propose_split(asked: object) -> day_split.DaySplit:
    """What each van of a day would get, and how late; nothing is changed."""
    return await day_split.propose(msgspec.convert(asked, day_split.DayToSplit))


COMMANDS: Final = (
    Command(
        "propose_order",
        OneRun,
        _run_to_plan,
        OFFICE,
        outside=propose_order,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "propose_split",
        SplitDay,
        _day_to_split,
        OFFICE,
        outside=propose_split,
        repeatable=True,
        elevated=True,
    ),
    Command("accept_order", WantedRun, accept_order, OFFICE, elevated=True),
    Command("arrange_runs", ArrangeRuns, arrange_runs, OFFICE, elevated=True),
)
