"""Text messages that nobody asked for cost money like codes do: they share the day's number."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from summerstow.health import Health
from summerstow.platform.database.pool import Database
from summerstow.platform.jobs.runner import Runner
from summerstow.platform.outbox import outbox
from summerstow.platform.outbox.bounds import SendingBounds

from .conftest import Season


@pytest.fixture
def one_a_day() -> Iterator[None]:
    outbox.keep_within(SendingBounds(texts_a_day=1))
    yield
    outbox.keep_within(SendingBounds())


@pytest.mark.usefixtures("one_a_day")
async def test_beyond_the_days_number_a_text_waits_and_health_says_so(
    season: Season, database: Database, tmp_path: Path
) -> None:
    health = Health(database, Runner(database, ()), tmp_path)
    season.at(-10, "12:00")
    both = [await season.booked(phone=True) for _ in range(2)]
    await season.look()
    mails = [await season.texts(one.who.email) for one in both]
    texts = [await season.texts(str(one.phone)) for one in both]
    assert ([len(one) for one in mails], sorted(len(one) for one in texts)) == ([1, 1], [0, 1])
    assert await health._examine() == [
        "1 message has to wait: more text messages than SUMMERSTOW_SMS_DAILY_CAP."
    ]
    season.at(-9, "12:00")
    await season.look()
    assert [len(await season.texts(str(one.phone))) for one in both] == [1, 1]
    assert await health._examine() == []


@pytest.mark.usefixtures("one_a_day")
async def test_what_is_no_longer_true_is_not_counted(season: Season) -> None:
    season.at(-8, "12:00")
    gone, stays = await season.booked(phone=True), await season.booked(phone=True)
    await season.forget(gone.booking)
    await season.look()
    assert await season.texts(str(gone.phone)) == []
    assert len(await season.texts(str(stays.phone))) == 1


async def test_a_number_of_another_country_gets_mails_alone(
    season: Season, database: Database
) -> None:
    outbox.keep_within(SendingBounds(text_countries=("GB",)))
    try:
        one = await season.booked(phone=True)
        await season.look()
    finally:
        outbox.keep_within(SendingBounds())
    assert len(await season.texts(one.who.email)) == 1
    async with database.owner() as tx:
        assert not await tx.fetchval(
            "select count(*) from app.outbox where recipient = $1", one.phone
        )
