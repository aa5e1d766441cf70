"""Which days are sold, by the published seasons (rule: season-days)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

import msgspec

from summerstow.facts import MonthDayRange, TimeOfDay
from summerstow.platform import clock, published, roles, windows
from summerstow.platform.actor import Actor
from summerstow.platform.documents.season import Season, SeasonDocument, Visit

_open_without_season = True


def open_without_season(is_open: bool) -> None:
    """Set whether every day is sold while no season is published, as in a demo."""
    global _open_without_season  # noqa: PLW0603 - of the installation, set once at the start
    _open_without_season = is_open


def is_open(today: date) -> bool:
    """Whether customers can book a pickup at all."""
    return _is_open(published.season(), today)


class ShownSeasons(msgspec.Struct, frozen=True):
    """What pages say of the seasons, and whether pickups can be booked."""

    free_return: MonthDayRange
    coming_free_return: MonthDayRange
    seasons: tuple[Season, ...]
    is_open: bool


def shown(known: SeasonDocument, today: date) -> ShownSeasons:
    """What pages say of the seasons on a day."""
    coming = MonthDayRange(*(f"{day:%m-%d}" for day in known.coming_free_return(today)))
    return ShownSeasons(known.free_return, coming, known.seasons, _is_open(known, today))


def refusal(
    visit: Visit, campus_id: int, day: date, actor: Actor, part: TimeOfDay | None = None
) -> str | None:
    """Why a day, or a window of it, is not sold, as a sentence; None where it is.

    How far ahead customers book does not bind staff.
    """
    known = published.season()
    if not known.seasons:
        return None if _open_without_season else "Booking is not open yet."
    season = known.of(visit, day)
    if season is None:
        return _outside(visit, day, known.seasons)
    closed = season.closed(day)
    if closed or visit == "delivery" or actor.role in roles.STAFF:
        return closed
    return _too_far(season, day) or _too_late(season, campus_id, day, part)


def closed_on(day: date) -> str | None:
    """Why nothing is brought on a day of a season's year, as a sentence; None where it is."""
    closed = (one.closed(day) for one in published.season().seasons if one.year == day.year)
    return next(closed, None)


def days(visit: Visit, first: date, last: date) -> list[date] | None:
    """The days of work from `first` to `last`; None: each of them, since no season limits them."""
    known = published.season()
    if not known.seasons and _open_without_season:
        return None
    return list(known.days(visit, first, last))


def sells_without_places(visit: Visit, day: date) -> bool:
    """Whether a window of this day is sold that has no places of its own."""
    season = published.season().of(visit, day)
    return season is None or season.without_places == "open"


def _is_open(known: SeasonDocument, today: date) -> bool:
    return known.is_open(today) or (_open_without_season and not known.seasons)


def _outside(visit: Visit, day: date, seasons: Sequence[Season]) -> str:
    nearest = min(seasons, key=lambda one: _distance(visit, day, one))
    first, last = nearest.span(visit)
    does = "pick up" if visit == "pickup" else "deliver"
    return f"We {does} from {clock.day_in_words(first)} to {clock.day_in_words(last)}."


def _distance(visit: Visit, day: date, season: Season) -> timedelta:
    first, last = season.span(visit)
    return max(first - day, day - last)


def _too_far(season: Season, day: date) -> str | None:
    if not season.days_ahead or day <= clock.today() + timedelta(days=season.days_ahead):
        return None
    return f"Pickups are booked at most {season.days_ahead} days ahead."


def _too_late(season: Season, campus_id: int, day: date, part: TimeOfDay | None) -> str | None:
    if begins_at(campus_id, day, part) - clock.now() >= timedelta(hours=season.cut_off_hours):
        return None
    return f"Pickups are booked at least {season.cut_off_hours} hours ahead."


def begins_at(campus_id: int, day: date, part: TimeOfDay | None) -> datetime:
    """When a window of a campus begins; of the whole day, its last one."""
    starts = [
        one.starts for one in windows.offered(campus_id) if part is None or one.time_of_day == part
    ]
    return clock.moment(day, max(starts, default=time(12)))
