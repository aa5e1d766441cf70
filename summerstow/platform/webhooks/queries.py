"""Every statement about endpoints and deliveries of webhooks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.tables import decoded, decoded_all, decoded_if_any

_ENDPOINT: Final = (
    "id, url, events, generation, renewed_at, created_at, failing_since, disabled_at, "
    "(select count(*) from app.webhook_deliveries d where d.endpoint_id = e.id "
    "and d.due_at is not null)::int as waiting"
)
_DELIVERY: Final = (
    "id, endpoint_id, kind, body, created_at, due_at, delivered_at, attempts, tries::text"
)
#: Tries of a delivery that the log keeps.
_KEPT_TRIES: Final = 20


class StoredEndpoint(msgspec.Struct, frozen=True):
    """An address that events are sent to; `waiting` are events that are still to be sent."""

    id: UUID
    url: str
    events: list[str]
    generation: int
    renewed_at: datetime | None
    created_at: datetime
    failing_since: datetime | None
    disabled_at: datetime | None
    waiting: int


class DeliveryTry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One try: the answer's `status`, or the `error` without one."""

    at: datetime
    status: int | None = None
    error: str | None = None


class StoredDelivery(msgspec.Struct, frozen=True):
    """An event on its way to an endpoint; `due_at` is the next try. `tries` is JSON text."""

    id: UUID
    endpoint_id: UUID
    kind: str
    body: str
    created_at: datetime
    due_at: datetime | None
    delivered_at: datetime | None
    attempts: int
    tries: str


class ClaimedDelivery(msgspec.Struct, frozen=True):
    """A delivery to send now; `attempts` includes this one."""

    id: UUID
    endpoint_id: UUID
    body: str
    attempts: int
    url: str
    generation: int
    renewed_at: datetime | None


async def add_event(tx: Transaction, kind: str, body: str, now: datetime) -> bool:
    """Write an event for each endpoint that wants it; returns whether any does."""
    rows = await tx.fetch(
        "insert into app.webhook_deliveries (id, endpoint_id, kind, body, created_at, due_at) "
        "select app.time_ordered_id(), id, $1, $2, $3, $3 from app.webhook_endpoints "
        # An endpoint that is being removed is waited for: its rows would refuse this one.
        "where $1 = any(events) for key share returning id",
        kind,
        body,
        now,
    )
    return bool(rows)


async def add_test(
    tx: ElevatedTransaction, endpoint_id: UUID, kind: str, body: str, now: datetime
) -> None:
    """Write an event for one endpoint, whatever it wants."""
    await tx.execute(
        "insert into app.webhook_deliveries (id, endpoint_id, kind, body, created_at, due_at) "
        "values (app.time_ordered_id(), $1, $2, $3, $4, $4)",
        endpoint_id,
        kind,
        body,
        now,
    )


async def endpoints_with_work(tx: ElevatedTransaction, now: datetime) -> list[UUID]:
    """Return the endpoints that have something to be sent now."""
    rows = await tx.fetch(
        "select id from app.webhook_endpoints e where disabled_at is null and exists ("
        "select from app.webhook_deliveries d where d.endpoint_id = e.id and d.due_at <= $1)",
        now,
    )
    return [row["id"] for row in rows]


async def claim(
    tx: ElevatedTransaction, endpoint_id: UUID, limit: int, now: datetime, lease: timedelta
) -> list[ClaimedDelivery]:
    """Take deliveries of an endpoint and count the try; they are due again after the lease."""
    rows = await tx.fetch(
        "with due as (select d.id from app.webhook_deliveries d "
        "  where d.endpoint_id = $1 and d.due_at <= $3 "
        "  order by d.due_at, d.id limit $2 for update skip locked) "
        "update app.webhook_deliveries d set attempts = attempts + 1, due_at = $3 + $4::interval "
        "from due, app.webhook_endpoints e "
        "where d.id = due.id and e.id = $1 and e.disabled_at is null "
        "returning d.id, d.endpoint_id, d.body, d.attempts, e.url, e.generation, e.renewed_at",
        endpoint_id,
        limit,
        now,
        lease,
    )
    return decoded_all(ClaimedDelivery, rows)


async def mark(
    tx: ElevatedTransaction,
    delivery_id: UUID,
    made: DeliveryTry,
    *,
    delivered: bool,
    due_at: datetime | None,
) -> None:
    """Note a try, and that the event arrived or when the next try is."""
    await tx.execute(
        "update app.webhook_deliveries set due_at = $4, "  # noqa: S608
        "delivered_at = case when $3 then $5::timestamptz else delivered_at end, "
        f"tries = case when jsonb_array_length(tries) < {_KEPT_TRIES} then tries "
        "else tries - 0 end || $2::text::jsonb where id = $1",
        delivery_id,
        msgspec.json.encode([made]).decode(),
        delivered,
        due_at,
        made.at,
    )


async def note_success(tx: ElevatedTransaction, endpoint_id: UUID) -> None:
    """An endpoint took an event: it fails no more."""
    await tx.execute(
        "update app.webhook_endpoints set failing_since = null "
        "where id = $1 and failing_since is not null",
        endpoint_id,
    )


async def note_failure(
    tx: ElevatedTransaction, endpoint_id: UUID, now: datetime, *, disable_before: datetime
) -> str | None:
    """Note that an endpoint fails, and disable it if it has since `disable_before`.

    Returns its address where this disabled it.
    """
    url: str | None = await tx.fetchval(
        "with failing as (update app.webhook_endpoints "
        "set failing_since = coalesce(failing_since, $2), disabled_at = case "
        "when coalesce(failing_since, $2) <= $3 then $2 end "
        "where id = $1 and disabled_at is null returning url, disabled_at) "
        "select url from failing where disabled_at is not null",
        endpoint_id,
        now,
        disable_before,
    )
    return url


async def endpoints(tx: ElevatedTransaction) -> list[StoredEndpoint]:
    """Return all endpoints, the oldest first."""
    rows = await tx.fetch(
        f"select {_ENDPOINT} from app.webhook_endpoints e order by created_at, id"  # noqa: S608
    )
    return decoded_all(StoredEndpoint, rows)


async def endpoint(tx: ElevatedTransaction, endpoint_id: UUID) -> StoredEndpoint | None:
    """Return an endpoint, held for the transaction."""
    row = await tx.fetchrow(
        f"select {_ENDPOINT} from app.webhook_endpoints e where id = $1 for update",  # noqa: S608
        endpoint_id,
    )
    return decoded_if_any(StoredEndpoint, row)


async def add_endpoint(
    tx: ElevatedTransaction, endpoint_id: UUID, url: str, events: Sequence[str], now: datetime
) -> None:
    """Store an endpoint."""
    await tx.execute(
        "insert into app.webhook_endpoints (id, url, events, created_at, created_by) "
        "values ($1, $2, $3, $4, $5)",
        endpoint_id,
        url,
        events,
        now,
        tx.actor.user_id,
    )


async def change_endpoint(
    tx: ElevatedTransaction, endpoint_id: UUID, url: str, events: Sequence[str]
) -> None:
    """Store another address and other events."""
    await tx.execute(
        "update app.webhook_endpoints set url = $2, events = $3 where id = $1",
        endpoint_id,
        url,
        events,
    )


async def renew(tx: ElevatedTransaction, endpoint_id: UUID, now: datetime) -> None:
    """Give an endpoint its next secret."""
    await tx.execute(
        "update app.webhook_endpoints set generation = generation + 1, renewed_at = $2 "
        "where id = $1",
        endpoint_id,
        now,
    )


async def enable(tx: ElevatedTransaction, endpoint_id: UUID) -> None:
    """Send to a disabled endpoint again."""
    await tx.execute(
        "update app.webhook_endpoints set disabled_at = null, failing_since = null where id = $1",
        endpoint_id,
    )


async def remove(tx: ElevatedTransaction, endpoint_id: UUID) -> None:
    """Delete an endpoint and its log."""
    await tx.execute("delete from app.webhook_endpoints where id = $1", endpoint_id)


async def deliveries(
    tx: ElevatedTransaction, endpoint_id: UUID, before: UUID | None, limit: int
) -> list[StoredDelivery]:
    """Return the deliveries of an endpoint, the newest first; `before`: those older than this."""
    rows = await tx.fetch(
        f"select {_DELIVERY} from app.webhook_deliveries "  # noqa: S608
        "where endpoint_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3",
        endpoint_id,
        before,
        limit,
    )
    return decoded_all(StoredDelivery, rows)


async def delivery(tx: ElevatedTransaction, delivery_id: UUID) -> StoredDelivery | None:
    """Return a delivery, held for the transaction."""
    row = await tx.fetchrow(
        f"select {_DELIVERY} from app.webhook_deliveries where id = $1 for update",  # noqa: S608
        delivery_id,
    )
    return decoded_if_any(StoredDelivery, row)


async def resend(tx: ElevatedTransaction, delivery_id: UUID, now: datetime) -> StoredDelivery:
    """Make a delivery due now, with all its tries before it."""
    row = await tx.fetchrow(
        "update app.webhook_deliveries set due_at = $2, attempts = 0, delivered_at = null "  # noqa: S608
        f"where id = $1 returning {_DELIVERY}",
        delivery_id,
        now,
    )
    assert row is not None
    return decoded(StoredDelivery, row)


async def forget(tx: ElevatedTransaction, before: datetime) -> None:
    """Delete deliveries that were written before a moment."""
    await tx.execute("delete from app.webhook_deliveries where created_at < $1", before)


async def executives(tx: ElevatedTransaction) -> list[str]:
    """Return the addresses of the executives."""
    rows = await tx.fetch("select email from public.users where role = 'executive' order by email")
    return [row["email"] for row in rows if row["email"]]
