"""An item's state is what its events say, in whatever order they arrive."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_args
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summerstow.warehouse.history import AFTER, ANYWHERE, FOLLOWS, EventKind, ItemEvent, State, read

START = datetime(2026, 4, 29, 16, tzinfo=UTC)
SHELF = UUID(int=7)
SEASON: tuple[EventKind, ...] = (
    "listed", "bound", "packed", "picked_up", "shelved", "pulled", "loaded", "delivered",
)  # fmt: skip


def _event(number: int, kind: EventKind, minute: int | None = None, **more: object) -> ItemEvent:
    at = START + timedelta(minutes=number if minute is None else minute)
    return ItemEvent(id=UUID(int=number), kind=kind, at=at, received_at=at, **more)  # type: ignore[arg-type]


def _events(*kinds: EventKind) -> list[ItemEvent]:
    return [_event(number, kind) for number, kind in enumerate(kinds)]


MANY = st.lists(
    st.builds(
        _event,
        st.integers(0, 40),
        st.sampled_from(get_args(EventKind)),
        st.integers(0, 30),
        location_id=st.sampled_from([None, SHELF]),
        blocked=st.sampled_from([None, None, None, "stop"]),
    ),
    max_size=30,
    unique_by=lambda one: one.id,
)


@given(MANY, st.randoms(use_true_random=False), st.data())
def test_any_order_and_repetition_gives_one_history(
    events: list[ItemEvent], random: object, data: st.DataObject
) -> None:
    arrived = data.draw(st.permutations(events))
    again = data.draw(st.lists(st.sampled_from(events), max_size=5)) if events else []
    assert read([*arrived, *again]) == read(events)


@given(MANY)
def test_no_event_is_lost_in_silence(events: list[ItemEvent]) -> None:
    """Rule: custody-events-are-kept."""
    found = read(events)
    applied = [one for one in events if one.id not in found.cases]
    assert {one.id for one in events if one.blocked} <= set(found.cases)
    assert read(applied) == _without_cases(found)


def _without_cases(found: object) -> object:
    found.cases = {}  # type: ignore[attr-defined]
    return found


def test_a_season_from_the_list_to_the_door() -> None:
    found = read(_events(*SEASON))
    assert (found.state, found.cases) == ("delivered", {})


def test_an_item_on_a_shelf_stands_there_until_it_leaves() -> None:
    shelved = [*_events("picked_up"), _event(1, "shelved", location_id=SHELF)]
    assert read(shelved).location_id == SHELF
    assert read([*shelved, _event(2, "missing")]).location_id == SHELF
    assert read([*shelved, _event(2, "pulled")]).location_id is None


def test_a_damage_is_marked_beside_the_state() -> None:
    found = read(_events("picked_up", "damaged", "shelved"))
    assert (found.state, found.damaged) == ("in_storage", True)


def test_what_does_not_follow_moves_nothing_and_needs_a_person() -> None:
    found = read(_events("picked_up", "delivered", "shelved"))
    assert found.state == "in_storage"
    assert found.cases == {UUID(int=1): "order"}


def test_a_repeat_of_a_scan_needs_no_person() -> None:
    door, other = UUID(int=8), UUID(int=9)
    scans = [_event(0, "picked_up", stop_id=door), _event(1, "picked_up", stop_id=door)]
    assert read([*scans, _event(2, "shelved")]).cases == {}
    elsewhere = read([*scans, _event(2, "picked_up", stop_id=other)])
    assert elsewhere.cases == {UUID(int=2): "order"}
    assert read(_events("picked_up", "loaded", "loaded")).cases == {}


def test_a_late_arrival_takes_its_place_in_time() -> None:
    shelved, picked = _event(2, "shelved", minute=20), _event(1, "picked_up", minute=10)
    assert read([shelved]).cases == {shelved.id: "order"}
    assert read([shelved, picked]).state == "in_storage"


@pytest.mark.parametrize("state", get_args(State))
def test_each_state_is_reached_and_says_what_may_follow(state: State) -> None:
    assert state == "listed" or state in AFTER.values()
    assert not FOLLOWS[state] & ANYWHERE
