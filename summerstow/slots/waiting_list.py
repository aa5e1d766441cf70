"""The waiting list: who waits for a full window hears of each place that becomes free.

Whatever frees a place calls `tell` at once. `follow_up`, a job, looks at what is free: it tells the
next when the one before has not booked in time, and for any place that is news to all. Who waits
for a season, and for no slot, gets a mail once it is published.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from summerstow.facts import TimeOfDay
from summerstow.platform import clock, published, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.outbox import outbox

from . import season
from . import waiting_queries as queries
from .season import begins_at

#: How long a person has until the next gets a mail as well.
PATIENCE: Final = timedelta(hours=12)
#: The same where the window begins within `SOON`.
SHORT_PATIENCE: Final = timedelta(hours=2)
SOON: Final = timedelta(hours=48)


async def tell(tx: ElevatedTransaction, slot: UUID, places: int = 1) -> None:
    """So many places of the slot became free: as many who wait have a mail (rule: waiting-list)."""
    now = clock.now()
    for _ in range(places):
        person = await queries.tell_next(tx, slot, now)
        if person is None or begins_at(person.campus_id, person.date, person.time_of_day) <= now:
            return
        campus = published.campus(person.campus_id)
        part = person.time_of_day
        window = windows.label(person.campus_id, part) if part is not None else "any time"
        until = clock.campus_time(now + _patience(person.campus_id, person.date, part, now))
        await outbox.post(
            tx,
            cause=f"place-free:{person.id}",
            kind="place_free",
            to=person.email,
            data={
                "campus": campus.name if campus else "",
                "window": f"{clock.spoken_day(person.date)}, {window}",
                "link": person.link,
                "until": f"{clock.spoken_day(until.date())}, {until:%-I:%M %p}",
            },
        )


async def follow_up(tx: ElevatedTransaction) -> int:
    """Tell those who wait of places that are free still; returns how many slots had some."""
    now = clock.now()
    await _tell_of_season(tx, now)
    result = 0
    for slot in await queries.free_slots(tx, clock.today()):
        since = now - _patience(slot.campus_id, slot.date, slot.time_of_day, now)
        places = slot.available_slots - await queries.count_open_offers(tx, slot.id, since)
        if places > 0:
            await tell(tx, slot.id, places)
            result += 1
    return result


async def _tell_of_season(tx: ElevatedTransaction, now: datetime) -> None:
    """A season has opened: those who wait for it have a mail each (rule: season-opens)."""
    if not season.is_open(clock.today()):
        return
    for waiting in await queries.tell_of_season(tx, now):
        await outbox.post(
            tx,
            cause=f"season-open:{waiting.id}",
            kind="season_open",
            to=waiting.email,
            data={"link": waiting.link},
        )


def _patience(campus_id: int, day: date, part: TimeOfDay | None, now: datetime) -> timedelta:
    return SHORT_PATIENCE if begins_at(campus_id, day, part) - now < SOON else PATIENCE
