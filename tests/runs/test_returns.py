"""A return goes out item by item, and is not completed with one unscanned (rule: all-scanned)."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from summerstow.platform import clock
from tests.people import LOST_CLOCKS
from tests.runs.conftest import SIGNED, Campus, now


async def test_a_return_with_an_item_unscanned_is_refused_with_its_label(campus: Campus) -> None:
    _, booking, labels = await campus.returning(3)
    stop = (await campus.stop(booking))["id"]
    await campus.scan(stop, *labels[:2])
    answer = await campus.say(stop, "completed", signature=SIGNED)
    assert answer.status_code == 409
    assert answer.json()["details"] == {"labels": [labels[2]]}
    assert (await campus.stop(booking))["state"] == "waiting"
    await campus.scan(stop, labels[2])
    answer = await campus.say(stop, "completed", signature=SIGNED)
    assert (answer.status_code, answer.json()["state"]) == (200, "completed")
    [row] = (await campus.office.get(f"/bookings?id=eq.{booking}")).json()
    assert row["status"] == "delivered"


async def test_a_scan_that_was_taken_back_is_no_scan(campus: Campus) -> None:
    """Neither the crew's day nor the completion counts it (rule: all-scanned)."""
    _, booking, [label] = await campus.returning(1)
    stop = (await campus.stop(booking))["id"]
    scanned = {"id": str(uuid4()), "kind": "delivered", "at": now(), "label": label}
    await campus.done(campus.office, "record_events", events=[scanned | {"stop_id": stop}])

    async def shown() -> dict[str, Any]:
        day = {"campus_id": 3, "day": str(campus.on)}
        runs = (await campus.office.post("/rpc/run_day", json=day)).json()["runs"]
        stops = [one for run in runs for one in run["stops"]]
        [item] = next(one["items"] for one in stops if one["id"] == stop)
        found: dict[str, Any] = item
        return found

    scan = (await shown())["scan_id"]
    assert scan == scanned["id"]
    back = {"id": str(uuid4()), "kind": "taken_back", "at": now(), "reverses": scan}
    await campus.done(campus.office, "record_events", events=[back | {"stop_id": stop}])
    item = await shown()
    assert (item["scanned"], item["scan_id"], item["state"]) == (False, None, "out_for_delivery")
    answer = await campus.say(stop, "completed", campus.office, signature=SIGNED)
    assert (answer.status_code, answer.json()["details"]) == (409, {"labels": [label]})


async def test_the_office_overrides_with_a_reason_which_opens_a_case(campus: Campus) -> None:
    _, booking, _ = await campus.returning(2)
    stop = (await campus.stop(booking))["id"]
    reason = "The label fell off; the customer has it."
    answer = await campus.say(stop, "completed", override_reason=reason)
    assert answer.status_code == 403
    answer = await campus.say(stop, "completed", campus.office, override_reason=reason)
    assert answer.json()["state"] == "completed", answer.text
    events = (await campus.office.get(f"/stop_events?stop_id=eq.{stop}")).json()
    cases = (await campus.office.get(f"/custody_cases?event_id=eq.{events[0]['id']}")).json()
    assert [one["reason"] for one in cases] == ["override"]


async def test_missing_items_do_not_block_and_are_listed(campus: Campus) -> None:
    _, booking, labels = await campus.returning(2)
    stop = (await campus.stop(booking))["id"]
    await campus.scan(stop, labels[0])
    await campus.scan(stop, labels[1], kind="missing")
    answer = (await campus.say(stop, "completed", signature=SIGNED)).json()
    assert (answer["state"], answer["not_returned"]) == ("completed", [labels[1]])
    [event] = (await campus.office.get(f"/stop_events?stop_id=eq.{stop}")).json()
    [case] = (await campus.office.get(f"/custody_cases?event_id=eq.{event['id']}")).json()
    assert case["reason"] == "missing_items"


async def test_a_stop_is_completed_by_somebodys_hand(campus: Campus) -> None:
    """Rule: by-somebodys-hand."""
    _, booking, _ = await campus.returning(0)
    stop = (await campus.stop(booking))["id"]
    assert (await campus.say(stop, "completed")).status_code == 400
    assert (await campus.stop(booking))["state"] == "waiting"


async def test_a_named_person_takes_it_once_with_the_code(campus: Campus) -> None:
    """Rule: hand-over-code."""
    who, booking, _ = await campus.returning(0)
    stop = (await campus.stop(booking))["id"]
    asked = {"booking_id": booking, "stop_kind": "return", "name": "Omar Haddad"}
    owner = campus.rest.of(who)
    first = (await campus.done(owner, "name_proxy", **asked))["code"]
    second = (await campus.done(owner, "name_proxy", **asked))["code"]
    assert len(second) == 6
    assert second.isdigit()
    if first != second:
        assert (await campus.say(stop, "completed", proxy_code=first)).status_code == 400
    answer = await campus.say(stop, "completed", proxy_code=second)
    assert answer.json()["state"] == "completed", answer.text
    await campus.say(stop, "waiting", campus.office)
    again = await campus.say(stop, "completed", proxy_code=second)
    assert again.status_code == 409


def _wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


async def test_five_wrong_codes_lock_it_until_a_new_one_is_named(campus: Campus) -> None:
    """Tries with a signal and tries that a phone recorded count alike, each once for its id.

    Rule: hand-over-code.
    """
    who, booking, _ = await campus.returning(0)
    stop = (await campus.stop(booking))["id"]
    asked = {"booking_id": booking, "stop_kind": "return", "name": "Omar Haddad"}
    owner = campus.rest.of(who)
    code = (await campus.done(owner, "name_proxy", **asked))["code"]
    first: dict[str, Any] = {"id": str(uuid4()), "proxy_code": _wrong(code)}
    for _ in range(3):
        answer = await campus.say(stop, "completed", **first)
        assert (answer.status_code, answer.json()["details"]) == (400, {"tries_left": 4})
    day = await campus.done(campus.office, "run_day", campus_id=3, day=str(campus.on))
    [card] = day["runs"][0]["stops"]
    noticed = {"id": str(uuid4()), "stop_id": stop, "salt": card["proxy"]["salt"]}
    for _ in range(2):
        left = await campus.done(campus.crew, "count_wrong_code", **noticed)
        assert left == {"tries_left": 3}
    # Of another code: it counts for nothing.
    old = noticed | {"id": str(uuid4()), "salt": "0" * 16}
    assert (await campus.done(campus.crew, "count_wrong_code", **old))["tries_left"] == 3
    late = [_event(stop, "completed", 9 - n, proxy_code=_wrong(code)) for n in range(2)]
    found = await _record(campus, *late)
    assert len(found["needs_person"]) == 2
    assert "One more wrong code locks it" in found["needs_person"][1]["reason"]
    answer = await campus.say(stop, "completed", proxy_code=_wrong(code))
    assert answer.json()["message"].startswith("Five wrong codes were entered")
    # By now the right one is refused too, and its customer sees why.
    answer = await campus.say(stop, "completed", proxy_code=code)
    assert (answer.status_code, answer.json()["details"]) == (400, {"tries_left": 0})
    [own] = await campus.done(owner, "my_stops")
    assert own["proxy_locked"]
    new = (await campus.done(owner, "name_proxy", **asked))["code"]
    assert (await campus.say(stop, "completed", proxy_code=new)).status_code == 200


async def test_a_codes_hash_is_given_on_the_day_of_its_stop_alone(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: hand-over-code."""
    who, booking, _ = await campus.returning(0)
    asked = {"booking_id": booking, "stop_kind": "return", "name": "Omar Haddad"}
    await campus.done(campus.rest.of(who), "name_proxy", **asked)
    for days, is_given in ((-1, False), (0, True)):
        monkeypatch.setattr(clock, "today", lambda days=days: campus.on + timedelta(days=days))
        day = {"campus_id": 3, "day": str(campus.on)}
        [run] = (await campus.done(campus.crew, "run_day", **day))["runs"]
        proxy = run["stops"][0]["proxy"]
        assert (proxy["name"], proxy["tries_left"]) == ("Omar Haddad", 5)
        assert (proxy["salt"] is not None, proxy["code_hash"] is not None) == (is_given, is_given)


async def test_the_office_overrides_a_locked_code(campus: Campus) -> None:
    who, booking, _ = await campus.returning(0)
    stop = (await campus.stop(booking))["id"]
    asked = {"booking_id": booking, "stop_kind": "return", "name": "Omar Haddad"}
    code = (await campus.done(campus.rest.of(who), "name_proxy", **asked))["code"]
    # Many at once: each counts.
    tries = (
        campus.say(stop, "completed", proxy_code=_wrong(code), id=str(uuid4())) for _ in "12345"
    )
    await asyncio.gather(*tries)
    assert (await campus.say(stop, "completed", proxy_code=code)).status_code == 400
    why = "Omar showed his student card."
    answer = await campus.say(stop, "completed", campus.office, override_reason=why)
    assert answer.json()["state"] == "completed"


async def test_nobody_names_a_person_for_somebody_elses_booking(campus: Campus) -> None:
    _, booking, _ = await campus.returning(0)
    other, _, _ = await campus.returning(0)
    asked = {"booking_id": booking, "stop_kind": "return", "name": "Omar"}
    answer = await campus.rest.of(other).post("/rpc/name_proxy", json=asked)
    assert answer.status_code == 404


async def test_an_item_that_belongs_to_another_stop_needs_a_person(campus: Campus) -> None:
    _, booking, labels = await campus.returning(1)
    _, other, _ = await campus.returning(1)
    found = await campus.scan((await campus.stop(other))["id"], *labels)
    assert len(found["needs_person"]) == 1
    stop = (await campus.stop(booking))["id"]
    assert (await campus.say(stop, "completed", signature=SIGNED)).status_code == 409


async def _record(campus: Campus, *events: dict[str, Any], off: int = 0) -> dict[str, Any]:
    sent = (clock.now() + timedelta(minutes=off)).isoformat()
    found: dict[str, Any] = await campus.done(
        campus.crew, "record_stop_events", sent_at=sent, events=list(events)
    )
    return found


def _event(stop: str, state: str, minutes: int, **more: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "stop_id": stop, "state": state, "at": now(minutes)} | more


async def test_what_a_phone_recorded_is_kept_once_in_any_order(campus: Campus) -> None:
    _, booking, labels = await campus.returning(2)
    stop = (await campus.stop(booking))["id"]
    await campus.scan(stop, *labels)
    way, door = _event(stop, "on_way", 30), _event(stop, "arrived", 20)
    done = _event(stop, "completed", 10, signature=SIGNED)
    found = await _record(campus, done)
    assert found["stored"] == [done["id"]]
    assert found["needs_person"] == []
    found = await _record(campus, door, way, done)
    assert set(found["stored"]) == {way["id"], door["id"]}
    assert found["already"] == [done["id"]]
    row = await campus.stop(booking)
    assert row["state"] == "completed"
    assert row["arrived_at"] is not None


async def test_what_does_not_fit_is_kept_and_needs_a_person(campus: Campus) -> None:
    _, booking, _ = await campus.returning(1)
    stop = (await campus.stop(booking))["id"]
    unscanned = _event(stop, "completed", 5, signature=SIGNED)
    gone = _event(str(uuid4()), "completed", 5, signature=SIGNED)
    found = await _record(campus, unscanned, gone)
    assert len(found["stored"]) == 2
    assert [one["id"] for one in found["needs_person"]] == [unscanned["id"], gone["id"]]
    assert (await campus.stop(booking))["state"] == "waiting"
    rows = (await campus.office.get(f"/stop_events?id=eq.{unscanned['id']}")).json()
    assert rows[0]["signed_by"] == SIGNED["signed_by"]
    assert not rows[0]["applies"]
    cases = await campus.done(campus.office, "stops_needing_a_person")
    mine = next(one for one in cases if one["booking_id"] == booking)
    assert mine["signed_by"] == SIGNED["signed_by"]
    words = "Called: all is there."
    await campus.done(campus.office, "settle_case", id=mine["id"], decision="seen", words=words)
    left = await campus.done(campus.office, "stops_needing_a_person")
    assert mine["id"] not in {one["id"] for one in left}


async def test_a_phones_clock_that_is_an_hour_off_is_put_right(campus: Campus) -> None:
    _, booking, _ = await campus.returning(0)
    stop = (await campus.stop(booking))["id"]
    ahead = (clock.now() + timedelta(minutes=59)).isoformat()
    await _record(campus, {**_event(stop, "arrived", 0), "at": ahead}, off=60)
    at = datetime.fromisoformat((await campus.stop(booking))["arrived_at"])
    assert timedelta() < clock.now() - at < timedelta(minutes=5)


async def test_a_slow_request_does_not_change_the_order_by_a_wrong_clock(campus: Campus) -> None:
    _, booking, _ = await campus.returning(0)
    stop = (await campus.stop(booking))["id"]
    pressed = clock.now() + timedelta(minutes=58)
    for state, second, slow in (("on_way", 0, 20), ("arrived", 1, 0)):
        event = _event(stop, state, 0) | {"at": (pressed + timedelta(seconds=second)).isoformat()}
        sent = clock.now() + timedelta(hours=1) - timedelta(seconds=slow)
        await campus.done(
            campus.crew, "record_stop_events", sent_at=sent.isoformat(), events=[event]
        )
    rows = (await campus.office.get(f"/stop_events?stop_id=eq.{stop}&order=at")).json()
    assert [one["state"] for one in rows] == ["on_way", "arrived"]


@pytest.mark.parametrize("at", LOST_CLOCKS)
async def test_a_clock_that_is_in_no_calendar_refuses_no_stop(campus: Campus, at: str) -> None:
    _, booking, _ = await campus.returning(0)
    event = _event((await campus.stop(booking))["id"], "on_way", 0) | {"at": at}
    (sent_at,) = set(LOST_CLOCKS) - {at}
    await campus.done(campus.crew, "record_stop_events", sent_at=sent_at, events=[event])
    assert (await campus.stop(booking))["state"] == "on_way"


async def test_two_phones_complete_one_stop_once(campus: Campus) -> None:
    _, booking, labels = await campus.returning(2)
    stop = (await campus.stop(booking))["id"]
    await campus.scan(stop, *labels)
    events = [_event(stop, "completed", 1, signature=SIGNED) for _ in range(2)]
    await asyncio.gather(*(_record(campus, one) for one in events))
    assert (await campus.stop(booking))["state"] == "completed"
    kept = (await campus.office.get(f"/stop_events?stop_id=eq.{stop}")).json()
    assert {one["id"] for one in kept} == {one["id"] for one in events}


async def test_the_pull_list_says_what_goes_out(campus: Campus) -> None:
    """Rule: pull-list."""
    _, _, labels = await campus.returning(2)
    rows = await campus.done(campus.crew, "pull_list", campus_id=3, day=str(campus.on))
    assert {one["label_code"] for one in rows} == set(labels)


async def test_a_crew_sees_today_and_tomorrow(campus: Campus) -> None:
    """Rule: one-run-a-day."""
    body = {"campus_id": 3, "day": str(campus.on)}
    for days, status in ((-1, 403), (0, 200), (1, 200), (2, 403)):
        other = body | {"day": str(campus.on + timedelta(days=days))}
        assert (await campus.crew.post("/rpc/run_day", json=other)).status_code == status
    await campus.returning(2)
    day = await campus.done(campus.office, "run_day", **body)
    [stop] = day["runs"][0]["stops"]
    assert stop["kind"] == "return"
    assert len(stop["items"]) == 2
    again = await campus.done(campus.office, "run_day", **body, known=day["version"])
    assert "runs" not in again


async def test_its_customer_sees_the_stop_and_nobody_elses(campus: Campus) -> None:
    who, booking, _ = await campus.returning(0)
    await campus.returning(0)
    seen = (await campus.rest.of(who).get("/run_stops")).json()
    assert [one["booking_id"] for one in seen] == [booking]
    [own] = await campus.done(campus.rest.of(who), "my_stops")
    assert (own["kind"], own["state"]) == ("return", "waiting")


async def test_every_other_wrong_code_is_a_try_whatever_id_it_has(campus: Campus) -> None:
    who, booking, labels = await campus.returning(1)
    stop = (await campus.stop(booking))["id"]
    await campus.scan(stop, *labels)
    named = await campus.done(
        campus.rest.of(who), "name_proxy", booking_id=booking, stop_kind="return", name="Bo Lee"
    )
    wrong = [f"{code:06}" for code in range(8) if f"{code:06}" != named["code"]]
    event = str(uuid4())
    left = []
    for code in [wrong[0], *wrong[:5]]:
        answer = await campus.say(stop, "completed", proxy_code=code, id=event)
        left.append(answer.json()["details"]["tries_left"])
    assert left == [4, 4, 3, 2, 1, 0]
    answer = await campus.say(stop, "completed", proxy_code=named["code"], id=event)
    assert answer.status_code == 400


async def test_a_reason_of_spaces_is_none(campus: Campus) -> None:
    _, booking, _ = await campus.returning(1)
    stop = (await campus.stop(booking))["id"]
    for reason in ("   ", " a  ", "\t\n \t"):
        answer = await campus.say(stop, "completed", campus.office, override_reason=reason)
        assert answer.status_code == 400, reason
        assert "length >= 3" in answer.json()["message"]
    answer = await campus.say(stop, "completed", campus.office, override_reason=" Ok. ")
    assert answer.status_code == 200


async def test_an_item_that_was_never_picked_up_blocks_no_return(campus: Campus) -> None:
    _, booking, labels = await campus.returning(1)
    stop = (await campus.stop(booking))["id"]
    printed = await campus.done(campus.office, "print_labels", count=1, campus_id=3)
    bound = {
        "id": str(uuid4()),
        "kind": "bound",
        "at": now(),
        "label": printed["codes"][0],
        "booking_id": booking,
    }
    await campus.done(campus.crew, "record_events", events=[bound])
    await campus.scan(stop, *labels)
    assert (await campus.say(stop, "completed", signature=SIGNED)).status_code == 200


async def test_a_repeat_of_a_scan_at_a_stop_is_no_case(campus: Campus) -> None:
    """Rule: item-states; alone, in one batch, and after the scan was taken back."""
    _, booking, [first, second] = await campus.returning(2)
    stop = (await campus.stop(booking))["id"]

    def scan(label: str, minutes: int = 0) -> dict[str, Any]:
        return {
            "id": str(uuid4()),
            "kind": "delivered",
            "at": now(minutes),
            "label": label,
            "stop_id": stop,
        }

    async def sent(*events: dict[str, Any]) -> tuple[list[str], list[str], list[Any]]:
        found = await campus.done(campus.crew, "record_events", events=list(events))
        return found["stored"], found["already"], found["needs_person"]

    one, again = scan(first, 9), scan(first, 8)
    assert await sent(one) == ([one["id"]], [], [])
    assert await sent(again) == ([], [again["id"]], [])
    two, repeat = scan(second, 7), scan(second, 6)
    assert await sent(two, repeat) == ([two["id"]], [repeat["id"]], [])
    heavy = scan(second, 5) | {"heavy": True}
    assert await sent(heavy) == ([heavy["id"]], [], [])
    back = {"id": str(uuid4()), "kind": "taken_back", "at": now(4), "reverses": one["id"]}
    anew = scan(first, 3)
    assert await sent(back, anew) == ([back["id"], anew["id"]], [], [])
    items = (await campus.office.get(f"/items?booking_id=eq.{booking}")).json()
    assert {one["state"] for one in items} == {"delivered"}
    assert (await campus.office.get(f"/custody_cases?event_id=eq.{again['id']}")).json() == []
