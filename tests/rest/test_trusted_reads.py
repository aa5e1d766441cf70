"""Reads without row policies: each caller gets what the policies would show, and no more."""

from __future__ import annotations

import asyncio

import pytest

from tests.rest.conftest import MAYA, OMAR, Rest

_OWN = "pickup_queue?select=user_id,queue_position&pickup_date=eq.{day}&user_id=eq.{who}"


async def _in_line(rest: Rest) -> None:
    async with rest.database.owner() as tx:
        await tx.execute("delete from public.pickup_queue where pickup_date = '2031-05-01'")
        for place, who in enumerate((MAYA, OMAR), start=1):
            await tx.execute(
                "insert into public.pickup_queue (user_id, pickup_date, queue_position) "
                "values ($1, '2031-05-01', $2)",
                who,
                place,
            )


async def test_a_hundred_at_once_each_have_their_own_answer(rest: Rest) -> None:
    await _in_line(rest)
    asked = [("maya", MAYA), ("omar", OMAR)] * 50
    answers = await asyncio.gather(
        *(rest.ask(name, "GET", _OWN.format(day="2031-05-01", who=who)) for name, who in asked)
    )
    for (_, who), answer in zip(asked, answers, strict=True):
        place = 1 if who == MAYA else 2
        assert answer.json() == [{"user_id": str(who), "queue_position": place}]


async def test_nobody_else_is_refused_for_what_one_asks(rest: Rest) -> None:
    await _in_line(rest)
    days = ["2031-05-01", "2031-05-01", "soon", "2031-05-02"]
    answers = await asyncio.gather(
        *(rest.ask("maya", "GET", _OWN.format(day=day, who=MAYA)) for day in days)
    )
    assert [one.status_code for one in answers] == [200, 200, 400, 200]
    assert answers[2].json()["code"] == "22007"
    assert [len(one.json()) for one in (answers[1], answers[3])] == [1, 0]


@pytest.mark.parametrize(
    "wrong",
    [
        f"user_id=eq.{OMAR}&pickup_date=eq.soon",
        f"or=(user_id.eq.{MAYA},pickup_date.eq.soon)",
        f"pickup_date=eq.2031-05-09&user_id=eq.{MAYA}&queue_position=gt.many",
    ],
)
async def test_a_wrong_value_is_told_whatever_the_other_conditions_meet(
    rest: Rest, wrong: str
) -> None:
    await _in_line(rest)
    path = f"pickup_queue?select=user_id&{wrong}"
    alone = await rest.ask("maya", "GET", path)
    together = await asyncio.gather(*(rest.ask("maya", "GET", path) for _ in range(4)))
    assert alone.status_code == 400
    assert [one.text for one in together] == [alone.text] * 4


async def test_anothers_rows_are_nobodys(rest: Rest) -> None:
    await _in_line(rest)
    answers = await asyncio.gather(
        *(rest.ask("omar", "GET", _OWN.format(day="2031-05-01", who=MAYA)) for _ in range(5))
    )
    assert [one.json() for one in answers] == [[]] * 5


@pytest.mark.parametrize("who", ["anon", "maya", "worker", "admin"])
async def test_what_the_service_key_asks_is_answered_to_nobody_else(rest: Rest, who: str) -> None:
    """Under the same words, and whichever role's tables look like its own."""
    path = "bookings?select=id,email"
    expected = await rest.ask(who, "GET", path)
    whole = await rest.ask("service", "GET", path)
    assert len(whole.json()) > 2
    before = await _noted(rest)
    again = await rest.ask(who, "GET", path)
    assert (again.status_code, again.text) == (expected.status_code, expected.text)
    # What staff read is noted.
    assert await _noted(rest) - before == (who in ("worker", "admin"))


async def _noted(rest: Rest) -> int:
    async with rest.database.owner() as tx:
        found: int = await tx.fetchval("select count(*) from audit_log where action = 'read'")
    return found
