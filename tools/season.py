"""Publishes a season of every day, for copies that are measured and drilled without the demo."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import asyncpg
import msgspec

from summerstow import facts
from summerstow.platform.documents.season import Season, SeasonDocument


async def publish(connection: asyncpg.Connection[Any], today: date) -> None:
    """Sell every day from 30 days ago on for more than three years."""
    first = today - timedelta(days=30)
    last = first + timedelta(days=1250)
    free = facts.read("season.json", SeasonDocument).free_return
    first_free, last_free = free.coming(today)
    season = Season(
        first_pickup=first,
        last_pickup=last,
        first_return=first,
        last_return=last,
        first_free_return=first_free,
        last_free_return=last_free,
        weekdays=(1, 2, 3, 4, 5, 6, 7),
        closed_days=(),
        days_ahead=0,
        cut_off_hours=0,
        without_places="open",
    )
    await connection.execute(
        "insert into app.settings_versions (section, document, valid_from) "
        "values ('season', $1::text::jsonb, $2)",
        msgspec.json.encode(SeasonDocument(free, (season,))).decode(),
        today,
    )
