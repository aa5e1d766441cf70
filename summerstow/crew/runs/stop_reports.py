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
from summerstow.bookings import queries as bookings
from summerstow.bookings import service as booking_service
from summerstow.bookings.dates.workdays import check_day, may_work
from summerstow.bookings.status import ENDED, set_status
from summerstow.crew.queue.queries import move_to_end, planned_day
from summerstow.office.supplies import service as supplies
from summerstow.office.supplies.queries import KitState
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Forbidden, Invalid, Unavailable
from summerstow.platform.roles import OFFICE
from summerstow.warehouse.recording import ONE_CLOCK

from . import history, outcome_queries, pickup_stop, proxies, queries
from .history import NextStep, StopState
from .model import NewStopEvent, RunStop, StopFailure

_KIT_STATE: Final[dict[StopState, KitState]] = {
    "waiting": "packed",
    "on_way": "out",
    "completed": "delivered",
    "failed": "failed",
}
#: What the office is asked for after a failure.
_CASES: Final[dict[NextStep | None, str]] = {"date": "other_date", "office": "ask_office"}
FAR: Final = "Crews work the stops of yesterday, today and tomorrow. The office looks at this."
CONTRADICTS: Final = "Something else was recorded at this stop before. The office looks at both."
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
    if await queries.event_kept(tx, report.id):
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
    event = _event(tx, stop, report, at, now, applies=True)
    await queries.add_event(tx, event)
    await _apply(tx, stop, report, event, is_live=True)
    if report.override_reason and report.state == "completed":
        await queries.open_case(tx, event.id, "override")
    return await _answer(tx, stop)


async def store_report(
    tx: ElevatedTransaction, report: StopReport, offset: timedelta, now: datetime
) -> tuple[bool, str | None]:
    """Keep what a phone recorded and apply it as far as it fits.

    (whether it is new, why it changed nothing or needs a person in words). Never refuses.
    """
    if await queries.event_kept(tx, report.id):
        return False, None
    stop = await queries.hold(tx, report.stop_id)
    offset = await _one_clock(tx, report.stop_id, offset)
    at = clock.put_right(report.at, offset, now)
    reason, words = ("gone", GONE) if stop is None else await _find_misfit(tx, stop, report)
    if stop is not None and not may_work(tx.actor, stop.date):
        reason, words = "far", FAR
    event = _event(tx, stop, report, at, now, applies=reason is None, offset=offset)
    if reason is None and report.proxy_code and stop is not None:
        reason, words = await _code(tx, stop, report)
        event = msgspec.structs.replace(event, applies=reason is None)
    await queries.add_event(tx, event)
    if stop is not None and reason is None:
        await tx.execute("savepoint verb")
        try:
            words = await _apply(tx, stop, report, event, is_live=False) or None
        except Unavailable:
            raise
        except AppError as error:
            await tx.execute("rollback to savepoint verb")
            reason, words = "contradiction", error.message
        else:
            await tx.execute("release savepoint verb")
    if reason is not None:
        await queries.open_case(tx, event.id, reason)
    elif report.override_reason and report.state == "completed":
        await queries.open_case(tx, event.id, "override")
    return True, words


async def _one_clock(tx: ElevatedTransaction, stop_id: UUID, offset: timedelta) -> timedelta:
    """What put this phone's last event of the stop right, where it is the same clock.

    Each measure holds the time that its request took: two verbs a second apart would change places.
    """
    if not offset:
        return offset
    before = await queries.last_offset(tx, stop_id, tx.actor.user_id)
    return before if before and abs(before - offset) < ONE_CLOCK else offset


async def _code(
    tx: ElevatedTransaction, stop: RunStop, report: StopReport
) -> tuple[str | None, str | None]:
    try:
        assert report.proxy_code is not None
        await proxies.check(tx, stop.booking_id, stop.kind, report.proxy_code, report.id)
    except AppError as error:
        return "unsigned", error.message
    return None, None


async def _find_misfit(
    tx: ElevatedTransaction, stop: RunStop, report: StopReport
) -> tuple[str | None, str | None]:
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
    """Carry an event out; returns why a person has to look, or ""."""
    why = ""
    if stop.kind == "pickup":
        why = await pickup_stop.apply(
            tx, stop, event, items=report.items, signed=report.signed, is_live=is_live
        )
    else:
        found = history.read(await queries.events(tx, stop.id))
        await queries.store(tx, stop.id, found)
        for one in found.contradicts:
            await queries.open_case(tx, one, "contradiction")
        if event.id in found.contradicts:
            why = CONTRADICTS
        if found.state != stop.state:
            await _follow(tx, stop, found.state)
    if report.state == "waiting" and stop.state == "failed":
        await move_to_end(tx, stop.id)
    if report.state == "failed" and report.failure is not None and report.failure.next in _CASES:
        await queries.open_case(tx, event.id, _CASES[report.failure.next])
    await _propose_fee(tx, stop)
    returned = report.state == "completed" != stop.state and stop.kind == "return"
    if returned and stop.booking_id and await queries.not_returned(tx, stop.booking_id):
        await queries.open_case(tx, event.id, "missing_items")
    return why


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


async def _follow(tx: ElevatedTransaction, stop: RunStop, state: StopState) -> None:
    """What a return's or a kit's new state brings to its booking."""
    if stop.booking_id is None:
        return
    if stop.kind == "kit":
        to = _KIT_STATE.get(state)
        if to is not None:
            await supplies.set_state(tx, stop.booking_id, to, seen=None, note=None)
        return
    booking = await bookings.locked(tx, stop.booking_id)
    if booking is None:
        raise Conflict("This booking is gone.")
    if state == "completed" and booking.status not in ("delivered", "completed"):
        await set_status(tx, booking.id, "delivered")
    elif stop.state == "completed" and booking.status == "delivered":
        if tx.actor.role not in OFFICE:
            raise Forbidden("Only the office may take a delivery back.")
        await booking_service.changed(
            tx, booking, await bookings.set_status(tx, booking.id, "picked_up")
        )
    elif booking.status == "cancelled":
        raise Conflict(ENDED["cancelled"])


def _event(
    tx: ElevatedTransaction,
    stop: RunStop | None,
    report: StopReport,
    at: datetime,
    now: datetime,
    *,
    applies: bool,
    offset: timedelta = timedelta(),
) -> NewStopEvent:
    name, strokes = report.signed or (None, None)
    failure = report.failure if report.state == "failed" else None
    return NewStopEvent(
        id=report.id,
        stop_id=stop.id if stop else report.stop_id,
        booking_id=stop.booking_id if stop else report.booking_id,
        kind=stop.kind if stop else None,
        state=report.state,
        at=at,
        received_at=now,
        clock_offset_ms=round(offset / timedelta(milliseconds=1)),
        signed_by=name,
        strokes=strokes,
        by_proxy=report.proxy_code is not None,
        failure=failure.kind if failure else None,
        photo_id=failure.photo_id if failure else None,
        note=failure.note if failure else None,
        next_step=failure.next if failure else None,
        override_reason=report.override_reason,
        actor_id=tx.actor.user_id,
        actor_role=tx.actor.role,
        applies=applies,
    )


async def _answer(tx: ElevatedTransaction, stop: RunStop) -> RunStop:
    found = await queries.stop(tx, stop.id) or stop
    if found.state != "completed" or found.booking_id is None or found.kind != "return":
        return found
    return msgspec.structs.replace(
        found, not_returned=await queries.not_returned(tx, found.booking_id)
    )
