"""What this package handles and answers: runs, stops, and what is recorded there."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

import msgspec

from summerstow.crew.events.history import FailureKind, NextStep, StopKind, StopState
from summerstow.crew.pickups.items import StopItem
from summerstow.friends.bundles.model import StopFriend

StopIds = Annotated[list[UUID], msgspec.Meta(max_length=1000)]


class RunStop(msgspec.Struct, frozen=True, kw_only=True):
    """A stop as `run_stops` has it.

    `part_return_id`: it brings some items, and the rest stays.
    `not_returned`: labels of its items that are missing or were refused, as a completion lists
    them.
    """

    id: UUID
    run_id: UUID
    campus_id: int
    date: date
    booking_id: UUID | None
    user_id: UUID | None
    kind: StopKind
    position: int
    state: StopState
    window: str | None
    locked: bool
    arrived_at: datetime | None
    completed_at: datetime | None
    failure: FailureKind | None
    queue_id: UUID | None
    part_return_id: UUID | None = None
    not_returned: list[str] = []


class OneRun(msgspec.Struct, forbid_unknown_fields=True):
    """A run."""

    run_id: UUID


class WantedRun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stops of a run in the order wanted, and in the one on the screen."""

    run_id: UUID
    order: StopIds
    seen: StopIds


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A crew's work on a campus-local day; `van_items`: how many items fit into its van."""

    id: UUID
    campus_id: int
    date: date
    name: str
    van_items: int | None
    is_default: bool
    workers: list[UUID] = []


class LabelStrip(msgspec.Struct, frozen=True):
    """Labels of one printing that were handed out together."""

    first: str
    last: str


class StopProxy(msgspec.Struct, frozen=True):
    """Who may stand in for the customer.

    A stop of today alone has the hash of their code, for a phone without a signal.
    """

    name: str
    salt: str | None
    code_hash: str | None
    used: bool
    tries_left: int


class StoredProxy(msgspec.Struct, frozen=True):
    """The code of a stop's named person as it is stored; `tries`: wrong ones so far."""

    salt: str
    code_hash: str
    used: bool
    tries: int


class StopCard(msgspec.Struct, frozen=True, kw_only=True):
    """A stop with all that a crew needs there; moments are ISO 8601. `is_ready`: as in the queue.
    `late_until`: when the customer is at the door, who announced to be late. `strips`: labels that
    were handed out with a kit.

    `expected_at`: when the crew is expected, to five minutes; null once it was there, and if the
    day has no time for it. `is_late`: after the window, or the flight.
    """

    id: str
    run_id: str
    booking_id: str | None
    user_id: str | None
    kind: StopKind
    position: int
    state: StopState
    window: str | None
    locked: bool
    arrived_at: str | None
    completed_at: str | None
    failure: FailureKind | None
    queue_id: str | None
    full_name: str
    customer_id: str | None
    code: str | None
    place: str | None
    address: str | None
    phone: str | None
    contact_name: str | None
    comments: str | None
    has_flight: bool
    flight_time: str | None
    is_ready: bool
    booking_status: str | None
    signed_by: str | None
    proxy: StopProxy | None
    items: list[StopItem]
    strips: list[LabelStrip] = []
    friends: list[StopFriend] = []
    late_until: str | None = None
    expected_at: str | None = None
    is_late: bool = False


class RunCard(msgspec.Struct, frozen=True, kw_only=True):
    """A run with its stops in order, and the names of its crew."""

    id: str
    name: str
    van_items: int | None
    is_default: bool
    workers: list[str]
    worker_names: list[str]
    stops: list[StopCard]


class PulledItem(msgspec.Struct, frozen=True, kw_only=True):
    """An item that goes out, where it stands, and for which stop."""

    id: str
    label_code: str | None
    number: int
    description: str
    heavy: bool
    state: str
    location: str | None
    stop_id: str
    run_name: str
    position: int
    full_name: str


class ProposedFee(msgspec.Struct, frozen=True, kw_only=True):
    """A fee that the crew proposed for a failed stop, with its evidence."""

    amount_cents: int
    reason: str
    photo_id: UUID | None


class OwnStop(msgspec.Struct, frozen=True, kw_only=True):
    """A customer's own stop; `ahead` counts the stops before it, on its day once the crew works.

    `part_items`: how many items it brings while the rest stays. `waits_until`: for how long the
    crew at the door waits. `failed_at`, `next_step`, `fee`: of the failure that stands.
    `late_until`: when the customer is at the door, who announced to be late.
    """

    id: UUID
    booking_id: UUID | None
    kind: StopKind
    date: date
    window: str | None
    state: StopState
    part_items: int | None
    ahead: int | None
    arrived_at: datetime | None
    waits_until: datetime | None
    failure: FailureKind | None
    failed_at: datetime | None
    next_step: NextStep | None
    fee: ProposedFee | None
    late_until: datetime | None
    proxy_name: str | None
    proxy_used: bool
    proxy_locked: bool


class StopFailure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why it did not work out, and what is wanted next; the photo may still be on its way."""

    kind: FailureKind
    photo_id: UUID | None = None
    note: str | None = None
    next: NextStep | None = None


class RecordedFailure(msgspec.Struct, frozen=True):
    """When and why a stop did not work out, as it was recorded."""

    at: datetime
    failure: FailureKind
    note: str | None
    photo_id: UUID | None
