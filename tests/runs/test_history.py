"""A stop's state is what its events say, in whatever order and however late they arrive."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any, get_args
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summerstow.crew.events.history import (
    FailureKind,
    PickupStatus,
    StopEvent,
    StopHistory,
    StopState,
    read,
)
from tests.runs.conftest import SIGNED, Campus, now

START = datetime(2026, 8, 31, 16, tzinfo=UTC)
STATES: tuple[StopState, ...] = get_args(StopState)


def _event(number: int, state: StopState, minute: int, failure: FailureKind) -> StopEvent:
    at = START + timedelta(minutes=minute)
    why = failure if state == "failed" else None
    # A completion is taken back on a screen that shows it.
    seen: PickupStatus | None = "completed" if state == "waiting" else None
    return StopEvent(
        id=UUID(int=number), state=state, at=at, received_at=at, failure=why, seen=seen
    )


def _place(found: StopHistory) -> tuple[Any, ...]:
    completed_at = found.completed.at if found.completed else None
    return (found.state, found.arrived_at, completed_at, found.failure, found.cases, found.stale)


MANY = st.lists(
    st.builds(
        _event,
        st.integers(0, 40),
        st.sampled_from(STATES),
        st.integers(0, 30),
        st.sampled_from(get_args(FailureKind)),
    ),
    max_size=20,
    unique_by=lambda one: one.id,
)
#: Nothing happened at the same moment as something else.
APART = MANY.map(lambda events: list({one.at: one for one in events}.values()))


@given(MANY, st.data())
def test_any_order_and_repetition_gives_one_history(
    events: list[StopEvent], data: st.DataObject
) -> None:
    """Rule: stop-history."""
    arrived = data.draw(st.permutations(events))
    again = data.draw(st.lists(st.sampled_from(events), max_size=5)) if events else []
    assert read([*arrived, *again]) == read(events)


@given(APART, st.data())
def test_how_late_an_event_arrives_changes_nothing(
    events: list[StopEvent], data: st.DataObject
) -> None:
    minutes = st.integers(0, 2000)
    late = [
        replace(one, received_at=one.at + timedelta(minutes=data.draw(minutes))) for one in events
    ]
    assert _place(read(late)) == _place(read(events))


@given(MANY)
def test_a_completion_stands_until_it_is_taken_back(events: list[StopEvent]) -> None:
    found = read(events)
    ordered = sorted(events, key=lambda one: (one.at, one.received_at, one.id))
    since = [one for one in ordered if one.state in ("completed", "waiting")]
    assert (found.state == "completed") == bool(since and since[-1].state == "completed")
    assert (found.completed is not None) == (found.state == "completed")
    assert (found.failure is not None) == (found.state == "failed")


@given(MANY)
def test_what_changes_nothing_is_named_and_could_be_left_out(events: list[StopEvent]) -> None:
    found = read(events)
    named = found.stale | found.cases.keys()
    left = read([one for one in events if one.id not in named])
    assert (left.stale, left.cases) == (set(), {})
    assert replace(found, stale=set(), cases={}) == left
    # A failure is never left out in silence.
    stale = {one.state for one in events if one.id in found.stale}
    assert stale <= {"on_way", "arrived"}


def _verb(stop: str, state: StopState, minutes: int) -> dict[str, Any]:
    event: dict[str, Any] = {"id": str(uuid4()), "stop_id": stop, "state": state}
    if state == "completed":
        event["signature"] = SIGNED
    elif state == "failed":
        event["failure"] = {"kind": "ours"}
    return event | {"at": now(minutes)}


@pytest.mark.parametrize("kind", ["pickup", "return"])
@pytest.mark.parametrize("end", ["completed", "failed"])
async def test_stops_end_alike_in_whatever_order_phones_send(
    campus: Campus, kind: str, end: StopState
) -> None:
    states: tuple[StopState, ...] = ("on_way", "arrived", end)
    for order in permutations(range(3)):
        booking = (
            (await campus.booked())[1] if kind == "pickup" else (await campus.returning(items=0))[1]
        )
        stop = (await campus.stop(booking, kind))["id"]
        verbs = [_verb(stop, one, 30 - 10 * place) for place, one in enumerate(states)]
        for place in order:
            found = await campus.done(
                campus.crew, "record_stop_events", sent_at=now(), events=[verbs[place]]
            )
            assert found["needs_person"] == []
        row = await campus.stop(booking, kind)
        assert (row["state"], row["arrived_at"] is not None) == (end, True), order


def test_a_stop_without_events_waits() -> None:
    assert read([]) == StopHistory()
