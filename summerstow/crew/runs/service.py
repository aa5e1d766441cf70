"""Runs of a day: made, dealt, locked, ordered. Positions are always 1..n (rule: run-positions)."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec

from summerstow.crew.availability.queries import first_unavailable
from summerstow.crew.queue.queries import CurrentOrder, deal, note_order, take_day
from summerstow.crew.queue.service import put_in_order
from summerstow.platform import published
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid

from . import queries
from .model import Run, RunStop, WantedRun


async def create(
    tx: ElevatedTransaction,
    campus_id: int,
    on: date,
    *,
    name: str,
    van_items: int | None,
    workers: list[UUID],
) -> Run:
    """A new run of a day. Raises `Invalid` for an unknown campus or somebody who is no staff."""
    if published.campus(campus_id) is None:
        raise Invalid("There is no such campus.")
    words = " ".join(name.split())
    if not words:
        raise Invalid("Please give the run a name.")
    await take_day(tx, campus_id, on)
    run_id = await queries.make_run(tx, campus_id, on, words, van_items)
    return await _staffed(tx, run_id, workers)


async def change(
    tx: ElevatedTransaction,
    run_id: UUID,
    *,
    name: str,
    van_items: int | None,
    workers: list[UUID],
) -> Run:
    """Another name, van or crew."""
    await _run(tx, run_id)
    words = " ".join(name.split())
    if not words:
        raise Invalid("Please give the run a name.")
    await queries.change_run(tx, run_id, words, van_items)
    return await _staffed(tx, run_id, workers)


async def assign(tx: ElevatedTransaction, run_id: UUID, stop_ids: list[UUID]) -> list[RunStop]:
    """Deal stops to a run, each in by its window; returns the run's stops (rule: dealt-by-window).

    Raises `Conflict` for a stop that is gone, completed or failed, `Invalid` for one of another
    campus or day.
    """
    run = await _run(tx, run_id)
    await take_day(tx, run.campus_id, run.date)
    wanted = list(dict.fromkeys(stop_ids))
    known = await queries.stops_of(tx, wanted)
    if len(known) != len(wanted):
        raise Conflict("One of these stops is not in a run any more. Please look again.")
    for stop in known.values():
        if (stop.campus_id, stop.date) != (run.campus_id, run.date):
            raise Invalid("A stop goes to a run of its own campus and day.")
        if stop.run_id != run.id and stop.state in ("completed", "failed"):
            raise Conflict("One of these stops is done: it stays in its run.")
    for stop_id in wanted:
        if known[stop_id].run_id != run.id:
            await deal(tx, stop_id, run.id)
    return await queries.stops(tx, run_id)


async def lock(tx: ElevatedTransaction, stop_id: UUID, locked: bool) -> RunStop:
    """Let a stop keep its position whatever is proposed, or not."""
    stop = await queries.hold(tx, stop_id)
    if stop is None:
        raise Conflict("This stop is not in a run any more.")
    await queries.lock(tx, stop.id, locked)
    return msgspec.structs.replace(stop, locked=locked)


async def accept(
    tx: ElevatedTransaction, run_id: UUID, order: list[UUID], seen: list[UUID]
) -> list[RunStop]:
    """Put a run in this order; the queue of its pickups follows.

    Raises `Conflict` with the `CurrentOrder` where `seen` is stale, `Invalid` where
    the order does not name each stop once.
    """
    run = await _run(tx, run_id)
    await take_day(tx, run.campus_id, run.date)
    now = await queries.order_of(tx, run_id)
    if now not in (seen, order):
        raise Conflict(
            "Somebody changed this run a moment ago. Please look at it again.",
            facts=CurrentOrder(now),
        )
    if len(order) != len(now) or set(order) != set(now):
        raise Invalid("The order must name each stop of the run once.")
    if now != order:
        await _reorder(tx, run, now, order)
    return await queries.stops(tx, run_id)


async def arrange(tx: ElevatedTransaction, wanted: list[WantedRun]) -> None:
    """Let runs of a day stand in these orders, with stops of one in another (rule: runs-at-once).

    Raises `Conflict` where a run is not as it was seen, or a stop that would leave its run is begun
    or done; `Invalid` where stops are added or left out. Nothing is changed then.
    """
    runs = [await _run(tx, one.run_id) for one in wanted]
    day = {(one.campus_id, one.date) for one in runs}
    if len(day) != 1 or len({one.id for one in runs}) != len(runs):
        raise Invalid("Please name different runs of one campus and day.")
    [(campus_id, on)] = day
    await take_day(tx, campus_id, on)
    now = {one.run_id: await queries.order_of(tx, one.run_id) for one in wanted}
    if all(now[one.run_id] == one.order for one in wanted):
        return
    if any(now[one.run_id] != one.seen for one in wanted):
        raise Conflict("Somebody changed these runs in the meantime. Please look at them again.")
    ordered = [stop for one in wanted for stop in one.order]
    if sorted(ordered) != sorted(stop for order in now.values() for stop in order):
        raise Invalid("The orders must name each stop of these runs once.")
    known = await queries.stops_of(tx, ordered)
    moving = [
        (stop, one.run_id)
        for one in wanted
        for stop in one.order
        if known[stop].run_id != one.run_id
    ]
    if any(known[stop].state != "waiting" for stop, _ in moving):
        raise Conflict("One of these stops is begun or done: it stays in its run.")
    for stop, run_id in moving:
        await deal(tx, stop, run_id)
    for run, one in zip(runs, wanted, strict=True):
        dealt = await queries.order_of(tx, run.id)
        if dealt != one.order:
            await _reorder(tx, run, dealt, one.order)


async def _reorder(tx: ElevatedTransaction, run: Run, now: list[UUID], order: list[UUID]) -> None:
    before, after = await put_in_order(tx, now, order)
    await note_order(tx, "runs", str(run.id), before, after)


async def remove(tx: ElevatedTransaction, run_id: UUID) -> None:
    """Remove an empty run (rule: empty-runs). Raises `Conflict` for one that has to stay."""
    run = await _run(tx, run_id)
    await take_day(tx, run.campus_id, run.date)
    if run.is_default:
        raise Conflict("New bookings of this day join this run: it has to stay.")
    if not await queries.remove_empty_run(tx, run_id):
        raise Conflict("This run has stops. Move them to another run first.")


async def _run(tx: ElevatedTransaction, run_id: UUID) -> Run:
    run = await queries.run(tx, run_id)
    if run is None:
        raise AppError("There is no such run.", status=404, code="P0002")
    return run


async def _staffed(tx: ElevatedTransaction, run_id: UUID, workers: list[UUID]) -> Run:
    wanted = list(dict.fromkeys(workers))
    if await queries.set_workers(tx, run_id, wanted) != len(wanted):
        raise Invalid("Only staff can be in a crew.")
    run = await _run(tx, run_id)
    name = await first_unavailable(tx, wanted, run.campus_id, run.date)
    if name is not None:
        raise Invalid(f"{name} does not work at this campus on that day.")
    return run
