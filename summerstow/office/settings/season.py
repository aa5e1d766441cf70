"""What must be right before the seasons can be published, and what they mean for bookings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from summerstow.platform import clock, published
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.documents.season import Season, SeasonDocument
from summerstow.platform.errors import Conflict
from summerstow.platform.roles import EXECUTIVES
from summerstow.slots import waiting_queries

from . import queries
from .problems import FieldProblem

_LONGEST_DAYS: Final = 400
_MOST_DAYS_AHEAD: Final = 730
_MOST_CUT_OFF_HOURS: Final = 336


class SeasonEffects(msgspec.Struct, frozen=True):
    """Bookings that stay on days without work, and who is told that booking opens."""

    pickups: int
    returns: int
    waiting: int


def problems(document: SeasonDocument) -> Iterator[FieldProblem]:
    """What is missing or wrong, by the fields of the form."""
    years = [one.year for one in document.seasons]
    for index, season in enumerate(document.seasons):
        path = f"seasons.{index}"
        if years.index(season.year) != index:
            yield FieldProblem(f"{path}.first_pickup", f"There is a season {season.year} already.")
        yield from _ranges(path, season)
        if not season.weekdays:
            yield FieldProblem(f"{path}.weekdays", "Please choose at least one day of the week.")
        if not 0 <= season.days_ahead <= _MOST_DAYS_AHEAD:
            yield FieldProblem(f"{path}.days_ahead", f"From 0 to {_MOST_DAYS_AHEAD} days, please.")
        if not 0 <= season.cut_off_hours <= _MOST_CUT_OFF_HOURS:
            yield FieldProblem(
                f"{path}.cut_off_hours", f"From 0 to {_MOST_CUT_OFF_HOURS} hours, please."
            )
        days = [one.date for one in season.closed_days]
        for place, closed in enumerate(season.closed_days):
            if days.index(closed.date) != place:
                yield FieldProblem(f"{path}.closed_days.{place}.date", "This day stands twice.")
            if not 0 < len(closed.reason.strip()) <= 100:
                yield FieldProblem(
                    f"{path}.closed_days.{place}.reason", "Please say why, in at most 100 letters."
                )


def _ranges(path: str, season: Season) -> Iterator[FieldProblem]:
    for what in ("pickup", "return", "free_return"):
        first, last = (getattr(season, f"{end}_{what}") for end in ("first", "last"))
        if last < first:
            yield FieldProblem(f"{path}.last_{what}", "The last day must not be before the first.")
    if season.first_return < season.first_pickup:
        yield FieldProblem(f"{path}.first_return", "Returns begin after the first pickup.")
    if season.last_return < season.last_pickup:
        yield FieldProblem(f"{path}.last_return", "Returns end after the last pickup.")
    for end in ("first", "last"):
        if not season.spans("delivery", getattr(season, f"{end}_free_return")):
            yield FieldProblem(f"{path}.{end}_free_return", "It must be a day of returns.")
    if season.first_free_return.year != season.last_free_return.year:
        yield FieldProblem(f"{path}.last_free_return", "Both days must be of one year.")
    if (season.last_return - season.first_pickup).days > _LONGEST_DAYS:
        yield FieldProblem(f"{path}.last_return", f"A season lasts at most {_LONGEST_DAYS} days.")


async def refuse_narrower(tx: ElevatedTransaction, document: SeasonDocument) -> None:
    """Raise `Conflict` where a day would no longer be free for bookings that count on it.

    What was agreed stays: free return dates can be widened, not narrowed.
    """
    now = published.season()
    lost = 0
    for group in await queries.returns_ahead(tx, clock.today()):
        promise = group.return_date or group.pickup_date
        first, last = now.coming_free_return(promise)
        if group.return_date and not first <= group.return_date <= last:
            continue
        counted_on = (group.return_date,) * 2 if group.return_date else (first, last)
        free = document.free_return_of(counted_on[0].year)
        if not (free[0] <= counted_on[0] and counted_on[1] <= free[1]):
            lost += group.bookings
    if lost:
        raise Conflict(
            f"{lost} {'booking counts' if lost == 1 else 'bookings count'} on free return dates "
            "that these seasons no longer have. Free return dates can be widened, not narrowed, "
            "while bookings count on them."
        )


async def season_effects(tx: ElevatedTransaction, arguments: NoArguments) -> SeasonEffects:
    """Return what the draft of the seasons means for what is booked and for those who wait."""
    del arguments
    draft, today = await queries.draft(tx, "season"), clock.today()
    if draft is None:
        return SeasonEffects(0, 0, 0)
    document = msgspec.convert(draft.document, SeasonDocument)
    booked = await queries.visits_ahead(tx, today)
    outside = {"pickup": 0, "delivery": 0}
    if document.seasons:
        for one in booked:
            if not document.works_on(one.visit, one.day):
                outside[one.visit] += one.bookings
    opens = document.is_open(today) and not published.season().is_open(today)
    waiting = await waiting_queries.count_of_season(tx) if opens else 0
    return SeasonEffects(outside["pickup"], outside["delivery"], waiting)


COMMANDS: Final = (
    Command(
        "season_effects", NoArguments, season_effects, EXECUTIVES, read_only=True, elevated=True
    ),
)
