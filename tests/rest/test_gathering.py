"""Many who ask the same at the same time have one statement, and each their own answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import pytest

from summerstow.kit.actor import Actor
from summerstow.kit.database.pool import Database
from summerstow.kit.database.transaction import Transaction
from summerstow.rest.sql import gathering
from summerstow.rest.sql.gathering import Asker, Gathering
from tests.rest.conftest import MAYA, OMAR, Rest

_OWN = "pickup_queue?select=user_id,queue_position&pickup_date=eq.{day}&user_id=eq.{who}"


class Noted(Gathering[str, object]):
    """Answers what it is given, and notes down what went together."""

    most_together = 10
    from_the_first = True

    def __init__(self) -> None:
        super().__init__()
        self.statements: list[list[object]] = []

    async def _alone(self, kind: str, arguments: Sequence[object]) -> object:
        [answer] = await self._together(kind, [arguments])
        return answer

    async def _together(self, kind: str, given: list[Sequence[object]]) -> list[object]:
        await asyncio.sleep(0)
        self.statements.append([one for [one] in given])
        return [one for [one] in given]

    async def _apart(self, kind: str, askers: list[Asker[object]]) -> None:
        raise AssertionError("nobody asks for what cannot be had")


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


async def test_each_has_an_answer_of_their_own_by_few_statements(
    rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _in_line(rest)
    lent: list[Actor | None] = []
    reading = Database.reading

    @asynccontextmanager
    async def counted(self: Database, actor: Actor | None) -> AsyncIterator[Transaction]:
        lent.append(actor)
        async with reading(self, actor) as tx:
            yield tx

    monkeypatch.setattr(Database, "reading", counted)
    asked = [("maya", MAYA), ("omar", OMAR)] * 50
    answers = await asyncio.gather(
        *(rest.ask(name, "GET", _OWN.format(day="2031-05-01", who=who)) for name, who in asked)
    )
    for (_, who), answer in zip(asked, answers, strict=True):
        place = 1 if who == MAYA else 2
        assert answer.json() == [{"user_id": str(who), "queue_position": place}]
    assert set(lent) == {None}
    assert len(lent) < 10


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


async def test_those_of_one_moment_go_together_and_a_lone_one_alone() -> None:
    asked = Noted()
    answers = await asyncio.gather(*(asked.fetch("places", [number]) for number in range(4)))
    assert answers == [0, 1, 2, 3]
    assert await asked.fetch("places", [4]) == 4
    assert asked.statements == [[0, 1, 2, 3], [4]]


class Paused(Noted):
    """Waits behind those who were answered together; an answer comes when it is let go."""

    from_the_first = False
    pause = 60.0

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Semaphore(0)

    async def _together(self, kind: str, given: list[Sequence[object]]) -> list[object]:
        await self.go.acquire()
        return await super()._together(kind, given)

    async def ask(self, *numbers: int) -> asyncio.Future[list[object]]:
        """Ask for each of these, and let the event loop take that in."""
        asked = asyncio.gather(*(self.fetch("places", [number]) for number in numbers))
        await asyncio.sleep(0)
        return asked


async def _until(said: Callable[[], object]) -> None:
    while not said():  # noqa: ASYNC110 - of timers of the event loop
        await asyncio.sleep(0)


async def _went_together() -> Paused:
    """Where two were answered together, behind whom hardly anybody is waited for."""
    paused = Paused()
    paused.pause = 0.0001
    asked = await paused.ask(0, 1, 2)
    paused.go.release()
    paused.go.release()
    await asked
    return paused


async def test_those_answered_together_are_waited_for_beside_those_who_wait() -> None:
    paused = Paused()
    first = await paused.ask(0, 1, 2, 3)
    paused.go.release()
    await _until(lambda: paused.statements)
    meanwhile = await paused.ask(4, 5)
    paused.go.release()
    await first
    again = await paused.ask(6, 7)
    paused.go.release()
    assert paused.statements == [[0], [1, 2, 3]]
    last = await paused.ask(8)
    await asyncio.gather(meanwhile, again, last)
    assert paused.statements == [[0], [1, 2, 3], [4, 5, 6, 7, 8]]


async def test_who_comes_a_moment_late_is_not_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "_SOON", 60.0)
    paused = await _went_together()
    await _until(lambda: paused._pauses["places"].unasked)
    paused.pause = 60.0
    late = [await paused.ask(3), await paused.ask(4)]
    paused.go.release()
    await asyncio.gather(*late)
    assert paused.statements == [[0], [1, 2], [3, 4]]


async def test_who_comes_later_than_that_goes_at_once() -> None:
    paused = await _went_together()
    await _until(lambda: not paused._pauses)
    paused.pause = 60.0
    late = await paused.ask(3)
    paused.go.release()
    assert await late == [3]


@pytest.mark.parametrize("turns", range(4))
async def test_who_leaves_holds_up_nobody(turns: int) -> None:
    asked = Noted()
    first = asyncio.create_task(asked.fetch("places", [0]))
    others = [asyncio.create_task(asked.fetch("places", [number])) for number in (1, 2)]
    for _ in range(turns):
        await asyncio.sleep(0)
    first.cancel()
    assert await asyncio.gather(*others) == [1, 2]
    assert await asked.fetch("places", [3]) == 3


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
