"""On Way, Arrived, Complete, Failed: what a crew says of a stop, and what follows from it.

With a signal (`stop_state`), what does not fit is refused and changes nothing. Recorded on a
phone (`record_stop_events`), nothing is dropped: what does not fit is kept and a person decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.billing.fees import proposals
from summerstow.billing.fees.visits import VisitedStop
from summerstow.bookings.dates.workdays import check_day, may_work
from summerstow.crew.events import cases, history, log
from summerstow.crew.events.clock import milliseconds
from summerstow.crew.events.history import STATUS, NextStep, StopHistory, StopState
from summerstow.crew.events.model import NewStopEvent, StopReason
from summerstow.crew.events.visit_webhooks import tell_visit
from summerstow.crew.pickups import queries as pickup_queries
from summerstow.crew.pickups import recording as pickups
from summerstow.crew.pickups import service
from summerstow.crew.pickups.model import PickupKey
from summerstow.crew.queue.queries import move_to_end, planned_day
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Forbidden, Invalid
from summerstow.platform.roles import OFFICE

from . import outcome_queries, proxies, queries, stop_effects
from .model import RunStop, StopFailure

#: What the office is asked for after a failure.
_CASES: Final[dict[NextStep | None, StopReason]] = {"date": "other_date", "office": "ask_office"}
GONE: Final = "This stop is not in a run any more: it was moved or cancelled."


@dataclass(frozen=True, slots=True, kw_only=True)
class StopReport:
    """What a crew reports of a stop. `signed`: who, and the pen's way; `items`: a pickup's count.

    `seen`: the stop's state on its screen.
    """

    id: UUID
    stop_id: UUID
    state: StopState
    at: datetime
    signed: tuple[str, str] | None = None
    proxy_code: str | None = None
    failure: StopFailure | None = None
    override_reason: str | None = None
    items: int | None = None
    note: str | None = None
    booking_id: UUID | None = None
    seen: StopState | None = None

    @property
    def is_evidence(self) -> bool:
        """Whether it holds more than that the stop is done."""
        return bool(self.signed or self.proxy_code or self.items is not None)


class UnscannedLabels(msgspec.Struct, frozen=True):
    """Labels, or `item 3` where one has none."""

    labels: list[str]


class Unscanned(Conflict):
    """A return's items that were not scanned out; its facts are an `UnscannedLabels`."""

    def __init__(self, labels: list[str]) -> None:
        names = ", ".join(labels)
        super().__init__(f"Not scanned out yet: {names}.", facts=UnscannedLabels(labels))


async def apply_report(tx: ElevatedTransaction, report: StopReport) -> RunStop:
    """Apply a report made with a signal; the same again changes nothing. Returns the stop.

    Raises `Unscanned`, `Invalid` where what completes or explains it is missing, `Forbidden` for
    an override that is not the office's or a worker's stop of another day, `Conflict` where its
    booking has ended. A further completion is kept, and a case where it says something else.
    """
    stop = await queries.hold(tx, report.stop_id)
    if stop is None:
        raise Conflict(GONE, details="gone")
    check_day(tx.actor, stop.date)
    if await log.is_stored(tx, report.id):
        return await _answer(tx, stop)
    now = clock.now()
    if report.state == stop.state and report.failure is None and report.state != "completed":
        return await _answer(tx, stop)
    if report.state == "completed" and stop.state == "completed" and not report.is_evidence:
        return await _answer(tx, stop)
    if stop.state == "completed" and report.state in ("failed", "on_way", "arrived"):
        raise Conflict("Somebody completed this stop a moment ago.", details="completed")
    await _check(tx, stop, report)
    if report.proxy_code:
        await proxies.check(tx, stop.booking_id, stop.kind, report.proxy_code, report.id)
    at = clock.put_right(report.at, timedelta(), now)
    if stop.kind == "pickup":
        at = min(max(at, clock.moment(stop.date)), now)
    event = _event(tx, stop, report, at, now)
    await _apply(tx, stop, report, event, is_live=True)
    if report.override_reason and report.state == "completed":
        await cases.open_cases(tx, "verb", {event.id: "override"})
    return await _answer(tx, stop)


async def store_report(
    tx: ElevatedTransaction, report: StopReport, offset: timedelta, now: datetime
) -> tuple[bool, str | None]:
    """Store what a phone recorded and apply it as far as it fits.

    (whether it is new, why it changed nothing or needs a person in words). Never refuses.
    """
    if await log.is_stored(tx, report.id):
        return False, None
    stop = await queries.hold(tx, report.stop_id)
    day = stop.date if stop and stop.kind == "pickup" else None
    at, offset = await log.put_right(tx, report.at, offset, now, stop_id=report.stop_id, day=day)
    reason, words = ("gone", GONE) if stop is None else await _find_misfit(tx, stop, report)
    if stop is not None and not may_work(tx.actor, stop.date):
        reason, words = "far", pickups.FAR
    if reason is None and report.proxy_code and stop is not None:
        reason, words = await _code(tx, stop, report)
    event = _event(tx, stop, report, at, now, offset=offset)
    if stop is None or reason is not None:
        await log.add(tx, msgspec.structs.replace(event, applies=False))
    else:
        found = await log.add_and_apply(
            tx, event, lambda: _apply(tx, stop, report, event, is_live=False)
        )
        if isinstance(found, AppError):
            reason, words = "contradiction", found.message
        else:
            words = found or None
    if reason is not None:
        await cases.open_cases(tx, "verb", {event.id: reason})
    elif report.override_reason and report.state == "completed":
        await cases.open_cases(tx, "verb", {event.id: "override"})
    return True, words


async def _code(
    tx: ElevatedTransaction, stop: RunStop, report: StopReport
) -> tuple[StopReason | None, str | None]:
    try:
        assert report.proxy_code is not None
        await proxies.check(tx, stop.booking_id, stop.kind, report.proxy_code, report.id)
    except AppError as error:
        return "unsigned", error.message
    return None, None


async def _find_misfit(
    tx: ElevatedTransaction, stop: RunStop, report: StopReport
) -> tuple[StopReason | None, str | None]:
    """(reason, words) why a record does not fit its stop, if it does not."""
    try:
        await _check(tx, stop, report)
    except Unscanned as error:
        return "unscanned", error.message
    except AppError as error:
        return "unsigned" if report.state == "completed" else "contradiction", error.message
    return None, None


async def _check(tx: ElevatedTransaction, stop: RunStop, report: StopReport) -> None:
    office = tx.actor.role in OFFICE
    if report.override_reason and not office:
        raise Forbidden("Only the office may complete a stop without a scan or signature.")
    if report.state == "failed" and report.failure is None:
        raise Invalid("Please say why it did not work out.")
    if report.state == "waiting" and stop.state == "completed" and report.seen != "completed":
        own = await outcome_queries.completed_by(tx, stop.id) in (None, tx.actor.user_id)
        if not (own or office) or report.seen is not None:
            raise Conflict("Somebody completed this stop a moment ago.", details="completed")
    if report.state == "waiting" and stop.state == "failed" and stop.booking_id is not None:
        planned = await planned_day(tx, stop.id)
        if planned is not None and planned != stop.date:
            day = clock.day_in_words(planned)
            raise Conflict(f"It was moved to {day}: it cannot be tried again here.")
    if report.state != "completed":
        return
    if not (report.signed or report.proxy_code or report.override_reason):
        raise Invalid("A stop is completed with a signature or the code of a named person.")
    if stop.kind == "return" and stop.booking_id is not None and not report.override_reason:
        missing = await queries.unscanned(tx, stop.booking_id, stop.id)
        if missing:
            raise Unscanned(missing)


async def _apply(
    tx: ElevatedTransaction,
    stop: RunStop,
    report: StopReport,
    event: NewStopEvent,
    *,
    is_live: bool,
) -> str:
    """Store an event and carry it out; returns why a person has to look, or ""."""
    if stop.kind == "pickup":
        found = await _apply_to_pickup(tx, stop, report, event, is_live=is_live)
    else:
        found = await _apply_to_stop(tx, stop, event, is_live=is_live)
    if report.state == "waiting" and stop.state == "failed":
        await move_to_end(tx, stop.id)
    if report.state == "failed" and report.failure is not None and report.failure.next in _CASES:
        await cases.open_cases(tx, "verb", {event.id: _CASES[report.failure.next]})
    await _propose_fee(tx, stop)
    returned = report.state == "completed" != stop.state and stop.kind == "return"
    if returned and stop.booking_id and await queries.not_returned(tx, stop.id):
        await cases.open_cases(tx, "verb", {event.id: "missing_items"})
    reason = found.cases.get(event.id)
    return pickups.CONFLICTS[reason] if reason else ""


async def _apply_to_pickup(
    tx: ElevatedTransaction,
    stop: RunStop,
    report: StopReport,
    event: NewStopEvent,
    *,
    is_live: bool,
) -> StopHistory:
    """Carry an event out on the pickup's record, which its stop follows (rule: one-line).

    What comes after later events and leaves their outcome changes nothing but the time of arrival.
    The count is what was reported, else what was scanned.
    """
    items = report.items if report.state == "completed" else None
    if report.state == "completed" and items is None and stop.booking_id is not None:
        items = await queries.scanned_in(tx, stop.booking_id) or None
    if report.state == "waiting" and stop.state == "failed":
        await service.try_again(tx, PickupKey(stop.user_id, stop.booking_id, stop.date))
    record = await pickup_queries.make_record(tx, stop.user_id, stop.booking_id, stop.date)
    is_further = report.state in ("on_way", "arrived") and record.status == "completed"
    event = msgspec.structs.replace(
        event,
        pickup_id=record.id,
        items_counted=items,
        seen=None if is_further else record.status,
    )
    known = await pickups.events_of(tx, record, record)
    event = await log.add(tx, event, is_last=is_live) or event
    before, found = history.read(known), history.read([*known, event.as_read])
    if event.id in found.stale:
        return found
    is_late = any(one.at > event.at for one in known) and _outcome(found) == _outcome(before)
    if report.state == "completed" or not is_late:
        await pickups.apply(tx, record, record.status, found)
        await queries.store(tx, stop.id, found)
        if found.state == "failed" != before.state:
            await tell_visit(tx, "pickup", "failed", stop.booking_id, day=stop.date)
    elif found.arrived_at != before.arrived_at:
        await queries.set_arrival(tx, stop.id, found.arrived_at)
    return found


def _outcome(history: StopHistory) -> tuple[object, ...]:
    return history.state, history.items, history.completed, history.cases


async def _apply_to_stop(
    tx: ElevatedTransaction, stop: RunStop, event: NewStopEvent, *, is_live: bool
) -> StopHistory:
    """Carry an event out on a return or a kit."""
    event = msgspec.structs.replace(event, seen=STATUS[stop.state])
    if event.state in ("on_way", "arrived"):
        event = msgspec.structs.replace(event, seen=None)
    await log.add(tx, event, is_last=is_live)
    found = history.read(await log.of_stop(tx, stop.id))
    await queries.store(tx, stop.id, found)
    if found.cases:
        await cases.open_cases(tx, "verb", dict.fromkeys(found.cases, "contradiction"))
    if found.state != stop.state:
        await stop_effects.follow(tx, stop, found.state)
        await tell_visit(tx, stop.kind, found.state, stop.booking_id, day=stop.date)
    return found


async def _propose_fee(tx: ElevatedTransaction, before: RunStop) -> None:
    """Propose the fee of a stop that failed; PostgreSQL drops it if the failure is taken back."""
    stop = await queries.stop(tx, before.id)
    if stop is None or stop.state != "failed":
        return
    failed = await outcome_queries.last_failure(tx, stop.id)
    if failed is not None:
        await proposals.of_failure(
            tx,
            visit=VisitedStop(
                stop_id=stop.id,
                campus_id=stop.campus_id,
                kind=stop.kind,
                date=stop.date,
                window=stop.window,
                arrived_at=stop.arrived_at,
                failure=failed.failure,
                failed_at=failed.at,
            ),
            booking_id=stop.booking_id,
            failure=failed.failure,
            note=failed.note,
            photo_id=failed.photo_id,
        )


def _event(
    tx: ElevatedTransaction,
    stop: RunStop | None,
    report: StopReport,
    at: datetime,
    now: datetime,
    *,
    offset: timedelta = timedelta(),
) -> NewStopEvent:
    name, strokes = report.signed or (None, None)
    failure = report.failure if report.state == "failed" else None
    return NewStopEvent(
        id=report.id,
        state=report.state,
        kind=stop.kind if stop else None,
        stop_id=report.stop_id,
        booking_id=stop.booking_id if stop else report.booking_id,
        day=stop.date if stop else None,
        signed_by=name,
        strokes=strokes,
        by_proxy=report.proxy_code is not None,
        failure=failure.kind if failure else None,
        photo_id=failure.photo_id if failure else None,
        note=failure.note if failure else report.note,
        next_step=failure.next if failure else None,
        override_reason=report.override_reason,
        device_at=clock.near(report.at, now),
        clock_offset_ms=milliseconds(offset),
        at=at,
        received_at=now,
        actor_id=tx.actor.user_id,
        actor_role=tx.actor.role,
    )


async def _answer(tx: ElevatedTransaction, stop: RunStop) -> RunStop:
    found = await queries.stop(tx, stop.id) or stop
    if found.state != "completed" or found.booking_id is None or found.kind != "return":
        return found
    return msgspec.structs.replace(found, not_returned=await queries.not_returned(tx, found.id))
