"""Every statement about the devices that messages are pushed to."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_if_any


class PushDevice(msgspec.Struct, frozen=True):
    """Where a device is written to, and the keys that it reads with (URL-safe base64)."""

    endpoint: str
    p256dh: str
    auth: str


async def keep(
    tx: Transaction, user_id: UUID, session_id: UUID | None, device: PushDevice, most: int
) -> None:
    """Store a device for this person, replacing any owner; beyond `most` the oldest goes."""
    await tx.execute(
        "insert into public.push_subscriptions as s "
        "(user_id, session_id, endpoint, p256dh, auth, user_agent) "
        "values ($1, (select id from auth.sessions where id = $2), $3, $4, $5, "
        "(select left(user_agent, 300) from auth.sessions where id = $2)) "
        "on conflict (endpoint) do update set user_id = excluded.user_id, "
        "session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, "
        "user_agent = excluded.user_agent, created_at = case when s.user_id = excluded.user_id "
        "then s.created_at else excluded.created_at end",
        user_id,
        session_id,
        device.endpoint,
        device.p256dh,
        device.auth,
    )
    await tx.execute(
        "delete from public.push_subscriptions where id in ("
        "select id from public.push_subscriptions where user_id = $1 "
        "order by (endpoint = $3) desc, created_at desc, id offset $2)",
        user_id,
        most,
        device.endpoint,
    )


async def renew(tx: Transaction, endpoint: str, auth: str, device: PushDevice) -> bool:
    """Replace a subscription; returns whether the device has one.

    The row keeps its id, since messages may wait for it. A repeat changes nothing.
    """
    await tx.execute(
        "delete from public.push_subscriptions n where n.endpoint = $3 and $3 <> $1 "
        "and exists (select from public.push_subscriptions where endpoint = $1 and auth = $2)",
        endpoint,
        auth,
        device.endpoint,
    )
    await tx.execute(
        "update public.push_subscriptions set endpoint = $3, p256dh = $4, auth = $5 "
        "where endpoint = $1 and auth = $2",
        endpoint,
        auth,
        device.endpoint,
        device.p256dh,
        device.auth,
    )
    is_registered: bool = await tx.fetchval(
        "select exists (select from public.push_subscriptions where endpoint = $1 and auth = $2)",
        device.endpoint,
        device.auth,
    )
    return is_registered


async def drop(tx: Transaction, user_id: UUID, endpoint: str) -> None:
    """Forget one of a person's devices; one that is gone already is no error."""
    await tx.execute(
        "delete from public.push_subscriptions where user_id = $1 and endpoint = $2",
        user_id,
        endpoint,
    )


async def forget(tx: Transaction, device_id: UUID, endpoint: str) -> None:
    """Remove a device that its push service knows no more, unless it is another one by now."""
    await tx.execute(
        "delete from public.push_subscriptions where id = $1 and endpoint = $2", device_id, endpoint
    )


async def device(tx: Transaction, device_id: UUID) -> PushDevice | None:
    """A device; None where it is gone."""
    row = await tx.fetchrow(
        "select endpoint, p256dh, auth from public.push_subscriptions where id = $1", device_id
    )
    return decoded_if_any(PushDevice, row)


async def devices_of(tx: Transaction, user_ids: Sequence[UUID]) -> dict[UUID, list[UUID]]:
    """Return the device ids of each of these people who has any."""
    rows = await tx.fetch(
        "select user_id, array_agg(id order by created_at, id) as ids "
        "from public.push_subscriptions where user_id = any($1) group by user_id",
        user_ids,
    )
    return {row["user_id"]: row["ids"] for row in rows}
