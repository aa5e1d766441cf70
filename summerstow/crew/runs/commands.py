"""`POST /rest/v1/rpc/…` about runs and their stops."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Annotated, Final
from uuid import UUID, uuid5

import msgspec

from summerstow.bookings.dates.workdays import check_day
from summerstow.crew.availability import queries as availability
from summerstow.crew.events.clock import measured_offset
from summerstow.crew.events.history import StopKind, StopState
from summerstow.platform import clock
from summerstow.platform.commands import WORDS, Command, NoArguments, OneOrAll
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Forbidden
from summerstow.platform.roles import CREW, OFFICE, SIGNED_IN, WORKER

from . import (
    day_query,
    late_customers,
    linked_visit,
    model,
    proxies,
    queries,
    service,
    stop_cases,
    stop_reports,
)
from .model import OneRun, PulledItem, Run, RunCard, RunStop, StopFailure
from .planning import commands as planning
from .stop_reports import StopReport

_Moment = Annotated[datetime, msgspec.Meta(tz=True)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
_Ids = Annotated[list[UUID], msgspec.Meta(max_length=1000)]
_Reason = Annotated[str, msgspec.Meta(pattern=WORDS, min_length=3, max_length=500)]
_VanItems = Annotated[int, msgspec.Meta(ge=1, le=2000)]
#: Events without an id of their own are known again by what they say.
_NAMESPACE: Final = UUID("5f1c5c7e-3a7e-4c49-9a53-9a2f2f6f3a51")


class StopSignature(msgspec.Struct, forbid_unknown_fields=True):
    """Who signed, and the pen's way: an SVG path of moves and lines on 640 x 240."""

    signed_by: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    strokes: Annotated[str, msgspec.Meta(max_length=20_000, pattern=r"^M[ML0-9 ]+$")]


class SayStopState(msgspec.Struct, forbid_unknown_fields=True):
    """What a crew says of a stop; `items` is a pickup's count, by default what was scanned.

    `seen` is the stop's state on their screen: a completion is taken back by whoever completed it,
    by the office, or on a screen that shows it.
    """

    stop_id: UUID
    state: StopState
    at: _Moment
    signature: StopSignature | None = None
    proxy_code: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    failure: StopFailure | None = None
    override_reason: _Reason | None = None
    items: Annotated[int, msgspec.Meta(ge=0, le=500)] | None = None
    note: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    seen: StopState | None = None
    id: UUID | None = None


class RecordedVerb(SayStopState, forbid_unknown_fields=True, kw_only=True):
    """The same as a phone recorded it: `id` made on the device, `booking_id` as it knew it."""

    id: UUID
    booking_id: UUID | None = None


class RecordStopEvents(msgspec.Struct, forbid_unknown_fields=True):
    """Events in the order in which they happened; `sent_at` is the device's clock as it sends."""

    sent_at: _Moment
    events: Annotated[list[RecordedVerb], msgspec.Meta(min_length=1, max_length=100)]


class VerbWords(msgspec.Struct, frozen=True):
    """Why a person looks at an event, in words."""

    id: UUID
    reason: str


class RecordedStopEvents(msgspec.Struct, frozen=True):
    """What became of events: a device may forget them all."""

    stored: list[UUID]
    already: list[UUID]
    needs_person: list[VerbWords]


class RunDay(msgspec.Struct, forbid_unknown_fields=True):
    """A campus and a campus-local date, else today; `known`: the version on the screen."""

    campus_id: int
    day: date | None = None
    known: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class DayOfRuns(msgspec.Struct, frozen=True):
    """A campus's runs of a day; without them where `version` is `known` already."""

    campus_id: int
    day: date
    today: date
    version: str
    runs: list[RunCard] | msgspec.UnsetType = msgspec.UNSET


class CrewOfDay(msgspec.Struct, forbid_unknown_fields=True):
    """A campus and a campus-local date."""

    campus_id: int
    day: date


class CreateRun(msgspec.Struct, forbid_unknown_fields=True):
    """A crew's run of a day: its name, the items that fit into its van, its workers."""

    campus_id: int
    date: date
    name: _Name
    van_items: _VanItems | None = None
    workers: _Ids = []


class ChangeRun(msgspec.Struct, forbid_unknown_fields=True):
    """Another name, van and crew."""

    run_id: UUID
    name: _Name
    van_items: _VanItems | None = None
    workers: _Ids = []


class AssignStops(msgspec.Struct, forbid_unknown_fields=True):
    """Stops for a run, where each stands by its window."""

    run_id: UUID
    stop_ids: Annotated[list[UUID], msgspec.Meta(min_length=1, max_length=1000)]


class LockStop(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a stop keeps its position."""

    stop_id: UUID
    locked: bool = True


class NameProxy(msgspec.Struct, forbid_unknown_fields=True):
    """A person who hands over or takes at one stop of a booking."""

    booking_id: UUID
    stop_kind: StopKind
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class CountWrongCode(msgspec.Struct, forbid_unknown_fields=True):
    """A wrong hand-over code that a phone noticed: its own id, and the salt of the code tried."""

    id: UUID
    stop_id: UUID
    salt: Annotated[str, msgspec.Meta(max_length=64)]


class ReportOutcome(msgspec.Struct, frozen=True):
    """What `stop_state` came to: the stop, or the tries that are left after a wrong code."""

    stop: RunStop | None = None
    tries_left: int = 0


class ProxyCode(msgspec.Struct, frozen=True):
    """Six digits, shown once."""

    code: str


async def _report(tx: ElevatedTransaction, arguments: SayStopState) -> ReportOutcome:
    try:
        report = _report_of(arguments, tx.actor.user_id)
        return ReportOutcome(await stop_reports.apply_report(tx, report))
    except proxies.WrongCode as error:
        # Refused once this stands: the try is counted for good.
        return ReportOutcome(tries_left=error.left)


async def stop_state(outcome: object) -> RunStop:
    """On Way, Arrived, Complete, Failed, and back; 409 with labels where a return is unscanned."""
    found = msgspec.convert(outcome, ReportOutcome)
    if found.stop is None:
        raise proxies.WrongCode(found.tries_left)
    return found.stop


async def record_stop_events(
    tx: ElevatedTransaction, arguments: RecordStopEvents
) -> RecordedStopEvents:
    """What a phone recorded: each kept once for its id, whatever became of its stop."""
    now = clock.now()
    offset = measured_offset(arguments.sent_at, now)
    found = RecordedStopEvents([], [], [])
    for one in arguments.events:
        report = _report_of(one, tx.actor.user_id)
        new, words = await stop_reports.store_report(tx, report, offset, now)
        (found.stored if new else found.already).append(one.id)
        if words is not None:
            found.needs_person.append(VerbWords(one.id, words))
    return found


async def run_day(tx: ElevatedTransaction, arguments: RunDay) -> DayOfRuns:
    """A campus's runs of a day with their stops and items; a worker's are today and tomorrow."""
    today = clock.today()
    day = arguments.day or today
    if tx.actor.role == WORKER and not today <= day <= today + timedelta(days=1):
        raise Forbidden("Crews see the runs of today and tomorrow.")
    await _check_campus(tx, arguments.campus_id)
    version, runs = await day_query.day(tx, arguments.campus_id, day)
    if version == arguments.known:
        return DayOfRuns(arguments.campus_id, day, today, version)
    return DayOfRuns(arguments.campus_id, day, today, version, runs)


async def pull_list(tx: ElevatedTransaction, arguments: RunDay) -> list[PulledItem]:
    """The items that go out on a day, by shelf; tomorrow where none is given."""
    day = arguments.day or clock.today() + timedelta(days=1)
    check_day(tx.actor, day)
    await _check_campus(tx, arguments.campus_id)
    return await day_query.pull(tx, arguments.campus_id, day)


async def _check_campus(tx: ElevatedTransaction, campus_id: int) -> None:
    """Raise `Forbidden` where a worker is limited to other campuses (rule: own-campuses)."""
    own = await queries.own_campuses(tx) if tx.actor.role == WORKER else None
    if own is not None and campus_id not in own:
        raise Forbidden("You do not work at this campus.")


async def crew_members(
    tx: ElevatedTransaction, arguments: CrewOfDay
) -> list[availability.CrewMember]:
    """Every worker, and who can work at a campus on a day (rule: availability)."""
    return await availability.members(tx, arguments.campus_id, arguments.day)


async def create_run(tx: ElevatedTransaction, arguments: CreateRun) -> Run:
    """A further run of a day."""
    return await service.create(
        tx,
        arguments.campus_id,
        arguments.date,
        name=arguments.name,
        van_items=arguments.van_items,
        workers=arguments.workers,
    )


async def change_run(tx: ElevatedTransaction, arguments: ChangeRun) -> Run:
    """Another name, van or crew of a run."""
    return await service.change(
        tx,
        arguments.run_id,
        name=arguments.name,
        van_items=arguments.van_items,
        workers=arguments.workers,
    )


async def remove_run(tx: ElevatedTransaction, arguments: OneRun) -> None:
    """Remove an empty run."""
    await service.remove(tx, arguments.run_id)


async def assign_stops(tx: ElevatedTransaction, arguments: AssignStops) -> list[RunStop]:
    """Deal stops to a run; returns its stops."""
    return await service.assign(tx, arguments.run_id, arguments.stop_ids)


async def lock_stop(tx: ElevatedTransaction, arguments: LockStop) -> RunStop:
    """Keep a stop where it is when an order is proposed."""
    return await service.lock(tx, arguments.stop_id, arguments.locked)


async def name_proxy(tx: ElevatedTransaction, arguments: NameProxy) -> ProxyCode:
    """A code for a person at one stop, once; again: a new one, the old is void."""
    return ProxyCode(
        await proxies.name(tx, arguments.booking_id, arguments.stop_kind, arguments.name)
    )


async def count_wrong_code(tx: ElevatedTransaction, arguments: CountWrongCode) -> proxies.TriesLeft:
    """Count a wrong hand-over code that a phone without a signal noticed; once for its id."""
    return await proxies.wrong(tx, arguments.stop_id, arguments.salt, arguments.id)


async def my_stops(tx: ElevatedTransaction, arguments: NoArguments) -> list[model.OwnStop]:
    """One's own stops that are not over, with the place in today's run."""
    del arguments
    assert tx.actor.user_id is not None
    return await day_query.own(tx, clock.now(), user_id=tx.actor.user_id)


async def stops_needing_a_person(
    tx: ElevatedTransaction, arguments: OneOrAll
) -> list[stop_cases.StopCase]:
    """Verbs that did not fit: all for the office, a worker's own for a worker."""
    mine = tx.actor.user_id if tx.actor.role == WORKER else None
    return await stop_cases.waiting(tx, mine, arguments.id)


def _report_of(given: SayStopState, actor: UUID | None) -> StopReport:
    signature = given.signature
    key = given.id or uuid5(
        _NAMESPACE, f"{given.stop_id} {given.state} {given.at.isoformat()} {actor}"
    )
    return StopReport(
        id=key,
        stop_id=given.stop_id,
        state=given.state,
        at=given.at,
        signed=(signature.signed_by, signature.strokes) if signature else None,
        proxy_code=given.proxy_code,
        failure=given.failure,
        override_reason=given.override_reason,
        items=given.items,
        note=given.note,
        seen=given.seen,
        booking_id=given.booking_id if isinstance(given, RecordedVerb) else None,
    )


COMMANDS: Final = (
    *linked_visit.COMMANDS,
    *late_customers.COMMANDS,
    *planning.COMMANDS,
    Command("stop_state", SayStopState, _report, CREW, outside=stop_state, elevated=True),
    Command(
        "record_stop_events",
        RecordStopEvents,
        record_stop_events,
        CREW,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "count_wrong_code", CountWrongCode, count_wrong_code, CREW, repeatable=True, elevated=True
    ),
    Command("run_day", RunDay, run_day, CREW, read_only=True, reads_customers=True, elevated=True),
    Command(
        "pull_list", RunDay, pull_list, CREW, read_only=True, reads_customers=True, elevated=True
    ),
    Command(
        "stops_needing_a_person",
        OneOrAll,
        stops_needing_a_person,
        CREW,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("crew_members", CrewOfDay, crew_members, OFFICE, read_only=True, elevated=True),
    Command("create_run", CreateRun, create_run, OFFICE, elevated=True),
    Command("change_run", ChangeRun, change_run, OFFICE, elevated=True),
    Command("remove_run", OneRun, remove_run, OFFICE, elevated=True),
    Command("assign_stops", AssignStops, assign_stops, OFFICE, elevated=True),
    Command("lock_stop", LockStop, lock_stop, OFFICE, elevated=True),
    Command("name_proxy", NameProxy, name_proxy, SIGNED_IN, repeatable=True, elevated=True),
    Command("my_stops", NoArguments, my_stops, SIGNED_IN, read_only=True, elevated=True),
)
