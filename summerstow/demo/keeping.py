"""The demo's things in our keeping: shelves, labelled items, a run of returns, and what went wrong.

Made once, after the season, by the same functions as real work: what a scan, a failed return, a
dispute or a claim brings with it is there too. Nobody is mailed of it: its people have no account,
or are the demo's own.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from importlib.resources import files
from typing import Final
from uuid import UUID, uuid4

from summerstow.billing.claims import commands as claims
from summerstow.billing.fees import proposals
from summerstow.crew.runs import stop_reports
from summerstow.crew.runs.model import StopFailure
from summerstow.platform import clock, published
from summerstow.platform.actor import Actor
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import ADMIN
from summerstow.warehouse import labels, recording, shelves
from summerstow.warehouse.history import EventKind
from summerstow.warehouse.scans.events import NewItemEvent

from . import keeping_queries as queries
from .keeping_queries import Collected

_SITES: Final = {"ubcv": "V", "ubco": "O", "tru": "K"}
_BAYS: Final = ("01", "02", "03")
_PLACES: Final = 18
_THINGS: Final = ("box", "box", "box", "suitcase", "box", "lamp")
#: Unix seconds of a scan's place in a day: afternoons on campus.
_AFTERNOON: Final = time(21, 0)
#: Each name with the file that it shows: a photo of a door is evidence of one visit.
_PHOTOS: Final = {
    "box": "box",
    "boxes": "boxes",
    "suitcase": "suitcase",
    "damaged": "damaged",
    "door": "door",
    "evening": "door",
}


class _Scans:
    """Events in the order in which they happen, each a little after the one before."""

    def __init__(self) -> None:
        self.events: list[NewItemEvent] = []
        self._now = clock.now()

    def add(self, kind: EventKind, day: date, minute: int, label: str, **more: object) -> None:
        """An event of a label on a campus day, never in the future."""
        at = datetime.combine(day, _AFTERNOON, UTC) + timedelta(minutes=minute)
        if at > self._now:
            at = self._now - timedelta(minutes=240 - min(minute, 239))
        self.events.append(NewItemEvent(uuid4(), kind, at, label=label, **more))  # type: ignore[arg-type]


async def load(database: Database, customer: str, crews: Sequence[tuple[str, int]]) -> None:
    """Make it where it is missing; on a later day give the runs of that day their crew and van.

    `customer`: the demo account that disputes a fee and claims for an item. `crews`: who works at
    which campus.
    """
    async with database.owner() as tx:
        worker = await queries.worker(tx)
        fresh = not await queries.is_there(tx)
    if fresh:
        await _make(database, customer, worker)
    async with database.owner() as tx:
        await queries.crew_up(tx, clock.today(), crews)


async def _make(database: Database, customer: str, worker: UUID) -> None:
    # Crews work near days alone; this is the work of many days.
    actor = Actor(ADMIN, worker)
    async with database.owner(actor) as tx:
        photos = await _photos(tx, worker)
        shelves_of = await _shelves(tx)
        collected = await queries.collected(tx, clock.today())
        await _store(tx, collected, shelves_of, photos)
        await queries.show_own_items(tx, [photos["box"], photos["suitcase"]])
    async with database.owner(actor) as tx:
        await _returns(tx, collected, photos)
        await _trouble(tx, customer, photos)


async def _photos(tx: ElevatedTransaction, worker: UUID) -> dict[str, UUID]:
    photos: dict[str, UUID] = {}
    for name, shown in _PHOTOS.items():
        content = (files("summerstow.demo") / "photos" / f"{shown}.jpg").read_bytes()
        digest = hashlib.sha256(content).digest()
        photos[name] = await queries.add_photo(tx, worker, content, digest)
    return photos


async def _shelves(tx: ElevatedTransaction) -> dict[int, list[UUID]]:
    """Three bays of two shelves at each site."""
    shelf_ids: dict[int, list[UUID]] = {}
    for campus in published.campuses():
        site = _SITES[campus.slug]
        for bay in _BAYS:
            for level in ("1", "2"):
                shelf = await shelves.create(tx, campus.id, f"{site}-{bay}-{level}", _PLACES)
                shelf_ids.setdefault(campus.id, []).append(shelf.id)
    return shelf_ids


async def _store(
    tx: ElevatedTransaction,
    collected: list[Collected],
    shelves_of: dict[int, list[UUID]],
    photos: dict[str, UUID],
) -> None:
    """Every collected booking's items: on shelves, a damaged and a missing one among them."""
    dice = random.Random(7)  # noqa: S311 - made-up things, not secrets
    today = clock.today()
    scans = _Scans()
    rolls = {one: (await labels.make(tx, 120, one))[1] for one in shelves_of}
    for number, one in enumerate(collected):
        own = [rolls[one.campus_id].pop() for _ in range(dice.randint(2, 5))]
        for place, label in enumerate(own):
            kind = dice.choice(_THINGS)
            photo = photos["suitcase" if kind == "suitcase" else "box"] if place == 0 else None
            scans.add(
                "picked_up",
                one.picked_up,
                number % 40 * 3 + place,
                label,
                booking_id=one.id,
                kind_of_item=kind,
                photo_id=photo,
            )
            if one.picked_up < today:
                shelf = dice.choice(shelves_of[one.campus_id])
                scans.add("shelved", one.picked_up, 120 + number + place, label, location_id=shelf)
        if number == 4:
            scans.add(
                "damaged",
                one.picked_up + timedelta(days=1),
                10,
                own[0],
                photo_id=photos["damaged"],
                note="One corner is crushed.",
            )
        if number == 7:
            scans.add("missing", today - timedelta(days=1), 30, own[-1], note="Not on its shelf.")
        if one.returns is not None:
            for label in own:
                scans.add("pulled", today - timedelta(days=1), 60, label)
    # A label that nobody printed: a person looks at it.
    scans.add(
        "picked_up",
        today - timedelta(days=1),
        90,
        "SS-7K4M2-7",
        photo_id=photos["boxes"],
        note="This label came from none of our rolls.",
    )
    for start in range(0, len(scans.events), 500):
        await recording.keep(tx, scans.events[start : start + 500], None)
    await queries.describe(tx)


async def _returns(
    tx: ElevatedTransaction, collected: list[Collected], photos: dict[str, UUID]
) -> None:
    """Returns of yesterday, today and tomorrow; yesterday's did not work out."""
    today = clock.today()
    for one in collected:
        if one.returns is not None:
            await queries.bring_back(tx, one.id, today + timedelta(days=one.returns))
    await tx.execute("set constraints all immediate")
    failed = next((one.id for one in collected if one.returns == -1), None)
    stop = await queries.return_of(tx, failed) if failed else None
    if stop is None:
        return
    at = datetime.combine(today - timedelta(days=1), time(20, 10), UTC)
    for state, minutes, failure in (
        ("on_way", 0, None),
        ("arrived", 20, None),
        (
            "failed",
            33,
            StopFailure("nobody_there", photos["door"], "Rang twice, called twice.", "date"),
        ),
    ):
        report = stop_reports.StopReport(
            id=uuid4(),
            stop_id=stop,
            state=state,  # type: ignore[arg-type]
            at=at + timedelta(minutes=minutes),
            failure=failure,
        )
        await stop_reports.store_report(tx, report, timedelta(), clock.now())


async def _trouble(tx: ElevatedTransaction, customer: str, photos: dict[str, UUID]) -> None:
    """A booking of the demo's own that came back: a disputed fee, and a claim that waits."""
    today = clock.today()
    who, booking = await queries.returned_booking(tx, customer, today)
    roll = (await labels.make(tx, 3, 1))[1]
    scans = _Scans()
    for place, label in enumerate(roll):
        more = {"booking_id": booking, "kind_of_item": "box"}
        scans.add("picked_up", today - timedelta(days=70), place, label, **more)
        scans.add("loaded", today - timedelta(days=2), place, label)
        scans.add("delivered", today - timedelta(days=1), place, label, photo_id=photos["box"])
    await recording.keep(tx, scans.events, None)
    item = await queries.first_returned(tx, booking, declared_cents=24_000)
    fee = await proposals.propose(
        tx,
        booking_id=booking,
        term="out_of_window",
        reason="Nobody opened for 40 minutes; we came back at 6 PM.",
        amount_cents=None,
        stop_id=None,
        arrived_at=clock.moment(today - timedelta(days=1), time(17, 40)),
        photo_id=photos["evening"],
    )
    await proposals.charge(tx, fee.id, fee.amount_cents, "")
    async with tx.on_behalf(who) as own:
        await proposals.dispute(own, fee.id, "I was at home all day. Nobody rang.")
        given = claims.FileClaim(
            item_id=item,
            what="damaged",
            words="The box was crushed and the lamp inside it broke.",
            amount_cents=8_500,
            photo_ids=[],
        )
        await claims.file_claim(own, given)
