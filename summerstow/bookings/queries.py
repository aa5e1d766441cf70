"""Every statement of this package."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

import msgspec

from summerstow.billing.pricing import price_lists
from summerstow.platform.actor import Actor
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.roles import CUSTOMER
from summerstow.platform.tables import decoded

from .model import REPLACEABLE, Booking, DateChange, DateField, PickupRequest

#: What the crew reads of a booking `b` before its pickup, as SQL; null for nothing.
WORDS_FOR_CREW: Final = (
    "nullif(concat_ws(E'\\n', case when b.expected_items is not null then 'Expects ' || "
    "b.expected_items || ' items' end, nullif(trim(b.additional_comments), '')), '')"
)


class Recipient(msgspec.Struct, frozen=True):
    """Whose message a new booking causes: `mails` counts the address's bookings of the last hour.

    `has_account`: a guest's address is an account's. `signs_up`: a sign-up mail waits for it.
    """

    mails: int
    has_account: bool
    signs_up: bool


async def recipient_of_new_booking(tx: Transaction, booking_id: UUID) -> Recipient:
    """Return what the message about a new booking depends on."""
    row = await tx.fetchrow(
        "select (select count(*) filter (where o.created_at > now() - interval '1 hour') "
        # By address, not by time: a kept plan does not know how many there are in an hour.
        "from public.bookings o where lower(o.email) = lower(b.email)) as mails, "
        "b.user_id is null and exists (select from auth.users u "
        "where u.email = lower(b.email) and u.email_confirmed_at is not null) "
        "as has_account, "
        "exists (select from app.outbox w where lower(w.recipient) = lower(b.email) "
        "and starts_with(w.cause, 'with-booking:') and w.sent_at is null) as signs_up "
        "from public.bookings b where b.id = $1",
        booking_id,
    )
    assert row is not None
    return decoded(Recipient, row)


async def hold_slot(
    tx: Transaction, booking_id: UUID, slot_id: UUID | None, confirm_by: datetime | None = None
) -> None:
    """Store which slot's place the booking holds, and until when its guest may confirm it."""
    await tx.execute(
        "update public.bookings set slot_id = $2, confirm_by = coalesce($3, confirm_by) "
        "where id = $1",
        booking_id,
        slot_id,
        confirm_by,
    )


async def hold_return_slot(tx: Transaction, booking_id: UUID, slot_id: UUID | None) -> None:
    """Store which slot's place the booking's delivery holds."""
    await tx.execute(
        "update public.bookings set return_slot_id = $2 where id = $1", booking_id, slot_id
    )


async def replaceable(tx: Transaction, user_id: UUID, but: UUID) -> list[Booking]:
    """Earlier bookings of the account that a new one replaces, held for the transaction."""
    rows = await tx.fetch(
        "select row_to_json(b) as row from public.bookings b "
        "where user_id = $1 and id <> $2 and status = any($3) order by id for no key update",
        user_id,
        but,
        list(REPLACEABLE),
    )
    return [_stored(one["row"]) for one in rows]


async def supersede(tx: Transaction, old: UUID, new: UUID, note: str) -> Booking:
    """Cancel a booking in favour of a later one; its place goes on to that one."""
    text = await tx.fetchval(
        "update public.bookings set status = 'cancelled', slot_id = null, return_slot_id = null, "
        "superseded_by = $2, "
        "cancellation_note = $3 where id = $1 returning row_to_json(bookings)",
        old,
        new,
        note,
    )
    return _stored(text)


class Dependents(msgspec.Struct, frozen=True):
    """What there is of a booking that a later one takes over or ends; `items`: or labels."""

    requests: bool
    items: bool
    quotes: bool
    bundle: bool
    referral: bool


async def find_dependents(tx: Transaction, booking_id: UUID) -> Dependents:
    """Return what belongs to a booking, which is held."""
    row = await tx.fetchrow(
        "select exists (select from public.date_changes "
        "where booking_id = b.id and state = 'asked') as requests, "
        "exists (select from public.items where booking_id = b.id) "
        "or exists (select from public.labels where booking_id = b.id) as items, "
        "exists (select from public.delivery_quotes "
        "where booking_id = b.id and state in ('asked', 'sent', 'accepted')) as quotes, "
        "exists (select from app.plan_members where booking_id = b.id and left_at is null) "
        "or exists (select from app.plan_invites where booking_id = b.id and revoked_at is null) "
        "as bundle, b.referral_code is not null as referral "
        "from public.bookings b where id = $1",
        booking_id,
    )
    assert row is not None
    return decoded(Dependents, row)


async def lock_account(tx: Transaction, user_id: UUID) -> None:
    """Let one booking of an account at a time be made, so that just one stays current."""
    await tx.execute("select 1 from public.users where id = $1 for no key update", user_id)


async def guest_bookings_before_confirmation(
    tx: Transaction, user_id: UUID, email: str
) -> list[UUID]:
    """Return guest bookings with this address made before the account confirmed it, locked."""
    rows = await tx.fetch(
        "select b.id from public.bookings b join auth.users u on u.id = $1 "
        "where b.user_id is null and b.guest_email is not null and lower(b.email) = lower($2) "
        "and lower(u.email) = lower($2) "
        "and b.created_at <= u.email_confirmed_at order by b.created_at desc, b.id "
        "for no key update of b",
        user_id,
        email,
    )
    return [row["id"] for row in rows]


async def attach(tx: Transaction, ids: list[UUID], user_id: UUID, now: datetime) -> None:
    """Give bookings to an account that has confirmed their address; none waits any more."""
    await tx.execute(
        "with owned as (update public.items set user_id = $2 "
        "where booking_id = any($1) and member_id is null) "
        "update public.bookings set user_id = $2, confirm_by = null, "
        "email_confirmed_at = coalesce(email_confirmed_at, $3) where id = any($1)",
        ids,
        user_id,
        now,
    )


async def find(tx: Transaction, booking_id: UUID) -> Booking | None:
    """Return the booking; None where it is gone."""
    text = await tx.fetchval(
        "select row_to_json(b) from public.bookings b where id = $1", booking_id
    )
    return _stored(text) if text is not None else None


async def locked(tx: Transaction, booking_id: UUID) -> Booking | None:
    """The whole booking, held for the transaction."""
    text = await tx.fetchval(
        "select row_to_json(b) from public.bookings b where id = $1 for no key update",
        booking_id,
    )
    return None if text is None else _stored(text)


async def set_status(tx: Transaction, booking_id: UUID, status: str) -> Booking:
    """Store a status; returns the whole booking as it is now."""
    return _stored(
        await tx.fetchval(
            "update public.bookings b set status = $2 where id = $1 returning row_to_json(b)",
            booking_id,
            status,
        )
    )


async def turn(
    tx: Transaction, booking_id: UUID, status: str, ended: list[str]
) -> tuple[Booking, Booking | None] | None:
    """Store a status, unless the booking has `ended` or has it; held. (was, is) if it is there."""
    row = await tx.fetchrow(
        "with old as (select * from public.bookings where id = $1 for no key update), "
        "new as (update public.bookings b set status = $2 from old "
        "where b.id = old.id and old.status <> $2 and old.status <> all($3) returning b.*) "
        "select row_to_json(old), row_to_json(new) from old left join new on true",
        booking_id,
        status,
        ended,
    )
    return None if row is None else (_stored(row[0]), _stored(row[1]) if row[1] else None)


async def set_pickup(
    tx: Transaction, booking_id: UUID, day: date, pickup_time: str | None
) -> Booking:
    """Store another pickup day and window; returns the whole booking as it is now."""
    return _stored(
        await tx.fetchval(
            "update public.bookings b set pickup_date = $2, pickup_time = $3 where id = $1 "
            "returning row_to_json(b)",
            booking_id,
            day,
            pickup_time,
        )
    )


async def note_change(
    tx: Transaction,
    old: Booking,
    new: Booking,
    *,
    field: DateField,
    reason: str,
    note: str | None,
    actor: Actor,
    notice_minutes: int | None = None,
    state: str = "done",
) -> UUID:
    """Keep why a date was changed, or is asked to be; returns the id of the note."""
    change_id: UUID = await tx.fetchval(
        "insert into public.date_changes (booking_id, actor_id, actor_role, field, was_date, "
        "was_time, is_date, is_time, reason, note, notice_minutes, state) "
        "values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id",
        new.id,
        actor.user_id,
        actor.role,
        field,
        getattr(old, field),
        old.pickup_time if field == "pickup_date" else None,
        getattr(new, field),
        new.pickup_time if field == "pickup_date" else None,
        reason,
        note,
        notice_minutes,
        state,
    )
    return change_id


async def changes(tx: Transaction, booking_id: UUID) -> list[DateChange]:
    """Changes of dates of a booking and of those that it replaced, in order."""
    rule = (await price_lists.of_booking(tx, booking_id)).terms.date_change
    rows = await tx.fetch(
        "with recursive line (id) as (select $1::uuid union "
        "select b.id from public.bookings b join line on b.superseded_by = line.id) "
        "select id, field, state, reason, actor_role, was_date, is_date, is_time, "
        "booking_id = $1 as is_own, "
        "actor_role = $4 and coalesce(notice_minutes < $2 "
        "and notice_minutes >= $3, false) as is_late "
        "from public.date_changes where booking_id in (select id from line) order by at, id",
        booking_id,
        rule.free_hours * 60,
        rule.late_hours * 60,
        CUSTOMER,
    )
    return [DateChange(**row) for row in rows]


async def visit_failed(tx: Transaction, booking_id: UUID, day: date | None) -> bool:
    """Whether the crew came for a pickup on a day, and it failed by no fault of ours."""
    result: bool = await tx.fetchval(
        "select exists (select from public.run_stops where booking_id = $1 and date = $2 "
        "and kind = 'pickup' and state = 'failed' and failure <> 'ours')",
        booking_id,
        day,
    )
    return result


async def cancel(
    tx: Transaction, booking_id: UUID, fee_cents: int, note: str | None, now: datetime
) -> Booking:
    """Cancel a booking with its fee; returns the whole booking as it is now."""
    return _stored(
        await tx.fetchval(
            "update public.bookings b set status = 'cancelled', cancelled_at = $4, "
            "cancellation_fee_cents = $2, cancellation_note = $3 where id = $1 "
            "returning row_to_json(b)",
            booking_id,
            fee_cents,
            note,
            now,
        )
    )


def _stored(text: str) -> Booking:
    return Booking.of(msgspec.json.decode(text))


async def is_of(tx: Transaction, booking_id: UUID, user_id: UUID | None) -> bool:
    """Whether a booking is of this account, as far as the asker may see."""
    result: bool = await tx.fetchval(
        "select exists (select 1 from public.bookings where id = $1 and user_id = $2)",
        booking_id,
        user_id,
    )
    return result


async def edit(tx: Transaction, booking_id: UUID, changes: dict[str, Any]) -> Booking:
    """Store these columns (named by the command alone); returns the whole booking."""
    columns = ", ".join(f"{name} = p.{name}" for name in changes)
    return _stored(
        await tx.fetchval(
            f"update public.bookings b set {columns} "  # noqa: S608 - EDITABLE's names alone
            "from json_populate_record(null::public.bookings, $2) p where b.id = $1 "
            "returning row_to_json(b)",
            booking_id,
            msgspec.json.encode(changes).decode(),
        )
    )


async def give_reason(tx: Transaction, reason: str) -> None:
    """What this transaction changes stands in the audit log with this reason."""
    await tx.execute("select set_config('app.reason', $1, true)", reason)


async def withdraw_requests(tx: Transaction, booking_id: UUID) -> None:
    """End wishes that were not answered; a later one takes their stead."""
    await tx.execute(
        "update public.date_changes set state = 'withdrawn' where booking_id = $1 "
        "and state = 'asked'",
        booking_id,
    )


async def booking_of_request(tx: Transaction, change_id: UUID) -> UUID | None:
    """The booking that a wish is about."""
    result: UUID | None = await tx.fetchval(
        "select booking_id from public.date_changes where id = $1", change_id
    )
    return result


async def take_request(tx: Transaction, change_id: UUID, state: str) -> PickupRequest | None:
    """Answer a wish that is still open; None where it is not."""
    row = await tx.fetchrow(
        "update public.date_changes set state = $2 where id = $1 and state = 'asked' "
        "returning booking_id, is_date as pickup_date, is_time as pickup_time",
        change_id,
        state,
    )
    return None if row is None else PickupRequest(**row)


async def confirm_pickup(tx: ElevatedTransaction, booking_id: UUID, now: datetime) -> None:
    """The customer says that the pickup stands; the first time counts."""
    await tx.execute(
        "update public.bookings set pickup_confirmed_at = coalesce(pickup_confirmed_at, $2) "
        "where id = $1",
        booking_id,
        now,
    )


async def accept_count(tx: ElevatedTransaction, booking_id: UUID, counted: int) -> None:
    """Store the count that the customer accepted."""
    await tx.execute(
        "update public.bookings set accepted_count = $2 where id = $1", booking_id, counted
    )


async def asked_pickup(tx: Transaction, booking_id: UUID) -> bool:
    """Whether another pickup is asked for that staff have not answered yet."""
    result: bool = await tx.fetchval(
        "select exists (select 1 from public.date_changes where booking_id = $1 "
        "and field = 'pickup_date' and state = 'asked')",
        booking_id,
    )
    return result
