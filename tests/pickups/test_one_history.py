"""Whatever order phones find their signal in, and however often they send: one history."""

from __future__ import annotations

from typing import Any

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from summerstow.platform.database.pool import Database
from tests.people import RestClients, person

from .recorded import SIGNATURE, OfflineStop, open_cases, send, stop_of_yesterday

_KINDS = st.sampled_from(["waiting", "on_way", "completed", "completed"])
_SEEN = st.sampled_from(["scheduled", "in_progress", "completed"])


def _steps(*counts: int | None) -> st.SearchStrategy[list[tuple[Any, ...]]]:
    """Kind, what the screen showed, count, signed or not, and which of two phones."""
    step = st.tuples(_KINDS, _SEEN, st.sampled_from(counts), st.booleans(), st.integers(0, 1))
    return st.lists(step, min_size=2, max_size=6)


@st.composite
def arrivals(draw: st.DrawFn) -> tuple[list[tuple[Any, ...]], list[int]]:
    """What two phones recorded, and an order in which it arrives, some of it twice.

    Of two counts that differ, the first to arrive stands: they arrive in their order.
    """
    alike = draw(st.booleans())
    steps = draw(_steps(None, 4) if alike else _steps(None, 4, 6))
    places = list(range(len(steps)))
    again = draw(st.lists(st.sampled_from(places), max_size=3))
    return steps, draw(st.permutations(places + again)) if alike else places + again


def _events(stop: OfflineStop, steps: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    made = []
    for place, (kind, seen, items, signed, _) in enumerate(steps):
        more: dict[str, Any] = {"seen": seen}
        if kind == "completed" and items is not None:
            more["items"] = items
            if signed:
                more["signature"] = SIGNATURE
        made.append(stop.event(kind, 50 - 5 * place, **more))
    return made


async def _history(
    stop: OfflineStop, office: httpx.AsyncClient, events: list[dict[str, Any]]
) -> dict[str, Any]:
    place = {one["id"]: number for number, one in enumerate(events)}
    record = await stop.record()
    listed = (await office.post("/rpc/pickup_events", json={"pickup_id": record["id"]})).json()
    at = {one["at"]: place[one["id"]] for one in listed}
    return {
        "events": [place[one["id"]] for one in listed],
        "status": record["status"],
        "booking": await stop.status(),
        "items": record["items_counted"],
        "started": at.get(record["started_at"]),
        "completed": at.get(record["completed_at"]),
        "cases": sorted(
            (place[one["event"]["id"]], one["reason"]) for one in await open_cases(office, stop)
        ),
    }


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(arrivals())
async def test_any_order_and_repetition_of_events_gives_one_history(
    rest: RestClients, database: Database, arriving: tuple[list[tuple[Any, ...]], list[int]]
) -> None:
    steps, order = arriving
    phones = [rest.of(await person(database, "worker")) for _ in range(2)]
    office = rest.of(await person(database, "admin"))
    found = []
    for places in (list(range(len(steps))), order):
        stop = await stop_of_yesterday(rest, office)
        events = _events(stop, steps)
        for place in places:
            answer = await send(phones[steps[place][4]], events[place])
            assert [*answer["stored"], *answer["already"]] == [events[place]["id"]]
        found.append(await _history(stop, office, events))
    assert found[0] == found[1]
